/**
 * One statement, so one transaction: claims the events, and writes a delivery for each new event and endpoint that
 * subscribes to it, numbered without a gap. Events are claimed in the order of their keys and heads are locked in the
 * order of their numbers, so two fan-outs of the same events in another order cannot deadlock.
 * Of many events for many endpoints it takes the first ones only, so that its rows are bounded.
 * PostgreSQL cannot know how many rows the parameters and the parts have, expects one, and would compare each row with
 * each of the others. It has no such plan for a FULL JOIN: it hashes or sorts. Every join of parts is one, therefore.
 * OFFSET 0 keeps a condition on the joined rows outside, which would make it an inner join again.
 * Returns for each endpoint the first new sequence, the events that have it and the following ones, and the grant of
 * the endpoint's dispatcher; in each row how many events were taken, without deliveries one row that has this only.
 */
export const FAN_OUT = {
  name: 'fan-out',
  text: `
    WITH kinds AS (
      SELECT * FROM unnest($8::integer[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
        AS k (kind, account_id, store_id, mode, type, patterns)
    ), all_events AS (
      SELECT * FROM unnest($1::date[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::integer[])
        WITH ORDINALITY AS e (day, id, key, at, traceparent, body, kind, event_index)
      FULL JOIN kinds USING (kind)
    ), subscribed AS MATERIALIZED (
      -- Once for each kind of event: the other endpoints of a store must not be read again for each event.
      SELECT k.kind, e.endpoint_no, e.id AS endpoint_id, e.created_at, e.filters
      FROM kinds k JOIN endpoint e ON e.account_id = k.account_id AND e.store_id = k.store_id AND e.mode = k.mode
      WHERE e.status <> 'disabled' AND e.event_types && string_to_array(k.patterns, ' ')
    ), incoming AS MATERIALIZED (
      -- The first events, as many as have this many deliveries together, or one. Counted before filters are judged.
      SELECT * FROM (
        SELECT a.*, sum(coalesce(s.endpoints, 0)) OVER (ORDER BY a.event_index) AS deliveries
        FROM all_events a FULL JOIN (SELECT kind, count(*) AS endpoints FROM subscribed GROUP BY kind) s USING (kind)
      ) AS counted WHERE event_index = 1 OR deliveries <= $15
    ), new_events AS (
      INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, traceparent, body)
      SELECT day, id, account_id, store_id, mode, type, key, at, traceparent, body FROM incoming
        ORDER BY day, id COLLATE "C"
      ON CONFLICT (day, id) DO NOTHING RETURNING day, id
    ), claimed AS (
      SELECT i.*, n.id AS new_id FROM incoming i FULL JOIN new_events n USING (day, id) OFFSET 0
    ), pairs AS (
      SELECT c.event_index, c.day, c.id, c.key, c.at, a.endpoint_no, a.endpoint_id, a.created_at, a.filters,
        -- Not more copies of bodies than filters need.
        CASE WHEN a.filters IS NOT NULL THEN c.body END AS body
      FROM (SELECT * FROM claimed WHERE new_id IS NOT NULL) c FULL JOIN subscribed a USING (kind) OFFSET 0
    ), wanted AS (
      SELECT DISTINCT ON (endpoint_no, day, id) event_index, day, id, endpoint_no FROM pairs
      WHERE created_at <= at + $14 * interval '1 ms' AND endpoint_id <> key
        AND CASE WHEN filters IS NULL THEN true ELSE passes_filters(body, filters) END
      ORDER BY endpoint_no, day, id, event_index
    ), head AS (
      SELECT endpoint_no, lane, sequence, granted, epoch FROM endpoint_head
      WHERE endpoint_no IN (SELECT endpoint_no FROM wanted) ORDER BY endpoint_no FOR NO KEY UPDATE
    ), headed AS (
      SELECT w.*, h.lane, h.granted, h.epoch, h.sequence FROM wanted w FULL JOIN head h USING (endpoint_no) OFFSET 0
    ), numbered AS (
      SELECT event_index, day, id, endpoint_no, lane, granted, epoch,
        sequence + row_number() OVER (PARTITION BY endpoint_no ORDER BY event_index) AS sequence
      -- An endpoint that was deleted meanwhile has no head.
      FROM headed WHERE sequence IS NOT NULL
    ), advanced AS (
      UPDATE endpoint_head h SET sequence = n.last
      FROM (SELECT endpoint_no, max(sequence) AS last FROM numbered GROUP BY endpoint_no) n
      WHERE h.endpoint_no = n.endpoint_no
    ), written AS (
      INSERT INTO delivery (day, endpoint_no, sequence, event_id) SELECT day, endpoint_no, sequence, id FROM numbered
    )
    SELECT taken.events::int AS events_taken, n.* FROM (SELECT count(*) AS events FROM incoming) AS taken LEFT JOIN (
      SELECT endpoint_no, lane AS partition, min(sequence) AS first_sequence, granted, epoch,
        string_agg(event_index::text, ' ' ORDER BY sequence) AS event_indexes
      FROM numbered GROUP BY endpoint_no, lane, granted, epoch
    ) AS n ON true ORDER BY endpoint_no`,
};
