import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import { ENTRY_POINTS, reported, sendThrough, startGateway } from './entry-points.ts';
import type { Gateway } from './entry-points.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, total, usage } from './usage-event.ts';

jest.setTimeout(120_000);
let metering: MeteringUnderTest;
let gateway: Gateway;
beforeAll(async () => {
  metering = await startMeteringForTest();
  // The second process serves the group endpoint and shares only the database.
  gateway = await startGateway(metering.databaseUrl);
});
afterAll(async () => {
  await gateway.stop();
  await metering.stop();
});

test('fifty senders of one id get one 200 and forty-nine 409, through any entry points', async () => {
  const id = await meterOf(metering);
  for (let round = 0; round < 10; round++) {
    const event = JSON.stringify(usage());
    const statuses = (
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          sendThrough(ENTRY_POINTS[n % 3]!, { metering, gateway, meterId: id }, [event]),
        ),
      )
    ).flat();
    expect(statuses.sort()).toEqual([200, ...Array<number>(49).fill(409)]);
  }
  expect((await total(metering, id)).value).toBe('100');
});

test('the same events through all four entry points of two processes at once are counted once each', async () => {
  const id = await meterOf(metering, { group_by: ['model'] });
  const events = Array.from({ length: 100 }, (_, n) =>
    JSON.stringify(usage({ timestamp: `2025-0${1 + (n % 9)}-01T00:00:00Z` })),
  );
  const answered = await Promise.all(
    ENTRY_POINTS.map((entryPoint, n) =>
      sendThrough(entryPoint, { metering, gateway, meterId: id }, n % 2 === 0 ? events : [...events].reverse()),
    ),
  );
  expect(answered.flat().every((status) => status === 200 || status === 409)).toBe(true);
  expect(answered.flat().filter((status) => status === 200).length).toBeLessThanOrEqual(100);
  expect((await total(metering, id)).value).toBe('1000');
  // Sent again, every event is a duplicate.
  for (const entryPoint of ENTRY_POINTS)
    expect(
      (await sendThrough(entryPoint, { metering, gateway, meterId: id }, events)).every((status) => status === 409),
    ).toBe(true);
  expect((await total(metering, id)).value).toBe('1000');
});

const ROUNDS = runLength(20, 8);

test('crossing batches and retractions of two processes do not deadlock, and the totals are right', async () => {
  const ids = [await meterOf(metering, { aggregation_type: 'max' }), await meterOf(metering)];
  for (let round = 0; round < ROUNDS; round++) {
    const events = Array.from({ length: 20 }, (_, n) =>
      usage({
        event_id: `${round}-${n}`,
        timestamp: `2025-0${1 + (n % 9)}-0${1 + (round % 9)}T00:00:00Z`,
        payload: { tokens: n + 1 },
      }),
    );
    const retractions = events
      .filter((_, n) => n % 2 === 1)
      .map((event) =>
        usage({
          event_id: `back-${event.event_id}`,
          operation: 'REMOVE',
          reverses: event.event_id,
          payload: undefined,
        }),
      );
    const texts = [...events, ...retractions].map((event) => JSON.stringify(event));
    const statuses = await Promise.all(
      ids.flatMap((meterId) => [
        sendThrough('batch', { metering, gateway, meterId }, texts),
        sendThrough('batch', { metering: groupAsBatch(), gateway, meterId }, [...texts].reverse()),
      ]),
    );
    expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
    for (const meterId of ids) await sendThrough('batch', { metering, gateway, meterId }, texts);
  }
  expect((await total(metering, ids[0]!)).value).toBe('19');
  expect((await total(metering, ids[1]!)).value).toBe(String(ROUNDS * 100));
});

/** The second process behind the interface of the batch endpoint: it answers with its group endpoint. */
function groupAsBatch(): MeteringUnderTest {
  return {
    ...gateway.metering,
    call: async (_method, path, body) => {
      const meterId = path.split('/')[4]!;
      const { events } = JSON.parse(body as string) as { events: unknown[] };
      const answers = await gateway.group(events.map((event) => ({ meterId, body: JSON.stringify(event) })));
      return {
        status: 207,
        text: '',
        headers: new Headers(),
        body: { data: { items: answers.map((answer) => ({ status: answer.status })) } },
      };
    },
  };
}

test('the same event id on another meter or account is another event, through every entry point', async () => {
  const ids = [await meterOf(metering), await meterOf(metering)];
  const stranger = principalOf({ accountId: 'acc_2' });
  for (const id of ids)
    await metering.call(
      'POST',
      '/public/v1/meter',
      { id, name: 'x', aggregation_type: 'sum', aggregation_field: 'tokens' },
      stranger,
    );
  const event = JSON.stringify(usage());
  for (const id of ids) {
    expect(
      (
        await gateway.group([
          { meterId: id, body: event },
          { meterId: id, body: event, caller: stranger },
        ])
      ).map((answer) => answer.status),
    ).toEqual([200, 200]);
    await metering.bus.publish([reported(id, event), reported(id, event, { accountid: 'acc_2' })]);
    expect(
      (
        await gateway.group([
          { meterId: id, body: event },
          { meterId: id, body: event, caller: stranger },
        ])
      ).map((answer) => answer.status),
    ).toEqual([409, 409]);
    expect((await total(metering, id)).value).toBe('10');
  }
});
