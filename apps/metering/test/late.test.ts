import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import fc from 'fast-check';
import { deleteQuarters, NEVER } from './delete-quarters.ts';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { Model, decimal, micros } from './oracle.ts';
import type { Kind, Question, Row } from './oracle.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

jest.setTimeout(180_000);
let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: '1', ...NEVER });
});
afterAll(() => metering.stop());

const instant = (text: string): bigint => BigInt(Date.parse(text)) * 1000n;
/** Makes the months of 2025 closed periods of the meter: earlier events were on time, later events are late. */
const close = (id: string) =>
  metering.pool.query("UPDATE meter SET created_at = '2024-01-01Z', revision = revision + 1 WHERE id = $1", [id]);

const drawnEvent = fc.record({
  at: fc
    .tuple(
      fc.constantFrom('2025-03-01T00:00Z', '2025-03-01T00:14Z', '2025-03-31T23:50Z', '2025-04-01T00:00Z'),
      fc.bigInt(0n, 1_300_000_000n),
    )
    .map(([start, delta]) => instant(start) + delta),
  number: fc.stringMatching(/^-?[1-9][0-9]{0,3}(\.[0-9]{1,3})?$/),
  model: fc.constantFrom('a', 'b'),
  late: fc.boolean(),
  reversed: fc.constantFrom('no', 'no', 'before', 'after'),
});
const history = fc.record({
  kind: fc.constantFrom<Kind>('count', 'sum', 'max', 'latest'),
  grouped: fc.boolean(),
  /** Quarters of an hour are deleted before this day when late usage comes. */
  keptSince: fc.constantFrom(null, null, '2025-03-31', '2025-05-01'),
  events: fc.array(drawnEvent, { minLength: 8, maxLength: 30, size: 'max' }),
});

const QUESTIONS: Question[] = [
  { from: instant('2025-03-01'), to: instant('2025-05-01') },
  { from: instant('2025-03-01') + 1n, to: instant('2025-04-01T00:10Z') + 1n },
  { from: instant('2025-03-01'), to: instant('2025-03-02') },
  { from: instant('2025-03-01'), to: instant('2025-05-01'), windowSize: 'MONTH' },
  { from: instant('2025-03-31'), to: instant('2025-04-02'), windowSize: 'HOUR', zone: 'Asia/Kathmandu' },
  { from: instant('2025-03-01'), to: instant('2025-04-02'), windowSize: 'DAY' },
  { from: instant('2025-03-01'), to: instant('2025-03-01T00:40Z'), windowSize: 'MINUTE' },
  { from: instant('2025-03-01'), to: instant('2025-05-01'), groupBy: ['model'] },
  { from: instant('2025-03-01'), to: instant('2025-05-01'), filterGroupBy: { model: ['a'] } },
];

const keyOf = (row: Pick<Row, 'window' | 'groupBy'>): string => JSON.stringify([String(row.window), row.groupBy]);

/** Compares the values as closed and as known now. */
async function compare(id: string, models: { closed: Model; known: Model }, question: Question): Promise<void> {
  const { from, to, windowSize, zone, groupBy, filterGroupBy } = question;
  const { status, body } = await metering.call('POST', `/public/v1/meter/${id}/query`, {
    from: micros(from!),
    to: micros(to!),
    windowSize,
    windowTimeZone: zone,
    groupBy,
    filterGroupBy,
  });
  expect(status).toBe(200);
  const known = new Map(models.known.answer(question).map((row) => [keyOf(row), row.value]));
  const expected = models.closed.answer(question).map((row) => {
    const now = known.get(keyOf(row)) ?? null;
    return [keyOf(row), row.value, ...(now === row.value ? [] : [now])];
  });
  const actual = body.data.map((row: Json) => [
    keyOf({ window: windowSize === undefined ? null : instant(row.windowStart), groupBy: row.groupBy }),
    row.value,
    ...('adjustedValue' in row ? [row.adjustedValue] : []),
  ]);
  expect({ question: { windowSize, groupBy }, rows: actual.sort() }).toEqual({
    question: { windowSize, groupBy },
    rows: expected.sort(),
  });
}

