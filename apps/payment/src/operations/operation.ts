import type { PoolClient } from 'pg';
import { newId } from '@qafila/runtime/new-id';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { INQUIRY } from '../limits.ts';

/** Of what a machine cannot find out (docs/payments.md). */
export const QUEUES = ['unknown_outcome', 'contradiction', 'reversal_refused'] as const;

export type OperationKind = 'pay' | 'charge' | 'capture' | 'void' | 'refund' | 'reverse';

/** A row of `operation`: something asked of a gateway under its id as idempotency key. */
export interface OperationRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  intent_id: string;
  attempt_id: string;
  kind: OperationKind;
  gateway: string;
  gateway_reference: string | null;
  amount_minor: string;
  state: 'pending' | 'done' | 'failed';
  reason: string;
  code: string;
  started_at: Date;
  settled_at: Date | null;
  inquire_at: Date | null;
  inquiries: number;
  queue: string | null;
  queue_why: string | null;
}

export interface NewOperation { kind: OperationKind; amount: bigint; nowMs: number; reason?: string; id?: string; /** The worker asks at once: nobody waits for it. */ due?: boolean }

/** The row whole, as it is before its gateway is asked. */
export function operationRow(attempt: AttemptRow, { kind, amount, nowMs, reason = '', id, due = false }: NewOperation): OperationRow {
  return {
    account_id: attempt.account_id, id: id ?? newId(kind === 'refund' ? 'rf' : 'op', nowMs), store_id: attempt.store_id, mode: attempt.mode, intent_id: attempt.intent_id,
    attempt_id: attempt.id, kind, gateway: attempt.gateway, gateway_reference: attempt.gateway_reference, amount_minor: String(amount), state: 'pending', reason, code: '',
    started_at: new Date(nowMs), settled_at: null, inquire_at: new Date(due ? nowMs : nowMs + INQUIRY.firstMs), inquiries: 0, queue: null, queue_why: null,
  };
}

/** Written and committed before the gateway is asked: after a crash the worker finds it and inquires. */
export async function newOperation(tx: PoolClient, attempt: AttemptRow, operation: NewOperation): Promise<OperationRow> {
  const row = operationRow(attempt, operation);
  await tx.query({ name: 'new-operation', text: 'INSERT INTO operation SELECT * FROM json_populate_recordset(NULL::operation, $1)', values: [JSON.stringify([row])] });
  return row;
}

/** Known now: never asked for again. */
export function settleOperation({ unsaved }: HeldIntent, operation: OperationRow, { state, code = '', nowMs }: { state: 'done' | 'failed'; code?: string; nowMs: number }): void {
  Object.assign(operation, { state, code, settled_at: new Date(nowMs), inquire_at: null, queue: null, queue_why: null });
  unsaved.operations.add(operation);
}
