import { LIMITS } from '../limits.ts';

/** Microseconds since 1970-01-01T00:00Z. Exact as a number until the year 2255; later stamps are in the future anyway. */
export type Micros = number;

const ISO_UTC = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]00(?::?00)?)?$/;
const ISO_OTHER_ZONE = /[+-]\d{2}(?::?\d{2})?$/;

/**
 * Reads a §2.8 timestamp: ISO 8601 in UTC, up to nine decimals of which six are kept. Answers the reason as a text when it
 * is not one. JavaScript's Date is not asked: it would make 30 February the second of March.
 */
export function parseTimestamp(text: string): Micros | string {
  const match = ISO_UTC.exec(text);
  if (match === null) {
    return ISO_OTHER_ZONE.test(text) && text.includes('T')
      ? 'must be in UTC: end it with Z'
      : 'must be an ISO 8601 timestamp such as 2026-11-21T09:30:00.123456Z';
  }
  if (match[8] === undefined) return 'must say that it is in UTC: end it with Z';
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  if (year < LIMITS.yearMin || year > LIMITS.yearMax) return `must lie in the years ${LIMITS.yearMin} to ${LIMITS.yearMax}`;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return 'names a day that the calendar does not have';
  if (hour > 23 || minute > 59 || second > 59) return 'names a time of day that does not exist';
  const fraction = (match[7] ?? '').padEnd(6, '0').slice(0, 6);
  return Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + Number(fraction);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `2026-11-21T09:30:00.123456Z`: six decimals always, so that text order is time order. */
export function formatTimestamp(micros: Micros): string {
  const milliseconds = Math.floor(micros / 1000);
  const rest = micros - milliseconds * 1000;
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}

/** SQL that renders a timestamptz column in the same form. */
export function timestampSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The expression of the time index on usage_event: a query that reads events by time must name it too. Order by it is order by time. */
export function minuteSql(value: string): string {
  return `date_bin('1 minute', ${value}, timestamptz '2000-01-01 00:00Z')`;
}

/** Half-open time range on usage_event that the index can serve; exact to the microsecond. */
export function betweenSql(from: string, to: string): string {
  return `${minuteSql('occurred_at')} >= ${minuteSql(from)} AND ${minuteSql('occurred_at')} <= ${minuteSql(to)} AND occurred_at >= ${from} AND occurred_at < ${to}`;
}
