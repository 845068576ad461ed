import { invalid } from '@qafila/envelopes/refusal';
import { parseTimestamp } from '../events/timestamp.ts';
import type { Micros } from '../events/timestamp.ts';
import { LIMITS } from '../limits.ts';

export const WINDOW_SIZES = ['MINUTE', 'HOUR', 'DAY', 'MONTH'] as const;
export type WindowSize = (typeof WINDOW_SIZES)[number];

/** What a usage query asks, checked. The names are OpenMeter's, so that its clients feel at home. */
export interface UsageQuery {
  from?: Micros;
  to?: Micros;
  windowSize?: WindowSize;
  windowTimeZone: string;
  groupBy: string[];
  /** Field → accepted values, compared as text. */
  filterGroupBy: Record<string, string[]>;
}

const FIELDS = new Set(['from', 'to', 'windowSize', 'windowTimeZone', 'groupBy', 'filterGroupBy']);
const FILTER_KEY = /^filterGroupBy\[(.+)\]$/;
const WINDOW_MICROS: Record<WindowSize, number> = { MINUTE: 60e6, HOUR: 3600e6, DAY: 86_400e6, MONTH: 28 * 86_400e6 };

/** Reads a query string (`filterGroupBy[model]=a`, groupBy repeated or with commas) or a body of the same names. */
export function readUsageQuery(input: Record<string, unknown>): UsageQuery {
  const filterGroupBy: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(input)) {
    const key = FILTER_KEY.exec(name)?.[1];
    if (key !== undefined) filterGroupBy[key] = texts(value, name);
    else if (!FIELDS.has(name)) throw invalid(name, `${name} is not a parameter of a usage query.`, 'unknown_field');
  }
  for (const [key, value] of Object.entries(objectOf(input.filterGroupBy))) filterGroupBy[key] = texts(value, `filterGroupBy.${key}`);
  const query: UsageQuery = {
    from: moment(input.from, 'from'), to: moment(input.to, 'to'), windowSize: windowSize(input.windowSize),
    windowTimeZone: timeZone(input.windowTimeZone), groupBy: groupBy(input.groupBy), filterGroupBy,
  };
  if (query.from !== undefined && query.to !== undefined && query.from >= query.to) throw invalid('to', 'to must be later than from.');
  return query;
}

/** More windows than anyone reads are refused before they are computed. */
export function checkWindows(query: UsageQuery, range: { from: Micros; to: Micros }): void {
  if (query.windowSize === undefined) return;
  if ((range.to - range.from) / WINDOW_MICROS[query.windowSize] > LIMITS.queryWindowsMax) {
    throw invalid('windowSize', `This range has more than ${LIMITS.queryWindowsMax} windows of that size. Narrow from and to, or widen windowSize.`, 'too_many_windows');
  }
}

function moment(value: unknown, name: string): Micros | undefined {
  if (value === undefined) return undefined;
  const parsed = typeof value === 'string' ? parseTimestamp(value) : 'must be a string';
  if (typeof parsed === 'string') throw invalid(name, `${name} ${parsed}.`);
  return parsed;
}

function windowSize(value: unknown): WindowSize | undefined {
  if (value === undefined) return undefined;
  const name = typeof value === 'string' ? value.toUpperCase() : '';
  if (!(WINDOW_SIZES as readonly string[]).includes(name)) throw invalid('windowSize', `windowSize must be one of ${WINDOW_SIZES.join(', ')}.`);
  return name as WindowSize;
}

function timeZone(value: unknown): string {
  if (value === undefined) return 'UTC';
  try {
    // An IANA name, nothing else: PostgreSQL would also take POSIX strings, whose signs are the other way round.
    if (typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value)) return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === 'UTC' ? 'UTC' : value;
  } catch {
    // Told below.
  }
  throw invalid('windowTimeZone', 'windowTimeZone must be an IANA time zone such as Asia/Riyadh.');
}

function groupBy(value: unknown): string[] {
  if (value === undefined) return [];
  const fields = texts(value, 'groupBy').flatMap((one) => one.split(',')).filter((one) => one !== '');
  if (fields.length > LIMITS.groupByFieldsMax) throw invalid('groupBy', `groupBy may name at most ${LIMITS.groupByFieldsMax} fields.`);
  if (new Set(fields).size !== fields.length) throw invalid('groupBy', 'groupBy names a field twice.');
  return fields;
}

function texts(value: unknown, name: string): string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0 || !list.every((one) => typeof one === 'string' && !one.includes('\0'))) throw invalid(name, `${name} must be a string, or an array of strings.`);
  return list as string[];
}

function objectOf(value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('filterGroupBy', 'filterGroupBy must be an object of fields and their values.');
  return value as Record<string, unknown>;
}
