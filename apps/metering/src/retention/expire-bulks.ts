import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';

/** Whole bulks, so that no result outlives its bulk: as many as have this many events together, or one. */
const EXPIRE = `
  WITH oldest AS MATERIALIZED (
    SELECT account_no, id, events, created_at FROM bulk WHERE created_at < now() - $1 * interval '1 day'
    ORDER BY created_at LIMIT ${LIMITS.bulksPerDeleteMax} FOR UPDATE SKIP LOCKED
  ),
  sized AS (
    SELECT account_no, id, row_number() OVER up AS place, sum(events) OVER up AS total FROM oldest
    WINDOW up AS (ORDER BY created_at, account_no, id)
  ),
  expired AS MATERIALIZED (
    SELECT account_no, id FROM sized WHERE place = 1 OR total <= ${LIMITS.bulkResultsPerDeleteMax}
  ),
  results AS (
    DELETE FROM bulk_outcome o USING expired e WHERE o.account_no = e.account_no AND o.bulk_id = e.id
  ),
  bulks AS (DELETE FROM bulk b USING expired e WHERE b.account_no = e.account_no AND b.id = e.id)
  SELECT (SELECT count(*) FROM oldest) = ${LIMITS.bulksPerDeleteMax}
    OR (SELECT count(*) FROM oldest) > (SELECT count(*) FROM expired) AS more`;

/** Deletes the oldest bulks past their retention, with their results. Returns whether more are left. */
export async function expireBulks(pool: Pool, days: number): Promise<boolean> {
  const { rows } = await pool.query<{ more: boolean }>(EXPIRE, [days]);
  return rows[0]?.more === true;
}
