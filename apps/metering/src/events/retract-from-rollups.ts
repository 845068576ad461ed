import type { PoolClient } from 'pg';
import { EVENTS_OF_OPEN_ROW } from './accept.sql.ts';
import { isImport } from '../time/period.ts';
import { formatTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { recompute, recomputeUnranked } from './recompute-rollups.ts';
import type { Bucket, Ranked } from './recompute-rollups.ts';

/** The contribution of one counted event, at the event's own time. It leaves the totals. */
export interface Retraction {
  meter: MeterSnapshot;
  at: Micros;
  late: boolean;
  groups: string;
  value: string;
}

interface BucketRow extends Bucket {
  kind: string;
  is_ranked: boolean;
  value: string | null;
}

/**
 * Sums and counts have an inverse: it is added. A maximum and a latest value have none: their rows only lose events
 * here, and are computed again afterwards. All rows are locked, in the order of accepting statements: such a statement
 * with newer events waits, and adds them to the new values.
 */
const SUBTRACT = `
  INSERT INTO usage_rollup AS r (account_no, meter_no, grain, start, late, groups, kind, events, value, replaces,
    settled)
  SELECT account_no, meter_no, grain, start, late, bucket.groups, kind, -count(*),
    CASE WHEN kind IN ('count', 'sum') THEN -sum(value) END, late AND kind IN ('max', 'latest'),
    grain = 0 AND bool_or(imported)
  FROM unnest($1::int[], $2::int[], $3::text[], $4::timestamptz[], $5::boolean[], $6::text[], $7::numeric[],
    $8::boolean[]) AS taken (account_no, meter_no, kind, at, late, groups, value, imported)
  CROSS JOIN LATERAL (
    SELECT 0::smallint AS grain, date_trunc('month', at, 'UTC') AS start, '' AS groups
    UNION ALL SELECT 1, date_trunc('day', at, 'UTC'), taken.groups
    UNION ALL SELECT 2, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z'), taken.groups
  ) AS bucket
  GROUP BY account_no, meter_no, grain, start, late, bucket.groups, kind
  ORDER BY account_no, meter_no, grain, start, late, bucket.groups
  ON CONFLICT (account_no, meter_no, grain, start, late, groups) DO UPDATE SET
    events = ${EVENTS_OF_OPEN_ROW},
    value = CASE WHEN r.kind IN ('count', 'sum') THEN coalesce(r.value, 0) + excluded.value ELSE r.value END,
    replaces = excluded.replaces
  RETURNING account_no, meter_no, grain, start, late, groups, kind, trim_scale(value) AS value,
    start >= (SELECT since FROM ranked_usage) AS is_ranked`;

/** Takes contributions out of the rollups. Returns the value that the period of each one has now, in their order. */
export async function retractFromRollups(
  client: PoolClient,
  retractions: readonly Retraction[],
): Promise<(string | null)[]> {
  if (retractions.length === 0) return [];
  const column = <T>(pick: (retraction: Retraction) => T): T[] => retractions.map(pick);
  const { rows: buckets } = await client.query<BucketRow>(SUBTRACT, [
    column(({ meter }) => meter.accountNo),
    column(({ meter }) => meter.meterNo),
    column(({ meter }) => meter.aggregationType),
    column(({ at }) => formatTimestamp(at)),
    column(({ late }) => late),
    column(({ groups }) => groups),
    column(({ value }) => value),
    column(({ at, meter }) => isImport(at, meter)),
  ]);
  const values = new Map<string, string | null>();
  for (const bucket of buckets) if (bucket.grain === 0) values.set(monthKey(bucket, bucket.start), bucket.value);
  for (const kind of ['max', 'latest'] as const)
    for (const bucket of await recomputeAll(client, kind, { buckets, retractions }))
      values.set(monthKey(bucket, bucket.start), bucket.value);
  return retractions.map(({ meter, late, at }) => {
    const date = new Date(at / 1000);
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
    return values.get(monthKey({ account_no: meter.accountNo, meter_no: meter.meterNo, late }, month)) ?? null;
  });
}

function monthKey(of: Pick<Bucket, 'account_no' | 'meter_no' | 'late'>, month: Date): string {
  return `${of.account_no}/${of.meter_no}/${of.late}/${month.getTime()}`;
}

/** Quarters first, then days from quarters, then months from days. Returns the months. */
async function recomputeAll(
  client: PoolClient,
  kind: Ranked,
  { buckets, retractions }: { buckets: BucketRow[]; retractions: readonly Retraction[] },
): Promise<(Bucket & { value: string | null })[]> {
  const own = buckets.filter((bucket) => bucket.kind === kind);
  const ofGrain = (grain: number): BucketRow[] => own.filter((bucket) => bucket.grain === grain);
  for (const bucket of ofGrain(2).filter(({ is_ranked }) => !is_ranked)) {
    const { meter } = retractions.find((one) => one.meter.meterNo === bucket.meter_no) as Retraction;
    await recomputeUnranked(client, kind, { bucket, meter });
  }
  await recompute(
    client,
    kind,
    ofGrain(2).filter(({ is_ranked }) => is_ranked),
  );
  await recompute(client, kind, ofGrain(1));
  return recompute(client, kind, ofGrain(0));
}
