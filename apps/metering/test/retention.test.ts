import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countDeletes } from '@qafila/testing/count-deletes';
import { eventually } from '@qafila/testing/wait';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ BULK_RETENTION_DAYS: '30', INBOX_RETENTION_DAYS: '40' });
});
afterAll(() => metering.stop());

async function count(from: string): Promise<number> {
  const { rows } = await metering.pool.query<{ n: number }>(`SELECT count(*)::int AS n ${from}`);
  return rows[0]?.n ?? 0;
}

test('claims of published rejections are deleted after their retention, a bounded number at a time', async () => {
  const deletes = await countDeletes(metering.pool, 'inbox');
  await metering.pool.query(`
    INSERT INTO inbox (consumer, event_id, handled_at)
    SELECT 'metering.rejected', 'old-' || n, now() - interval '41 days' FROM generate_series(1, 12000) AS n
    UNION ALL SELECT 'metering.rejected', 'kept-' || n, now() - interval '39 days' FROM generate_series(1, 10) AS n`);
  await eventually(async () => (await count("FROM inbox WHERE event_id LIKE 'old-%'")) === 0, {
    what: 'no old claims',
  });
  expect(await count('FROM inbox')).toBe(10);
  expect(Math.max(...(await deletes()))).toBeLessThanOrEqual(5_000);
});

test('a bulk and its results are deleted together, a bounded number of rows at a time', async () => {
  const id = await meterOf(metering);
  const path = `/public/v1/meter/${id}/event/bulk`;
  const bulkId = (await metering.call('POST', path, { events: [usage(), usage({ payload: {} })] })).body.data.bulk_id;
  const read = (bulk: string) => metering.call('GET', `${path}/${bulk}`);
  await eventually(async () => (await read(bulkId)).body.data.done === true, { what: 'the bulk' });
  const deletes = await countDeletes(metering.pool, 'bulk_outcome');
  // One as large as a bulk can be, and many small ones.
  await metering.pool.query(`
    INSERT INTO bulk (account_no, id, meter_no, events, created_at)
    SELECT account_no, 'old-' || n, meter_no, CASE n WHEN 1 THEN 10000 ELSE 10 END,
      now() - interval '30 days' - n * interval '1 s'
    FROM bulk, generate_series(1, 1500) AS n WHERE id = '${bulkId}';
    INSERT INTO bulk_outcome (account_no, bulk_id, index, status)
    SELECT account_no, id, n, 200 FROM bulk, generate_series(1, events) AS n WHERE id LIKE 'old-%'`);
  await eventually(async () => (await count("FROM bulk WHERE id LIKE 'old-%'")) === 0, { what: 'no old bulk' });
  expect(await count("FROM bulk_outcome WHERE bulk_id LIKE 'old-%'")).toBe(0);
  expect((await deletes()).reduce((sum, rows) => sum + rows)).toBe(24_990);
  expect(Math.max(...(await deletes()))).toBeLessThanOrEqual(10_000);
  expect((await read('old-1')).status).toBe(404);
  expect((await read(bulkId)).body.data).toMatchObject({ accepted: 1, rejected: 1, done: true });
});
