import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Answer, Json, MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, total, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const batch = (id: string, events: unknown): Promise<Answer> =>
  metering.call('POST', `/public/v1/meter/${id}/event/batch`, typeof events === 'string' ? events : { events });

test('each item has its own answer, in order, equal to the answer of the single endpoint', async () => {
  const id = await meterOf(metering, { filters: { model: 'large' } });
  const known = usage();
  const first = await send(metering, id, known);
  const { status, body } = await batch(id, [
    usage({ event_id: 'a' }),
    usage({ event_id: 'b', payload: { model: 'small', tokens: 1 } }),
    known,
    { ...known, payload: { model: 'large', tokens: 1 } },
    usage({ event_id: 'c', payload: { model: 'large' } }),
    null,
    [],
    'text',
    usage({ event_id: 'd', extra: 1 }),
    usage({ event_id: 'a' }),
  ]);
  expect([status, body.message]).toEqual([207, '2 of 10 events accepted']);
  expect(body.data.items).toEqual([
    { index: 0, event_id: 'a', status: 200, receipt: expect.objectContaining({ counted: true, value: '20' }) },
    {
      index: 1,
      event_id: 'b',
      status: 200,
      receipt: expect.objectContaining({ counted: false, reason: 'filter_mismatch', value: null }),
    },
    {
      index: 2,
      event_id: known.event_id,
      status: 409,
      error: expect.objectContaining({
        code: 'duplicate_event',
        identical: true,
        first_received_at: first.body.data.received_at,
        param: 'event_id',
      }),
    },
    { index: 3, event_id: known.event_id, status: 409, error: expect.objectContaining({ identical: false }) },
    {
      index: 4,
      event_id: 'c',
      status: 400,
      error: expect.objectContaining({ code: 'missing_field', param: 'payload.tokens' }),
    },
    ...[5, 6, 7].map((index) => ({
      index,
      event_id: null,
      status: 400,
      error: expect.objectContaining({ param: 'body' }),
    })),
    { index: 8, event_id: 'd', status: 400, error: expect.objectContaining({ code: 'unknown_field', param: 'extra' }) },
    {
      index: 9,
      event_id: 'a',
      status: 409,
      error: expect.objectContaining({ code: 'duplicate_event', identical: true }),
    },
  ]);
  expect((await total(metering, id)).value).toBe('20');
});

test('a batch can contain an event and its retraction', async () => {
  const id = await meterOf(metering, { aggregation_type: 'latest' });
  const { body } = await batch(id, [
    usage({ operation: 'REMOVE', reverses: 'b', payload: undefined }),
    usage({ event_id: 'a', payload: { tokens: 1 } }),
    usage({ event_id: 'b', timestamp: '2026-11-10T11:00:00Z', payload: { tokens: 2 } }),
    usage({ operation: 'REMOVE', reverses: 'b', payload: undefined }),
  ]);
  expect(body.data.items.map((item: Json) => [item.status, item.error?.code])).toEqual([
    [200, undefined],
    [200, undefined],
    [200, undefined],
    [409, 'already_reversed'],
  ]);
  expect((await total(metering, id)).value).toBe('1');
});

test('events of many months, days and groups in one batch add up', async () => {
  const id = await meterOf(metering, { group_by: ['model'] });
  const events = Array.from({ length: 1_000 }, (_, n) =>
    usage({
      timestamp: new Date(Date.UTC(2025, n % 12, 1 + (n % 28), n % 24, n % 60)).toISOString(),
      payload: { model: `m${n % 7}`, tokens: '0.001' },
    }),
  );
  expect((await batch(id, events)).body.message).toBe('1000 of 1000 events accepted');
  expect((await total(metering, id)).value).toBe('1');
  const { body } = await metering.call(
    'GET',
    `/public/v1/meter/${id}/query?windowSize=MONTH&from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z`,
  );
  expect(body.data.map((row: Json) => row.value)).toEqual(
    Array.from({ length: 12 }, (_, month) => (month < 1_000 % 12 ? '0.084' : '0.083')),
  );
});

test.each([
  ['latest', '8'],
  ['max', '9'],
])(
  'a %s meter keeps the right value of an unordered batch, in the quarter, the day and the month',
  async (aggregation_type, value) => {
    const id = await meterOf(metering, { aggregation_type });
    // Minute and amount: the last event in time is neither the last one sent nor the greatest.
    const events = [
      [3, 2],
      [14, 8],
      [0, 9],
      [7, 1],
      [13, 5],
    ].map(([minute, tokens]) =>
      usage({ timestamp: `2025-03-01T10:${String(minute).padStart(2, '0')}:00Z`, payload: { tokens } }),
    );
    await batch(id, events);
    for (const query of [
      '',
      '?windowSize=DAY',
      '?windowSize=HOUR',
      '?from=2025-03-01T10:00:00Z&to=2025-03-01T10:15:00Z',
    ]) {
      expect([query, (await total(metering, id, query)).value]).toEqual([query, value]);
    }
  },
);

test('numbers keep every digit', async () => {
  const id = await meterOf(metering);
  await batch(
    id,
    `{"events":[{"operation":"ADD","event_id":"n","timestamp":"${AT}",` +
      '"payload":{"tokens":9007199254740993.000000000000000000000000001}}]}',
  );
  expect((await total(metering, id)).value).toBe('9007199254740993.000000000000000000000000001');
});

test.each([
  ['events', '{}'],
  ['events', '{"events":[]}'],
  ['events', '{"events":{}}'],
  ['events', '{"events":null}'],
  ['body', '[]'],
  ['events', 'null'],
  ['mode', '{"events":[{}],"mode":"x"}'],
  ['events', `{"events":[${Array(1_001).fill('{}').join(',')}]}`],
  ['events[1].a', '{"events":[{},{"a":1,"a":2}]}'],
])('a batch without a valid list of events is refused as a whole: %s', async (param, text) => {
  const { status, body } = await batch(await meterOf(metering), text);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('on a meter of another account every item gets 404', async () => {
  const id = await meterOf(metering);
  const { body } = await metering.call(
    'POST',
    `/public/v1/meter/${id}/event/batch`,
    { events: [usage(), usage()] },
    principalOf({ accountId: 'acc_2' }),
  );
  expect(body.data.items.map((item: Json) => item.status)).toEqual([404, 404]);
});
