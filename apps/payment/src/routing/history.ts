import type { PoolClient } from 'pg';
import type { HeldIntent } from '../intents/change-intent.ts';
import type { AttemptRow, RoutingStep } from '../intents/intent.entity.ts';

/** What became of a choice, written into the step that made it. */
export async function noteStep(tx: PoolClient, held: HeldIntent, attempt: AttemptRow, { outcome, latencyMs }: { outcome: string; latencyMs?: number }): Promise<void> {
  const step = held.row.routing_history.findLast((one) => one.attempt_id === attempt.id);
  if (step === undefined) return;
  step.outcome = outcome;
  step.latency_ms ??= latencyMs === undefined ? null : Math.round(latencyMs);
  await saveHistory(tx, held);
}

export async function addStep(tx: PoolClient, held: HeldIntent, step: RoutingStep): Promise<void> {
  held.row.routing_history.push(step);
  await saveHistory(tx, held);
}

async function saveHistory(tx: PoolClient, { row }: HeldIntent): Promise<void> {
  await tx.query('UPDATE intent SET routing_history = $3 WHERE account_id = $1 AND id = $2', [row.account_id, row.id, JSON.stringify(row.routing_history)]);
}
