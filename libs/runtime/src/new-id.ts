import { randomBytes } from 'node:crypto';

/**
 * An id that sorts by time, so that inserts append to an index: 11 hex digits of milliseconds (enough until the year
 * 2527), then 64 random bits.
 */
export function newId(prefix: string, nowMs: number): string {
  return `${firstIdAt(prefix, nowMs)}${randomBytes(8).toString('hex')}`;
}

/** What all ids of this millisecond begin with: no earlier id is greater. */
export function firstIdAt(prefix: string, nowMs: number): string {
  return `${prefix}_${nowMs.toString(16).padStart(11, '0')}`;
}
