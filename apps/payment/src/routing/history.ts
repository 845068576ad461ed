import type { PoolClient } from 'pg';
import type { HeldIntent } from '../intents/change-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';

/** What became of a choice, written into the step that made it. */
export async function noteStep(tx: PoolClient, held: HeldIntent, attempt: AttemptRow, { outcome, latencyMs }: { outcome: string; latencyMs?: number }): Promise<void> {
  const step = held.row.routing_history.findLast((one) => one.attempt_id === attempt.id);
  if (step === undefined) return;
  step.outcome = outcome;
  step.latency_ms ??= latencyMs === undefined ? null : Math.round(latencyMs);
  await tx.query('UPDATE intent SET routing_history = $3 WHERE account_id = $1 AND id = $2', [held.row.account_id, held.row.id, JSON.stringify(held.row.routing_history)]);
}
