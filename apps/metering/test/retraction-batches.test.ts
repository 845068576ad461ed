import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { parseStrict } from '@qafila/json/strict-json';
import { acceptEvents } from '../src/events/accept-events.ts';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { readEvent } from '../src/events/read-event.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, send, total, usage } from './usage-event.ts';

/** Of this connection, and not only of its transaction: PostgreSQL adds them up for as long as a second. */
const READS = `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS reads
  FROM pg_stat_xact_user_tables WHERE relname IN ('usage_event', 'usage_rollup')`;

let metering: MeteringUnderTest;
let pool: pg.Pool;
let statements: string[] = [];
/** The rows that each transaction read. */
let reads: Promise<number>[] = [];
beforeAll(async () => {
  metering = await startMeteringForTest();
  pool = new pg.Pool({
    connectionString: metering.databaseUrl,
    options: '-c search_path=metering -c timezone=UTC',
    Client: class extends pg.Client {
      #readsBefore: Promise<number> = Promise.resolve(0);
      override query(...given: unknown[]): never {
        const run = super.query.bind(this) as (...all: unknown[]) => Promise<{ rows: { reads: number }[] }>;
        const count = (): Promise<number> => run(READS).then(({ rows }) => rows[0]?.reads ?? 0);
        const [statement] = given as [string | { text: string }];
        statements.push(typeof statement === 'string' ? statement : statement.text);
        if (statement === 'COMMIT') {
          const before = this.#readsBefore;
          reads.push(count().then(async (total) => total - (await before)));
        }
        const result = run(...given);
        if (statement === 'BEGIN') this.#readsBefore = count();
        return result as never;
      }
    },
  });
});
afterAll(async () => {
  await pool.end();
  await metering.stop();
});

