import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';

/** What became of a choice, noted in the step that made it. */
export function noteStep({ row, unsaved }: HeldIntent, attempt: AttemptRow, { outcome, latencyMs }: { outcome: string; latencyMs?: number }): void {
  const step = row.routing_history.findLast((one) => one.attempt_id === attempt.id);
  if (step === undefined) return;
  step.outcome = outcome;
  step.latency_ms ??= latencyMs === undefined ? null : Math.round(latencyMs);
  unsaved.intent = true;
}
