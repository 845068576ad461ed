import { createHash } from 'node:crypto';
import { EFFECTS_BY_TARGET } from './fault.ts';
import type { Effect, Fault, OperationName, FaultTarget } from './fault.ts';

export interface Chaos {
  seed: string;
  rates: Partial<Record<Effect, number>>;
}

/** Everything that a draw depends on. The same run meets the same faults. */
export interface Draw {
  provider: string;
  operation: OperationName;
  reference: string;
  tries: number;
}

/** A number in [0, 1) that depends on the seed and the parts alone. */
function seededFraction(seed: string, parts: readonly (string | number)[]): number {
  return (
    createHash('sha256')
      .update(JSON.stringify([seed, ...parts]))
      .digest()
      .readUIntBE(0, 6) /
    2 ** 48
  );
}

export function drawChaos(
  { seed, rates }: Chaos,
  target: FaultTarget,
  { provider, operation, reference, tries }: Draw,
): Fault | null {
  let left = seededFraction(seed, [provider, operation, reference, tries, target]);
  for (const effect of EFFECTS_BY_TARGET[target]) {
    left -= rates[effect] ?? 0;
    if (left < 0) return { effect, ms: null, code: null };
  }
  return null;
}
