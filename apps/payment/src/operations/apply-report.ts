import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { sessionFromJson } from '../intents/session.entity.ts';
import type { SessionJson } from '../intents/session.entity.ts';
import { writeChanges } from '../intents/write-changes.ts';
import { INQUIRY } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import type { ProviderReport } from '../providers/provider.ts';
import { callResultOf, verdictOf } from '../routing/observe-report.ts';
import { changeToken } from '../tokens/change-token.ts';
import { saveMethod } from '../tokens/save-method.ts';
import { decideReport } from './decide-report.ts';
import type { Received, Reported, ReportDecision } from './decide-report.ts';
import { openManualReview } from './open-manual-review.ts';
import { isPayment } from './report-command.ts';

/** A provider report on an operation, and how it was received. */
export interface ReceivedReport extends Received {
  operation: OperationRow;
}

/** The intent, attempt and operation after a report was applied. */
export interface AppliedReport {
  locked: LockedIntent;
  attempt: AttemptRow;
  operation: OperationRow;
  /** True when the fallback policy permits the next provider, and there is one. */
  fallback: boolean;
  /** Whether the report changed the state of the intent or of the operation. A repeat of what is known does not. */
  isChanged: boolean;
  report: ProviderReport;
  /** What was known before, and all that was written. */
  before: Reported;
  decision: ReportDecision;
}

/**
 * Applies a provider report under the intent's lock, once, with its postings and its notification. A report that
 * contradicts the known state goes to manual review.
 */
export async function applyReport(deps: PaymentDependencies, received: ReceivedReport): Promise<AppliedReport> {
  const { operation, latencyMs } = received;
  const report = reliableReport(received, deps.clock());
  deps.metrics.countReport({ gateway: operation.gateway, kind: operation.kind, outcome: report.kind, latencyMs });
  const applied = await inTransaction(deps.pool, (tx) => applyLocked(deps, tx, { ...received, report }));
  deps.onCommit();
  await observe(deps, received, applied);
  return applied;
}

/** What the report says about its gateway. It is no part of the payment, so its failure changes nothing there. */
async function observe(
  { standings, log }: PaymentDependencies,
  { operation, actor, latencyMs }: ReceivedReport,
  { report, attempt, before: { row: before }, decision: { isSettled } }: AppliedReport,
): Promise<void> {
  const isFirstAnswer = actor === 'gateway' && latencyMs !== undefined;
  const observed = { report, operation, attempt, before, isSettled, isFirstAnswer };
  const [verdict, result] = [verdictOf(observed), callResultOf(observed)];
  if (verdict !== null) standings.recordVerdict(verdict);
  if (result === null) return;
  await standings
    .recordCall({ owner: ownerOf(operation), gateway: operation.gateway }, result)
    .catch((error: unknown) => log.warn({ error: (error as Error).message }, 'gateway.circuit_not_recorded'));
}

/**
 * `not_sent` is true of this call only. When the call is a repeat, after a dead process or a lost reply, an earlier
 * call may have had its effect. Then the report is no refusal and permits no fallback.
 */
function reliableReport({ operation, report }: ReceivedReport, nowMs: number): ProviderReport {
  const isRepeat = nowMs - operation.started_at.getTime() >= INQUIRY.notFoundProvesAfterMs;
  return report.kind === 'not_sent' && isRepeat ? { kind: 'unknown', why: report.why } : report;
}

async function applyLocked(
  deps: PaymentDependencies,
  tx: PoolClient,
  { operation, ...received }: ReceivedReport,
): Promise<AppliedReport> {
  const reported = await lockReported(tx, operation);
  return writeDecision(deps, tx, { ...reported, received }, decideReport(reported.before, received, deps.clock()));
}

/** An operation with its intent, as read under the intent's lock. */
export interface LockedReport {
  locked: LockedIntent;
  before: Reported;
}

/** Locks the intent first, then the operation, as every writer does. */
export async function lockReported(
  tx: PoolClient,
  { account_id: accountId, intent_id: intentId, id }: Pick<OperationRow, 'account_id' | 'intent_id' | 'id'>,
): Promise<LockedReport> {
  const locked = (await lockIntent(tx, accountId, intentId)) as LockedIntent;
  return { locked, before: { ...locked, ...(await lockOperation(tx, locked.row, id)) } };
}

