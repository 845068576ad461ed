import type { Pool } from 'pg';
import { invalid, notFound } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { formatTimestamp } from '../time/timestamp.ts';
import type { Micros } from '../time/timestamp.ts';
import { billableValue } from '../meter-definitions/billable.ts';
import type { MeterOwner, MeterSnapshot } from '../meter-definitions/meter-directory.ts';
import { periodEnd } from '../time/period.ts';
import { GRAIN, cover } from './cover.ts';
import type { Grain } from './cover.ts';
import { withoutDeleted } from './kept-quarters.ts';
import { checkCost } from './query-cost.ts';
import { FIND_RANGE } from './range.sql.ts';
import type { UsageAnswer, UsageRow } from './usage-answers.schema.ts';
import { checkFields, checkWindows } from './usage-query.ts';
import type { UsageQuery } from './usage-query.ts';
import type { UsageReaders } from './usage-readers.ts';
import { usageSql, windowsSql } from './usage-sql.ts';
import { windowEnd } from './window-end.ts';

export type Usage = Pick<UsageAnswer, 'from' | 'to' | 'windowSize' | 'windowTimeZone' | 'data'>;

interface Row {
  window_start: Date | null;
  value: string | null;
  adjusted: string | null;
  [group: `g${number}`]: string | null;
}

const EARLIEST: Micros = Date.UTC(LIMITS.yearMin, 0, 1) * 1000;

/**
 * Answers a usage query from the rollups of the committed events: every event that was answered with 200 is included.
 */
export async function queryUsage(
  dependencies: UsageReaders,
  owner: MeterOwner,
  meterId: string,
  query: UsageQuery,
): Promise<Usage> {
  const meter = await dependencies.meters.find(owner, meterId);
  if (meter === undefined) throw notFound('meter', meterId);
  checkFields(query, meter);
  const range = await rangeOf(dependencies.pool, meter, query);
  checkWindows(query, range);
  const { pool } = dependencies;
  const segments = await withoutDeleted(
    pool,
    cover(query.windowSize === undefined ? withOpenEnds(query) : range, coarsestGrain(query)),
  );
  const head = {
    from: formatTimestamp(range.from),
    to: formatTimestamp(range.to),
    windowSize: query.windowSize ?? null,
    windowTimeZone: query.windowTimeZone,
  };
  if (segments.length === 0) return { ...head, data: [] };
  await checkCost(dependencies, meter, segments);
  const statement = usageSql(meter, query, segments);
  const { rows } = await dependencies.pool.query<Row>(
    `${statement.text} LIMIT ${LIMITS.queryRowsMax + 1}`,
    statement.values,
  );
  if (rows.length > LIMITS.queryRowsMax)
    throw invalid(
      'groupBy',
      `The answer has more than ${LIMITS.queryRowsMax} rows. Narrow the range, or group by less.`,
      'too_many_rows',
    );
  const filled =
    query.groupBy.length > 0 ? rows : await withEmptyWindows(dependencies.pool, meter, query, { rows, range });
  return { ...head, data: filled.map((row) => usageRow(row, query, range)) };
}

interface Range {
  from: Micros;
  to: Micros;
}

/** Of the same usage, but an end that the query leaves open needs no rows finer than a month. */
function withOpenEnds(query: UsageQuery): Range {
  // No usage is later than this month.
  return { from: query.from ?? EARLIEST, to: query.to ?? periodEnd((Date.now() + LIMITS.futureMsMax) * 1000) };
}

/** An open end reaches as far as there is usage, by the quarter of an hour; without any, to the present moment. */
async function rangeOf(pool: Pool, meter: MeterSnapshot, { from, to }: UsageQuery): Promise<Range> {
  if (from !== undefined && to !== undefined) return { from, to };
  const {
    rows: [span],
  } = await pool.query<{ first: string | null; last: string | null }>(FIND_RANGE, [meter.accountNo, meter.meterNo]);
  const now = Date.now() * 1000;
  const begin = from ?? Math.min(Number(span?.first ?? now), to ?? Infinity);
  return { from: begin, to: to ?? Math.max(begin, Number(span?.last ?? now)) };
}

/** The coarsest rollup that distinguishes the query's windows and groups. */
function coarsestGrain(query: UsageQuery): Grain {
  if (query.windowSize === 'MINUTE') return GRAIN.raw;
  if (query.windowSize === 'HOUR' || (query.windowSize !== undefined && query.windowTimeZone !== 'UTC'))
    return GRAIN.quarter;
  const isGrouped = query.groupBy.length > 0 || Object.keys(query.filterGroupBy).length > 0;
  return isGrouped || query.windowSize === 'DAY' ? GRAIN.day : GRAIN.month;
}

/** Without groups, windows without usage are answered too, so that a chart has no gaps. */
async function withEmptyWindows(
  pool: Pool,
  meter: MeterSnapshot,
  query: UsageQuery,
  { rows, range }: { rows: Row[]; range: Range },
): Promise<Row[]> {
  const additive = meter.aggregationType === 'count' || meter.aggregationType === 'sum';
  const empty = { value: additive ? '0' : null, adjusted: additive ? '0' : null };
  if (query.windowSize === undefined) return rows.length > 0 ? rows : [{ window_start: null, ...empty }];
  const { text, values } = windowsSql(query, range);
  const { rows: windows } = await pool.query<{ window_start: Date }>(text, values);
  const known = new Map(rows.map((row) => [row.window_start?.getTime(), row]));
  return windows.map(({ window_start }) => known.get(window_start.getTime()) ?? { window_start, ...empty });
}

function usageRow(row: Row, query: UsageQuery, range: Range): UsageRow {
  const window =
    row.window_start === null
      ? { windowStart: formatTimestamp(range.from), windowEnd: formatTimestamp(range.to) }
      : { windowStart: row.window_start.toISOString(), windowEnd: windowEnd(row.window_start, query) };
  return {
    value: row.value,
    billable: billableValue(row.value),
    ...window,
    groupBy: Object.fromEntries(query.groupBy.map((field, index) => [field, row[`g${index}`] ?? null])),
    ...(row.adjusted === row.value ? {} : { adjustedValue: row.adjusted }),
  };
}
