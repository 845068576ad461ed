import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { eventually } from '@qafila/testing/wait';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
let sibling: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
  // A second process of the service: the same database, other caches and connections.
  sibling = await startMeteringForTest({ DATABASE_URL: metering.databaseUrl });
});
afterAll(async () => {
  await sibling.stop();
  await metering.stop();
});

const owner = { accountId: 'acc_1', storeId: 'str_1', mode: 'stage' };
const byTopic = (under: MeteringUnderTest, id: string, data: unknown): Promise<void> =>
  under.bus.publish([
    {
      topic: 'meter.ingest.v1',
      key: id,
      value: JSON.stringify(cloudEvent({ source: '/test', type: METER_EVENT.usageReported, subject: id, owner, data })),
    },
  ]);

test('of many senders of one id one is counted, and the others get the time of the first reception', async () => {
  const id = await meterOf(metering);
  const event = usage();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => send(n % 2 === 0 ? metering : sibling, id, event)),
  );
  const [winner, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.error.first_received_at]).toEqual([409, winner?.body.data.received_at]);
  expect((await total(metering, id)).value).toBe('10');
});

test('an id sent through every entry point and two processes at once is counted once', async () => {
  const id = await meterOf(metering);
  const events = Array.from({ length: 60 }, () => usage());
  const batch = (under: MeteringUnderTest, list: unknown[]) =>
    under.call('POST', `/public/v1/meter/${id}/event/batch`, { events: list });
  await Promise.all([
    ...events.map((event) => send(metering, id, event)),
    ...events.map((event) => byTopic(sibling, id, event)),
    batch(metering, events),
    batch(sibling, [...events].reverse()),
    metering.call('POST', `/public/v1/meter/${id}/event/bulk`, { events }),
  ]);
  expect((await total(metering, id)).value).toBe('600');
  const { rows } = await metering.pool.query(
    'SELECT count(*)::int AS n FROM usage_event e JOIN meter m USING (account_no, meter_no) WHERE m.id = $1',
    [id],
  );
  expect(rows[0].n).toBe(60);
});

test('overlapping batches in reverse order from two processes never fail by a deadlock', async () => {
  const id = await meterOf(metering);
  for (let round = 0; round < 40; round++) {
    const events = Array.from({ length: 30 }, () => usage({ timestamp: `2026-11-${10 + (round % 9)}T10:00:00Z` }));
    const answers = await Promise.all(
      [metering, sibling].map((under, n) =>
        under.call('POST', `/public/v1/meter/${id}/event/batch`, { events: n === 0 ? events : [...events].reverse() }),
      ),
    );
    const statuses = answers.flatMap(
      ({ body }) => body.data.items.map((item: { status: number }) => item.status) as number[],
    );
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 409).length,
    ]).toEqual([30, 30]);
  }
  expect((await total(metering, id)).value).toBe(String(40 * 30 * 10));
});

test('the same id on another meter or another account is another event', async () => {
  const event = usage();
  const [first, second] = [await meterOf(metering), await meterOf(metering)];
  const other = principalOf({ accountId: 'acc_2' });
  await metering.call('POST', '/public/v1/meter', { id: first, name: 'x', aggregation_type: 'count' }, other);
  expect((await send(metering, first, event)).status).toBe(200);
  expect((await send(metering, second, event)).status).toBe(200);
  expect((await metering.call('POST', `/public/v1/meter/${first}/event`, event, other)).status).toBe(200);
});

test('ids with the same concatenation are different claims', async () => {
  const prefix = randomUUID();
  const [short, long] = [await meterOf(metering, { id: prefix }), await meterOf(metering, { id: `${prefix}1` })];
  expect((await send(metering, short, usage({ event_id: '12' }))).status).toBe(200);
  expect((await send(metering, long, usage({ event_id: '2' }))).status).toBe(200);
  for (const event_id of ['é', 'e\u0301', 'E', 'e', ' e', 'e '])
    expect((await send(metering, short, usage({ event_id }))).status).toBe(200);
});

test('one process does not use the old state of a meter that another process has changed', async () => {
  const id = await meterOf(metering);
  expect((await send(sibling, id, usage())).status).toBe(200);
  await metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, {
    subscription: { next_action: 'keep' },
    plan: { active: true },
  });
  expect((await send(sibling, id, usage())).body.error.code).toBe('meter_inactive');
  await metering.call('POST', `/public/v1/meter/${id}/reactivate`, {});
  expect((await send(sibling, id, usage())).status).toBe(200);
});

test('the results of a bulk can be read, and repeated messages do not change them', async () => {
  const id = await meterOf(metering);
  const known = usage();
  await send(metering, id, known);
  const messages: { topic: string; key: string; value: string }[] = [];
  await metering.bus.subscribe({
    group: 'copy',
    topics: ['meter.ingest.v1'],
    batchMessagesMax: 100,
    handler: async (batch) => {
      messages.push(
        ...batch
          .filter((message) => message.key === id)
          .map(({ topic, key, value }) => ({ topic, key, value: value.toString() })),
      );
    },
  });
  const { status, body } = await metering.call('POST', `/public/v1/meter/${id}/event/bulk`, {
    events: [usage(), usage(), known, usage({ timestamp: 'never' }), 'no event'],
  });
  expect(status).toBe(202);
  const results = async () =>
    (await metering.call('GET', `/public/v1/meter/${id}/event/bulk/${body.data.bulk_id}`)).body.data as Record<
      string,
      unknown
    >;
  await eventually(async () => (await results()).done === true, { what: 'the bulk' });
  const final = await results();
  expect(final).toMatchObject({ events: 5, accepted: 2, duplicates: 1, rejected: 2, pending: 0 });
  expect(
    (final.problems as { items: { index: number; code: string }[] }).items.map(({ index, code }) => [index, code]),
  ).toEqual([
    [2, 'duplicate_event'],
    [3, 'validation_error'],
    [4, 'unknown_field'],
  ]);
  const rejected = (): Promise<number> =>
    metering
      .published(id)
      .then(
        (events) =>
          new Set(
            events
              .filter(({ type }) => type === METER_EVENT.usageRejected)
              .map((event) => (event as unknown as { id: string }).id),
          ).size,
      );
  expect(await rejected()).toBe(2);
  await metering.bus.publish(messages.slice(0, 5));
  expect(await results()).toEqual(final);
  expect((await total(metering, id)).value).toBe('30');
});
