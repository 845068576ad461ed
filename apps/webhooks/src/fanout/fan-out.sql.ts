/**
 * One statement, so one transaction: claims the events, and writes a delivery for each new event and endpoint that
 * subscribes to it, numbered without a gap. Events are claimed in the order of their keys and heads are locked in the
 * order of their numbers, so two fan-outs of the same events in another order cannot deadlock.
 * Of many events for many endpoints it takes the first ones only, so that its rows are bounded.
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
      JOIN kinds USING (kind)
    ), subscribed AS MATERIALIZED (
      -- Once for each kind of event: the other endpoints of a store must not be read again for each event.
      SELECT k.kind, e.endpoint_no, e.id AS endpoint_id, e.created_at, e.filters
      FROM kinds k JOIN endpoint e ON e.account_id = k.account_id AND e.store_id = k.store_id AND e.mode = k.mode
      WHERE e.status <> 'disabled' AND e.event_types && string_to_array(k.patterns, ' ')
    ), incoming AS MATERIALIZED (
      -- The first events, as many as have this many deliveries together, or one. Counted before filters are judged.
      SELECT * FROM (
        SELECT a.*, sum(coalesce(s.endpoints, 0)) OVER (ORDER BY a.event_index) AS deliveries
        FROM all_events a LEFT JOIN (SELECT kind, count(*) AS endpoints FROM subscribed GROUP BY kind) s USING (kind)
      ) AS counted WHERE event_index = 1 OR deliveries <= $15
    ), new_events AS (
      INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, traceparent, body)
      SELECT day, id, account_id, store_id, mode, type, key, at, traceparent, body FROM incoming
        ORDER BY day, id COLLATE "C"
      ON CONFLICT (day, id) DO NOTHING RETURNING day, id
    ), wanted AS (
      SELECT DISTINCT ON (a.endpoint_no, i.day, i.id) i.event_index, i.day, i.id, a.endpoint_no
      FROM new_events JOIN incoming i USING (day, id) JOIN subscribed a USING (kind)
      WHERE a.created_at <= i.at + $14 * interval '1 ms' AND a.endpoint_id <> i.key
        AND CASE WHEN a.filters IS NULL THEN true ELSE passes_filters(i.body, a.filters) END
      ORDER BY a.endpoint_no, i.day, i.id, i.event_index
    ), head AS (
      SELECT endpoint_no, lane, sequence, granted, epoch FROM endpoint_head
      WHERE endpoint_no IN (SELECT endpoint_no FROM wanted) ORDER BY endpoint_no FOR NO KEY UPDATE
    ), numbered AS (
      SELECT w.event_index, w.day, w.id, w.endpoint_no, h.lane, h.granted, h.epoch,
        h.sequence + row_number() OVER (PARTITION BY w.endpoint_no ORDER BY w.event_index) AS sequence
      FROM wanted w JOIN head h USING (endpoint_no)
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
