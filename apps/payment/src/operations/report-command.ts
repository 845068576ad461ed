import type { CapturePart } from '../intents/capture.state.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import type { Command, Refused } from '../intents/intent.state.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import type { Decline, OperationKind, ProviderReport } from '../providers/provider.ts';
import type { DecidedKind, Meaning } from './report-meaning.ts';

export type DecidedReport = Extract<ProviderReport, { kind: DecidedKind }>;

/** What a report is about. */
export interface ReportedOperation {
  row: IntentRow;
  attempt: AttemptRow;
  operation: OperationRow;
  /** What a person says that really moved. A provider's report has its own amount, or means the requested one. */
  moved?: bigint;
}

export function isPayment({ kind }: Pick<OperationRow, 'kind'>): boolean {
  return kind === 'pay' || kind === 'charge';
}

/** Whether the provider did what was requested. */
export function isDone(kind: OperationKind, meaning: Meaning): boolean {
  if (meaning === 'captured') return kind !== 'void';
  return meaning === 'authorised' || meaning === 'done' || (meaning === 'released' && kind === 'void');
}

/** How a report ends its operation. */
export function resultOf(
  kind: OperationKind,
  report: DecidedReport,
  meaning: Meaning,
): { state: 'done' | 'failed'; code: string | undefined; message: string | undefined } {
  const state = isDone(kind, meaning) ? 'done' : 'failed';
  return 'why' in report
    ? { state, code: '', message: report.why }
    : { state, code: report.code, message: report.message };
}

/** What a report means for the intent. Null: nothing. */
export function commandFor(
  reported: ReportedOperation,
  report: DecidedReport,
  meaning: Meaning,
): Command | Refused | null {
  const { attempt, operation, moved } = reported;
  const attemptId = attempt.id;
  const amount = BigInt(operation.amount_minor);
  switch (meaning) {
    case 'captured':
      return { ...capturedCommand(reported, report), ...partOf(operation) };
    case 'authorised':
      return { kind: 'authorise', attemptId };
    case 'declined':
      return declineOf(reported, report);
    case 'released':
      return releaseOf(reported, report);
    case 'done':
      return operation.kind === 'refund'
        ? { kind: 'refundDone', amount: moved ?? amount, requested: amount }
        : { kind: 'reversed', attemptId, amount: moved };
    case 'refused':
      return refusedCommand(operation, amount);
    default:
      // A refund that we know of returned this money.
      if (meaning === 'returned' && (BigInt(attempt.taken_minor) > 0n || attempt.status === 'REVERSED')) return null;
      return { refused: 'contradiction', message: `the provider reports ${report.kind} for this ${operation.kind}` };
  }
}

function capturedCommand(
  { attempt, operation, moved }: ReportedOperation,
  report: DecidedReport,
): Extract<Command, { kind: 'capture' }> {
  const attemptId = attempt.id;
  if (moved !== undefined) return { kind: 'capture', attemptId, amount: moved, confirmed: true };
  const amount = 'amount' in report ? report.amount : BigInt(operation.amount_minor);
  return { kind: 'capture', attemptId, amount };
}

/** One of several captures. What was refused before reserves nothing. */
function partOf({ kind, final_capture: isFinal, amount_minor: minor, state }: OperationRow): { part?: CapturePart } {
  if (kind !== 'capture' || isFinal === null) return {};
  return { part: { requested: BigInt(minor), isFinal, isLate: state === 'failed' } };
}

/** What an authorisation that took no money ends as. */
const ENDED: ReadonlySet<AttemptRow['status']> = new Set(['VOIDED', 'REVERSED']);

/** The authorisation has ended: at our request, or because the bank released it. */
function releaseOf(reported: ReportedOperation, report: DecidedReport): Command | null {
  const { row, attempt, operation } = reported;
  // A call that comes twice, or after the answer to our void.
  if (isPayment(operation) && ENDED.has(attempt.status)) return null;
  const isAuthorised = attempt.status === 'AUTHORIZED';
  if (isAuthorised && row.open_attempt === attempt.id) return { kind: 'voided' };
  return isAuthorised || !isPayment(operation)
    ? { kind: 'reversed', attemptId: attempt.id }
    : declineOf(reported, report);
}

function refusedCommand({ kind, final_capture: final }: OperationRow, amount: bigint): Command | null {
  if (kind === 'refund') return { kind: 'refundFailed', amount };
  if (kind === 'capture') return { kind: 'captureRefused', ...(final === null ? {} : { part: amount }) };
  return kind === 'void' ? { kind: 'voidRefused' } : null;
}

function declineOf({ row, attempt, operation }: ReportedOperation, report: DecidedReport): Command {
  const as = report.kind === 'declined' ? report.as : 'FAILED';
  // A charge has no customer present who could choose another way.
  const isAlone = operation.kind === 'charge' && row.source === 'token';
  const then = isAlone ? afterCharge(attempt, as) : afterRefusal(attempt, report);
  return { kind: 'decline', attemptId: attempt.id, as, then };
}

/** The bank asks for the customer, who then pays the intent on its page. A wallet has no such page. */
function afterCharge({ method }: AttemptRow, as: Decline): 'customer' | 'none' {
  return method === 'card' && as === 'AUTHENTICATION_FAILED' ? 'customer' : 'none';
}

function afterRefusal(attempt: AttemptRow, report: DecidedReport): 'customer' | 'fallback' | 'none' {
  if (report.kind !== 'declined' && report.kind !== 'not_sent') return 'customer';
  const after = report.kind === 'declined' ? report.then : 'fallback';
  return after === 'fallback' && nextProvider(attempt) === null ? 'customer' : after;
}

/** The provider to try after this attempt's provider refused. Null when none is left. */
export function nextProvider(attempt: AttemptRow): string | null {
  const { gateways } = attempt.routing as { gateways?: string[] };
  return gateways?.[gateways.indexOf(attempt.gateway) + 1] ?? null;
}
