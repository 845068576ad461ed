/**
 * Writes the results of a batch of deliveries: the log, the retries and the dead letters, in one statement. Repeated
 * after a commit whose answer was lost it changes nothing, because each part names its attempt.
 * Any process may write the log. The epoch of the endpoint partition fences the rest: the partition's new owner has
 * already decided about these deliveries.
 */
export const RECORD = {
  name: 'dispatch-record',
  text: `
    WITH o AS (
      SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::date[], $6::text[], $7::text[],
        $8::smallint[], $9::text[], $10::float8[], $11::integer[], $12::text[], $13::smallint[], $14::text[],
          $15::text[],
        $16::text[], $17::boolean[], $18::smallint[], $19::float8[], $20::text[])
        AS o (endpoint_no, lane, epoch, sequence, day, event_id, key, attempt, cause, started_ms, latency_ms, outcome,
          status, error, excerpt, disposition, is_first, step, due_ms, reason)
    ), logged AS (
      INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status, error,
        excerpt)
      SELECT day, endpoint_no, sequence, attempt, cause, to_timestamp(started_ms / 1000), latency_ms, outcome, status,
        error,
        excerpt
      FROM o WHERE outcome IS NOT NULL
      ON CONFLICT (endpoint_no, sequence, attempt, day) DO UPDATE
        SET outcome = excluded.outcome, status = excluded.status,
        error = excluded.error, excerpt = excluded.excerpt, latency_ms = excluded.latency_ms,
          started_at = excluded.started_at
        WHERE attempt.outcome = 'interrupted'
    ), ours AS (
      SELECT o.* FROM o JOIN lane l ON l.lane = o.lane AND l.epoch = o.epoch AND l.owner = $21
    ), new_retries AS (
      INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
      SELECT endpoint_no, sequence, day, event_id, key, lane, CASE WHEN outcome IS NULL THEN 0 ELSE attempt END, step,
        CASE WHEN disposition = 'retry' THEN 'retry' ELSE 'first' END,
        CASE disposition WHEN 'parked' THEN 'infinity' ELSE now() + due_ms * interval '1 ms' END
      FROM ours WHERE is_first AND disposition IN ('retry', 'parked', 'returned') ON CONFLICT DO NOTHING
    ), released_retries AS (
      UPDATE retry r SET epoch = 0, step = o.step,
        recovered = CASE WHEN o.outcome IS NULL THEN r.recovered ELSE o.cause = 'recovery' END, cause = CASE
        WHEN o.disposition = 'retry' THEN 'retry' ELSE r.cause END,
        attempts = CASE WHEN o.outcome IS NULL THEN r.attempts - 1 ELSE r.attempts END,
        due_at = CASE o.disposition WHEN 'parked' THEN 'infinity' ELSE now() + o.due_ms * interval '1 ms' END
      FROM ours o WHERE NOT o.is_first AND o.disposition IN ('retry', 'parked', 'returned')
        AND r.endpoint_no = o.endpoint_no AND r.sequence = o.sequence AND r.attempts = o.attempt AND r.epoch = o.epoch
    ), finished_retries AS (
      DELETE FROM retry r USING ours o WHERE NOT o.is_first AND o.disposition IN ('delivered', 'dead')
        AND r.endpoint_no = o.endpoint_no AND r.sequence = o.sequence AND r.attempts = o.attempt AND r.epoch = o.epoch
    )
    INSERT INTO dead_letter (endpoint_no, sequence, day, event_id, key, attempts, reason, last_status, last_error)
    SELECT endpoint_no, sequence, day, event_id, key, CASE
      WHEN outcome IS NULL THEN attempt - 1 ELSE attempt END, reason,
      status, error
    FROM ours WHERE disposition = 'dead' ON CONFLICT DO NOTHING RETURNING endpoint_no, sequence`,
};

/**
 * Makes the first waiting delivery of each of these keys due, unless an earlier one is under way. Returns the keys
 * that still have deliveries in the retry table. One index lookup for each key, however many deliveries of it wait:
 * `key >= …` with this order leaves the planner no other index.
 */
export const RELEASE_KEYS = {
  name: 'dispatch-release-keys',
  text: `
    WITH first AS (
      SELECT f.* FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::text[])) AS k (endpoint_no, key)
        CROSS JOIN LATERAL (
          SELECT endpoint_no, key, sequence, due_at FROM retry r
          WHERE r.endpoint_no = k.endpoint_no AND r.key >= k.key ORDER BY r.key, r.sequence LIMIT 1
        ) f
      WHERE f.key = k.key
    ), released AS (
      UPDATE retry r SET due_at = now() FROM first f
      WHERE r.endpoint_no = f.endpoint_no AND r.sequence = f.sequence AND f.due_at = 'infinity'
    )
    SELECT endpoint_no, key, due_at = 'infinity' AS released FROM first`,
};

/**
 * Writes deliveries that succeeded at the first attempt, which are nearly all: their log, and how far each endpoint is
 * settled. It runs after RECORD, because `settled` passes those deliveries too.
 */
export const RECORD_DELIVERED = {
  name: 'dispatch-record-delivered',
  text: `
    WITH logged AS (
      INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome, status, excerpt)
      SELECT day, endpoint_no, sequence, 1, 'first', to_timestamp(started_ms / 1000), latency_ms, 'delivered', status,
        excerpt
      FROM unnest($1::bigint[], $2::bigint[], $3::date[], $4::float8[], $5::integer[], $6::smallint[], $7::text[])
        AS o (endpoint_no, sequence, day, started_ms, latency_ms, status, excerpt)
      ON CONFLICT (endpoint_no, sequence, attempt, day) DO UPDATE
        SET outcome = excluded.outcome, status = excluded.status,
        error = NULL, excerpt = excluded.excerpt, latency_ms = excluded.latency_ms, started_at = excluded.started_at
        WHERE attempt.outcome = 'interrupted'
    )
    UPDATE endpoint_tail t SET settled = greatest(t.settled, v.settled),
      -- A health from before the endpoint was enabled again must not replace the reset one.
      failures = CASE WHEN v.health_revision < t.health_revision THEN t.failures ELSE v.failures END,
      warned = CASE WHEN v.health_revision < t.health_revision THEN t.warned ELSE v.warned END,
      failing_since = CASE WHEN v.health_revision < t.health_revision THEN t.failing_since
        WHEN v.failing_ms IS NOT NULL THEN to_timestamp(v.failing_ms / 1000) END,
      last_success_at = CASE WHEN v.success_ms IS NULL THEN t.last_success_at ELSE to_timestamp(v.success_ms / 1000) END
    FROM unnest($9::bigint[], $10::bigint[], $11::bigint[], $12::integer[], $13::float8[], $14::float8[],
      $15::smallint[],
        $16::integer[])
        AS v (endpoint_no, epoch, settled, failures, failing_ms, success_ms, warned, health_revision), lane l
    WHERE t.endpoint_no = v.endpoint_no AND l.lane = t.lane AND l.epoch = v.epoch AND l.owner = $8`,
};
