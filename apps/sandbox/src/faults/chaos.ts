import { createHash } from 'node:crypto';
import { EFFECTS_OF } from './fault.ts';
import type { Effect, Fault, OperationName, Side } from './fault.ts';

export interface Chaos { seed: string; rates: Partial<Record<Effect, number>> }

/** What a draw depends on: nothing else, so that the same run meets the same faults. */
export interface Draw { provider: string; operation: OperationName; reference: string; tries: number }

/** A number from 0 (with) to 1 (without). */
export function unit(seed: string, parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify([seed, ...parts])).digest().readUIntBE(0, 6) / 2 ** 48;
}

export function drawChaos({ seed, rates }: Chaos, side: Side, { provider, operation, reference, tries }: Draw): Fault | null {
  let left = unit(seed, [provider, operation, reference, tries, side]);
  for (const effect of EFFECTS_OF[side]) {
    left -= rates[effect] ?? 0;
    if (left < 0) return { effect, ms: null, code: null };
  }
  return null;
}
