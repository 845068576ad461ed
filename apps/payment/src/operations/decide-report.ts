import { afterWalletDecline } from '../intents/after-decline.ts';
import { both, unchanged, withAttempt } from '../intents/changes.ts';
import type { Changes, Known } from '../intents/changes.ts';
import { decideChange } from '../intents/decide-change.ts';
import type { ChangeContext } from '../intents/decide-change.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { Command, Refused } from '../intents/intent.state.ts';
import { settledOperation, settledRow, stepsOf } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { resumeSession } from '../intents/resume-session.ts';
import { INQUIRY } from '../limits.ts';
import type { FeeTerms } from '../money/fee.ts';
import type { CustomerAction } from '../providers/customer-action.ts';
import type { Facts, ProviderReport } from '../providers/provider.ts';
import type { Review } from './decide-return.ts';
import { withRoutingOutcome } from '../routing/routing-history.ts';
import { decideRefusedCapture } from './decide-refused-capture.ts';
import { decideRefusedReturn, reviewOfReturn } from './decide-return.ts';
import { isOpposite, lateCommand } from './late-report.ts';
import { commandFor, isPayment, resultOf } from './report-command.ts';
import type { DecidedReport } from './report-command.ts';
import { meaningOf } from './report-meaning.ts';
import type { Meaning } from './report-meaning.ts';

/** What is known of a reported operation, under the lock of its intent. */
export interface Reported extends Known {
  readonly operation: OperationRow;
  /** What the store says that this gateway takes; absent where it has set nothing. */
  readonly terms?: FeeTerms;
}

/** A report, and how it was received. */
export interface Received {
  readonly report: ProviderReport;
  readonly actor: ChangeContext['actor'];
  readonly latencyMs?: number;
  /** What a person says that really moved, in minor units. */
  readonly moved?: bigint;
  /** The intent's revision before an inquiry. What is still open then may have gone on by the time of the answer. */
  readonly revision?: number;
}

/** All that follows from a report. */
export interface ReportDecision {
  readonly changes: Changes;
  /** True when the fallback policy permits the next provider, and there is one. */
  readonly fallback: boolean;
  /** True when this report ended the operation. */
  readonly isSettled: boolean;
  /** What a charge says about its token. It changes in the charge's transaction, so that every decline is counted. */
  readonly token: 'charged' | 'chargeDeclined' | 'chargeStopped' | null;
  readonly review: Review | null;
}

/** A report with a result, and what it means. */
type Result = Received & { readonly report: DecidedReport; readonly meaning: Meaning };

/** A report without a result: the operation stays pending. */
type UndecidedReport = Extract<ProviderReport, { kind: 'unknown' | 'pending' | 'action' }>;

/**
 * (intent, attempt, operation, session, report, now) → all changes. Pure. A report that contradicts the known state
 * changes nothing but the review: the outcome is unknown until a person has looked.
 */
export function decideReport(known: Reported, received: Received, nowMs: number): ReportDecision {
  const decided = decideReliable(known, received, nowMs);
  if (!('refused' in decided)) return decided;
  const why = decided.message;
  const doubtful = decideUndecided(known, { ...received, report: { kind: 'unknown', why } }, nowMs);
  const changes = 'refused' in doubtful ? unchanged(known) : doubtful;
  return { ...decisionOf(changes), review: { queue: 'contradiction', why } };
}

function decideReliable(known: Reported, received: Received, nowMs: number): ReportDecision | Refused {
  const { report } = received;
  const reported = 'why' in report ? known : withFacts(known, report, nowMs);
  if (report.kind === 'unknown' || report.kind === 'pending' || report.kind === 'action')
    return undecided(decideUndecided(reported, { ...received, report }, nowMs));
  const meaning = meaningOf(known.operation.kind, report.kind);
  if (meaning !== 'undecided') return decideResult(reported, { ...received, report, meaning }, nowMs);
  const why = `the provider reports the payment as ${report.kind}`;
  return undecided(decideUndecided(reported, { ...received, report: { kind: 'unknown', why } }, nowMs));
}

function undecided(changes: Changes | Refused): ReportDecision | Refused {
  return 'refused' in changes ? changes : decisionOf(changes);
}

function decisionOf(changes: Changes): ReportDecision {
  return { changes, fallback: false, isSettled: false, token: null, review: null };
}

