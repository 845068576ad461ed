import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { afterWalletDecline } from '../intents/after-decline.ts';
import { changeIntent } from '../intents/change-intent.ts';
import type { ChangeContext } from '../intents/change-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { Command } from '../intents/intent.state.ts';
import { lockIntent, saveLocked } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import { settledOperation, settleOperation } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { resumeSession } from '../intents/resume-session.ts';
import { INQUIRY } from '../limits.ts';
import type { CustomerAction } from '../providers/customer-action.ts';
import type { Facts, ProviderReport } from '../providers/provider.ts';
import { recordRoutingOutcome } from '../routing/routing-history.ts';
import { changeToken } from '../tokens/change-token.ts';
import { openManualReview } from './open-manual-review.ts';
import { publishRefundSettled } from './publish-refund.ts';
import { commandFor, isDone, isPayment } from './report-command.ts';
import type { DecidedReport } from './report-command.ts';
import { meaningOf } from './report-meaning.ts';
import type { Meaning } from './report-meaning.ts';

/** A provider report on an operation, and how it was received. */
export interface ReceivedReport {
  operation: OperationRow;
  report: ProviderReport;
  actor: ChangeContext['actor'];
  latencyMs?: number;
  /** The intent's revision before an inquiry. What is still open then may have gone on by the time of the answer. */
  revision?: number;
}

/** The intent, attempt and operation after a report was applied. */
export interface AppliedReport {
  locked: LockedIntent;
  attempt: AttemptRow;
  operation: OperationRow;
  /** True when the fallback policy permits the next provider, and there is one. */
  fallback: boolean;
}

/** A report without a result: the operation stays pending. */
type UndecidedReport = Extract<ProviderReport, { kind: 'unknown' | 'pending' | 'action' }>;

/**
 * Applies a provider report under the intent's lock, once, with its postings and its notification. A report that
 * contradicts the known state goes to manual review.
 */
export async function applyReport(deps: PaymentDependencies, received: ReceivedReport): Promise<AppliedReport> {
  const { operation, latencyMs } = received;
  const report = reliableReport(received, deps.clock());
  deps.metrics.countReport({ gateway: operation.gateway, kind: operation.kind, outcome: report.kind, latencyMs });
  try {
    const applied = await applyLocked(deps, { ...received, report });
    deps.onCommit();
    return applied;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'contradiction') throw error;
    await openManualReview(deps, operation, { queue: 'contradiction', why: error.message });
    return applyLocked(deps, { ...received, report: { kind: 'unknown', why: error.message } });
  }
}

/**
 * `not_sent` is true of this call only. When the call is a repeat, after a dead process or a lost reply, an earlier
 * call may have had its effect. Then the report is no refusal and permits no fallback.
 */
function reliableReport({ operation, report }: ReceivedReport, nowMs: number): ProviderReport {
  const isRepeat = nowMs - operation.started_at.getTime() >= INQUIRY.notFoundProvesAfterMs;
  return report.kind === 'not_sent' && isRepeat ? { kind: 'unknown', why: report.why } : report;
}

function applyLocked(deps: PaymentDependencies, received: ReceivedReport): Promise<AppliedReport> {
  const { account_id: accountId, intent_id: intentId, attempt_id: attemptId, id } = received.operation;
  return inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, accountId, intentId)) as LockedIntent;
    const {
      rows: [operation],
    } = await tx.query<OperationRow>({
      name: 'lock-operation',
      text: 'SELECT * FROM operation WHERE account_id = $1 AND id = $2 FOR UPDATE',
      values: [accountId, id],
    });
    const attempt = locked.attempts.find((candidate) => candidate.id === attemptId) as AttemptRow;
    const applied = { locked, attempt, operation: operation as OperationRow, fallback: false };
    await recordReport(deps, tx, applied, received);
    await saveLocked(tx, locked);
    return applied;
  });
}

/** Records the facts first, so that the change of the intent saves them too. */
async function recordReport(
  deps: PaymentDependencies,
  tx: PoolClient,
  applied: AppliedReport,
  received: ReceivedReport,
): Promise<void> {
  const { report } = received;
  const { operation, attempt, locked } = applied;
  if (!('why' in report)) recordFacts(deps, locked, { operation, attempt }, report);
  if (report.kind === 'unknown' || report.kind === 'pending' || report.kind === 'action')
    return applyUndecided(deps, tx, applied, { ...received, report });
  const meaning = meaningOf(operation.kind, report.kind);
  if (meaning === 'undecided') {
    const why = `the provider reports the payment as ${report.kind}`;
    return applyUndecided(deps, tx, applied, { ...received, report: { kind: 'unknown', why } });
  }
  return applyDecided(deps, tx, applied, { ...received, report, meaning });
}

async function applyDecided(
  deps: PaymentDependencies,
  tx: PoolClient,
  applied: AppliedReport,
  { report, meaning, actor, latencyMs }: ReceivedReport & { report: DecidedReport; meaning: Meaning },
): Promise<void> {
  const { locked, attempt, operation } = applied;
  if (isPayment(operation)) recordRoutingOutcome(locked, attempt, { outcome: explain(report), latencyMs });
  const command = await withWalletDecline(deps, tx, applied, commandFor(applied, report, meaning));
  if (operation.kind === 'reverse' && meaning === 'refused') return;
  const wasPending = operation.state === 'pending';
  if (wasPending) settleOperation(locked, operation, { ...resultOf(operation, report, meaning), nowMs: deps.clock() });
  // A settled refund or void is not applied again. A late report on a payment still counts, because it may bring money.
  if ((wasPending || isPayment(operation)) && command !== null)
    await applyCommand(deps, tx, applied, { command, context: contextOf(operation, report, actor) });
  if (!wasPending) return;
  if (isPayment(operation)) deps.metrics.decided(operation.gateway, report.kind);
  if (operation.kind === 'charge') await countCharge(deps, tx, attempt, report);
  if (operation.kind === 'refund') await publishRefundSettled(tx, locked.row, operation);
}

