import { LIMITS } from '../limits.ts';

/**
 * Microseconds since 1970-01-01T00:00Z. A number is exact until the year 2255. Later usage is in the future and
 * refused.
 */
export type Micros = number;

const ISO_UTC = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]00(?::?00)?)?$/;
const ISO_OTHER_ZONE = /[+-]\d{2}(?::?\d{2})?$/;

/**
 * Reads a §2.8 timestamp: ISO 8601 in UTC, with up to nine decimals, of which six are kept. Returns the reason as text
 * when the timestamp is invalid. `Date.parse` is not used because it turns 30 February into 2 March.
 */
export function parseTimestamp(text: string): Micros | string {
  const match = ISO_UTC.exec(text);
  if (match === null) {
    return ISO_OTHER_ZONE.test(text) && text.includes('T')
      ? 'must be in UTC: end it with Z'
      : 'must be an ISO 8601 timestamp such as 2026-11-21T09:30:00.123456Z';
  }
  if (match[8] === undefined) return 'must state that it is in UTC: end it with Z';
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (year < LIMITS.yearMin || year > LIMITS.yearMax)
    return `must be in the years ${LIMITS.yearMin} to ${LIMITS.yearMax}`;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return 'names a day that the calendar does not have';
  if (hour > 23 || minute > 59 || second > 59) return 'names a time of day that does not exist';
  const fraction = (match[7] ?? '').padEnd(6, '0').slice(0, 6);
  return Date.UTC(year, month - 1, day, hour, minute, second) * 1000 + Number(fraction);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The second that was written last: most timestamps of a moment share it, and `toISOString` is the costly part. */
let lastSecond = { second: NaN, text: '' };

/** `2026-11-21T09:30:00.123456Z`: always six decimals, so that the order of the texts is the order in time. */
export function formatTimestamp(micros: Micros): string {
  const milliseconds = Math.floor(micros / 1000);
  const second = Math.floor(milliseconds / 1000);
  if (second !== lastSecond.second)
    lastSecond = { second, text: new Date(second * 1000).toISOString().slice(0, -'000Z'.length) };
  const fraction = (milliseconds - second * 1000) * 1000 + (micros - milliseconds * 1000);
  return `${lastSecond.text}${String(fraction).padStart(6, '0')}Z`;
}

/** SQL that formats a timestamptz column like formatTimestamp(). */
export function timestampSql(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The expression of the time index on usage_event. The index serves a query only if it contains this expression. */
export function minuteSql(value: string): string {
  return `date_bin('1 minute', ${value}, timestamptz '2000-01-01 00:00Z')`;
}

/** A half-open time range on usage_event, exact to the microsecond, that the index can serve. */
export function betweenSql(from: string, to: string): string {
  const minute = minuteSql('occurred_at');
  return `${minute} >= ${minuteSql(from)} AND ${minute} <= ${minuteSql(to)}
    AND occurred_at >= ${from} AND occurred_at < ${to}`;
}
