import type { Facts } from '../provider.ts';

/** The electronic commerce indicators with which the bank bears a fraud: authenticated, or attempted. */
const SHIFTS = new Set(['01', '02', '05', '06']);

/** What a simulated card gateway says of 3-D Secure: `frictionless`, `challenged` or `failed`; nothing without it. */
export function authenticationOf(result: unknown, eci: unknown): Pick<Facts, 'secure' | 'authentication'> {
  if (typeof result !== 'string') return { secure: null };
  const liabilityShift = typeof eci === 'string' && SHIFTS.has(eci);
  return { secure: '3DS2', authentication: { version: '2.2.0', result: result.toLowerCase(), liabilityShift } };
}
