import type { MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { betweenSql, formatTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import { GRAIN } from './cover.ts';
import type { Segment } from './cover.ts';
import type { UsageQuery } from './usage-query.ts';

/** SQL text with its values, which are always passed as parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/**
 * Builds the statement of a usage query from the segments that cover its range. Every source has the same columns:
 * t, value, at, seq, on_time (part of the total as closed), known (part of the total as known now), g0…gn.
 */
export function usageSql(meter: MeterSnapshot, query: UsageQuery, segments: Segment[]): Statement {
  const values: unknown[] = [meter.accountNo, meter.meterNo];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const fields = [...new Set([...query.groupBy, ...Object.keys(query.filterGroupBy)])];
  const sources = segments.map((segment) =>
    segment.grain === GRAIN.raw ? rawSource(segment, fields, bind) : rollupSource(segment, fields, meter, bind),
  );
  const window = windowOf(query, bind);
  const groups = query.groupBy.map((_, index) => `g${index}`);
  const filters = Object.entries(query.filterGroupBy).map(
    ([field, accepted]) => `g${fields.indexOf(field)} = ANY(${bind(accepted)}::text[])`,
  );
  const text = `
    SELECT ${window} AS window_start, ${groups.map((group) => `${group}, `).join('')}
      ${merged(meter.aggregationType, 'on_time')} AS value, ${merged(meter.aggregationType, 'known')} AS adjusted
    FROM (${sources.join(' UNION ALL ')}) AS usage ${filters.length === 0 ? '' : `WHERE ${filters.join(' AND ')}`}
    GROUP BY ${['window_start', ...groups].join(', ')} ORDER BY ${['window_start', ...groups].join(', ')}`;
  return { text, values };
}

function rollupSource(
  segment: Segment,
  fields: string[],
  meter: MeterSnapshot,
  bind: (value: unknown) => string,
): string {
  // After a late retraction of a maximum or a latest value, the late row contains the value of the whole bucket.
  const known =
    meter.aggregationType === 'max' || meter.aggregationType === 'latest'
      ? 'late OR NOT bool_or(replaces) OVER (PARTITION BY start, groups)'
      : 'true';
  const groups = fields.map((field, index) => `groups::json ->> ${meter.groupBy.indexOf(field)} AS g${index}`);
  const columns = ['start AS t', 'value', 'at', 'seq', 'NOT late AS on_time', `${known} AS known`, ...groups];
  return `SELECT ${columns.join(', ')} FROM usage_rollup WHERE account_no = $1 AND meter_no = $2
    AND grain = ${segment.grain} AND start >= ${stamp(segment.from, bind)} AND start < ${stamp(segment.to, bind)}`;
}

function rawSource(segment: Segment, fields: string[], bind: (value: unknown) => string): string {
  const groups = fields.map((field, index) => {
    const name = bind(field);
    if (!field.includes('.')) return `payload::json ->> ${name}::text AS g${index}`;
    // Same as readPath(): a field with exactly that name wins, even if it is null. A path never enters an array.
    const steps = field.split('.').map((part) => `${bind(part)}::text`);
    const inner = `payload::json -> ${steps.slice(0, -1).join(' -> ')} ->> ${steps[steps.length - 1]}`;
    const direct = `payload::json -> ${name}::text`;
    return `CASE WHEN ${direct} IS NULL THEN ${inner} ELSE payload::json ->> ${name}::text END AS g${index}`;
  });
  const [onTime, known] = ['NOT late AND reversed <> 1 AS on_time', 'reversed = 0 AS known'];
  const columns = ['occurred_at AS t', 'value', 'occurred_at AS at', 'seq', onTime, known, ...groups];
  return `SELECT ${columns.join(', ')} FROM usage_event WHERE account_no = $1 AND meter_no = $2 AND verdict = 0
    AND ${betweenSql(stamp(segment.from, bind), stamp(segment.to, bind))}`;
}

function stamp(at: Micros, bind: (value: unknown) => string): string {
  return `${bind(formatTimestamp(at))}::timestamptz`;
}

function windowOf({ windowSize, windowTimeZone }: UsageQuery, bind: (value: unknown) => string): string {
  return windowSize === undefined
    ? 'NULL::timestamptz'
    : `date_trunc('${windowSize.toLowerCase()}', t, ${bind(windowTimeZone)}::text)`;
}

function merged(kind: MeterSnapshot['aggregationType'], part: 'on_time' | 'known'): string {
  if (kind === 'max') return `trim_scale(max(value) FILTER (WHERE ${part}))::text`;
  if (kind === 'latest')
    return `trim_scale((
      array_agg(value ORDER BY at DESC, seq DESC) FILTER (WHERE ${part} AND value IS NOT NULL)
    )[1])::text`;
  return `trim_scale(coalesce(sum(value) FILTER (WHERE ${part}), 0))::text`;
}

/**
 * The start of every window of the range, including windows without usage. Hours advance in real time by quarters,
 * because clocks can change by less than an hour. Days and months advance by the calendar.
 */
export function windowsSql(query: UsageQuery, range: { from: number; to: number }): Statement {
  const unit = (query.windowSize ?? 'DAY').toLowerCase();
  const byClock = unit === 'minute' || unit === 'hour';
  const step = unit === 'hour' ? '15 minutes' : '1 minute';
  const zone = '$3::text';
  const last = `$2::timestamptz - interval '1 microsecond'`;
  const first = byClock
    ? `date_bin('${step}', $1::timestamptz, timestamptz '2000-01-01 00:00Z')`
    : `date_trunc('${unit}', $1::timestamptz AT TIME ZONE ${zone})`;
  // Truncated in local time first: where a zone skips a midnight, the next day must still begin at midnight.
  const series = byClock
    ? `generate_series(${first}, ${last}, interval '${step}')`
    : `generate_series(${first}, (${last}) AT TIME ZONE ${zone}, interval '1 ${unit}')`;
  const start = byClock ? `date_trunc('${unit}', w, ${zone})` : `w AT TIME ZONE ${zone}`;
  return {
    text: `SELECT DISTINCT ${start} AS window_start FROM ${series} AS w ORDER BY 1`,
    values: [formatTimestamp(range.from), formatTimestamp(range.to), query.windowTimeZone],
  };
}
