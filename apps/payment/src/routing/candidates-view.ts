import type { RoutingCandidate } from '../intents/intent.entity.ts';
import { majorNumber } from '../money/amount.ts';
import type { Candidate } from './choose-providers.ts';

/** The gateways as merchants read them, with their costs in major units. */
export function candidatesView(
  candidates: readonly Candidate[],
  { currency }: { currency: string },
): RoutingCandidate[] {
  return candidates.map(({ cost_minor: minor, cost_from: from, ...rest }) => ({
    ...rest,
    cost: minor === null ? null : majorNumber(BigInt(minor), currency),
    cost_from: from,
  }));
}
