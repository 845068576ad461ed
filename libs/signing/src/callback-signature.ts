import { timingSafeEqual } from 'node:crypto';

/** `seconds` is the caller's Unix time as he wrote it, which `expected` covers; the body is covered too, or the signature says nothing. */
export interface SignedCall { given: string; expected: Buffer; encoding: 'hex' | 'base64'; seconds: string; nowMs: number; ageMsMax: number }

/** Whether a third party signed this call, and not long ago or for a time to come. Compared in constant time. */
export function isFreshlySigned({ given, expected, encoding, seconds, nowMs, ageMsMax }: SignedCall): boolean {
  const bytes = Buffer.from(given, encoding);
  const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(nowMs - Number(seconds) * 1_000) <= ageMsMax;
  return isFresh && bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