test('after the close, values stay as closed and adjusted values include late usage and retractions', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ kind, grouped, keptSince, events }) => {
      // The service's own retention must not delete quarters of these events because of the history before this one.
      await deleteQuarters(metering, null);
      const id = await meterOf(metering, {
        aggregation_type: kind,
        aggregation_field: 'n',
        group_by: grouped ? ['model'] : [],
      });
      const models = { closed: new Model(kind), known: new Model(kind) };
      const moments = new Set<bigint>();
      const drawn = events.map((event, index) => {
        let { at } = event;
        while (moments.has(at)) at += 1n;
        moments.add(at);
        return { ...event, at, id: `e${index}` };
      });
      const add = async (event: (typeof drawn)[number]): Promise<void> => {
        const { status, body } = await send(
          metering,
          id,
          usage({ event_id: event.id, timestamp: micros(event.at), payload: { model: event.model, n: event.number } }),
        );
        expect([status, body.data?.late]).toEqual([200, event.late]);
        const value = decimal(kind === 'count' ? '1' : event.number);
        const counted = { at: event.at, value, fields: { model: event.model } };
        models.known.counted.set(event.id, { ...counted, reversed: event.reversed !== 'no' });
        models.closed.counted.set(event.id, { ...counted, reversed: event.late || event.reversed === 'before' });
      };
      const back = async (event: (typeof drawn)[number]): Promise<void> => {
        expect(
          (await send(metering, id, usage({ operation: 'REMOVE', reverses: event.id, payload: undefined }))).status,
        ).toBe(200);
      };
      for (const event of drawn) {
        if (event.late && event.reversed === 'before') event.reversed = 'after';
        if (!event.late) await add(event);
      }
      await Promise.all(drawn.filter((event) => event.reversed === 'before').map(back));
      await close(id);
      await deleteQuarters(metering, keptSince);
      // This event makes the service reload the changed meter.
      await send(metering, id, usage({ timestamp: '2025-07-01T00:00:00Z', payload: { n: 1 } }));
      await Promise.all(
        drawn.map(async (event) => {
          if (event.late) await add(event);
          if (event.reversed === 'after') await back(event);
        }),
      );
      await deleteQuarters(metering, keptSince);
      const questions = QUESTIONS.filter((question) => grouped || !(question.groupBy ?? question.filterGroupBy));
      for (const question of questions) await compare(id, models, question);
    }),
    { numRuns: runLength(40, 12), endOnFailure: true },
  );
});

test('usage of an open month, and of a month in its grace, is on time', async () => {
  const lenient = await startMeteringForTest({ PERIOD_GRACE_HOURS: String(24 * 40) });
  try {
    const id = await meterOf(lenient);
    await lenient.pool.query("UPDATE meter SET created_at = '2024-01-01Z', revision = revision + 1 WHERE id = $1", [
      id,
    ]);
    const now = new Date();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0, 12));
    for (const timestamp of [now, lastMonth])
      expect((await send(lenient, id, usage({ timestamp: timestamp.toISOString() }))).body.data).toMatchObject({
        late: false,
      });
    expect((await send(lenient, id, usage({ timestamp: '2025-01-01T00:00:00Z' }))).body.data).toMatchObject({
      late: true,
    });
  } finally {
    await lenient.stop();
  }
});

test('an adjusted value can be negative', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage({ timestamp: '2025-03-01T00:00:00Z' }));
  await close(id);
  await send(metering, id, usage({ timestamp: '2025-03-01T00:00:00Z', payload: { tokens: '-12.5' } }));
  expect(await total(metering, id, '?to=2025-04-01T00:00:00Z')).toMatchObject({
    value: '10',
    billable: '10',
    adjustedValue: '-2.5',
  });
});
