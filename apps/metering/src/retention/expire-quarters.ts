import type { Pool } from 'pg';
import { ROWS_PER_DELETE_MAX, deleteSomeExpired } from '@qafila/runtime/delete-expired';
import { LIMITS } from '../limits.ts';

const ADVANCE = `
  UPDATE kept_quarters SET since = date_trunc('day', now() - $1 * interval '1 day', 'UTC'), changed_at = now()
  WHERE since < date_trunc('day', now() - $1 * interval '1 day', 'UTC') AND changes_from <= now()`;

/** Null as long as a query may run that read the value before. */
const SINCE = `(SELECT since FROM kept_quarters
  WHERE changed_at < now() - ${LIMITS.quartersReadMsMax} * interval '1 ms')`;

/**
 * One kind at a time, as the index is ordered. Events of max and latest meters from before ranked_usage have no rank
 * key, so retractions need the quarters of that time: they stay.
 */
const RANKED = 'AND start >= (SELECT since FROM ranked_usage)';
const PARTS = ["kind = 'count'", "kind = 'sum'", `kind = 'max' ${RANKED}`, `kind = 'latest' ${RANKED}`];

/**
 * Deletes rollups of quarters of an hour that are older than this. First the row of kept_quarters says that they are
 * missing, and a minute later they go: a query reads either all of them or their events. Returns whether more are left.
 */
export async function expireQuarters(pool: Pool, days: number): Promise<boolean> {
  await pool.query(ADVANCE, [days]);
  let isMore = false;
  for (const part of PARTS) {
    // As the index says it.
    const where = `grain + 0 = 2 AND ${part} AND start < ${SINCE}`;
    const deleted = await deleteSomeExpired(pool, { table: 'usage_rollup', where, orderBy: 'start', values: [] });
    if (deleted === ROWS_PER_DELETE_MAX) isMore = true;
  }
  return isMore;
}