const back = (reverses: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  usage({ operation: 'REMOVE', reverses, payload: undefined, ...more });

/** Accepts the events through the pool above; returns the receipts' values, or the codes of refusals. */
async function accept(events: [string, Record<string, unknown>][]): Promise<(string | null)[]> {
  statements = [];
  reads = [];
  const dependencies = new IngestDependencies(pool, new MeterDirectory(pool), new RecentFacts(), 3_600_000, () => {});
  const results = await acceptEvents(
    events.map(([meterId, event]) => ({
      owner: { accountId: 'acc_1', storeId: 'str_1' },
      meterId,
      event: readEvent(parseStrict(JSON.stringify(event), { numbers: 'exact' })),
    })),
    dependencies,
  );
  return results.map((result) => ('receipt' in result ? result.receipt.value : result.refusal.code));
}
const batch = (id: string, events: unknown[]) =>
  metering.call('POST', `/public/v1/meter/${id}/event/batch`, { events });

test('retractions of a batch share a transaction, on meters of every type', async () => {
  const ids = await Promise.all(
    ['count', 'sum', 'max', 'latest'].map((aggregation_type) =>
      meterOf(metering, { aggregation_type, group_by: ['model'] }),
    ),
  );
  const moment = (n: number): string => new Date(Date.UTC(2026, 10, 10) + n * 600_000).toISOString();
  for (const id of ids)
    await batch(
      id,
      Array.from({ length: 100 }, (_, n) =>
        usage({ event_id: `e${n}`, timestamp: moment(n), payload: { model: `m${n % 3}`, tokens: n } }),
      ),
    );
  // Of each meter the 90 best, one of them twice, and one that does not exist.
  const events = ids.flatMap((id): [string, Record<string, unknown>][] => [
    ...Array.from({ length: 90 }, (_, n): [string, Record<string, unknown>] => [id, back(`e${n + 10}`)]),
    [id, back('e99')],
    [id, back('nothing')],
  ]);
  const results = await accept(events);
  const expected = ['10', '45', '9', '9'].flatMap((value) => [
    ...Array<string>(90).fill(value),
    'already_reversed',
    'unknown_target',
  ]);
  expect(results).toEqual(expected);
  expect(statements.filter((text) => text === 'BEGIN')).toHaveLength(1);
  expect(statements.length).toBeLessThan(25);
  for (const [index, id] of ids.entries()) {
    const value = ['10', '45', '9', '9'][index];
    expect((await total(metering, id)).value).toBe(value);
    expect((await total(metering, id, '?from=2026-11-10T00:00:00.000001Z&to=2026-12-01T00:00:00Z')).value).toBe(
      index === 0 ? '9' : value,
    );
  }
});

test('a repeat, and an id that other usage has, differ from a second retraction', async () => {
  const id = await meterOf(metering);
  await batch(id, [usage({ event_id: 'a' }), usage({ event_id: 'b' }), usage({ event_id: 'c' })]);
  const retraction = back('a', { event_id: 'r' });
  expect(await accept([retraction, retraction, back('b', { event_id: 'r' })].map((event) => [id, event]))).toEqual([
    '20',
    'duplicate_event',
    'duplicate_event',
  ]);
  expect(await accept([retraction, back('a'), back('c', { event_id: 'b' })].map((event) => [id, event]))).toEqual([
    'duplicate_event',
    'already_reversed',
    'duplicate_event',
  ]);
  expect((await total(metering, id)).value).toBe('20');
});

test.each(['max', 'latest'])('a retraction on a %s meter reads a bounded number of rows', async (aggregation_type) => {
  for (const group_by of [[], ['model']]) {
    const id = await meterOf(metering, { aggregation_type, group_by });
    // 4,000 events of 400 groups in one quarter of an hour; the best ones last.
    for (let from = 0; from < 4_000; from += 1_000)
      await batch(
        id,
        Array.from({ length: 1_000 }, (_, n) =>
          usage({
            event_id: `e${from + n}`,
            timestamp: new Date(Date.UTC(2026, 10, 10) + from + n).toISOString(),
            payload: { model: `m${n % 400}`, tokens: from + n },
          }),
        ),
      );
    for (const target of [3_999, 3_998]) {
      const left = String(target - 1);
      expect(await accept([[id, back(`e${target}`)]])).toEqual([left]);
      expect(await Promise.all(reads)).toEqual([expect.any(Number)]);
      expect(await reads[0]).toBeLessThan(100);
    }
    expect((await total(metering, id)).value).toBe('3997');
    if (group_by.length > 0) expect((await total(metering, id, '?filterGroupBy[model]=m199')).value).toBe('3599');
  }
});

test.each(['max', 'latest'])(
  'a retraction on a %s meter finds events that an older version stored, among newer ones',
  async (aggregation_type) => {
    const id = await meterOf(metering, { aggregation_type, group_by: ['model'] });
    const add = (n: number, model: string): Promise<unknown> =>
      send(
        metering,
        id,
        usage({ event_id: `e${n}`, timestamp: `2026-11-10T10:00:0${n}Z`, payload: { model, tokens: n } }),
      );
    await add(1, 'a');
    await add(2, 'a');
    await add(3, 'b');
    await metering.pool.query(
      "UPDATE usage_event SET rank_key = '' WHERE meter_no = (SELECT meter_no FROM meter WHERE id = $1)",
      [id],
    );
    await add(4, 'b');
    await add(5, 'a');
    await metering.pool.query("UPDATE ranked_usage SET since = 'infinity'");
    try {
      expect(await accept([[id, back('e5')]])).toEqual(['4']);
      expect(await accept([[id, back('e4')]])).toEqual(['3']);
      expect(await accept([[id, back('e2')]])).toEqual(['3']);
      expect((await total(metering, id, '?filterGroupBy[model]=a')).value).toBe('1');
      expect(
        await accept([
          [id, back('e3')],
          [id, back('e1')],
        ]),
      ).toEqual([null, null]);
    } finally {
      await metering.pool.query("UPDATE ranked_usage SET since = '-infinity'");
    }
  },
);

test('the failure of one retraction is its own: the batch answers each event', async () => {
  const id = await meterOf(metering);
  await metering.pool.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken' USING ERRCODE = 'XX000'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON usage_event
      FOR EACH ROW WHEN (NEW.event_id = 'broken') EXECUTE FUNCTION fail()`);
  await batch(id, [usage({ event_id: 'a' }), usage({ event_id: 'b' })]);
  const { body } = await batch(id, [
    usage({ event_id: 'c' }),
    back('a', { event_id: 'broken' }),
    back('b', { event_id: 'whole' }),
  ]);
  expect(body.data.items.map(({ status }: Json) => status)).toEqual([200, 500, 200]);
  expect((await total(metering, id)).value).toBe('20');
  await metering.pool.query('DROP TRIGGER fail ON usage_event');
  expect((await send(metering, id, back('a', { event_id: 'broken' }))).status).toBe(200);
});
