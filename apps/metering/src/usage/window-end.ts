import type { WindowSize } from './usage-query.schema.ts';

const FIXED_MS: Partial<Record<WindowSize, number>> = { MINUTE: 60_000, HOUR: 3_600_000 };

/**
 * The end of a window: an hour lasts an hour; a day or a month ends at the zone's next midnight or first of a month.
 */
export function windowEnd(start: Date, zone: { windowSize?: WindowSize; windowTimeZone: string }): string {
  const size = zone.windowSize ?? 'DAY';
  const fixed = FIXED_MS[size];
  if (fixed !== undefined) return new Date(start.getTime() + fixed).toISOString();
  const { year, month, day } = localDate(start, zone.windowTimeZone);
  const next = size === 'DAY' ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month, 1);
  return new Date(fromLocal(next, zone.windowTimeZone)).toISOString();
}

/** The instant of a local time. If a clock change skips the local time, the first instant after the change. */
function fromLocal(local: number, timeZone: string): number {
  const estimate = local - offsetAt(local, timeZone);
  const corrected = local - offsetAt(estimate, timeZone);
  return offsetAt(corrected, timeZone) === offsetAt(estimate, timeZone) ? corrected : Math.max(estimate, corrected);
}

function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localDate(new Date(instant), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDate(
  instant: Date,
  timeZone: string,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    // The number of IANA zones bounds this map.
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  return parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
}
