import { formatTimestamp } from './timestamp.ts';
import type { Micros } from './timestamp.ts';

const MICROS_PER_MS = 1000;

interface Period {
  start: Micros;
  end: Micros;
  /** Both as texts. */
  window: { readonly start: string; readonly end: string };
}

/** The period that was asked for last: most events of a moment are in the same. */
let lastPeriod: Period = { start: 0, end: 0, window: { start: '', end: '' } };

/** A meter's period: a calendar month in UTC, half-open. `latest` and `max` start again in each period (§2.7). */
function periodOf(at: Micros): Period {
  if (at >= lastPeriod.start && at < lastPeriod.end) return lastPeriod;
  const date = new Date(Math.floor(at / MICROS_PER_MS));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const start = Date.UTC(year, month, 1) * MICROS_PER_MS;
  const end = Date.UTC(year, month + 1, 1) * MICROS_PER_MS;
  lastPeriod = { start, end, window: { start: formatTimestamp(start), end: formatTimestamp(end) } };
  return lastPeriod;
}

export function periodStart(at: Micros): Micros {
  return periodOf(at).start;
}

export function periodEnd(at: Micros): Micros {
  return periodOf(at).end;
}

/** The period as a receipt shows it. */
export function periodWindow(at: Micros): Period['window'] {
  return periodOf(at).window;
}

/** A period that ended before the meter existed never closes: usage for it is an import, and never late. */
export function isImport(at: Micros, meter: { createdAt: Micros }): boolean {
  return periodEnd(at) <= meter.createdAt;
}
