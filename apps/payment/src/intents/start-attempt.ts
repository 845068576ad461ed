import type { PoolClient } from 'pg';
import { newId } from '../ids.ts';
import { newOperation } from '../operations/operation.ts';
import type { OperationKind, OperationRow } from '../operations/operation.ts';
import type { Payments } from '../payments.ts';
import type { Choice, Method } from '../routing/choose-gateways.ts';
import { changeIntent, logAttempt } from './change-intent.ts';
import type { HeldIntent, Note } from './change-intent.ts';
import type { AttemptRow } from './intent.entity.ts';

export interface NewAttempt { method: Method; gateway: string; choice: Choice; isFallback: boolean; kind: OperationKind; actor: Note['actor']; tokenId?: string }

/** Opens an attempt and writes what will be asked of the gateway; the caller commits, then asks. The index lets one be open at a time. */
export async function startAttempt(payments: Payments, tx: PoolClient, held: HeldIntent, wanted: NewAttempt): Promise<{ attempt: AttemptRow; operation: OperationRow }> {
  const { method, gateway, choice, isFallback, kind, actor, tokenId = null } = wanted;
  const { row } = held;
  const now = new Date(payments.clock());
  const id = newId('txn', now.getTime());
  // Written with the change.
  row.routing_history.push({
    at: now.toISOString(), rule_id: choice.rule_id, gateway_type: gateway, attempt_id: id, reason: reasonOf(wanted), outcome: 'asked', latency_ms: null,
    ...(isFallback ? {} : { considered: choice.verdicts }),
  });
  await changeIntent(payments, tx, held, { command: { kind: 'submit', attemptId: id, fallback: isFallback }, actor });
  const routing = { rule_id: choice.rule_id, gateways: choice.gateways };
  const { rows: [attempt] } = await tx.query<AttemptRow>(`
    INSERT INTO attempt (account_id, id, store_id, mode, intent_id, no, status, is_open, method, gateway, amount_minor, currency, routing, token_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'PENDING', true, $7, $8, $9, $10, $11, $12, $13, $13) RETURNING *`,
  [row.account_id, id, row.store_id, row.mode, row.id, held.attempts.length + 1, method, gateway, row.amount_minor, row.currency, JSON.stringify(routing), tokenId, now]);
  held.attempts.push(attempt as AttemptRow);
  await logAttempt(tx, attempt as AttemptRow, { at: now, status: 'PENDING', actor });
  const operation = await newOperation(tx, attempt as AttemptRow, { kind, amount: BigInt(row.amount_minor), nowMs: now.getTime() });
  return { attempt: attempt as AttemptRow, operation };
}

function reasonOf({ isFallback, choice }: NewAttempt): string {
  if (isFallback) return 'fallback: the gateway before it refused in a way that permits another';
  return choice.verdicts.find((verdict) => verdict.matched)?.why ?? (choice.rule_id === null ? 'no rule matches: the order of the deployment' : choice.rule_id);
}
