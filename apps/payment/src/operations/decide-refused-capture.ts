import { unchanged } from '../intents/changes.ts';
import type { Changes, Known } from '../intents/changes.ts';
import { decideChange } from '../intents/decide-change.ts';
import type { ChangeContext } from '../intents/decide-change.ts';
import type { Refused } from '../intents/intent.state.ts';
import { settledOperation, settledRow } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { CAPTURE_GAPS_MS } from '../limits.ts';
import { resultOf } from './report-command.ts';
import type { DecidedReport } from './report-command.ts';
import type { Meaning } from './report-meaning.ts';

type OfOperation = Known & { readonly operation: OperationRow };

interface Refusal {
  report: DecidedReport;
  meaning: Meaning;
  actor: ChangeContext['actor'];
}

/**
 * Whether we capture what the gateway only authorised. A merchant's own capture has a caller who reads of the refusal.
 */
function isOwnCapture({ row, operation }: OfOperation): boolean {
  return operation.kind === 'capture' && operation.requested_by === 'system' && row.capture_method === 'automatic';
}

/**
 * The provider refuses to capture a payment that the customer has completed. It is asked again later, as refused
 * returns are (decideRefusedReturn). After the last try the payment has failed: the authorisation is released, and the
 * merchant and the customer learn it. `not_sent` and `not_found` are no refusals: the worker asks again under the same
 * id. Null: the capture is not ours, a person says so, or the intent no longer waits for it.
 */
export function decideRefusedCapture(
  known: OfOperation,
  { report, meaning, actor }: Refusal,
  nowMs: number,
): { changes: Changes; isSettled: boolean } | Refused | null {
  const { operation, row } = known;
  if (
    !isOwnCapture(known) ||
    actor === 'person' ||
    row.asked !== 'capture' ||
    row.open_attempt !== operation.attempt_id
  )
    return null;
  if (report.kind !== 'declined') return { changes: unchanged(known), isSettled: false };
  const result = { ...resultOf(operation.kind, report, meaning), by: actor, nowMs };
  const settled = { ...known, operation: settledRow(operation, result) };
  const tryNo = operation.try_no ?? 1;
  const afterMs = CAPTURE_GAPS_MS[tryNo - 1];
  const { attempt_id: attemptId, amount_minor: minor } = operation;
  if (afterMs !== undefined) {
    const about = { attemptId, kind: 'capture', amount: BigInt(minor), requestedBy: 'system' } as const;
    return {
      changes: { ...unchanged(settled), newOperations: [{ ...about, afterMs, tryNo: tryNo + 1 }] },
      isSettled: true,
    };
  }
  const context = { actor, note: report.message, operation: settledOperation(settled.operation) };
  const changes = decideChange(settled, { command: { kind: 'captureGivenUp' }, ...context }, nowMs);
  return 'refused' in changes ? changes : { changes, isSettled: true };
}
