import type { SettledOperation } from '@qafila/contracts/payment-events';
import { newId } from '@qafila/runtime/new-id';
import { INQUIRY } from '../limits.ts';
import type { OperationKind } from '../providers/provider.ts';
import type { AttemptRow } from './intent.entity.ts';
import type { OperationRow, OperationStep } from './operation.entity.ts';

/**
 * A request to a provider. It is committed before the provider is asked, so that after a crash the worker finds it and
 * inquires.
 */
export interface NewOperation {
  kind: OperationKind;
  amount: bigint;
  /** The id of the API key, or `customer`, `clock`, `system`. */
  requestedBy: string;
  reason?: string;
  /** The default is a new id. */
  id?: string;
  /** True when no caller waits: the worker runs the operation at once. */
  due?: boolean;
  /** The worker runs it after this time. */
  afterMs?: number;
  tryNo?: number;
  /** Of one of several captures. */
  finalCapture?: boolean;
}

/** The whole row, as it is before the provider is asked. */
export function operationRow(
  attempt: AttemptRow,
  {
    kind,
    amount,
    requestedBy,
    nowMs,
    reason = '',
    id,
    due = false,
    afterMs,
    tryNo,
    finalCapture,
  }: NewOperation & { nowMs: number },
): OperationRow {
  return {
    account_id: attempt.account_id,
    id: id ?? newId(kind === 'refund' ? 'rf' : 'op', nowMs),
    store_id: attempt.store_id,
    mode: attempt.mode,
    intent_id: attempt.intent_id,
    attempt_id: attempt.id,
    kind,
    gateway: attempt.gateway,
    gateway_reference: attempt.gateway_reference,
    amount_minor: String(amount),
    state: 'pending',
    reason,
    code: '',
    message: null,
    // The time to answer begins when the provider is asked.
    started_at: new Date(nowMs + (afterMs ?? 0)),
    settled_at: null,
    inquire_at: new Date(nowMs + (afterMs ?? (due ? 0 : INQUIRY.firstMs))),
    inquiries: 0,
    inquiry_cursor: null,
    queue: null,
    queue_why: null,
    moved_minor: null,
    requested_by: requestedBy,
    pending_since: null,
    try_no: tryNo ?? null,
    final_capture: finalCapture ?? null,
    history: null,
  };
}

/** How often a provider reported another result: more is kept in the timeline alone. */
const STEPS_MAX = 20;

/** The row with its result. The provider may report another one later. */
export function settledRow(
  operation: OperationRow,
  {
    state,
    code = '',
    message = '',
    by,
    moved,
    nowMs,
  }: Pick<OperationStep, 'state' | 'by'> & { code?: string; message?: string; moved?: bigint; nowMs: number },
): OperationRow {
  const step: OperationStep = { at: new Date(nowMs).toISOString(), state, code, message, by };
  return {
    ...operation,
    state,
    code,
    message,
    settled_at: new Date(nowMs),
    inquire_at: null,
    queue: null,
    queue_why: null,
    // It belongs to this result, not to the one before.
    moved_minor: moved === undefined ? null : String(moved),
    history: [...stepsOf(operation), step].slice(-STEPS_MAX),
  };
}

/** Every result so far. A row of an earlier version has at most one. */
export function stepsOf({ history, state, settled_at: at, code, message }: OperationRow): OperationStep[] {
  if (history !== null) return history;
  if (state === 'pending' || at === null) return [];
  return [{ at: at.toISOString(), state, code, message: message ?? '', by: '' }];
}

/** What really moved: what was requested, unless a person says otherwise. */
export function movedMinor(operation: Pick<OperationRow, 'amount_minor' | 'moved_minor'>): bigint {
  return BigInt(operation.moved_minor ?? operation.amount_minor);
}

/** A settled capture, void or refund as a notification shows it; undefined for the others. */
export function settledOperation(operation: OperationRow): SettledOperation | undefined {
  const { id, kind, code, message } = operation;
  const status = statusOf(operation);
  if ((kind !== 'capture' && kind !== 'void' && kind !== 'refund') || status === 'pending') return undefined;
  return {
    _id: id,
    kind,
    status,
    status_code_from_bank: code,
    status_message_from_bank: message ?? '',
  };
}

/** The state of an operation as merchants see it. */
export function statusOf({ state }: Pick<OperationRow, 'state'>): 'pending' | 'succeeded' | 'failed' {
  return state === 'done' ? 'succeeded' : state;
}
