import type { PoolClient } from 'pg';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { betweenSql } from '../time/timestamp.ts';
import { groupsOf } from './judge-event.ts';

/** The aggregations without an inverse. */
export type Ranked = 'max' | 'latest';

/** The key of a rollup row. */
export interface Bucket {
  account_no: number;
  meter_no: number;
  grain: number;
  start: Date;
  late: boolean;
  groups: string;
}

const RANK = {
  max: {
    prefix: 'm',
    events: 'value DESC, seq DESC',
    rows: 'value DESC',
    columns: 'value, NULL::timestamptz, NULL::bigint',
  },
  latest: { prefix: 'l', events: 'occurred_at DESC, seq DESC', rows: 'at DESC, seq DESC', columns: 'value, at, seq' },
} as const;

/** The first in rank of the rows on either side of the close; `late` rows count only in late buckets. */
const SIDES = '(SELECT false UNION SELECT b.late) AS side (late)';

/** After a late retraction, the late row contains the value of its whole bucket: the row on time counts no more. */
const IS_NOT_REPLACED = `(r.late OR NOT b.late OR NOT EXISTS (
  SELECT 1 FROM usage_rollup l WHERE l.account_no = r.account_no AND l.meter_no = r.meter_no AND l.grain = r.grain
    AND l.start = r.start AND l.late AND l.groups = r.groups AND l.replaces))`;

function bestEvent(kind: Ranked): string {
  return `SELECT e.value, e.at, e.seq FROM ${SIDES} CROSS JOIN LATERAL (${eventAt(kind, 'b.start')}) AS e`;
}

/** The first event of a quarter in rank, by one entry of an index. */
function eventAt(kind: Ranked, quarter: string): string {
  const { prefix, events } = RANK[kind];
  return `
    SELECT value, occurred_at AS at, seq FROM usage_event
    WHERE account_no = b.account_no AND meter_no = b.meter_no AND late = side.late
      AND date_bin('15 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') = ${quarter}
      AND rank_key = '${prefix}' || b.groups AND rank_key LIKE '${prefix}%' AND reversed = 0
    ORDER BY ${events} LIMIT 1`;
}

/** Retention leaves the quarters of these times. */
const IS_KEPT = '(s >= (SELECT since FROM kept_quarters) OR s < (SELECT since FROM ranked_usage))';

/** Of each quarter of the day its row, by its key, or else its first event: at most 96 on each side. */
function bestQuarter(kind: Ranked): string {
  return `
    SELECT q.value, q.at, q.seq FROM ${SIDES}
    CROSS JOIN generate_series(b.start, b.start + interval '1 day' - interval '15 minutes', interval '15 minutes') AS s
    CROSS JOIN LATERAL (
      SELECT * FROM (${rowAt(2, 'b.groups')}) AS kept WHERE ${IS_KEPT}
      UNION ALL SELECT * FROM (${eventAt(kind, 's')}) AS deleted WHERE NOT ${IS_KEPT}
    ) AS q`;
}

/** The first in rank of each day, on each side: of all groups one index entry, without groups the row itself. */
function bestDay(kind: Ranked): string {
  const days = `${SIDES}
    CROSS JOIN generate_series(b.start, b.start + interval '1 month' - interval '1 day', interval '1 day') AS s`;
  return `
    SELECT d.value, d.at, d.seq FROM ${days} CROSS JOIN LATERAL (${rowAt(1, "''")}) AS d
    UNION ALL
    SELECT d.value, d.at, d.seq FROM ${days} CROSS JOIN LATERAL (
      SELECT value, at, seq FROM usage_rollup r
      WHERE account_no = b.account_no AND meter_no = b.meter_no AND grain = 1 AND kind = '${kind}' AND start = s
        AND late = side.late AND groups <> '' AND value IS NOT NULL AND ${IS_NOT_REPLACED}
      ORDER BY ${RANK[kind].rows} LIMIT 1
    ) AS d`;
}

