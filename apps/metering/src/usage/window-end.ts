import type { WindowSize } from './usage-query.ts';

const FIXED_MS: Partial<Record<WindowSize, number>> = { MINUTE: 60_000, HOUR: 3_600_000 };

/** End of the window that starts there: hours last an hour, days and months last until the zone's next midnight or first. */
export function windowEnd(start: Date, zone: { windowSize?: WindowSize; windowTimeZone: string }): string {
  const size = zone.windowSize ?? 'DAY';
  const fixed = FIXED_MS[size];
  if (fixed !== undefined) return new Date(start.getTime() + fixed).toISOString();
  const { year, month, day } = localDate(start, zone.windowTimeZone);
  const next = size === 'DAY' ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month, 1);
  return new Date(fromLocal(next, zone.windowTimeZone)).toISOString();
}

/** The instant at which the zone's clock shows that local time; where a change skips it, the first instant after. */
function fromLocal(local: number, timeZone: string): number {
  const guess = local - offsetAt(local, timeZone);
  const settled = local - offsetAt(guess, timeZone);
  return offsetAt(settled, timeZone) === offsetAt(guess, timeZone) ? settled : Math.max(guess, settled);
}

function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localDate(new Date(instant), timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localDate(instant: Date, timeZone: string): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    // Bounded by the number of IANA zones.
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  return parts as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
}
