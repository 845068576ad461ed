import type { PoolClient } from 'pg';
import { compare, isRefusal, parseDecimal } from '@qafila/money/decimal';
import type { Decimal } from '@qafila/money/decimal';
import { parseStrict } from '@qafila/json/strict-json';
import type { JsonObject } from '@qafila/json/json-value';
import { groupsOf } from './judge-event.ts';
import { betweenSql, formatTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';

/** The contribution of one counted event, at the event's own time. It leaves the totals. */
export interface Retraction {
  meter: MeterSnapshot;
  at: Micros;
  late: boolean;
  groups: string;
  value: string;
}

/** A candidate for a bucket's maximum or latest value. */
export interface Candidate {
  value: string | null;
  at: string | null;
  seq: string | null;
}

const BUCKETS = `
  SELECT 0::smallint AS grain, date_trunc('month', $3::timestamptz, 'UTC') AS start, '' AS groups
  UNION ALL SELECT 1, date_trunc('day', $3::timestamptz, 'UTC'), $4
  UNION ALL SELECT 2, date_bin('15 minutes', $3::timestamptz, timestamptz '2000-01-01 00:00Z'), $4`;

/** Sums and counts have an inverse: the contribution is subtracted. Returns the period's value. */
export async function subtractFromRollups(
  client: PoolClient,
  { meter, at, late, groups, value }: Retraction,
): Promise<string | null> {
  const { rows } = await client.query<{ grain: number; value: string }>(
    `
    INSERT INTO usage_rollup AS r (account_no, meter_no, grain, start, late, groups, kind, events, value)
    SELECT $1::int, $2::int, grain, start, $5::boolean, groups, $6, -1, -($7::numeric)
    FROM (${BUCKETS}) AS buckets ORDER BY grain
    ON CONFLICT (account_no, meter_no, grain, start, late, groups)
      DO UPDATE SET events = r.events - 1, value = r.value + excluded.value
    RETURNING grain, trim_scale(r.value) AS value`,
    [meter.accountNo, meter.meterNo, formatTimestamp(at), groups, late, meter.aggregationType, value],
  );
  return rows.find((row) => row.grain === 0)?.value ?? null;
}

/**
 * A maximum or a latest value has no inverse, so the bucket's next best value is computed again: first from the events
 * of the quarter of an hour, then from the quarters of the day and the days of the month. The rows are locked first: an
 * accepting statement with newer events waits, and adds them to the recomputed values.
 */
export async function recomputeRollups(client: PoolClient, retraction: Retraction): Promise<string | null> {
  const { meter, at, late, groups } = retraction;
  const { rows: buckets } = await client.query<{ grain: number; start: Date }>(
    `
    INSERT INTO usage_rollup AS r (account_no, meter_no, grain, start, late, groups, kind, events, replaces)
    SELECT $1::int, $2::int, grain, start, $5::boolean, groups, $6, -1, $5 FROM (${BUCKETS}) AS buckets ORDER BY grain
    ON CONFLICT (account_no, meter_no, grain, start, late, groups)
      DO UPDATE SET events = r.events - 1, replaces = r.late
    RETURNING grain, start`,
    [meter.accountNo, meter.meterNo, formatTimestamp(at), groups, late, meter.aggregationType],
  );
  let winner: Candidate = { value: null, at: null, seq: null };
  for (const bucket of buckets.sort((a, b) => b.grain - a.grain)) {
    winner =
      bucket.grain === 2
        ? await bestOfEvents(client, retraction, bucket.start)
        : await bestOfRollups(client, retraction, bucket);
    await client.query(
      `
      UPDATE usage_rollup SET value = $7, at = $8, seq = $9
      WHERE account_no = $1 AND meter_no = $2 AND grain = $3 AND start = $4 AND late = $5 AND groups = $6`,
      [
        meter.accountNo,
        meter.meterNo,
        bucket.grain,
        bucket.start,
        late,
        bucket.grain === 0 ? '' : groups,
        winner.value,
        winner.at,
        winner.seq,
      ],
    );
  }
  return winner.value;
}

const BEST_FIRST = { max: 'value DESC, seq DESC', latest: 'occurred_at DESC, seq DESC' } as const;

async function bestOfEvents(
  client: PoolClient,
  { meter, late, groups }: Retraction,
  quarter: Date,
): Promise<Candidate> {
  const kind = meter.aggregationType as 'max' | 'latest';
  const { rows } = await client.query<{ value: string; at: string; seq: string; payload: string }>(
    `
    SELECT trim_scale(value) AS value, to_char(occurred_at, 'YYYY-MM-DD HH24:MI:SS.US+00') AS at, seq, payload
    FROM usage_event WHERE account_no = $1 AND meter_no = $2
      AND ${betweenSql('$3::timestamptz', "$3::timestamptz + interval '15 minutes'")}
      AND verdict = 0 AND reversed = 0 AND (NOT late OR $4)
    ORDER BY ${BEST_FIRST[kind]} ${meter.groupBy.length === 0 ? 'LIMIT 1' : ''}`,
    [meter.accountNo, meter.meterNo, quarter, late],
  );
  const best = rows.find(
    (row) =>
      meter.groupBy.length === 0 ||
      groupsOf({ payload: parseStrict(row.payload, { numbers: 'exact' }) as JsonObject }, meter) === groups,
  );
  if (best === undefined) return { value: null, at: null, seq: null };
  return kind === 'max'
    ? { value: best.value, at: null, seq: null }
    : { value: best.value, at: best.at, seq: best.seq };
}

interface RollupRow extends Candidate {
  start: Date;
  groups: string;
  late: boolean;
  replaces: boolean;
}

async function bestOfRollups(
  client: PoolClient,
  { meter, late, groups }: Retraction,
  bucket: { grain: number; start: Date },
): Promise<Candidate> {
  const { rows } = await client.query<RollupRow>(
    `
    SELECT start, groups, late, replaces, trim_scale(value) AS value,
      to_char(at, 'YYYY-MM-DD HH24:MI:SS.US+00') AS at, seq
    FROM usage_rollup WHERE account_no = $1 AND meter_no = $2 AND grain = $3
      AND start >= $4 AND start < $4::timestamptz + $5::interval
      AND (NOT late OR $6) AND ($3 = 1 OR groups = $7)`,
    [
      meter.accountNo,
      meter.meterNo,
      bucket.grain + 1,
      bucket.start,
      bucket.grain === 0 ? '1 month' : '1 day',
      late,
      groups,
    ],
  );
  const replaced = new Set(rows.filter((row) => row.replaces).map((row) => `${row.start.getTime()} ${row.groups}`));
  const candidates = rows.filter((row) => row.late || !replaced.has(`${row.start.getTime()} ${row.groups}`));
  return best(candidates, meter.aggregationType as 'max' | 'latest');
}

/** The greatest value for a maximum, or the last value in time. Pure. */
export function best(candidates: Candidate[], kind: 'max' | 'latest'): Candidate {
  let winner: Candidate = { value: null, at: null, seq: null };
  for (const candidate of candidates) {
    if (candidate.value === null) continue;
    if (
      winner.value === null ||
      (kind === 'max' ? compare(decimal(candidate.value), decimal(winner.value)) > 0 : isLater(candidate, winner))
    )
      winner = candidate;
  }
  return { value: winner.value, at: winner.at, seq: winner.seq };
}

function isLater(candidate: Candidate, winner: Candidate): boolean {
  const [left, right] = [candidate.at ?? '', winner.at ?? ''];
  return left === right ? BigInt(candidate.seq ?? 0) > BigInt(winner.seq ?? 0) : left > right;
}

/** The values come from numeric columns, so they are always decimals. */
function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (isRefusal(parsed)) throw new RangeError(parsed.message);
  return parsed;
}
