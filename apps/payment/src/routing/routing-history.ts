import type { AttemptRow, IntentRow, RoutingStep } from '../intents/intent.entity.ts';

/** The row with the result of a provider choice in its entry of the routing history. */
export function withRoutingOutcome(
  row: IntentRow,
  attempt: AttemptRow,
  { outcome, latencyMs }: { outcome: string; latencyMs?: number },
): IntentRow {
  const at = row.routing_history.findLastIndex(({ attempt_id: id }) => id === attempt.id);
  if (at < 0) return row;
  const step = row.routing_history[at] as RoutingStep;
  const latency = step.latency_ms ?? (latencyMs === undefined ? null : Math.round(latencyMs));
  return { ...row, routing_history: row.routing_history.with(at, { ...step, outcome, latency_ms: latency }) };
}
