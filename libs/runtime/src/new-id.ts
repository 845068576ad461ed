import { randomBytes } from 'node:crypto';

/** Sortable by time: 11 hex digits of milliseconds (good until the year 2527), then 64 random bits. Inserts meet at an index's end. */
export function newId(prefix: string, nowMs: number): string {
  return `${prefix}_${nowMs.toString(16).padStart(11, '0')}${randomBytes(8).toString('hex')}`;
}
