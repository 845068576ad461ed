import type { Pool } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { METER_EVENT } from '@qafila/contracts/meter-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { formatTimestamp } from '../time/timestamp.ts';
import { LIMITS } from '../limits.ts';
import { billableValue } from '../meter-definitions/billable.ts';
import { endSubscriptions } from '../plans/end-subscriptions.ts';
import { publishMany } from '../plans/publish-many.ts';
import { periodEnd, periodStart } from '../time/period.ts';
import { openIdleMonths } from './open-idle-months.ts';

export interface Closing {
  graceMs: number;
  now: Date;
}

/** `meter_id` is null when the month is not a period to close, or was already closed. */
interface Row {
  start: Date;
  meter_id: string | null;
  account_id: string;
  store_id: string;
  mode: string;
  events: string;
  value: string | null;
}

/**
 * Takes months from the index of open months and marks them, so history is not read again. Rows that another process
 * has locked are skipped; if two processes still meet, the insert decides. A statement that adds to a month after it is
 * marked here fails, and its repeat finds the month closed (see CLOSED_MEANWHILE), so a published total stays. A month
 * that ended before its meter existed is an import and never closes (see isImport).
 */
const CLOSE = `
  WITH due AS MATERIALIZED (
    SELECT account_no, meter_no, start, events, value FROM usage_rollup
    WHERE grain = 0 AND NOT late AND NOT settled AND start < $1
    ORDER BY start LIMIT ${LIMITS.closeRowsPerStatementMax} FOR UPDATE SKIP LOCKED
  ),
  settled AS (
    UPDATE usage_rollup r SET settled = true FROM due
    WHERE r.account_no = due.account_no AND r.meter_no = due.meter_no AND r.grain = 0 AND r.start = due.start
      AND NOT r.late AND r.groups = ''
  ),
  closed AS (
    INSERT INTO usage_period (account_no, meter_no, start, closed_at, events, value)
    SELECT due.account_no, due.meter_no, due.start, $2, due.events, due.value
    FROM due JOIN meter m USING (account_no, meter_no)
    WHERE due.start + interval '1 month' > m.created_at
    ON CONFLICT (account_no, meter_no, start) DO NOTHING
    RETURNING account_no, meter_no, start, events, value
  )
  SELECT due.start, m.id AS meter_id, a.account_id, m.store_id, m.mode, closed.events, trim_scale(closed.value) AS value
  FROM due LEFT JOIN closed USING (account_no, meter_no, start)
  LEFT JOIN meter m ON m.account_no = closed.account_no AND m.meter_no = closed.meter_no
  LEFT JOIN account a ON a.account_no = closed.account_no`;

/**
 * Closes every period whose grace has passed: copies its totals, which then never change, and publishes them. Later
 * usage is kept as an adjustment beside them. Also ends the subscriptions that are due. Any number of processes can run
 * this at the same time.
 */
export async function closePeriods(pool: Pool, { graceMs, now }: Closing): Promise<{ closed: number; ended: number }> {
  const openFrom = new Date(periodStart((now.getTime() - graceMs) * 1000) / 1000);
  await openIdleMonths(pool, openFrom);
  let closed = 0;
  let taken: number;
  do {
    const rows = await inTransaction(pool, async (client) => {
      const result = await client.query<Row>(CLOSE, [openFrom, now]);
      await publishMany(
        client,
        result.rows.filter((row) => row.meter_id !== null).map((row) => periodClosed(row)),
      );
      return result.rows;
    });
    taken = rows.length;
    closed += rows.filter((row) => row.meter_id !== null).length;
  } while (taken === LIMITS.closeRowsPerStatementMax);
  return { closed, ended: await endSubscriptions(pool, now) };
}

function periodClosed(row: Row): CloudEvent {
  const start = row.start.getTime() * 1000;
  const meterId = row.meter_id as string;
  return cloudEvent({
    source: '/qafila/metering',
    type: METER_EVENT.periodClosed,
    subject: meterId,
    owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode },
    data: {
      meter_id: meterId,
      period_start: formatTimestamp(start),
      period_end: formatTimestamp(periodEnd(start)),
      value: row.value,
      billable: billableValue(row.value),
      events: Number(row.events),
    },
  });
}
