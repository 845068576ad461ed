import type { MeterSnapshot } from '../meters/meter-directory.ts';
import { betweenSql, formatTimestamp } from '../events/timestamp.ts';
import type { Micros } from '../events/timestamp.ts';
import { GRAIN } from './cover.ts';
import type { Segment } from './cover.ts';
import type { UsageQuery } from './usage-query.ts';

/** SQL text with its values; values are only ever passed as parameters. */
export interface Statement { text: string; values: unknown[] }

/**
 * Builds the statement of a usage query from the segments that cover its range. Every source yields the same columns:
 * t, value, at, seq, on_time (part of the total as it was closed), known (part of the total as known now), g0…gn.
 */
export function usageSql(meter: MeterSnapshot, query: UsageQuery, segments: Segment[]): Statement {
  const values: unknown[] = [meter.accountNo, meter.meterNo];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const fields = [...new Set([...query.groupBy, ...Object.keys(query.filterGroupBy)])];
  const sources = segments.map((segment) => (segment.grain === GRAIN.raw ? rawSource(segment, fields, bind) : rollupSource(segment, fields, meter, bind)));
  const window = windowOf(query, bind);
  const groups = query.groupBy.map((_, index) => `g${index}`);
  const filters = Object.entries(query.filterGroupBy).map(([field, wanted]) => `g${fields.indexOf(field)} = ANY(${bind(wanted)}::text[])`);
  const text = `
    SELECT ${window} AS window_start, ${groups.map((group) => `${group}, `).join('')}
      ${merged(meter.aggregationType, 'on_time')} AS value, ${merged(meter.aggregationType, 'known')} AS adjusted
    FROM (${sources.join(' UNION ALL ')}) AS usage ${filters.length === 0 ? '' : `WHERE ${filters.join(' AND ')}`}
    GROUP BY ${['window_start', ...groups].join(', ')} ORDER BY ${['window_start', ...groups].join(', ')}`;
  return { text, values };
}

function rollupSource(segment: Segment, fields: string[], meter: MeterSnapshot, bind: (value: unknown) => string): string {
  // After a late retraction of a maximum or a latest value, the late row holds the whole bucket's value.
  const known = meter.aggregationType === 'max' || meter.aggregationType === 'latest'
    ? 'late OR NOT bool_or(replaces) OVER (PARTITION BY start, groups)' : 'true';
  const groups = fields.map((field, index) => `groups::json ->> ${meter.groupBy.indexOf(field)} AS g${index}`);
  return `SELECT ${['start AS t', 'value', 'at', 'seq', 'NOT late AS on_time', `${known} AS known`, ...groups].join(', ')}
    FROM usage_rollup WHERE account_no = $1 AND meter_no = $2 AND grain = ${segment.grain} AND start >= ${stamp(segment.from, bind)} AND start < ${stamp(segment.to, bind)}`;
}

function rawSource(segment: Segment, fields: string[], bind: (value: unknown) => string): string {
  const groups = fields.map((field, index) => {
    const own = bind(field);
    if (!field.includes('.')) return `payload::json ->> ${own}::text AS g${index}`;
    // As readPath has it: a field of that very name wins, be it null; and no step leads into an array.
    const steps = field.split('.').map((part) => `${bind(part)}::text`);
    const inner = `payload::json -> ${steps.slice(0, -1).join(' -> ')} ->> ${steps[steps.length - 1]}`;
    return `CASE WHEN payload::json -> ${own}::text IS NULL THEN ${inner} ELSE payload::json ->> ${own}::text END AS g${index}`;
  });
  return `SELECT ${['occurred_at AS t', 'value', 'occurred_at AS at', 'seq', 'NOT late AND reversed <> 1 AS on_time', 'reversed = 0 AS known', ...groups].join(', ')}
    FROM usage_event WHERE account_no = $1 AND meter_no = $2 AND verdict = 0 AND ${betweenSql(stamp(segment.from, bind), stamp(segment.to, bind))}`;
}

function stamp(at: Micros, bind: (value: unknown) => string): string {
  return `${bind(formatTimestamp(at))}::timestamptz`;
}

function windowOf({ windowSize, windowTimeZone }: UsageQuery, bind: (value: unknown) => string): string {
  return windowSize === undefined ? 'NULL::timestamptz' : `date_trunc('${windowSize.toLowerCase()}', t, ${bind(windowTimeZone)}::text)`;
}

function merged(kind: MeterSnapshot['aggregationType'], part: 'on_time' | 'known'): string {
  if (kind === 'max') return `trim_scale(max(value) FILTER (WHERE ${part}))::text`;
  if (kind === 'latest') return `trim_scale((array_agg(value ORDER BY at DESC, seq DESC) FILTER (WHERE ${part} AND value IS NOT NULL))[1])::text`;
  return `trim_scale(coalesce(sum(value) FILTER (WHERE ${part}), 0))::text`;
}

/**
 * The start of every window of the range, so that empty ones are answered too. Hours step in real time, a quarter at a time because
 * clocks may change by less than an hour; days by the calendar.
 */
export function windowsSql(query: UsageQuery, range: { from: number; to: number }): Statement {
  const unit = (query.windowSize ?? 'DAY').toLowerCase();
  const byClock = unit === 'minute' || unit === 'hour';
  const step = unit === 'hour' ? '15 minutes' : '1 minute';
  const zone = '$3::text';
  // Truncated by the zone's clock before it is made a time again: where midnight is skipped, the day after must begin at midnight.
  const series = byClock
    ? `generate_series(date_bin('${step}', $1::timestamptz, timestamptz '2000-01-01 00:00Z'), $2::timestamptz - interval '1 microsecond', interval '${step}')`
    : `generate_series(date_trunc('${unit}', $1::timestamptz AT TIME ZONE ${zone}), ($2::timestamptz - interval '1 microsecond') AT TIME ZONE ${zone}, interval '1 ${unit}')`;
  const start = byClock ? `date_trunc('${unit}', w, ${zone})` : `w AT TIME ZONE ${zone}`;
  return { text: `SELECT DISTINCT ${start} AS window_start FROM ${series} AS w ORDER BY 1`, values: [formatTimestamp(range.from), formatTimestamp(range.to), query.windowTimeZone] };
}
