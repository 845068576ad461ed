/**
 * One statement takes a batch in: claims the ids, adds what was really inserted to the rollups, and writes the outbox.
 * One statement is one transaction: all of it is there after a crash, or none.
 *
 * Rows are inserted in the order of their digests and rollups in the order of their keys, so that two batches never
 * wait for each other in a circle. Parameters are arrays, one per column (columnar: 13 values, not 13 × n).
 */
export const ACCEPT = {
  name: 'accept-usage',
  text: `
WITH base AS MATERIALIZED (SELECT nextval('usage_seq') AS seq),
input AS (
  SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::uuid[], $5::timestamptz[], $6::smallint[], $7::smallint[],
    $8::boolean[], $9::boolean[], $10::numeric[], $11::text[], $12::text[], $13::text[])
  WITH ORDINALITY AS t (account_no, meter_no, revision, digest, occurred_at, version, verdict, removal, late, value, event_id, payload, groups, ord)
),
live AS MATERIALIZED (
  SELECT input.*, base.seq + input.ord AS seq, m.aggregation_type AS kind
  FROM input JOIN meter m USING (account_no, meter_no, revision) CROSS JOIN base
),
ins AS (
  INSERT INTO usage_event (seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, event_id, payload)
  SELECT seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, event_id, payload
  FROM live ORDER BY digest, seq
  ON CONFLICT (account_no, digest) DO NOTHING
  RETURNING seq, received_at
),
fresh AS (
  SELECT live.*, date_bin('15 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') AS quarter
  FROM live WHERE verdict = 0 AND seq IN (SELECT seq FROM ins)
),
quarters AS MATERIALIZED (
  SELECT account_no, meter_no, kind, late, groups, quarter AS start, count(*) AS events,
    CASE kind WHEN 'max' THEN max(value)
      WHEN 'latest' THEN (array_agg(value ORDER BY occurred_at DESC, seq DESC) FILTER (WHERE kind = 'latest'))[1]
      ELSE sum(value) END AS value,
    max(occurred_at) FILTER (WHERE kind = 'latest') AS at,
    (array_agg(seq ORDER BY occurred_at DESC, seq DESC) FILTER (WHERE kind = 'latest'))[1] AS seq
  FROM fresh GROUP BY account_no, meter_no, kind, late, groups, quarter
),
grains AS (
  SELECT 2::smallint AS grain, quarters.* FROM quarters
  UNION ALL
  SELECT grain, account_no, meter_no, kind, late, groups, start, sum(events),
    CASE kind WHEN 'max' THEN max(value)
      WHEN 'latest' THEN (array_agg(value ORDER BY at DESC, seq DESC) FILTER (WHERE kind = 'latest'))[1]
      ELSE sum(value) END,
    max(at), (array_agg(seq ORDER BY at DESC, seq DESC) FILTER (WHERE kind = 'latest'))[1]
  FROM (
    SELECT 1::smallint AS grain, account_no, meter_no, kind, late, groups, date_trunc('day', start, 'UTC') AS start, events, value, at, seq FROM quarters
    UNION ALL
    SELECT 0::smallint, account_no, meter_no, kind, late, '', date_trunc('month', start, 'UTC'), events, value, at, seq FROM quarters
  ) AS wider
  GROUP BY grain, account_no, meter_no, kind, late, groups, start
),
rolled AS (
  INSERT INTO usage_rollup AS r (account_no, meter_no, grain, start, late, groups, kind, events, value, at, seq)
  SELECT account_no, meter_no, grain, start, late, groups, kind, events, value, at, seq FROM grains
  ORDER BY account_no, meter_no, grain, start, late, groups
  ON CONFLICT (account_no, meter_no, grain, start, late, groups) DO UPDATE SET
    events = r.events + excluded.events,
    value = CASE r.kind WHEN 'max' THEN greatest(r.value, excluded.value)
      WHEN 'latest' THEN CASE WHEN (excluded.at, excluded.seq) > (coalesce(r.at, '-infinity'), coalesce(r.seq, 0)) THEN excluded.value ELSE r.value END
      ELSE coalesce(r.value, 0) + excluded.value END,
    at = CASE WHEN (excluded.at, excluded.seq) > (coalesce(r.at, '-infinity'), coalesce(r.seq, 0)) THEN excluded.at ELSE r.at END,
    seq = CASE WHEN (excluded.at, excluded.seq) > (coalesce(r.at, '-infinity'), coalesce(r.seq, 0)) THEN excluded.seq ELSE r.seq END
  RETURNING grain, account_no, meter_no, start, late, value
),
told AS (
  INSERT INTO outbox (shard, topic, event_count, source, body)
  SELECT account_no % 4, 'meter.events.v1', count(*), 'usage', json_build_array(min(seq), max(seq), account_no % 4)::text
  FROM live WHERE seq IN (SELECT seq FROM ins) GROUP BY account_no % 4
)
SELECT input.ord::int AS ord, live.seq AS seq, live.seq IS NOT NULL AS live, to_char(ins.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS received_at, trim_scale(month.value) AS running
FROM input LEFT JOIN live USING (ord) LEFT JOIN ins ON ins.seq = live.seq
LEFT JOIN rolled month ON month.grain = 0 AND month.account_no = live.account_no AND month.meter_no = live.meter_no
  AND month.late = live.late AND month.start = date_trunc('month', live.occurred_at, 'UTC')
ORDER BY input.ord`,
};

/** The rows that hold the claims a batch lost, to say when they were received and whether they are the same. */
export const FIND_CLAIMS = {
  name: 'find-claims',
  text: `
SELECT digest, removal, reverses, payload, (extract(epoch FROM occurred_at) * 1000000)::bigint AS occurred_at,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_at
FROM usage_event JOIN unnest($1::int[], $2::uuid[]) AS wanted (account_no, digest) USING (account_no, digest)`,
};
