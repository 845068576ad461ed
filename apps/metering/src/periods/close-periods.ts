import type { Pool } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { formatTimestamp } from '../events/timestamp.ts';
import { LIMITS } from '../limits.ts';
import { endSubscriptions } from '../plans/end-subscriptions.ts';
import { publishMany } from '../plans/publish-many.ts';
import { periodEnd, periodStart } from './period.ts';

export interface Closing { graceMs: number; now: Date }

/** `meter_id` is null when this month is no period to close, or was closed before. */
interface Row { start: Date; meter_id: string | null; account_id: string; store_id: string; mode: string; events: string; value: string | null }

/**
 * Months are taken from the index of open ones and marked, so that history is not read again. Rows that another process
 * holds are its business; the insert decides, should two ever meet. A month that had ended before its meter existed is
 * an import: it never closes (see isLate).
 */
const CLOSE = `
  WITH due AS MATERIALIZED (
    SELECT account_no, meter_no, start, events, value FROM usage_rollup
    WHERE grain = 0 AND NOT late AND NOT settled AND start < $1
    ORDER BY start LIMIT ${LIMITS.closeRowsPerStatementMax} FOR UPDATE SKIP LOCKED
  ),
  settled AS (
    UPDATE usage_rollup r SET settled = true FROM due
    WHERE r.account_no = due.account_no AND r.meter_no = due.meter_no AND r.grain = 0 AND r.start = due.start AND NOT r.late AND r.groups = ''
  ),
  closed AS (
    INSERT INTO usage_period (account_no, meter_no, start, closed_at, events, value)
    SELECT due.account_no, due.meter_no, due.start, $2, due.events, due.value FROM due JOIN meter m USING (account_no, meter_no)
    WHERE due.start + interval '1 month' > m.created_at
    ON CONFLICT (account_no, meter_no, start) DO NOTHING
    RETURNING account_no, meter_no, start, events, value
  )
  SELECT due.start, m.id AS meter_id, a.account_id, m.store_id, m.mode, closed.events, trim_scale(closed.value) AS value
  FROM due LEFT JOIN closed USING (account_no, meter_no, start)
  LEFT JOIN meter m ON m.account_no = closed.account_no AND m.meter_no = closed.meter_no
  LEFT JOIN account a ON a.account_no = closed.account_no`;

/**
 * Closes every period whose grace has passed: its totals are copied, once and for ever, and told. Later usage is an
 * adjustment beside them. Also ends the subscriptions that were to end by now. Safe to run in many processes at once.
 */
export async function closePeriods(pool: Pool, { graceMs, now }: Closing): Promise<{ closed: number; ended: number }> {
  const openFrom = new Date(periodStart((now.getTime() - graceMs - LIMITS.closeMarginMs) * 1000) / 1000);
  let closed = 0;
  let found: number;
  do {
    const rows = await inTransaction(pool, async (client) => {
      const result = await client.query<Row>(CLOSE, [openFrom, now]);
      await publishMany(client, result.rows.filter((row) => row.meter_id !== null).map((row) => periodClosed(row)));
      return result.rows;
    });
    found = rows.length;
    closed += rows.filter((row) => row.meter_id !== null).length;
  } while (found === LIMITS.closeRowsPerStatementMax);
  return { closed, ended: await endSubscriptions(pool, now) };
}

/** A meter's value may be below zero, or absent when all of its usage was taken back; what is billed is never below zero. */
function periodClosed(row: Row): CloudEvent {
  const start = row.start.getTime() * 1000;
  const meterId = row.meter_id as string;
  return cloudEvent({
    source: '/qafila/metering', type: METER_EVENT.periodClosed, subject: meterId,
    owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode },
    data: {
      meter_id: meterId, period_start: formatTimestamp(start), period_end: formatTimestamp(periodEnd(start)),
      value: row.value, billable: row.value === null || row.value.startsWith('-') ? '0' : row.value, events: Number(row.events),
    },
  });
}