/** The limit keeps the planner from a join, which would read all rows of the meter. */
function rowAt(grain: number, groups: string): string {
  return `
    SELECT value, at, seq FROM usage_rollup r
    WHERE account_no = b.account_no AND meter_no = b.meter_no AND grain = ${grain} AND start = s AND late = side.late
      AND groups = ${groups} AND value IS NOT NULL AND ${IS_NOT_REPLACED} LIMIT 1`;
}

/**
 * Computes rows of one grain again, which the caller has locked: quarters from their events, days from quarters, months
 * from days. However much usage there is, each row costs a bounded number of reads.
 */
export async function recompute(
  client: PoolClient,
  kind: Ranked,
  buckets: readonly Bucket[],
): Promise<(Bucket & { value: string | null })[]> {
  const [first] = buckets;
  if (first === undefined) return [];
  const candidates = ([bestDay, bestQuarter, bestEvent][first.grain] as typeof bestDay)(kind);
  const { rows } = await client.query<Bucket & { value: string | null }>(
    `
    UPDATE usage_rollup r SET (value, at, seq) = (
      SELECT ${RANK[kind].columns} FROM (${candidates}) AS candidate ORDER BY ${RANK[kind].rows} LIMIT 1
    )
    FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::boolean[], $5::text[])
      AS b (account_no, meter_no, start, late, groups)
    WHERE r.account_no = b.account_no AND r.meter_no = b.meter_no AND r.grain = ${first.grain} AND r.start = b.start
      AND r.late = b.late AND r.groups = b.groups
    RETURNING r.account_no, r.meter_no, r.grain, r.start, r.late, r.groups, trim_scale(r.value) AS value`,
    [
      buckets.map(({ account_no }) => account_no),
      buckets.map(({ meter_no }) => meter_no),
      buckets.map(({ start }) => start),
      buckets.map(({ late }) => late),
      buckets.map(({ groups }) => groups),
    ],
  );
  return rows;
}

/** Rows that the database sends at a time. */
const FETCH_ROWS = 500;

interface EventRow {
  value: string;
  at: string;
  seq: string;
  payload: string;
}

/**
 * Computes a quarter again in which events can lack their rank key: in the order of rank, a few at a time, up to the
 * first one of the group.
 */
export async function recomputeUnranked(
  client: PoolClient,
  kind: Ranked,
  { bucket, meter }: { bucket: Bucket; meter: MeterSnapshot },
): Promise<void> {
  await client.query(
    `
    DECLARE ranked NO SCROLL CURSOR FOR
    SELECT value::text, to_char(occurred_at, 'YYYY-MM-DD HH24:MI:SS.US+00') AS at, seq, payload
    FROM usage_event WHERE account_no = $1 AND meter_no = $2
      AND ${betweenSql('$3::timestamptz', "$3::timestamptz + interval '15 minutes'")}
      AND verdict = 0 AND reversed = 0 AND (NOT late OR $4)
    ORDER BY ${RANK[kind].events}`,
    [bucket.account_no, bucket.meter_no, bucket.start, bucket.late],
  );
  let best: EventRow | undefined;
  let rows: EventRow[];
  do {
    ({ rows } = await client.query<EventRow>(`FETCH ${FETCH_ROWS} FROM ranked`));
    best = rows.find((row) => isOfGroup(row, bucket.groups, meter));
  } while (best === undefined && rows.length === FETCH_ROWS);
  await client.query('CLOSE ranked');
  await client.query(
    `
    UPDATE usage_rollup SET value = $6, at = $7, seq = $8
    WHERE account_no = $1 AND meter_no = $2 AND grain = 2 AND start = $3 AND late = $4 AND groups = $5`,
    [
      bucket.account_no,
      bucket.meter_no,
      bucket.start,
      bucket.late,
      bucket.groups,
      best?.value ?? null,
      kind === 'latest' ? (best?.at ?? null) : null,
      kind === 'latest' ? (best?.seq ?? null) : null,
    ],
  );
}

function isOfGroup({ payload }: EventRow, groups: string, meter: MeterSnapshot): boolean {
  if (meter.groupBy.length === 0) return true;
  return groupsOf({ payload: parseStrict(payload, { numbers: 'exact' }) as JsonObject }, meter) === groups;
}
