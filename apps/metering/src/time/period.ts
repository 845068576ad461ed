import type { Micros } from './timestamp.ts';

const MICROS_PER_MS = 1000;

/** A meter's period: a calendar month in UTC, half-open. `latest` and `max` start again in each period (§2.7). */
export function periodStart(at: Micros): Micros {
  const date = new Date(Math.floor(at / MICROS_PER_MS));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) * MICROS_PER_MS;
}

export function periodEnd(at: Micros): Micros {
  const date = new Date(Math.floor(at / MICROS_PER_MS));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) * MICROS_PER_MS;
}

/** A period that ended before the meter existed never closes: usage for it is an import, and never late. */
export function isImport(at: Micros, meter: { createdAt: Micros }): boolean {
  return periodEnd(at) <= meter.createdAt;
}
