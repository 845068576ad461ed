import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { lockSession, saveSession } from '../intents/change-session.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { isOver } from '../intents/intent.state.ts';
import { unchanged, withAttempt } from '../intents/changes.ts';
import type { Known } from '../intents/changes.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { sessionState } from '../intents/session.entity.ts';
import { decideSession, isLastTry } from '../intents/session.state.ts';
import type { SessionCommand, SessionDecision, SessionRefusal } from '../intents/session.state.ts';
import { writeChanges } from '../intents/write-changes.ts';
import { masked } from '../keys.ts';
import { INQUIRY } from '../limits.ts';
import { applyReport } from '../operations/apply-report.ts';
import type { AppliedReport } from '../operations/apply-report.ts';
import { operationRequestOf } from '../operations/run-operation.ts';
import { startAttempt } from '../operations/start-attempt.ts';
import type { Texts } from '../pages/texts.ts';
import type { Method } from '../providers/methods.ts';
import type { ProviderReport, StepReport } from '../providers/provider.ts';
import { withinDeadline } from '../providers/within-deadline.ts';
import { walletChoice } from '../routing/choose-for-intent.ts';

/** The notice above the page's form. Null when the journey has moved to another step. */
export type Notice = keyof Texts | null;

const NOTICE: Record<SessionRefusal, Notice> = {
  illegal_transition: null,
  expired: null,
  otp_expired: 'codeExpired',
  resend_too_soon: 'resendSoon',
  resends_exhausted: 'resendsOver',
  try_under_way: null,
  tries_exhausted: null,
};

/**
 * Submits the customer's identity and phone to the wallet, which sends a code or refuses. This service stores neither
 * number.
 */
export async function submitIdentity(
  deps: PaymentDependencies,
  row: IntentRow,
  { nationalId, phone }: { nationalId: string; phone: string },
): Promise<Notice> {
  const wanted = row.source === 'bnpl' ? 'bnpl' : await methodOfSession(deps, row);
  const { wallet, ...choice } = await walletChoice(deps, row, wanted);
  const { operation } = await inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, row.account_id, row.id)) as LockedIntent;
    const session = await lockSession(tx, row.account_id, row.id);
    if (session === undefined) throw new Refusal(409, 'illegal_transition', 'No wallet was chosen on this page.');
    const tried = decideSession(sessionState(session), { kind: 'tryIdentity' }, deps.clock());
    if ('refused' in tried) throw new Refusal(409, 'illegal_transition', 'No try of the identity is possible now.');
    await saveSession(deps, tx, session, tried.session);
    const method = session.payment_method_types === 'wallet' && row.source !== 'bnpl' ? 'wallet' : 'bnpl';
    return startAttempt(deps, tx, locked, {
      method,
      gateway: wallet.type,
      choice,
      isFallback: false,
      kind: 'pay',
      actor: 'customer',
      requestedBy: 'customer',
      instrument: { phone: masked(phone) },
    });
  });
  const began = performance.now();
  const report = await callWallet(() =>
    wallet.checkIdentity({
      ...operationRequestOf(operation, row.currency),
      nationalId,
      phone,
      orderReference: row.order_reference,
      description: row.description,
    }),
  );
  return afterIdentity(deps, operation, { report, latencyMs: performance.now() - began });
}

async function afterIdentity(
  deps: PaymentDependencies,
  operation: OperationRow,
  { report: answer, latencyMs }: { report: StepReport; latencyMs: number },
): Promise<Notice> {
  const apply = (report: ProviderReport): Promise<AppliedReport> =>
    applyReport(deps, { operation, report, actor: 'gateway', latencyMs });
  if (answer.kind === 'accepted' || answer.kind === 'unknown') {
    await apply(answer.kind === 'accepted' ? { ...answer, kind: 'pending' } : answer);
    return null;
  }
  if (answer.kind === 'unavailable') {
    // The wallet has not judged the identity.
    await applySessionCommand(deps, operation, { kind: 'tryReturned' });
    await apply({ ...answer, kind: 'declined', as: 'FAILED', then: 'customer' });
    return 'busy';
  }
  // The session, which counted the try before, decides whether another one may follow.
  const { locked } = await apply({
    kind: 'declined',
    as: 'AUTHENTICATION_FAILED',
    then: 'customer',
    code: answer.code,
    message: answer.message,
  });
  return isOver(locked.row.status) ? null : 'identityWrong';
}

/** Checks the code that the wallet sent. The third wrong code ends the journey (060). */
export async function submitCode(deps: PaymentDependencies, row: IntentRow, code: string): Promise<Notice> {
  const operation = await findOpenPayment(deps, row);
  if (operation === undefined) return null;
  const tried = await applySessionCommand(deps, operation, { kind: 'tryCode' });
  if ('refused' in tried) {
    // The last try was counted, and its process died before the wallet's answer.
    if (tried.refused === 'tries_exhausted') await endJourney(deps, operation, {});
    return NOTICE[tried.refused];
  }
  const report = await callWallet(async () =>
    (await deps.providers.wallet(operation)).checkCode(operation.id, operation.gateway_reference ?? '', code),
  );
  if (report.kind === 'unknown') return markCodeUnknown(deps, operation, report.why);
  const isTooOld = report.kind === 'wrong' && report.expired === true;
  if (report.kind === 'unavailable' || isTooOld) {
    await applySessionCommand(deps, operation, { kind: 'tryReturned' });
    return isTooOld ? 'codeExpired' : 'busy';
  }
  if (report.kind === 'accepted') {
    // The customer confirms in the app within seconds. If the wallet's callback is lost, an inquiry finds the result.
    await applySessionCommand(deps, operation, {
      kind: 'otpAccepted',
      appUrl: report.appUrl,
      inquireInMs: INQUIRY.soonMs,
    });
    return null;
  }
  if (report.kind === 'wrong' && !isLastTry(tried.session)) {
    await applySessionCommand(deps, operation, { kind: 'tryCounted' });
    return 'codeWrong';
  }
  await endJourney(deps, operation, report);
  return null;
}

