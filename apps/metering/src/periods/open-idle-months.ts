import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';
import { periodEnd } from '../time/period.ts';

interface Page {
  length: number;
  account_no: number;
  plan_id: string;
  meter_no: number;
}

/** Rows are inserted in the order of accepting statements, so the two never deadlock. */
const OPEN = `
  WITH page AS MATERIALIZED (
    SELECT account_no, plan_id, meter_no FROM plan_meter WHERE (account_no, plan_id, meter_no) > ($2, $3, $4)
    ORDER BY account_no, plan_id, meter_no LIMIT ${LIMITS.closeRowsPerStatementMax}
  ),
  opened AS (
    INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
    SELECT DISTINCT account_no, meter_no, 0, $1::timestamptz, false, '', m.aggregation_type, 0,
      CASE WHEN m.aggregation_type IN ('count', 'sum') THEN 0 END
    FROM page JOIN meter m USING (account_no, meter_no)
    WHERE EXISTS (
      SELECT 1 FROM subscription s WHERE s.account_no = page.account_no AND s.plan_id = page.plan_id
        AND s.created_at < $1::timestamptz + interval '1 month' AND (s.ends_at IS NULL OR s.ends_at > $1)
    )
    ORDER BY account_no, meter_no ON CONFLICT DO NOTHING
  )
  SELECT count(*) OVER ()::int AS length, page.* FROM page
  ORDER BY account_no DESC, plan_id DESC, meter_no DESC LIMIT 1`;

/**
 * A fixed fee is due for a month without usage too, so that month must close. Gives each meter that a subscription pays
 * for a month row of no events, from the last month handled to `openFrom`, in which periods are still open. The row
 * closes like any other. A repeat inserts nothing, so any number of processes can run this at the same time.
 */
export async function openIdleMonths(pool: Pool, openFrom: Date): Promise<void> {
  const {
    rows: [row],
  } = await pool.query<{ until: Date }>('SELECT until FROM idle_months');
  let month = (row as { until: Date }).until;
  while (month < openFrom) {
    await openMonth(pool, month);
    const next = new Date(periodEnd(month.getTime() * 1000) / 1000);
    await pool.query('UPDATE idle_months SET until = $1 WHERE until < $1', [next]);
    month = next;
  }
}

async function openMonth(pool: Pool, month: Date): Promise<void> {
  let after: [number, string, number] = [0, '', 0];
  let length: number;
  do {
    const {
      rows: [page],
    } = await pool.query<Page>(OPEN, [month, ...after]);
    if (page === undefined) return;
    after = [page.account_no, page.plan_id, page.meter_no];
    ({ length } = page);
  } while (length === LIMITS.closeRowsPerStatementMax);
}
