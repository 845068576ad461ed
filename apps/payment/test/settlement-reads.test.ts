import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { LIMITS } from '../src/limits.ts';
import { overriding } from './dying-pool.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { newStore } from './settlement-store.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

/** The rows of a table that a plan has read, those that a filter dropped included. */
function rowsRead(plan: Plan, table: string): number {
  const own = plan['Relation Name'] === table ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) : 0;
  return own * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), 0);
}

/** A pool that also explains each run of one statement. */
function explaining(pool: Pool, name: string, plans: Plan[]): Pool {
  return overriding(pool, 'connect', async () => {
    const client = await pool.connect();
    return overriding(client, 'query', async (statement: Statement, ...rest: unknown[]) => {
      if (statement.name === name) {
        const { text, values } = statement;
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        plans.push((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
      }
      return (client.query as (...values: unknown[]) => Promise<unknown>)(statement, ...rest);
    }) as PoolClient;
  });
}

test('an import looks up the lines of its file, however many the store has', async () => {
  const store = await newStore(payment);
  const stored = 20_000;
  // Written at once and not analysed yet, like the lines of a first import.
  await payment.pool.query(
    `INSERT INTO settlement_line (account_id, store_id, mode, gateway, line_key, import_id, kind, refs, currency,
      gross_minor, fee_minor, at, state)
    SELECT $1, $2, 'stage', 'card-a', 'ln_' || n, 'si_1', 'fee', '{}', 'SAR', 100, 0, now(), 'matched'
    FROM generate_series(1, ${stored}) n`,
    [payment.owner.accountId, store.storeId],
  );
  const amounts = { gross: 100n, fee: 0n, net: 100n, currency: 'SAR', created_at: new Date().toISOString() };
  const rows = Array.from({ length: LIMITS.settlementLinesPerPart }, (_, at) => ({
    ...{ line_id: `ln_${at + 1}`, type: 'fee', merchant_reference: '', payment_id: '', payout_id: '', ...amounts },
  }));
  const [whole, plans] = [payment.deps.pool, [] as Plan[]];
  payment.deps.pool = explaining(whole, 'known-settlement-lines', plans);
  try {
    expect(await store.importRows(rows)).toMatchObject({ added: 0, repeated: rows.length });
  } finally {
    payment.deps.pool = whole;
  }
  expect(plans).toHaveLength(1);
  expect(rowsRead(plans[0] as Plan, 'settlement_line')).toBeLessThanOrEqual(rows.length);
});
