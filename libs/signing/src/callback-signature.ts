import { timingSafeEqual } from 'node:crypto';

/** `seconds` is the Unix time as the caller wrote it. `expected` must cover both this time and the body. */
export interface SignedCall {
  given: string;
  expected: Buffer;
  encoding: 'hex' | 'base64';
  seconds: string;
  nowMs: number;
  ageMsMax: number;
}

/** Whether the third party signed this call recently, and not for the future. Compares in constant time. */
export function isFreshlySigned({ given, expected, encoding, seconds, nowMs, ageMsMax }: SignedCall): boolean {
  const bytes = Buffer.from(given, encoding);
  const isFresh = /^\d{1,12}$/.test(seconds) && Math.abs(nowMs - Number(seconds) * 1_000) <= ageMsMax;
  return isFresh && bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
