import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { countDeletes } from '@qafila/testing/count-deletes';
import { expireQuarters } from '../src/retention/expire-quarters.ts';
import { NEVER } from './delete-quarters.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf } from './usage-event.ts';

const [DAYS, AT_ONCE] = [400, 5_000];
/** Old quarters of each kind: the most of one kind need three statements. */
const OLD = { count: 12_000, sum: 5_001, max: 10, latest: 5_000 };
const TOTAL = Object.values(OLD).reduce((sum, rows) => sum + rows);

let metering: MeteringUnderTest;
let deletes: () => Promise<number[]>;
beforeAll(async () => {
  metering = await startMeteringForTest(NEVER);
  await meterOf(metering);
  deletes = await countDeletes(metering.pool, 'usage_rollup');
});
beforeEach(async () => {
  await metering.pool.query(`
    DELETE FROM usage_rollup;
    DELETE FROM deletes_of_usage_rollup;
    UPDATE ranked_usage SET since = '-infinity';
    UPDATE kept_quarters SET since = '-infinity', changed_at = '-infinity'`);
  await insertRollups();
});
afterAll(() => metering.stop());

interface Left {
  kind: string;
  grain: number;
  isOld: boolean;
  rows: number;
}

/** Old and recent quarters of an hour, and the days and months of both. */
async function insertRollups(): Promise<void> {
  for (const [kind, rows] of Object.entries(OLD))
    await metering.pool.query(
      `
      INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
      SELECT account_no, meter_no, 2, date_trunc('day', now() - interval '401 days', 'UTC') - n * interval '15 minutes',
        false, $1, $1, 1, 1 FROM meter, generate_series(1, $2::int) AS n
      UNION ALL
      SELECT account_no, meter_no, grain, date_trunc('day', now() - days * interval '1 day', 'UTC'), false, $1, $1, 1, 1
      FROM meter, (VALUES (0, 500), (1, 500), (0, 30), (1, 30), (2, 30), (2, 399)) AS kept (grain, days)`,
      [kind, rows],
    );
}

async function left(): Promise<Left[]> {
  const { rows } = await metering.pool.query<Left>(`
    SELECT kind, grain, start < now() - interval '401 days' AS "isOld", count(*)::int AS rows FROM usage_rollup
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  return rows;
}

/** The row of kept_quarters says since longer than a query may run that old quarters are missing. */
async function announce(): Promise<void> {
  await expireQuarters(metering.pool, DAYS);
  await metering.pool.query("UPDATE kept_quarters SET changed_at = changed_at - interval '61 s'");
}

test('old quarters of an hour go a bounded number at a time, all kinds together, and nothing else goes', async () => {
  const { pool } = metering;
  const steps: number[] = [];
  const step = async (): Promise<boolean> => {
    const before = (await deletes()).length;
    const isMore = await expireQuarters(pool, DAYS);
    const statements = (await deletes()).slice(before);
    expect(Math.max(0, ...statements)).toBeLessThanOrEqual(AT_ONCE);
    steps.push(statements.reduce((sum, rows) => sum + rows, 0));
    return isMore;
  };
  while (await step());
  // As long as a query may run that has read otherwise, they stay.
  expect(steps).toEqual([0]);
  await announce();
  while (await step());
  expect(steps.slice(1)).toEqual([5_000 + 5_000 + 10 + 5_000, 5_000 + 1 + 0 + 0, 2_000]);
  const kept = [
    { grain: 0, isOld: false, rows: 1 },
    { grain: 0, isOld: true, rows: 1 },
    { grain: 1, isOld: false, rows: 1 },
    { grain: 1, isOld: true, rows: 1 },
    { grain: 2, isOld: false, rows: 2 },
  ];
  expect(await left()).toEqual(
    ['count', 'latest', 'max', 'sum'].flatMap((kind) => kept.map((row) => ({ kind, ...row }))),
  );
}, 120_000);

test('quarters of max and latest meters from before their events had ranks stay: retractions need them', async () => {
  const { pool } = metering;
  await pool.query("UPDATE ranked_usage SET since = date_trunc('day', now() - interval '420 days', 'UTC')");
  const before = await pool.query<Left>(`
    SELECT kind, grain, true AS "isOld", count(*)::int AS rows FROM usage_rollup, ranked_usage
    WHERE grain = 2 AND kind IN ('latest', 'max') AND start < since GROUP BY 1, 2`);
  expect(before.rows).toEqual([{ kind: 'latest', grain: 2, isOld: true, rows: expect.any(Number) }]);
  await announce();
  while (await expireQuarters(pool, DAYS));
  expect((await left()).filter(({ grain, isOld }) => grain === 2 && isOld)).toEqual(before.rows);
}, 120_000);

test('processes that delete at the same time delete each row once', async () => {
  const expire = async (): Promise<void> => {
    while (await expireQuarters(metering.pool, DAYS));
  };
  await announce();
  await Promise.all([expire(), expire(), expire()]);
  // One that finds only locked rows stops early: the next round of its loop continues.
  await expire();
  expect((await deletes()).reduce((sum, rows) => sum + rows)).toBe(TOTAL);
}, 120_000);
