import type { PoolClient } from 'pg';
import { newId } from '../ids.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { INQUIRY } from '../limits.ts';

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

/** Written and committed before the gateway is asked: after a crash the worker finds it and inquires. */
export async function newOperation(tx: PoolClient, attempt: AttemptRow, operation: NewOperation): Promise<OperationRow> {
  const { kind, amount, nowMs, reason = '', due = false } = operation;
  const { rows: [row] } = await tx.query<OperationRow>(`
    INSERT INTO operation (account_id, id, store_id, mode, intent_id, attempt_id, kind, gateway, gateway_reference, amount_minor, reason, started_at, inquire_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING *`,
  [attempt.account_id, operation.id ?? newId(kind === 'refund' ? 'rf' : 'op', nowMs), attempt.store_id, attempt.mode, attempt.intent_id, attempt.id, kind, attempt.gateway,
    attempt.gateway_reference, String(amount), reason, new Date(nowMs), new Date(due ? nowMs : nowMs + INQUIRY.firstMs)]);
  return row as OperationRow;
}

/** Known now: never asked for again. */
export async function settleOperation(tx: PoolClient, operation: OperationRow, { state, code = '', nowMs }: { state: 'done' | 'failed'; code?: string; nowMs: number }): Promise<void> {
  Object.assign(operation, { state, code, settled_at: new Date(nowMs), inquire_at: null, queue: null });
  await tx.query('UPDATE operation SET state = $3, code = $4, settled_at = $5, inquire_at = NULL, queue = NULL, queue_why = NULL WHERE account_id = $1 AND id = $2',
    [operation.account_id, operation.id, state, code, operation.settled_at]);
}
