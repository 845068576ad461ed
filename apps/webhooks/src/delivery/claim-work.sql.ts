/**
 * Extends the grant of each endpoint by its room, and returns the deliveries in it that are written. The grant is
 * written before the sending, once for hundreds of deliveries: after a crash it says how far the dead process may have
 * got. `expected` null: the endpoint is new to this process and begins behind what is settled.
 * Heads are locked in the order of their numbers, as fan-out locks them. A plain UPDATE would lock them in the order
 * of its plan, and the two statements could deadlock.
 */
export const GRANT = {
  name: 'dispatch-grant',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[]) AS a (endpoint_no, epoch, expected,
        room)
    ), locked AS (
      SELECT endpoint_no FROM endpoint_head WHERE endpoint_no = ANY($1) ORDER BY endpoint_no FOR NO KEY UPDATE
    ), head AS (
      UPDATE endpoint_head h SET granted = greatest(h.granted, coalesce(a.expected - 1, t.settled) + a.room),
        epoch = a.epoch
      FROM locked JOIN wanted a USING (endpoint_no) JOIN endpoint_tail t USING (endpoint_no), lane l
      WHERE h.endpoint_no = locked.endpoint_no
        AND l.lane = h.lane AND l.owner = $5 AND l.epoch = a.epoch AND l.expires_at > now()
      RETURNING h.endpoint_no, h.granted, h.sequence, coalesce(a.expected - 1, t.settled) AS behind, a.room, t.settled,
        t.failures, t.failing_since, t.warned, t.health_revision
    )
    SELECT h.endpoint_no, h.granted, h.sequence AS head, h.behind, h.room, h.settled, h.failures, h.failing_since,
      h.warned,
      h.health_revision, d.sequence, d.day::text, d.event_id, d.type, d.key, d.body, d.traceparent
    FROM head h LEFT JOIN LATERAL (
      SELECT d.sequence, d.day, d.event_id, e.type, e.key, e.body, e.traceparent
      FROM delivery d JOIN event e ON e.day = d.day AND e.id = d.event_id
      WHERE d.endpoint_no = h.endpoint_no AND d.sequence > h.behind AND d.sequence <= h.behind + h.room
      ORDER BY d.sequence LIMIT h.room
    ) d ON true
    ORDER BY h.endpoint_no, d.sequence`,
};

/** Claims the next attempts of due retries, a bounded number for each endpoint. */
export const CLAIM_RETRIES = {
  name: 'dispatch-claim-retries',
  text: `
    WITH wanted AS (
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) AS a (endpoint_no, epoch, room)
    ), due AS (
      SELECT r.endpoint_no, r.sequence, a.epoch
      FROM wanted a JOIN endpoint_head h USING (endpoint_no) JOIN endpoint e USING (endpoint_no)
        JOIN lane l ON l.lane = h.lane AND l.owner = $4 AND l.epoch = a.epoch AND l.expires_at > now(),
        LATERAL (
          SELECT endpoint_no, sequence FROM retry
          WHERE lane = h.lane AND endpoint_no = a.endpoint_no AND epoch = 0 AND due_at <= now()
            -- With ordering by key, a retry waits for an earlier one of its key, even if that one is not due.
            AND (e.ordering = 'none' OR NOT EXISTS (
              SELECT 1 FROM retry b
              WHERE b.endpoint_no = retry.endpoint_no AND b.key = retry.key AND b.sequence < retry.sequence))
          ORDER BY due_at, sequence LIMIT a.room FOR UPDATE SKIP LOCKED
        ) r
    ), claimed AS (
      -- A row that can count no further is claimed all the same: the dispatcher ends it.
      UPDATE retry r SET attempts = least(r.attempts + 1, 32767), epoch = due.epoch FROM due
      WHERE r.endpoint_no = due.endpoint_no AND r.sequence = due.sequence
      RETURNING r.endpoint_no, r.sequence, r.day, r.event_id, r.key, r.attempts, r.step, r.cause, r.schedule_at
    )
    SELECT c.endpoint_no, c.sequence, c.day::text, c.event_id, c.key, c.attempts, c.step, c.cause,
      extract(epoch FROM now() - c.schedule_at) * 1000 AS since_ms, e.type, e.body, e.traceparent
    FROM claimed c JOIN event e ON e.day = c.day AND e.id = c.event_id
    ORDER BY c.endpoint_no, c.sequence`,
};

/**
 * Releases claims that this process does not know: their statement committed and its answer was lost. $4, $5: the
 * known ones.
 */
export const RELEASE_UNKNOWN_CLAIMS = {
  name: 'dispatch-release-unknown-claims',
  text: `
    UPDATE retry r SET epoch = 0, attempts = r.attempts - 1
    FROM unnest($1::bigint[], $2::bigint[]) AS a (endpoint_no, epoch), lane l
    WHERE r.endpoint_no = a.endpoint_no AND r.epoch = a.epoch AND l.lane = r.lane AND l.epoch = a.epoch AND l.owner = $3
      AND NOT EXISTS (
        SELECT 1 FROM unnest($4::bigint[], $5::bigint[]) AS k (endpoint_no, sequence)
        WHERE k.endpoint_no = r.endpoint_no AND k.sequence = r.sequence)`,
};

/** When each endpoint's next unclaimed retry is due. */
export const NEXT_RETRIES = {
  name: 'dispatch-next-retries',
  text: `
    SELECT a.endpoint_no, extract(epoch FROM r.due_at - now()) * 1000 AS in_ms
    FROM unnest($1::bigint[]) AS a (endpoint_no) JOIN endpoint_head h USING (endpoint_no)
      JOIN endpoint e USING (endpoint_no),
      LATERAL (
        SELECT due_at FROM retry
        WHERE lane = h.lane AND endpoint_no = a.endpoint_no AND epoch = 0 AND due_at < 'infinity'
          AND (e.ordering = 'none' OR NOT EXISTS (
            SELECT 1 FROM retry b
            WHERE b.endpoint_no = retry.endpoint_no AND b.key = retry.key AND b.sequence < retry.sequence))
        ORDER BY due_at LIMIT 1
      ) r`,
};

/** The safety net behind every wake-up: endpoints of these partitions with unsettled deliveries or retries. */
export const FIND_WORK = {
  name: 'dispatch-find-work',
  text: `
    WITH RECURSIVE waiting AS (
      -- One index lookup for each endpoint with retries, however many retries it has.
      SELECT r.* FROM unnest($1::smallint[]) AS p (lane) CROSS JOIN LATERAL (
        SELECT lane, endpoint_no, due_at FROM retry WHERE lane = p.lane AND epoch = 0
        ORDER BY endpoint_no, due_at LIMIT 1
      ) r
      UNION ALL
      SELECT r.* FROM waiting w CROSS JOIN LATERAL (
        SELECT lane, endpoint_no, due_at FROM retry
        WHERE lane = w.lane AND epoch = 0 AND endpoint_no > w.endpoint_no ORDER BY endpoint_no, due_at LIMIT 1
      ) r
    )
    SELECT h.endpoint_no, h.lane AS partition, h.sequence AS head, NULL::float8 AS retry_in_ms
    FROM endpoint_head h JOIN endpoint_tail t USING (endpoint_no) WHERE h.lane = ANY($1) AND h.sequence > t.settled
    UNION ALL
    SELECT endpoint_no, lane, NULL, extract(epoch FROM due_at - now()) * 1000 FROM waiting WHERE due_at < 'infinity'`,
};

/** Lowers each grant to what was used, when a process gives a partition away in order. */
export const WITHDRAW_GRANTS = {
  name: 'dispatch-withdraw-grants',
  text: `
    WITH locked AS (
      SELECT endpoint_no FROM endpoint_head WHERE endpoint_no = ANY($1) ORDER BY endpoint_no FOR NO KEY UPDATE
    )
    UPDATE endpoint_head h SET granted = least(h.granted, w.used), epoch = 0
    FROM locked JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS w (endpoint_no, epoch,
      used) USING (endpoint_no)
    WHERE h.endpoint_no = locked.endpoint_no AND h.epoch = w.epoch`,
};
