import type { SettledOperation } from '@qafila/contracts/payment-events';
import type { Posting } from '../ledger/postings.ts';
import type { AttemptEventRow } from './attempt-event.entity.ts';
import type { IntentStatus, TransactionStatus } from './intent-status.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { isOver } from './intent.state.ts';
import type { NewOperation } from './operation.ts';
import type { OperationRow } from './operation.entity.ts';
import type { SessionRow } from './session.entity.ts';

/**
 * An intent and what belongs to it, as read under the lock of the intent's row. Rows are values: a change makes new
 * rows, so a row that is not the same object has changed.
 */
export interface Known {
  readonly row: IntentRow;
  readonly attempts: readonly AttemptRow[];
  /** The operation that a report is about. */
  readonly operation?: OperationRow;
  /** The wallet journey. It is needed where the intent ends or the wallet has the turn. */
  readonly session?: SessionRow;
}

/** A step of a transaction before the table numbers it. */
export type AttemptEvent = Omit<AttemptEventRow, 'no'>;

export type Notification =
  /** §6.2, of this attempt or of the decisive one. */
  | { readonly kind: 'intent'; readonly attemptId?: string; readonly operation?: SettledOperation }
  /** §6.1. */
  | { readonly kind: 'session' }
  | { readonly kind: 'refund'; readonly operation: OperationRow }
  /** What happened to the money of this attempt. */
  | {
      readonly kind: 'money';
      readonly event: 'captured' | 'voided' | 'late';
      readonly attemptId: string;
      readonly amount: bigint;
      /** Of late money. */
      readonly status?: 'returning' | 'returned' | 'manual_review';
    };

/** All that one change writes, as plain data. `writeChanges` writes it in the transaction that locked the intent. */
export interface Changes {
  readonly after: Known;
  readonly events: readonly AttemptEvent[];
  readonly postings: readonly (Posting & { attemptId: string })[];
  readonly notifications: readonly Notification[];
  readonly newOperations: readonly (NewOperation & { attemptId: string })[];
  /** Attempts whose pending operations the worker inquires at once. */
  readonly inquireNow: readonly string[];
}

export function unchanged(known: Known): Changes {
  return { after: known, events: [], postings: [], notifications: [], newOperations: [], inquireNow: [] };
}

/** Both changes as one: the second was decided on what the first leaves. */
export function both(first: Changes, second: Changes): Changes {
  return {
    after: second.after,
    events: [...first.events, ...second.events],
    postings: [...first.postings, ...second.postings],
    notifications: [...first.notifications, ...second.notifications],
    newOperations: [...first.newOperations, ...second.newOperations],
    inquireNow: [...first.inquireNow, ...second.inquireNow],
  };
}

export function withAttempt(known: Known, attempt: AttemptRow): Known {
  return { ...known, attempts: known.attempts.map((candidate) => (candidate.id === attempt.id ? attempt : candidate)) };
}

export function eventOf(
  attempt: Pick<AttemptRow, 'account_id' | 'id'>,
  event: { at: Date; status: TransactionStatus; actor: string; note?: string },
): AttemptEvent {
  return {
    account_id: attempt.account_id,
    attempt_id: attempt.id,
    at: event.at,
    status: event.status,
    actor: event.actor,
    note: event.note ?? '',
  };
}

export function isEnd(before: IntentStatus, after: IntentStatus): boolean {
  return isOver(after) && !isOver(before);
}