/** No try is left, or the wallet refuses for good. The intent's decline ends the journey, with both webhooks. */
async function endJourney(
  deps: PaymentDependencies,
  operation: OperationRow & { currency: string },
  { code = '060', message = 'PIN retries exhausted' }: { code?: string; message?: string },
): Promise<void> {
  const report = { kind: 'declined', as: 'AUTHENTICATION_FAILED', then: 'none', code, message } as const;
  await applyReport(deps, { operation, report, actor: 'gateway' });
  await callWallet(async () => {
    await (await deps.providers.wallet(operation)).abandon(operationRequestOf(operation, operation.currency));
    return { kind: 'accepted' };
  });
}

/**
 * The reply was lost. The code may have been right, so the page says "we are checking" until an inquiry knows the
 * result.
 */
async function markCodeUnknown(deps: PaymentDependencies, operation: OperationRow, why: string): Promise<Notice> {
  await inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, operation.account_id, operation.intent_id)) as LockedIntent;
    await changeIntent(deps, tx, locked, {
      command: { kind: 'authenticate', attemptId: operation.attempt_id },
      actor: 'customer',
    });
  });
  await applyReport(deps, { operation, report: { kind: 'unknown', why }, actor: 'gateway' });
  await applySessionCommand(deps, operation, { kind: 'tryCounted', inquireInMs: INQUIRY.soonMs });
  return null;
}

export async function resendCode(deps: PaymentDependencies, row: IntentRow): Promise<Notice> {
  const operation = await findOpenPayment(deps, row);
  if (operation === undefined) return null;
  const decision = await applySessionCommand(deps, operation, { kind: 'requestResend' });
  if ('refused' in decision) return NOTICE[decision.refused];
  const report = await callWallet(async () =>
    (await deps.providers.wallet(operation)).resendCode(operation.id, operation.gateway_reference ?? ''),
  );
  return report.kind === 'accepted' ? null : 'busy';
}

interface Step extends SessionCommand {
  appUrl?: string;
  /** When the worker inquires, if no answer comes before. */
  inquireInMs?: number;
}

/** Applies a command to the session, and what belongs to the same step, under the intent's lock. */
async function applySessionCommand(
  deps: PaymentDependencies,
  { account_id: accountId, intent_id: intentId, id }: OperationRow,
  { kind, appUrl, inquireInMs }: Step,
): Promise<SessionDecision> {
  return inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, accountId, intentId)) as LockedIntent;
    if (appUrl !== undefined) await saveAppUrl(deps, tx, locked, appUrl);
    if (inquireInMs !== undefined)
      await tx.query('UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
        new Date(deps.clock() + inquireInMs),
      ]);
    const session = await lockSession(tx, accountId, intentId);
    if (session === undefined) return { refused: 'illegal_transition' };
    const decision = decideSession(sessionState(session), { kind }, deps.clock());
    if ('session' in decision) await saveSession(deps, tx, session, decision.session);
    return decision;
  });
}

async function saveAppUrl(
  deps: PaymentDependencies,
  tx: PoolClient,
  locked: LockedIntent,
  appUrl: string,
): Promise<void> {
  const open = locked.attempts.find((attempt) => attempt.is_open);
  if (open === undefined) return;
  const before: Known = { row: locked.row, attempts: locked.attempts };
  const next = withAttempt(before, { ...open, routing: { ...open.routing, app_url: appUrl } });
  await writeChanges(deps, tx, { locked, before }, unchanged(next));
}

async function findOpenPayment(
  { pool }: PaymentDependencies,
  row: IntentRow,
): Promise<(OperationRow & { currency: string }) | undefined> {
  const {
    rows: [operation],
  } = await pool.query<OperationRow>(
    "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND kind = 'pay'",
    [row.account_id, row.open_attempt],
  );
  return operation === undefined ? undefined : { ...operation, currency: row.currency };
}

async function methodOfSession({ pool }: PaymentDependencies, row: IntentRow): Promise<Method> {
  const {
    rows: [session],
  } = await pool.query<{ payment_method_types: Method }>(
    'SELECT payment_method_types FROM wallet_session WHERE account_id = $1 AND intent_id = $2',
    [row.account_id, row.id],
  );
  return session?.payment_method_types === 'wallet' ? 'wallet' : 'bnpl';
}

async function callWallet(call: () => Promise<StepReport>): Promise<StepReport> {
  return withinDeadline(call).catch((error: unknown): StepReport => ({
    kind: 'unknown',
    why: String((error as Error).message),
  }));
}
