import type { Pool } from 'pg';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { formatTimestamp } from '../events/timestamp.ts';
import type { Micros } from '../events/timestamp.ts';
import type { MeterDirectory, MeterOwner, MeterSnapshot } from '../meters/meter-directory.ts';
import { periodEnd } from '../periods/period.ts';
import { GRAIN, cover } from './cover.ts';
import type { Grain } from './cover.ts';
import { checkWindows } from './usage-query.ts';
import type { UsageQuery, WindowSize } from './usage-query.ts';
import { usageSql, windowsSql } from './usage-sql.ts';
import { windowEnd } from './window-end.ts';

/** One cell of the answer. Decimals are strings: a JSON number would lose digits on the way. */
export interface UsageRow {
  /** Usage that arrived before its period's close; null where a maximum or latest value has no event. */
  value: string | null;
  /** What can be charged: never below zero, "0" when there is no value. */
  billable: string;
  windowStart: string;
  windowEnd: string;
  groupBy: Record<string, string | null>;
  /** Present where usage came, or was taken back, after the close: the value as known now. */
  adjustedValue?: string | null;
}

export interface UsageAnswer { from: string; to: string; windowSize: WindowSize | null; windowTimeZone: string; data: UsageRow[] }

interface Row { window_start: Date | null; value: string | null; adjusted: string | null; [group: `g${number}`]: string | null }

const EARLIEST: Micros = Date.UTC(LIMITS.yearMin, 0, 1) * 1000;

/** Answers a usage query from the rollups of the committed events: a 200 of the event door is in it, always. */
export async function queryUsage(services: { pool: Pool; meters: MeterDirectory }, owner: MeterOwner, meterId: string, query: UsageQuery): Promise<UsageAnswer> {
  const meter = await services.meters.find(owner, meterId);
  if (meter === undefined) throw notFound('meter', meterId);
  const range = query.windowSize === undefined ? totalRange(query) : await windowRange(services.pool, meter, query);
  checkWindows(query, range);
  const segments = cover(range, coarsestGrain(meter, query));
  const head = { from: formatTimestamp(range.from), to: formatTimestamp(range.to), windowSize: query.windowSize ?? null, windowTimeZone: query.windowTimeZone };
  if (segments.length === 0) return { ...head, data: [] };
  const statement = usageSql(meter, query, segments);
  const { rows } = await services.pool.query<Row>(`${statement.text} LIMIT ${LIMITS.queryRowsMax + 1}`, statement.values);
  if (rows.length > LIMITS.queryRowsMax) throw invalid('groupBy', `The answer has more than ${LIMITS.queryRowsMax} rows. Narrow the range, or group by less.`, 'too_many_rows');
  const filled = query.groupBy.length > 0 ? rows : await withEmptyWindows(services.pool, meter, query, { rows, range });
  return { ...head, data: filled.map((row) => usageRow(row, query, range)) };
}

function totalRange(query: UsageQuery): { from: Micros; to: Micros } {
  // Nothing lies after the present month: an open end costs no ragged edge.
  return { from: query.from ?? EARLIEST, to: query.to ?? periodEnd((Date.now() + LIMITS.futureMsMax) * 1000) };
}

/** Open ends reach as far as there is usage. */
async function windowRange(pool: Pool, meter: MeterSnapshot, query: UsageQuery): Promise<{ from: Micros; to: Micros }> {
  if (query.from !== undefined && query.to !== undefined) return { from: query.from, to: query.to };
  const { rows: [span] } = await pool.query<{ first: string | null; last: string | null }>(`
    SELECT extract(epoch FROM min(start))::bigint * 1000000 AS first, extract(epoch FROM max(start) + interval '15 minutes')::bigint * 1000000 AS last
    FROM usage_rollup WHERE account_no = $1 AND meter_no = $2 AND grain = ${GRAIN.quarter}`, [meter.accountNo, meter.meterNo]);
  const from = query.from ?? Number(span?.first ?? 0);
  return { from, to: query.to ?? Math.max(from, Number(span?.last ?? 0)) };
}

/** The coarsest rollup that can tell the query's windows and groups apart. */
function coarsestGrain(meter: MeterSnapshot, query: UsageQuery): Grain {
  const fields = [...query.groupBy, ...Object.keys(query.filterGroupBy)];
  if (query.windowSize === 'MINUTE' || !fields.every((field) => meter.groupBy.includes(field))) return GRAIN.raw;
  if (query.windowSize === 'HOUR' || (query.windowSize !== undefined && query.windowTimeZone !== 'UTC')) return GRAIN.quarter;
  return fields.length > 0 || query.windowSize === 'DAY' ? GRAIN.day : GRAIN.month;
}

/** Windows without usage are told too, when there are no groups: a chart has no holes, and an empty period says so. */
async function withEmptyWindows(pool: Pool, meter: MeterSnapshot, query: UsageQuery, found: { rows: Row[]; range: { from: Micros; to: Micros } }): Promise<Row[]> {
  const additive = meter.aggregationType === 'count' || meter.aggregationType === 'sum';
  const empty = { value: additive ? '0' : null, adjusted: additive ? '0' : null };
  if (query.windowSize === undefined) return found.rows.length > 0 ? found.rows : [{ window_start: null, ...empty }];
  const { text, values } = windowsSql(query, found.range);
  const { rows: windows } = await pool.query<{ window_start: Date }>(text, values);
  const known = new Map(found.rows.map((row) => [row.window_start?.getTime(), row]));
  return windows.map(({ window_start }) => known.get(window_start.getTime()) ?? { window_start, ...empty });
}

function usageRow(row: Row, query: UsageQuery, range: { from: Micros; to: Micros }): UsageRow {
  const window = row.window_start === null
    ? { windowStart: formatTimestamp(range.from), windowEnd: formatTimestamp(range.to) }
    : { windowStart: row.window_start.toISOString(), windowEnd: windowEnd(row.window_start, query) };
  return {
    value: row.value, billable: row.value === null || row.value.startsWith('-') ? '0' : row.value, ...window,
    groupBy: Object.fromEntries(query.groupBy.map((field, index) => [field, row[`g${index}`] ?? null])),
    ...(row.adjusted === row.value ? {} : { adjustedValue: row.adjusted }),
  };
}
