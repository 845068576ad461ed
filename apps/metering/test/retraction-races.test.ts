import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

jest.setTimeout(180_000);
let metering: MeteringUnderTest;
let sibling: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
  sibling = await startMeteringForTest({ DATABASE_URL: metering.databaseUrl });
});
afterAll(async () => {
  await sibling.stop();
  await metering.stop();
});

const back = (reverses: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  usage({ operation: 'REMOVE', reverses, payload: undefined, ...more });

/** Totals from every source: months, days, quarters, events, and by group. */
async function totals(id: string): Promise<(string | null)[]> {
  const paths = [
    '?',
    '?from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z',
    '?from=2025-03-01T00:00:00Z&to=2025-03-01T23:45:00Z',
    '?from=2025-03-01T00:00:00.000001Z&to=2025-03-31T23:59:59.999999Z',
    '?windowSize=MINUTE&from=2025-03-01T10:00:00Z&to=2025-03-01T10:01:00Z',
    '?windowSize=HOUR&from=2025-03-01T10:00:00Z&to=2025-03-01T11:00:00Z',
    '?groupBy=model',
    '?filterGroupBy[model]=m',
  ];
  return Promise.all(paths.map(async (path) => (await total(metering, id, path)).value as string | null));
}
const all = (value: string | null): (string | null)[] => Array<string | null>(8).fill(value);

test.each(['count', 'sum', 'max', 'latest'])(
  'two processes retract one event of a %s meter at once: one 200, one 409, and the totals are always right',
  async (aggregation_type) => {
    const id = await meterOf(metering, { aggregation_type, group_by: ['model'] });
    const stay = usage({ timestamp: '2025-03-01T10:00:00.5Z', payload: { model: 'm', tokens: 5 } });
    await send(metering, id, stay);
    for (let round = 0; round < 30; round++) {
      const event_id = `t${round}`;
      await send(
        metering,
        id,
        usage({
          event_id,
          timestamp: `2025-03-01T10:00:${String(10 + round)}Z`,
          payload: { model: 'm', tokens: 100 + round },
        }),
      );
      const answers = await Promise.all([send(metering, id, back(event_id)), send(sibling, id, back(event_id))]);
      expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([
        [200, undefined],
        [409, 'already_reversed'],
      ]);
      expect(await totals(id)).toEqual(all(aggregation_type === 'count' ? '1' : '5'));
    }
  },
);

test('of two identical concurrent retractions one gets 200, and the other a 409 with identical true', async () => {
  const id = await meterOf(metering);
  for (let round = 0; round < 50; round++) {
    await send(metering, id, usage({ event_id: `t${round}` }));
    const retraction = back(`t${round}`);
    const answers = await Promise.all([send(metering, id, retraction), send(sibling, id, retraction)]);
    expect(answers.map(({ status, body }) => [status, body.error?.code, body.error?.identical]).sort()).toEqual([
      [200, undefined, undefined],
      [409, 'duplicate_event', true],
    ]);
  }
  expect((await total(metering, id)).value).toBe('0');
});

test.each(['max', 'latest'])(
  'a %s meter retracts its best value while two processes store better and worse values in the same quarter',
  async (aggregation_type) => {
    for (let round = 0; round < 25; round++) {
      const id = await meterOf(metering, { aggregation_type, group_by: ['model'] });
      const at = (n: number): string => `2025-03-01T10:00:00.${String(n).padStart(6, '0')}Z`;
      const event = (n: number): Record<string, unknown> =>
        usage({ event_id: `e${n}`, timestamp: at(n), payload: { model: 'm', tokens: n } });
      for (const n of [10, 20, 30]) await send(metering, id, event(n));
      const best = round % 2 === 0 ? 25 : 35;
      const answers = await Promise.all([
        send(metering, id, back('e30')),
        send(sibling, id, event(best)),
        send(sibling, id, back('e20')),
        send(metering, id, event(15)),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      expect(await totals(id)).toEqual(all(String(best)));
      for (const reverses of [`e${best}`, 'e15', 'e10']) await send(sibling, id, back(reverses));
      expect(await totals(id)).toEqual(all(null));
      await send(metering, id, event(1));
      expect(await totals(id)).toEqual(all('1'));
    }
  },
);

test('the next best value is found in the quarter, in another quarter, another day and another month', async () => {
  for (const [aggregation_type, latest] of [
    ['max', false],
    ['latest', true],
  ] as const) {
    const id = await meterOf(metering, { aggregation_type });
    const times = [
      '2025-02-28T23:59:59.999999Z',
      '2025-03-01T00:00:00Z',
      '2025-03-01T10:00:00Z',
      '2025-03-01T10:14:59.999999Z',
      '2025-03-31T23:59:59Z',
    ];
    for (const [index, timestamp] of times.entries())
      await send(
        metering,
        id,
        usage({ event_id: `e${index}`, timestamp, payload: { tokens: latest ? 9 - index : index } }),
      );
    const value = (index: number): string => String(latest ? 9 - index : index);
    const march = async (): Promise<(string | null)[]> =>
      (
        await metering.call(
          'GET',
          `/public/v1/meter/${id}/query?windowSize=MONTH&from=2025-02-01T00:00:00Z&to=2025-04-01T00:00:00Z`,
        )
      ).body.data.map((row: Json) => row.value as string | null);
    for (const index of [4, 3, 2, 1]) {
      expect(await march()).toEqual([value(0), value(index)]);
      const { body } = await send(metering, id, back(`e${index}`));
      expect(body.data).toMatchObject({
        counted: true,
        value: index === 1 ? null : value(index - 1),
        window: { start: '2025-03-01T00:00:00.000000Z' },
      });
    }
    expect(await march()).toEqual([value(0), null]);
  }
});

test('an event that the filters excluded can be retracted, and no total changes', async () => {
  const id = await meterOf(metering, { filters: { model: 'large' } });
  await send(metering, id, usage());
  await send(metering, id, usage({ event_id: 'out', payload: { model: 'small' } }));
  expect((await send(metering, id, back('out'))).body.data).toMatchObject({
    counted: false,
    reason: 'target_not_counted',
    value: null,
  });
  expect((await send(metering, id, back('out'))).body.error.code).toBe('already_reversed');
  expect((await total(metering, id)).value).toBe('10');
});

test('a REMOVE by value can be retracted: the usage counts again', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage());
  await send(metering, id, usage({ event_id: 'minus', operation: 'REMOVE', payload: { tokens: 4 } }));
  expect((await total(metering, id)).value).toBe('6');
  expect((await send(metering, id, back('minus'))).body.data).toMatchObject({ value: '10' });
  expect((await total(metering, id)).value).toBe('10');
});

test('an inactive meter refuses a retraction, and the retraction’s id stays free', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage({ event_id: 'a' }));
  const retraction = back('a');
  await send(sibling, id, usage({ event_id: 'b' }));
  await metering.call('PATCH', `/public/v1/meter/${id}/deactivate`, {
    subscription: { next_action: 'keep' },
    plan: { active: true },
  });
  // Both processes: the one that changed the meter, and the one with the old meter in its cache.
  for (const under of [metering, sibling])
    expect((await send(under, id, retraction)).body.error.code).toBe('meter_inactive');
  await metering.call('POST', `/public/v1/meter/${id}/reactivate`, {});
  expect((await send(sibling, id, retraction)).status).toBe(200);
  expect((await total(metering, id)).value).toBe('10');
});
