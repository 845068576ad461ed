import type { Pool } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { OwnedPartition } from './partition-leases.ts';

/**
 * Prepares endpoint partitions that have a new owner, in one transaction. An attempt that the earlier owner may have
 * made without recording it is logged as interrupted and tried again under the next number, so no number is used
 * twice. Deliveries that no process has claimed stay as they are. Afterwards every endpoint of the partitions has
 * settled = granted, and no process has deliveries of them in memory. It reads no other waiting deliveries, of which
 * there can be a million.
 */
export async function takeOver(pool: Pool, owner: string, partitions: OwnedPartition[]): Promise<void> {
  const numbers = partitions.map(({ partition }) => partition);
  const epochs = partitions.map(({ epoch }) => epoch);
  await inTransaction(pool, async (tx) => {
    for (const text of [LOCK_HEADS, WITHDRAW_GRANTS, INTERRUPT_RETRIES]) await tx.query(text, [numbers, epochs, owner]);
  });
}

const OURS = `
  SELECT l.lane FROM lane l JOIN unnest($1::smallint[], $2::bigint[]) AS o (lane, epoch)
    ON l.lane = o.lane AND l.epoch = o.epoch WHERE l.owner = $3`;

/**
 * A fan-out that saw the old grant has committed when its head is locked; a later one waits and then sees no grant.
 * A statement of its own: the next one must see the deliveries of a fan-out for which this one waited. In the same
 * statement the head would be new and the deliveries from before the wait, so they would count as settled and never be
 * sent.
 */
const LOCK_HEADS = `
  SELECT FROM endpoint_head WHERE lane IN (${OURS}) AND epoch <> 0 ORDER BY endpoint_no FOR NO KEY UPDATE`;

/**
 * A grant beyond the sequence is withdrawn with the rest. An attempt that failed and has no retry
 * was logged after its dispatcher lost the partition: any process may write the log, but not the retry table.
 * With `ordering: key` only the first of each key is due. CLAIM_RETRIES decides whether a due one is the key's first.
 */
const WITHDRAW_GRANTS = `
  WITH withdrawn AS (
    UPDATE endpoint_head SET granted = least(granted, sequence), epoch = 0 WHERE lane IN (${OURS}) AND epoch <> 0
    RETURNING endpoint_no, lane, granted
  ), unknown AS (
    SELECT d.day, d.endpoint_no, d.sequence, d.event_id, e.key, w.lane
    FROM withdrawn w JOIN endpoint_tail t USING (endpoint_no)
      JOIN delivery d ON d.endpoint_no = w.endpoint_no AND d.sequence > t.settled AND d.sequence <= w.granted
      JOIN event e ON e.day = d.day AND e.id = d.event_id
    WHERE NOT EXISTS (
        SELECT 1 FROM attempt a
        WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND a.day = d.day AND a.outcome = 'delivered')
      AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence)
      AND NOT EXISTS (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence)
  ), logged AS (
    INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, error)
    SELECT day, endpoint_no, sequence, 1, 'first', now(), 0, 'interrupted',
      'the dispatcher stopped before the outcome was known'
    FROM unknown ON CONFLICT DO NOTHING
  ), retried AS (
    INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
    SELECT u.endpoint_no, u.sequence, u.day, u.event_id, u.key, u.lane, 1, 0, 'interrupted',
      CASE WHEN p.ordering = 'key' AND u.place > 1 THEN 'infinity' ELSE now() END
    FROM (
        SELECT *, row_number() OVER (PARTITION BY endpoint_no, key ORDER BY sequence) AS place FROM unknown
      ) u JOIN endpoint p USING (endpoint_no)
    ON CONFLICT DO NOTHING
  )
  UPDATE endpoint_tail t SET settled = greatest(t.settled, w.granted) FROM withdrawn w
    WHERE t.endpoint_no = w.endpoint_no`;

const INTERRUPT_RETRIES = `
  WITH claimed AS (
    UPDATE retry SET epoch = 0, due_at = now(), cause = 'interrupted' WHERE lane IN (${OURS}) AND epoch <> 0
    RETURNING day, endpoint_no, sequence, attempts
  )
  INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, error)
  SELECT day, endpoint_no, sequence, attempts, 'retry', now(), 0, 'interrupted',
    'the dispatcher stopped before the outcome was known'
  FROM claimed ON CONFLICT DO NOTHING`;
