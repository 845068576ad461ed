import { unchanged } from '../intents/changes.ts';
import type { Changes, Known } from '../intents/changes.ts';
import type { ChangeContext } from '../intents/decide-change.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import { settledRow } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { REVERSAL_GAPS_MS } from '../limits.ts';
import type { Queue } from '../review-queues.ts';
import { resultOf } from './report-command.ts';
import type { DecidedReport } from './report-command.ts';
import type { Meaning } from './report-meaning.ts';

/** A case for manual review. */
export interface Review {
  readonly queue: Queue;
  readonly why: string;
}

type OfOperation = Known & { readonly operation: OperationRow };

/**
 * The provider refuses to take late money back. It is asked again later, as a new operation, because it answers an
 * operation's id always in the same way. After the last try a person must look. `not_sent` and `not_found` are no
 * refusals: the worker asks again under the same id.
 */
export function decideRefusedReturn(
  known: OfOperation,
  attempt: AttemptRow,
  { report, meaning, actor }: { report: DecidedReport; meaning: Meaning; actor: ChangeContext['actor'] },
  nowMs: number,
): { changes?: Changes; isSettled?: true; review?: Review } {
  if (report.kind !== 'declined') return {};
  const { operation } = known;
  const result = { ...resultOf(operation.kind, report, meaning), by: actor, nowMs };
  const changes = unchanged({ ...known, operation: settledRow(operation, result) });
  const isLateMoney = attempt.status === 'LATE_CAPTURED';
  if (!isLateMoney && attempt.status !== 'AUTHORIZED') return { changes, isSettled: true };
  const tryNo = operation.try_no ?? 1;
  const afterMs = REVERSAL_GAPS_MS[tryNo - 1];
  const amount = BigInt(operation.amount_minor);
  const attemptId = attempt.id;
  if (afterMs !== undefined) {
    const again = { attemptId, kind: 'reverse', amount, requestedBy: 'system', afterMs, tryNo: tryNo + 1 } as const;
    return { changes: { ...changes, newOperations: [again] }, isSettled: true };
  }
  // It stays pending for the person, and the worker goes on inquiring.
  if (operation.queue !== null) return {};
  const late = { kind: 'money', event: 'late', status: 'manual_review', attemptId, amount } as const;
  const why = `refused ${tryNo} times, the last time: ${report.message ?? 'no reason given'}`;
  return {
    changes: { ...unchanged(known), notifications: isLateMoney ? [late] : [] },
    review: { queue: 'reversal_refused', why },
  };
}

/** Money that left more than once is never hidden. */
export function reviewOfReturn(before: OfOperation, attempt: AttemptRow, { after }: Changes): Review | null {
  const excess = BigInt(after.row.over_refunded_minor ?? 0) - BigInt(before.row.over_refunded_minor ?? 0);
  if (excess > 0n)
    return {
      queue: 'contradiction',
      why: `a refused refund was paid after the amount had been refunded again: ${excess} minor units too much`,
    };
  const { kind, state } = before.operation;
  return kind === 'reverse' && state === 'done' && attempt.status === 'REVERSED'
    ? { queue: 'contradiction', why: 'the money was returned before by another operation: it may be returned twice' }
    : null;
}
