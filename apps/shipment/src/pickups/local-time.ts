const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A moment on the calendar and the clock of a place. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  day: string;
  /** `HH:MM`. */
  time: string;
  /** ISO: Monday is 1. */
  weekday: number;
}

/** Pure. */
export function localTime(ms: number, timeZone: string): LocalTime {
  const local = new Date(ms + offsetMs(ms, timeZone)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16), weekday: weekdayOf(local.slice(0, 10)) };
}

/** The moment of a local time. Of a time that summer time skips, the moment after the gap. Pure. */
export function momentOf(day: string, time: string, timeZone: string): number {
  const local = Date.parse(`${day}T${time}:00Z`);
  const estimate = local - offsetMs(local, timeZone);
  return local - offsetMs(estimate, timeZone);
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** A real day of the calendar. */
export function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}

function offsetMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(ms);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return local - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
