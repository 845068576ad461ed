import type { AttemptRow } from '../intents/intent.entity.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';

/** Records the result of a provider choice in its entry of the routing history. */
export function recordRoutingOutcome(
  { row, unsaved }: LockedIntent,
  attempt: AttemptRow,
  { outcome, latencyMs }: { outcome: string; latencyMs?: number },
): void {
  const entry = row.routing_history.findLast(({ attempt_id: id }) => id === attempt.id);
  if (entry === undefined) return;
  entry.outcome = outcome;
  entry.latency_ms ??= latencyMs === undefined ? null : Math.round(latencyMs);
  unsaved.intent = true;
}
