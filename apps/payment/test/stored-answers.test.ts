import { expect, test } from '@jest/globals';
import { countDeletes } from '@qafila/testing/count-deletes';
import { startPaymentForTest } from './harness.ts';

test('stored answers are deleted after 24 hours, a bounded number at a time', async () => {
  const payment = await startPaymentForTest();
  const deletes = await countDeletes(payment.pool, 'idempotency');
  await payment.pool.query(`
    INSERT INTO idempotency (account_id, store_id, mode, key, fingerprint, held_until, created_at)
    SELECT 'acc_1', 'str_1', 'stage', 'key-' || n, '', to_timestamp(0), to_timestamp(CASE WHEN n > 10 THEN 0
      ELSE ${payment.deps.clock() / 1000} END)
    FROM generate_series(1, 12010) AS n`);
  await payment.work();
  expect((await payment.pool.query('SELECT 1 FROM idempotency')).rowCount).toBe(10);
  expect((await deletes()).reduce((sum, rows) => sum + rows)).toBe(12_000);
  expect(Math.max(...(await deletes()))).toBeLessThanOrEqual(5_000);
  await payment.stop();
});
