import type { Outcome } from '../providers/provider.ts';

/** Whatever goes wrong on the way is not known to have failed. */
export async function timed(call: () => Promise<Outcome>): Promise<{ outcome: Outcome; latencyMs: number }> {
  const began = performance.now();
  const outcome = await call().catch((error: unknown): Outcome => ({ kind: 'unknown', why: String((error as Error).message) }));
  return { outcome, latencyMs: performance.now() - began };
}