function decideResult(reported: Reported, received: Result, nowMs: number): ReportDecision | Refused {
  const { report, meaning, actor, latencyMs, moved } = received;
  const { operation } = reported;
  const wanted = wantedCommand(reported, received);
  if (wanted !== null && 'refused' in wanted) return wanted;
  const routed = withOutcome(reported, { outcome: explain(report), latencyMs });
  const isSettled = operation.state === 'pending';
  const refused = isSettled && meaning === 'refused' ? decideRefusal(routed, received, nowMs) : null;
  if (refused !== null) return refused;
  const { known: allowed, command } = withWalletDecline(routed, wanted, nowMs);
  const hasEnded = isSettled || isOpposite(operation, report);
  const result = { ...resultOf(operation.kind, report, meaning), by: actor, moved, nowMs };
  const settled: Reported = hasEnded ? { ...allowed, operation: settledRow(operation, result) } : allowed;
  // What is known already is not applied again. A late report on a payment still counts, because it may bring money.
  const applied = hasEnded || isPayment(operation) ? command : null;
  const context = contextOf(settled, report, actor);
  const changes =
    applied === null ? unchanged(settled) : decideChange(settled, { command: applied, ...context }, nowMs);
  if ('refused' in changes) return changes;
  const fallback = isFallback(settled, changes, applied);
  return {
    changes: withEvents(fallback ? both(changes, unchanged(fallingBack(changes.after, operation))) : changes, {
      before: settled,
      hasEnded,
    }),
    fallback,
    isSettled,
    token: isSettled ? tokenChange(operation, report) : null,
    review: hasEnded ? reviewOfReturn(settled, attemptOf(settled), changes) : null,
  };
}

/** What we request ourselves is requested again where the provider refuses it. Null: the refusal stands. */
function decideRefusal(known: Reported, received: Result, nowMs: number): ReportDecision | Refused | null {
  const again =
    known.operation.kind === 'reverse'
      ? decideRefusedReturn(known, attemptOf(known), received, nowMs)
      : decideRefusedCapture(known, received, nowMs);
  return again === null || 'refused' in again ? again : { ...decisionOf(unchanged(known)), ...again };
}

function wantedCommand(reported: Reported, { report, meaning, moved, actor: by }: Result): Command | Refused | null {
  const { row, operation } = reported;
  const about = { row, operation, moved, attempt: attemptOf(reported) };
  return isOpposite(operation, report)
    ? lateCommand({ ...about, by }, report, meaning)
    : commandFor(about, report, meaning);
}

function attemptOf({ attempts, operation }: Reported): AttemptRow {
  return attempts.find(({ id }) => id === operation.attempt_id) as AttemptRow;
}

function withOutcome(known: Reported, result: { outcome: string; latencyMs?: number }): Reported {
  if (!isPayment(known.operation)) return known;
  return { ...known, row: withRoutingOutcome(known.row, attemptOf(known), result) };
}

/** A wallet's session may narrow what may follow a decline. */
function withWalletDecline(
  reported: Reported,
  command: Command | null,
  nowMs: number,
): { known: Reported; command: Command | null } {
  const attempt = attemptOf(reported);
  const isWalletPayment = reported.operation.kind === 'pay' && attempt.method !== 'card';
  if (command?.kind !== 'decline' || !isWalletPayment || reported.row.open_attempt !== attempt.id)
    return { known: reported, command };
  const { known, then } = afterWalletDecline(reported, command.then, nowMs);
  return { known: { ...known, operation: reported.operation }, command: { ...command, then } };
}

function contextOf(known: Reported, report: DecidedReport, actor: ChangeContext['actor']): ChangeContext {
  const { operation } = known;
  return {
    actor,
    note: 'why' in report ? report.why : report.message,
    fee: 'fee' in report ? report.fee : undefined,
    terms: termsOf(known),
    operation: settledOperation(operation),
    reference: referenceOf(operation),
  };
}

/** The fixed part is of the payment: a later capture of the same authorisation has its share alone. */
function termsOf({ terms, row }: Reported): FeeTerms | undefined {
  return terms === undefined || BigInt(row.captured_minor) === 0n ? terms : { ...terms, fixedMinor: 0n };
}

/**
 * What postings of refunds and returns are for. Each has its own: a refund can be paid, returned and paid again, and
 * late money can be sent back by a second operation.
 */
function referenceOf(operation: OperationRow): string | undefined {
  const { kind, id, attempt_id: attemptId, try_no: tryNo, final_capture: final } = operation;
  if (kind === 'capture' && final !== null) return id;
  if (kind !== 'refund' && kind !== 'reverse') return undefined;
  const first = kind === 'reverse' && tryNo === null ? attemptId : id;
  const results = stepsOf(operation).length;
  return results > 1 ? `${first}.${results}` : first;
}

function isFallback(before: Known, { after }: Changes, command: Command | null): boolean {
  const isChanged = after.row !== before.row;
  const permits = command?.kind === 'decline' && command.then === 'fallback';
  return isChanged && permits && after.row.status === 'requires_payment_method';
}

/** Stored with the attempt, because another request or process may start the next attempt. */
function fallingBack(known: Known, { attempt_id: id }: OperationRow): Known {
  const attempt = known.attempts.find((candidate) => candidate.id === id) as AttemptRow;
  return withAttempt(known, { ...attempt, routing: { ...attempt.routing, falls_back: true } });
}

