import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a secret that a caller sent, of any length, in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [left, right] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
