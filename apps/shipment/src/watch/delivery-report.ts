import type { Pool } from 'pg';
import { csvOf } from '@qafila/csv/write-csv';
import { invalid } from '@qafila/envelopes/refusal';
import { WATCH } from '../limits.ts';
import type { Owner } from '../shipments/owner.ts';
import type { DeliveryReportLine, DeliveryReportQuery } from './watch.schema.ts';

interface ReportRow {
  courier: string;
  city: string;
  country_code: string;
  ended: number;
  delivered: number;
  delivered_first: number;
  returned: number;
  lost: number;
  hours: number[] | null;
}

export const REPORT_SQL = `
  SELECT courier, city, country_code, count(*)::integer AS ended,
    (count(*) FILTER (WHERE outcome = 'DELIVERED'))::integer AS delivered,
    (count(*) FILTER (WHERE outcome = 'DELIVERED' AND failed_attempts = 0))::integer AS delivered_first,
    (count(*) FILTER (WHERE outcome = 'RETURNED'))::integer AS returned,
    (count(*) FILTER (WHERE outcome = 'LOST'))::integer AS lost,
    percentile_disc(array[0.5, 0.9, 0.95]) WITHIN GROUP (
      ORDER BY ceil(extract(epoch FROM ended_at - picked_up_at) / 3600)::integer
    ) FILTER (WHERE outcome = 'DELIVERED' AND ended_at >= picked_up_at) AS hours
  FROM journey
  WHERE account_id = $1 AND ended_at >= $2 AND ended_at < $3 AND ($4::text IS NULL OR courier = $4)
  GROUP BY courier, city, country_code ORDER BY ended DESC, courier, city LIMIT $5`;

/** Transit time, success at the first attempt and returns, by courier and city, of shipments that ended in a period. */
export async function deliveryReport(
  pool: Pool,
  { accountId }: Owner,
  { from, to, courierId }: DeliveryReportQuery,
): Promise<DeliveryReportLine[]> {
  const periodMs = Date.parse(to) - Date.parse(from);
  if (periodMs <= 0 || periodMs > WATCH.reportDaysMax * 86_400_000)
    throw invalid('to', `to must be after from, by at most ${WATCH.reportDaysMax} days.`);
  const { rows } = await pool.query<ReportRow>(REPORT_SQL, [
    accountId,
    from,
    to,
    courierId ?? null,
    WATCH.reportLinesMax,
  ]);
  return rows.map((row) => ({
    courierId: row.courier,
    city: row.city,
    countryCode: row.country_code,
    ended: row.ended,
    delivered: row.delivered,
    deliveredFirst: row.delivered_first,
    returned: row.returned,
    lost: row.lost,
    transitHoursP50: row.hours?.[0] ?? null,
    transitHoursP90: row.hours?.[1] ?? null,
    transitHoursP95: row.hours?.[2] ?? null,
  }));
}

const COLUMNS = [
  'courierId',
  'city',
  'countryCode',
  'ended',
  'delivered',
  'deliveredFirst',
  'returned',
  'lost',
  'transitHoursP50',
  'transitHoursP90',
  'transitHoursP95',
] as const satisfies readonly (keyof DeliveryReportLine)[];

export function deliveryReportCsv(lines: readonly DeliveryReportLine[]): string {
  return csvOf(
    COLUMNS,
    lines.map((line) => COLUMNS.map((column) => String(line[column] ?? ''))),
  );
}