/** What the state of the intent alone does not notify: the end of a refund, and a charge that needs its customer. */
function withEvents(changes: Changes, { before, hasEnded }: { before: Known; hasEnded: boolean }): Changes {
  const { operation, row } = changes.after;
  if (!hasEnded || operation === undefined) return changes;
  const { notifications } = changes;
  if (operation.kind === 'refund')
    return { ...changes, notifications: [...notifications, { kind: 'refund', operation }] };
  const needsCustomer = row.status === 'requires_payment_method' && row.status !== before.row.status;
  if (operation.kind !== 'charge' || row.source !== 'token' || !needsCustomer) return changes;
  return { ...changes, notifications: [...notifications, { kind: 'intent', attemptId: operation.attempt_id }] };
}

function tokenChange({ kind }: OperationRow, report: DecidedReport): ReportDecision['token'] {
  if (kind !== 'charge') return null;
  if (report.kind === 'declined' && report.isStopped === true) return 'chargeStopped';
  if (report.kind === 'declined' && report.then === 'none') return 'chargeDeclined';
  return report.kind === 'captured' ? 'charged' : null;
}

/**
 * The customer is on the provider's page, or the reply was lost. The state shows it, and the worker goes on inquiring.
 */
function decideUndecided(
  reported: Reported,
  { report, actor, latencyMs, revision }: Received & { report: UndecidedReport },
  nowMs: number,
): Changes | Refused {
  // An answer from before the customer's last step would take them back to that step. The next inquiry knows more.
  const isOutdated = revision !== undefined && revision !== reported.row.revision;
  if (reported.operation.state !== 'pending' || isOutdated) return unchanged(reported);
  const slow = report.kind === 'pending' ? pendingThere(reported, nowMs) : reported;
  const known = actor === 'inquiry' ? slow : waiting(slow, { report, latencyMs }, nowMs);
  if (!isPayment(known.operation)) return unchanged(known);
  const attempt = attemptOf(known);
  const apply = (kind: 'markUnknown' | 'challenge', note?: string): Changes | Refused =>
    decideChange(known, { command: { kind, attemptId: attempt.id }, actor, note }, nowMs);
  if (report.kind === 'unknown') return apply('markUnknown', report.why);
  // The payment is open at the provider, so the customer must act, even when the reply that said so was lost.
  const isOnPage = known.operation.kind === 'pay' && (attempt.method === 'card' || report.kind === 'action');
  const challenged = isOnPage ? apply('challenge') : unchanged(known);
  if (report.kind !== 'pending' || 'refused' in challenged) return challenged;
  const resumed = resumeSession(challenged.after, { attempt, step: report.step ?? 'code' }, nowMs);
  return 'refused' in resumed ? resumed : both(challenged, resumed);
}

/** The provider has the request and works on it: that is slow, not unknown. A payment waits for its customer. */
function pendingThere(known: Reported, nowMs: number): Reported {
  const { operation } = known;
  if (isPayment(operation) || operation.pending_since !== null) return known;
  return { ...known, operation: { ...operation, pending_since: new Date(nowMs) } };
}

/** The provider answered the request itself: the worker inquires when the answer may have changed. */
function waiting(
  known: Reported,
  { report, latencyMs }: { report: UndecidedReport; latencyMs: number | undefined },
  nowMs: number,
): Reported {
  const { operation } = known;
  const routed = withOutcome(known, { outcome: explain(report), latencyMs });
  const gapMs = report.kind === 'action' ? INQUIRY.gapMsMax : INQUIRY.firstMs;
  return {
    ...routed,
    operation: {
      ...operation,
      inquire_at: new Date(nowMs + gapMs),
      gateway_reference: attemptOf(known).gateway_reference ?? operation.gateway_reference,
    },
  };
}

/**
 * What a payment's own report says belongs to the attempt. Facts about a capture, void, refund or reversal belong to
 * the operation: they never replace the bank's answer to the payment.
 */
function withFacts(known: Reported, facts: Facts & { action?: CustomerAction }, nowMs: number): Reported {
  if (!isPayment(known.operation)) return known;
  const attempt = attemptOf(known);
  const next: AttemptRow = {
    ...attempt,
    // A later one is more exact: a gateway may open a page first, and name the payment when the customer has paid.
    gateway_reference: facts.reference || attempt.gateway_reference,
    bank_code: facts.code ?? attempt.bank_code,
    bank_message: facts.message ?? attempt.bank_message,
    secure: facts.secure ?? attempt.secure,
    instrument: {
      ...attempt.instrument,
      ...facts.instrument,
      ...(facts.authentication === undefined ? {} : { authentication: facts.authentication }),
    },
    routing: {
      ...attempt.routing,
      ...(facts.action === undefined ? {} : routingOf(facts.action)),
      ...(facts.appUrl === undefined ? {} : { app_url: facts.appUrl }),
    },
    updated_at: new Date(nowMs),
  };
  return { ...withAttempt(known, next), operation: known.operation };
}

/** A redirect is stored as its address, as earlier versions did; every other action as a whole. */
function routingOf(action: CustomerAction): Record<string, unknown> {
  return action.kind === 'redirect' ? { redirect_url: action.url } : { action };
}

function explain(report: ProviderReport): string {
  if ('why' in report) return `${report.kind}: ${report.why}`;
  return report.code === undefined ? report.kind : `${report.kind} (${report.code})`;
}