/** Writes all that follows from a report, in the transaction that locked its intent. */
export async function writeDecision(
  deps: PaymentDependencies,
  tx: PoolClient,
  { locked, before, received }: LockedReport & { received: Received },
  decision: ReportDecision,
): Promise<AppliedReport> {
  await writeChanges(deps, tx, { locked, before }, decision.changes);
  const { queue, why: queueWhy } = decision.review ?? {};
  const written = decision.changes.after.operation as OperationRow;
  const attempt = locked.attempts.find((candidate) => candidate.id === written.attempt_id) as AttemptRow;
  await finish(deps, tx, { operation: written, attempt, received, decision });
  await keepCard(deps, tx, { row: locked.row, attempt, report: received.report });
  // The case is opened after the rows are written, and a caller must not open another for the same operation.
  const operation: OperationRow = queue === undefined ? written : { ...written, queue, queue_why: queueWhy ?? null };
  const isChanged = locked.row.revision !== before.row.revision || operation.state !== before.operation.state;
  const { report } = received;
  return { locked, attempt, operation, fallback: decision.fallback, isChanged, report, before, decision };
}

async function finish(
  deps: PaymentDependencies,
  tx: PoolClient,
  {
    operation,
    attempt: { account_id: accountId, token_id: tokenId },
    received: { report },
    decision: { isSettled, token, review },
  }: { operation: OperationRow; attempt: AttemptRow; received: Received; decision: ReportDecision },
): Promise<void> {
  if (token !== null && tokenId !== null) {
    const facts = 'why' in report ? undefined : report;
    await changeToken(deps, tx, { accountId, id: tokenId }, { kind: token, facts });
  }
  if (review !== null) await openManualReview({ ...deps, db: tx }, operation, review);
  if (isSettled && isPayment(operation)) deps.metrics.decided(operation.gateway, report.kind);
}

/**
 * The gateway keeps the card of a payment that took place, as its customer agreed. Money that the intent does not need
 * goes back, and so does the card: the gateway is asked to forget it. While the result is open nothing is decided.
 */
async function keepCard(
  deps: PaymentDependencies,
  tx: PoolClient,
  { row, attempt, report }: { row: IntentRow; attempt: AttemptRow; report: ProviderReport },
): Promise<void> {
  if (!('saved' in report) || report.saved === undefined || !TOOK.has(report.kind)) return;
  const isPaid = attempt.status === 'CAPTURED' || (attempt.status === 'AUTHORIZED' && attempt.is_open);
  if (isPaid || !attempt.is_open) await saveMethod(deps, tx, { row, attempt, isPaid }, report.saved);
}

/** Reports after which the gateway has kept the card. */
const TOOK: ReadonlySet<ProviderReport['kind']> = new Set(['captured', 'authorised', 'voided', 'refunded']);

type LockedOperation = OperationRow & {
  session: SessionJson | null;
  terms_percent: number | null;
  terms_fixed_minor: string | null;
};

/**
 * The operation, the wallet session of its intent and the store's terms at the gateway, by one statement. The intent's
 * lock also guards the session, because every change of a session locks the intent first.
 */
async function lockOperation(
  tx: PoolClient,
  { account_id: accountId, currency }: IntentRow,
  id: string,
): Promise<Pick<Reported, 'operation' | 'session' | 'terms'>> {
  const {
    rows: [row],
  } = await tx.query<LockedOperation>({
    name: 'lock-operation',
    text: `
      SELECT o.*, row_to_json(s) AS session, c.percent AS terms_percent, c.fixed_minor AS terms_fixed_minor
      FROM operation o
      LEFT JOIN wallet_session s ON s.account_id = o.account_id AND s.intent_id = o.intent_id
      LEFT JOIN gateway_cost c ON c.account_id = o.account_id AND c.store_id = o.store_id AND c.mode = o.mode
        AND c.gateway = o.gateway AND c.currency = $3
      WHERE o.account_id = $1 AND o.id = $2 FOR UPDATE OF o`,
    values: [accountId, id, currency],
  });
  const { session, terms_percent: percent, terms_fixed_minor: fixed, ...operation } = row as LockedOperation;
  const terms = percent === null ? undefined : { percent, fixedMinor: BigInt(fixed as string) };
  return { operation, session: session === null ? undefined : sessionFromJson(session), terms };
}
