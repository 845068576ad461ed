import { pointerRows } from './pointer-rows.sql.ts';

const IS_LATER = "(excluded.at, excluded.seq) > (coalesce(r.at, '-infinity'), coalesce(r.seq, 0))";

/** Usage that arrives for a closed period. Its month row was settled after this statement had read it as open. */
export const CLOSED_MEANWHILE = 'QF001';

/**
 * Whether usage of a month is late, for a row with account_no, meter_no and month that is no import. The state of the
 * month's row decides. A month without a row has no state: the database's clock decides, one clock for all processes.
 */
export function isClosedSql(row: string, grace: string): string {
  return `coalesce(
    (SELECT r.settled FROM usage_rollup r WHERE r.account_no = ${row}.account_no AND r.meter_no = ${row}.meter_no
      AND r.grain = 0 AND r.start = ${row}.month AND NOT r.late AND r.groups = ''),
    now() >= ${row}.month + interval '1 month' + ${grace}::interval)`;
}

/**
 * The new count of events of a row. A total that was closed in the meantime must not change: the statement fails, and
 * its repeat finds the month closed.
 */
export const EVENTS_OF_OPEN_ROW = `CASE WHEN r.settled AND NOT excluded.settled AND NOT r.late THEN closed_meanwhile()
      ELSE r.events + excluded.events END`;

const IS_LATE = '((meter_no, month) IN (SELECT meter_no, month FROM closed)) IS TRUE';

/**
 * One statement accepts a batch: it claims the ids, adds the inserted events to the rollups, and writes the outbox. One
 * statement is one transaction: after a crash all of it is stored, or nothing.
 *
 * Events are inserted in the order of their digests and rollups in the order of their keys, so two batches cannot
 * deadlock. Parameters are arrays, one for each column (17 values, not 16 × n).
 *
 * The planner cannot know the length of an array and would join the parts row by row, a thousand times a thousand. It
 * cannot turn `(x IN (SELECT …)) IS TRUE` into a join: that is one hash lookup for each row (measured: decision 0002).
 */
export const ACCEPT = {
  name: 'accept-usage',
  text: `
WITH base AS MATERIALIZED (SELECT nextval('usage_seq') AS seq),
stale AS MATERIALIZED (
  SELECT judged.meter_no FROM unnest($1::int[], $2::int[], $3::int[]) AS judged (account_no, meter_no, revision)
  LEFT JOIN meter m USING (account_no, meter_no) WHERE m.revision IS DISTINCT FROM judged.revision
),
judged AS MATERIALIZED (
  SELECT input.*, base.seq + input.ord AS seq, date_trunc('month', occurred_at, 'UTC') AS month,
    date_bin('15 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') AS quarter
  FROM unnest($4::int[], $5::int[], $6::text[], $7::uuid[], $8::timestamptz[], $9::smallint[], $10::smallint[],
    $11::boolean[], $12::boolean[], $13::numeric[], $14::text[], $15::text[], $16::text[])
  WITH ORDINALITY AS input (account_no, meter_no, kind, digest, occurred_at, version, verdict, removal, imported, value,
    event_id, payload, groups, ord)
  CROSS JOIN base WHERE (meter_no IN (SELECT meter_no FROM stale)) IS NOT TRUE
),
months AS MATERIALIZED (SELECT DISTINCT account_no, meter_no, month, imported FROM judged),
closed AS MATERIALIZED (
  SELECT meter_no, month FROM months WHERE NOT imported AND ${isClosedSql('months', '$17')}
),
ins AS (
  INSERT INTO usage_event
    (seq, occurred_at, account_no, meter_no, version, verdict, removal, late, digest, value, event_id, payload,
      rank_key)
  SELECT seq, occurred_at, account_no, meter_no, version, verdict, removal, ${IS_LATE}, digest, value, event_id,
    payload, CASE WHEN verdict <> 0 THEN '' WHEN kind = 'max' THEN 'm' || groups WHEN kind = 'latest' THEN 'l' || groups
      ELSE '' END
  FROM judged ORDER BY digest, seq
  ON CONFLICT (account_no, digest) DO NOTHING
  RETURNING seq
),
answered AS MATERIALIZED (
  SELECT ord, seq, account_no, meter_no, kind, verdict, value, groups, occurred_at, quarter, month, digest, payload,
    ${IS_LATE} AS late, (seq IN (SELECT seq FROM ins)) IS TRUE AS stored
  FROM judged
),
fresh AS (SELECT * FROM answered WHERE stored AND verdict = 0),
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
    SELECT 1::smallint AS grain, account_no, meter_no, kind, late, groups, date_trunc('day', start, 'UTC') AS start,
      events, value, at, seq FROM quarters
    UNION ALL
    SELECT 0::smallint, account_no, meter_no, kind, late, '', date_trunc('month', start, 'UTC'),
      events, value, at, seq FROM quarters
  ) AS wider
  GROUP BY grain, account_no, meter_no, kind, late, groups, start
),
rolled AS (
  INSERT INTO usage_rollup AS r
    (account_no, meter_no, grain, start, late, groups, kind, events, value, at, seq, settled)
  SELECT account_no, meter_no, grain, start, late, groups, kind, events, value, at, seq,
    grain = 0 AND ((meter_no, start) IN (SELECT meter_no, month FROM months WHERE imported)) IS TRUE
  FROM grains
  ORDER BY account_no, meter_no, grain, start, late, groups
  ON CONFLICT (account_no, meter_no, grain, start, late, groups) DO UPDATE SET
    events = ${EVENTS_OF_OPEN_ROW},
    value = CASE r.kind WHEN 'max' THEN greatest(r.value, excluded.value)
      WHEN 'latest' THEN CASE WHEN ${IS_LATER} THEN excluded.value ELSE r.value END
      ELSE coalesce(r.value, 0) + excluded.value END,
    at = CASE WHEN ${IS_LATER} THEN excluded.at ELSE r.at END,
    seq = CASE WHEN ${IS_LATER} THEN excluded.seq ELSE r.seq END
  RETURNING grain, account_no, meter_no, start, late, value
),
month AS MATERIALIZED (
  SELECT account_no, meter_no, start, late, trim_scale(value)::text AS running FROM rolled WHERE grain = 0
),
${pointerRows('answered WHERE stored')}
SELECT ord::int AS ord, seq, stored, answered.late, running,
  (SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS received_at
FROM answered LEFT JOIN month ON month.account_no = answered.account_no AND month.meter_no = answered.meter_no
  AND month.late = answered.late AND month.start = answered.month`,
};

/** The events that claimed the ids of duplicates: when they were received, and their content for the comparison. */
export const FIND_CLAIMS = {
  name: 'find-claims',
  text: `
SELECT digest, removal, reverses, payload, (extract(epoch FROM occurred_at) * 1000000)::bigint AS occurred_at,
  (extract(epoch FROM received_at) * 1000000)::bigint AS received_at
FROM usage_event JOIN unnest($1::int[], $2::uuid[]) AS wanted (account_no, digest) USING (account_no, digest)`,
};
