import type { PoolClient } from 'pg';
import { newId } from '@qafila/runtime/new-id';
import { operationRow } from '../operations/operation.ts';
import type { OperationKind, OperationRow } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import type { Choice, Method } from '../routing/choose-gateways.ts';
import { changeIntent } from './change-intent.ts';
import type { Note } from './change-intent.ts';
import { noteEvent } from './held-intent.ts';
import type { HeldIntent } from './held-intent.ts';
import type { AttemptRow } from './intent.entity.ts';

export interface NewAttempt { method: Method; gateway: string; choice: Choice; isFallback: boolean; kind: OperationKind; actor: Note['actor']; tokenId?: string; instrument?: Record<string, unknown> }

/** Opens an attempt and writes what will be asked of the gateway; the caller commits, then asks. The index lets one be open at a time. */
export async function startAttempt(payments: Payments, tx: PoolClient, held: HeldIntent, wanted: NewAttempt): Promise<{ attempt: AttemptRow; operation: OperationRow }> {
  const { method, gateway, choice, isFallback, kind, actor, tokenId = null, instrument = {} } = wanted;
  const { row } = held;
  const now = new Date(payments.clock());
  const id = newId('txn', now.getTime());
  // Written with the change.
  row.routing_history.push({
    at: now.toISOString(), rule_id: choice.rule_id, gateway_type: gateway, attempt_id: id, reason: reasonOf(wanted), outcome: 'asked', latency_ms: null,
    ...(isFallback ? {} : { considered: choice.verdicts }),
  });
  const attempt: AttemptRow = {
    account_id: row.account_id, id, store_id: row.store_id, mode: row.mode, intent_id: row.id, no: held.attempts.length + 1, status: 'PENDING', is_open: true, method, gateway,
    gateway_reference: null, amount_minor: row.amount_minor, taken_minor: '0', currency: row.currency, bank_code: '', bank_message: '', secure: null, instrument,
    routing: { rule_id: choice.rule_id, gateways: choice.gateways }, token_id: tokenId, created_at: now, updated_at: now,
  };
  const operation = operationRow(attempt, { kind, amount: BigInt(row.amount_minor), nowMs: now.getTime() });
  held.unsaved.newAttempts.push(attempt);
  held.unsaved.newOperations.push(operation);
  noteEvent(held, attempt, { at: now, status: 'PENDING', actor });
  await changeIntent(payments, tx, held, { command: { kind: 'submit', attemptId: id, fallback: isFallback }, actor });
  held.attempts.push(attempt);
  return { attempt, operation };
}

function reasonOf({ isFallback, choice }: NewAttempt): string {
  if (isFallback) return 'fallback: the gateway before it refused in a way that permits another';
  return choice.verdicts.find((verdict) => verdict.matched)?.why ?? (choice.rule_id === null ? 'no rule matches: the order of the deployment' : choice.rule_id);
}
