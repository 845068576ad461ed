import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import type { ChangeContext } from '../intents/change-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { addEvent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { operationRow } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import type { Method } from '../providers/methods.ts';
import type { OperationKind } from '../providers/provider.ts';
import type { ProviderChoice } from '../routing/choose-providers.ts';

export interface NewAttempt {
  method: Method;
  gateway: string;
  choice: ProviderChoice;
  isFallback: boolean;
  kind: OperationKind;
  actor: ChangeContext['actor'];
  tokenId?: string;
  instrument?: Record<string, unknown>;
}

/**
 * Opens an attempt and adds its operation. The caller commits before it asks the provider. A unique index allows one
 * open attempt per intent.
 */
export async function startAttempt(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  wanted: NewAttempt,
): Promise<{ attempt: AttemptRow; operation: OperationRow }> {
  const { method, gateway, choice, isFallback, kind, actor, tokenId = null, instrument = {} } = wanted;
  const { row } = locked;
  const now = new Date(deps.clock());
  const id = newId('txn', now.getTime());
  // Saved with the change of the intent.
  row.routing_history.push({
    at: now.toISOString(),
    rule_id: choice.rule_id,
    gateway_type: gateway,
    attempt_id: id,
    reason: reasonOf(wanted),
    outcome: 'asked',
    latency_ms: null,
    ...(isFallback ? {} : { considered: choice.verdicts }),
  });
  const attempt: AttemptRow = {
    account_id: row.account_id,
    id,
    store_id: row.store_id,
    mode: row.mode,
    intent_id: row.id,
    no: locked.attempts.length + 1,
    status: 'PENDING',
    is_open: true,
    method,
    gateway,
    gateway_reference: null,
    amount_minor: row.amount_minor,
    taken_minor: '0',
    currency: row.currency,
    bank_code: '',
    bank_message: '',
    secure: null,
    instrument,
    routing: { rule_id: choice.rule_id, gateways: choice.gateways },
    token_id: tokenId,
    created_at: now,
    updated_at: now,
  };
  const operation = operationRow(attempt, { kind, amount: BigInt(row.amount_minor), nowMs: now.getTime() });
  locked.unsaved.newAttempts.push(attempt);
  locked.unsaved.newOperations.push(operation);
  addEvent(locked, attempt, { at: now, status: 'PENDING', actor });
  await changeIntent(deps, tx, locked, { command: { kind: 'submit', attemptId: id, fallback: isFallback }, actor });
  locked.attempts.push(attempt);
  return { attempt, operation };
}

function reasonOf({ isFallback, choice }: NewAttempt): string {
  if (isFallback) return 'fallback: the previous provider refused in a way that permits another';
  return (
    choice.verdicts.find((verdict) => verdict.matched)?.why ??
    (choice.rule_id === null ? 'no rule matches: the order of the deployment' : choice.rule_id)
  );
}