function resultOf(
  operation: OperationRow,
  report: DecidedReport,
  meaning: Meaning,
): { state: 'done' | 'failed'; code: string | undefined; message: string | undefined } {
  const state = isDone(operation.kind, meaning) ? 'done' : 'failed';
  return 'why' in report
    ? { state, code: '', message: report.why }
    : { state, code: report.code, message: report.message };
}

/** A wallet's session may narrow what may follow a decline. */
async function withWalletDecline(
  deps: PaymentDependencies,
  tx: PoolClient,
  { locked, attempt, operation }: AppliedReport,
  command: Command | null,
): Promise<Command | null> {
  const isWalletPayment = operation.kind === 'pay' && attempt.method !== 'card';
  if (command?.kind !== 'decline' || !isWalletPayment || locked.row.open_attempt !== attempt.id) return command;
  return { ...command, then: await afterWalletDecline(deps, tx, locked, command.then) };
}

function contextOf(operation: OperationRow, report: DecidedReport, actor: ChangeContext['actor']): ChangeContext {
  return {
    actor,
    note: 'why' in report ? report.why : report.message,
    fee: 'fee' in report ? report.fee : undefined,
    operation: settledOperation(operation),
  };
}

async function applyCommand(
  deps: PaymentDependencies,
  tx: PoolClient,
  applied: AppliedReport,
  { command, context }: { command: Command; context: ChangeContext },
): Promise<void> {
  const { locked, attempt } = applied;
  const isChanged = await changeIntent(deps, tx, locked, { command, ...context });
  applied.fallback =
    isChanged &&
    command.kind === 'decline' &&
    command.then === 'fallback' &&
    locked.row.status === 'requires_payment_method';
  if (!applied.fallback) return;
  // Stored with the attempt, because another request or process may start the next attempt.
  attempt.routing = { ...attempt.routing, falls_back: true };
  locked.unsaved.attempts.add(attempt);
}

/** Runs in the charge's transaction, so that no decline is left out of the count of consecutive declines. */
async function countCharge(
  deps: PaymentDependencies,
  tx: PoolClient,
  { account_id: accountId, token_id: id }: AttemptRow,
  report: ProviderReport,
): Promise<void> {
  const isHard = report.kind === 'declined' && report.then === 'none';
  if (id !== null && (isHard || report.kind === 'captured'))
    await changeToken(deps, tx, { accountId, id }, { kind: isHard ? 'chargeDeclined' : 'charged' });
}

/**
 * The customer is on the provider's page, or the reply was lost. The state shows it, and the worker goes on inquiring.
 */
async function applyUndecided(
  deps: PaymentDependencies,
  tx: PoolClient,
  { locked, attempt, operation }: AppliedReport,
  { report, actor, latencyMs, revision }: ReceivedReport & { report: UndecidedReport },
): Promise<void> {
  // An answer from before the customer's last step would take them back to that step. The next inquiry knows more.
  const isOutdated = revision !== undefined && revision !== locked.row.revision;
  if (operation.state !== 'pending' || isOutdated) return;
  if (actor !== 'inquiry') {
    if (isPayment(operation)) recordRoutingOutcome(locked, attempt, { outcome: explain(report), latencyMs });
    operation.inquire_at = new Date(deps.clock() + (report.kind === 'action' ? INQUIRY.gapMsMax : INQUIRY.firstMs));
    operation.gateway_reference = attempt.gateway_reference ?? operation.gateway_reference;
    locked.unsaved.operations.add(operation);
  }
  if (!isPayment(operation)) return;
  if (report.kind === 'unknown') {
    const command: Command = { kind: 'markUnknown', attemptId: attempt.id };
    await changeIntent(deps, tx, locked, { command, actor, note: report.why });
    return;
  }
  // The payment is open at the provider, so the customer must act, even when the reply that said so was lost.
  if (operation.kind === 'pay' && (attempt.method === 'card' || report.kind === 'action'))
    await changeIntent(deps, tx, locked, { command: { kind: 'challenge', attemptId: attempt.id }, actor });
  if (report.kind === 'pending') await resumeSession(deps, tx, locked, { attempt, step: report.step ?? 'code' });
}

/**
 * What a payment's own report says belongs to the attempt. Facts about a capture, void, refund or reversal belong to
 * the operation: they never replace the bank's answer to the payment.
 */
function recordFacts(
  deps: PaymentDependencies,
  { unsaved }: LockedIntent,
  { operation, attempt }: { operation: OperationRow; attempt: AttemptRow },
  facts: Facts & { action?: CustomerAction },
): void {
  if (!isPayment(operation)) return;
  Object.assign(attempt, {
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
    updated_at: new Date(deps.clock()),
  });
  unsaved.attempts.add(attempt);
}

/** A redirect is stored as its address, as earlier versions did; every other action as a whole. */
function routingOf(action: CustomerAction): Record<string, unknown> {
  return action.kind === 'redirect' ? { redirect_url: action.url } : { action };
}

function explain(report: ProviderReport): string {
  if ('why' in report) return `${report.kind}: ${report.why}`;
  return report.code === undefined ? report.kind : `${report.kind} (${report.code})`;
}
