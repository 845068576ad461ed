import type { Pool } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Lane } from './lane-leases.ts';

/**
 * Puts a lane that has a new owner in order, in one transaction: what the owner before may have sent and did not tell of is logged as
 * interrupted and tried again under the next number, so no number is ever used twice. What nobody had taken yet stays as it is.
 * After it, every endpoint of the lane has settled = granted, and nothing of the lane is in anyone's memory.
 */
export async function takeOver(pool: Pool, owner: string, lanes: Lane[]): Promise<void> {
  const numbers = lanes.map(({ lane }) => lane);
  const epochs = lanes.map(({ epoch }) => epoch);
  await inTransaction(pool, async (tx) => {
    for (const text of [WITHDRAW_GRANTS, INTERRUPT_RETRIES, RESTORE_KEY_ORDER]) await tx.query(text, [numbers, epochs, owner]);
  });
}

const OURS = 'SELECT l.lane FROM lane l JOIN unnest($1::smallint[], $2::bigint[]) AS o (lane, epoch) ON l.lane = o.lane AND l.epoch = o.epoch WHERE l.owner = $3';

/**
 * The heads are locked first: a fan-out that saw the old grant has committed, and is counted here, or waits and then sees none.
 * A grant beyond the sequence is taken back with the rest. An attempt that failed and has no retry was logged after the lane was
 * claimed from its dispatcher: the log is open to all, the retry table was not.
 */
const WITHDRAW_GRANTS = `
  WITH head AS (
    SELECT endpoint_no FROM endpoint_head WHERE lane IN (${OURS}) AND epoch <> 0 ORDER BY endpoint_no FOR NO KEY UPDATE
  ), withdrawn AS (
    UPDATE endpoint_head h SET granted = least(h.granted, h.sequence), epoch = 0 FROM head WHERE h.endpoint_no = head.endpoint_no
    RETURNING h.endpoint_no, h.lane, h.granted
  ), unknown AS (
    SELECT d.day, d.endpoint_no, d.sequence, d.event_id, e.key, w.lane
    FROM withdrawn w JOIN endpoint_tail t USING (endpoint_no)
      JOIN delivery d ON d.endpoint_no = w.endpoint_no AND d.sequence > t.settled AND d.sequence <= w.granted
      JOIN event e ON e.day = d.day AND e.id = d.event_id
    WHERE NOT EXISTS (SELECT 1 FROM attempt a WHERE a.endpoint_no = d.endpoint_no AND a.sequence = d.sequence AND a.day = d.day AND a.outcome = 'delivered')
      AND NOT EXISTS (SELECT 1 FROM retry r WHERE r.endpoint_no = d.endpoint_no AND r.sequence = d.sequence)
      AND NOT EXISTS (SELECT 1 FROM dead_letter x WHERE x.endpoint_no = d.endpoint_no AND x.sequence = d.sequence)
  ), logged AS (
    INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, error)
    SELECT day, endpoint_no, sequence, 1, 'first', now(), 0, 'interrupted', 'the dispatcher stopped before the outcome was known' FROM unknown
    ON CONFLICT DO NOTHING
  ), again AS (
    INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
    SELECT endpoint_no, sequence, day, event_id, key, lane, 1, 0, 'interrupted', now() FROM unknown
    ON CONFLICT DO NOTHING
  )
  UPDATE endpoint_tail t SET settled = greatest(t.settled, w.granted) FROM withdrawn w WHERE t.endpoint_no = w.endpoint_no`;

const INTERRUPT_RETRIES = `
  WITH taken AS (
    UPDATE retry SET epoch = 0, due_at = now(), cause = 'interrupted' WHERE lane IN (${OURS}) AND epoch <> 0
    RETURNING day, endpoint_no, sequence, attempts
  )
  INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, error)
  SELECT day, endpoint_no, sequence, attempts, 'retry', now(), 0, 'interrupted', 'the dispatcher stopped before the outcome was known' FROM taken
  ON CONFLICT DO NOTHING`;

/** With `ordering: key` the first of each key may go and the others wait for it: interrupted and returned ones were all made due at once. */
const RESTORE_KEY_ORDER = `
  WITH line AS (
    SELECT r.endpoint_no, r.sequence, row_number() OVER (PARTITION BY r.endpoint_no, r.key ORDER BY r.sequence) = 1 AS is_first
    FROM retry r JOIN endpoint e USING (endpoint_no) WHERE r.lane IN (${OURS}) AND e.ordering = 'key'
  )
  UPDATE retry r SET due_at = CASE WHEN line.is_first THEN now() ELSE 'infinity' END FROM line
  WHERE r.endpoint_no = line.endpoint_no AND r.sequence = line.sequence AND line.is_first = (r.due_at = 'infinity')`;
