import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PaymentDependencies } from '../dependencies.ts';
import { changeIntent } from '../intents/change-intent.ts';
import { lockSession, saveSession } from '../intents/change-session.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { unchanged, withAttempt } from '../intents/changes.ts';
import type { Known } from '../intents/changes.ts';
import { lockIntent } from '../intents/locked-intent.ts';
import type { LockedIntent } from '../intents/locked-intent.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { sessionState } from '../intents/session.entity.ts';
import type { SessionRow } from '../intents/session.entity.ts';
import { decideSession } from '../intents/session.state.ts';
import type { SessionCommand, SessionDecision, SessionRefusal } from '../intents/session.state.ts';
import { writeChanges } from '../intents/write-changes.ts';
import { masked } from '../keys.ts';
import { INQUIRY } from '../limits.ts';
import { applyReport } from '../operations/apply-report.ts';
import { operationRequestOf } from '../operations/run-operation.ts';
import { startAttempt } from '../operations/start-attempt.ts';
import { ownerOf } from '../owner.ts';
import type { Texts } from '../pages/texts.ts';
import type { Method } from '../providers/methods.ts';
import type { ProviderReport, StepReport } from '../providers/provider.ts';
import { chooseForIntent } from '../routing/choose-for-intent.ts';

/** The notice above the page's form. Null when the journey has moved to another step. */
export type Notice = keyof Texts | null;

const NOTICE: Record<SessionRefusal, Notice> = {
  illegal_transition: null,
  expired: null,
  otp_expired: 'codeExpired',
  resend_too_soon: 'resendSoon',
  resends_exhausted: 'resendsOver',
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
  const choice = await chooseForIntent(deps, row, row.source === 'bnpl' ? 'bnpl' : await methodOfSession(deps, row));
  const providers = await deps.providers.ofStore(ownerOf(row));
  const gateway = choice.gateways[0] ?? providers.wallet().type;
  const { operation } = await inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, row.account_id, row.id)) as LockedIntent;
    const session = await lockSession(tx, row.account_id, row.id);
    if (session === undefined) throw new Refusal(409, 'illegal_transition', 'No wallet was chosen on this page.');
    const method = session.payment_method_types === 'wallet' && row.source !== 'bnpl' ? 'wallet' : 'bnpl';
    return startAttempt(deps, tx, locked, {
      method,
      gateway,
      choice,
      isFallback: false,
      kind: 'pay',
      actor: 'customer',
      instrument: { phone: masked(phone) },
    });
  });
  const began = performance.now();
  const report = await callWallet(() =>
    providers.wallet(gateway).checkIdentity({
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
  const apply = (report: ProviderReport): Promise<unknown> =>
    applyReport(deps, { operation, report, actor: 'gateway', latencyMs });
  if (answer.kind === 'accepted' || answer.kind === 'unknown') {
    await apply(answer.kind === 'accepted' ? { ...answer, kind: 'pending' } : answer);
    return null;
  }
  if (answer.kind === 'unavailable') {
    await apply({ ...answer, kind: 'declined', as: 'FAILED', then: 'customer' });
    return 'busy';
  }
  const isLast = await countRefusedIdentity(deps, operation);
  await apply({
    kind: 'declined',
    as: 'AUTHENTICATION_FAILED',
    then: isLast ? 'none' : 'customer',
    code: answer.code,
    message: answer.message,
  });
  return isLast ? null : 'identityWrong';
}

/** Counts a refused identity in the session. Returns true for the last one that is permitted. */
function countRefusedIdentity(deps: PaymentDependencies, operation: OperationRow): Promise<boolean> {
  return inTransaction(deps.pool, async (tx) => {
    await lockIntent(tx, operation.account_id, operation.intent_id);
    const session = (await lockSession(tx, operation.account_id, operation.intent_id)) as SessionRow;
    const decision = decideSession(sessionState(session), { kind: 'identityRefused' }, deps.clock());
    if (!('session' in decision)) return false;
    const isLast = decision.session.state === 'failed';
    // The intent ends the session, in the transaction that publishes both notifications.
    await saveSession(deps, tx, session, isLast ? { ...decision.session, state: 'pending' } : decision.session);
    return isLast;
  });
}

/** Checks the code that the wallet sent. The third wrong code ends the journey (060). */
export async function submitCode(deps: PaymentDependencies, row: IntentRow, code: string): Promise<Notice> {
  const openStep = await findOpenStep(deps, row);
  if (openStep === undefined) return null;
  const preview = decideSession(sessionState(openStep.session), { kind: 'otpAccepted' }, deps.clock());
  if ('refused' in preview) return NOTICE[preview.refused];
  const { operation } = openStep;
  const report = await callWallet(async () =>
    (await deps.providers.wallet(operation)).checkCode(operation.id, operation.gateway_reference ?? '', code),
  );
  if (report.kind === 'unknown') return markCodeUnknown(deps, operation, report.why);
  if (report.kind === 'unavailable') return 'busy';
  if (report.kind === 'wrong' && report.expired === true) return 'codeExpired';
  const decision = await applySessionCommand(
    deps,
    row,
    report.kind === 'accepted' ? 'otpAccepted' : 'otpWrong',
    report.appUrl,
  );
  if ('refused' in decision) return NOTICE[decision.refused];
  if (report.kind === 'accepted') {
    // The customer confirms in the app within seconds. If the wallet's callback is lost, an inquiry finds the result.
    await inquireSoon(deps, operation, INQUIRY.soonMs);
    return null;
  }
  if (report.kind === 'wrong' && decision.session.state !== 'failed') return 'codeWrong';
  const facts = { code: report.code ?? '060', message: report.message ?? 'PIN retries exhausted' };
  await applyReport(deps, {
    operation,
    report: { kind: 'declined', as: 'AUTHENTICATION_FAILED', then: 'none', ...facts },
    actor: 'gateway',
  });
  await callWallet(async () => {
    await (await deps.providers.wallet(operation)).abandon(operationRequestOf(operation, row.currency));
    return { kind: 'accepted' };
  });
  return null;
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
  await inquireSoon(deps, operation, INQUIRY.soonMs);
  return null;
}

async function inquireSoon(deps: PaymentDependencies, operation: OperationRow, delayMs: number): Promise<void> {
  await deps.pool.query('UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND id = $2', [
    operation.account_id,
    operation.id,
    new Date(deps.clock() + delayMs),
  ]);
}

export async function resendCode(deps: PaymentDependencies, row: IntentRow): Promise<Notice> {
  const decision = await applySessionCommand(deps, row, 'requestResend');
  if ('refused' in decision) return NOTICE[decision.refused];
  const openStep = await findOpenStep(deps, row);
  if (openStep === undefined) return null;
  const { operation } = openStep;
  const report = await callWallet(async () =>
    (await deps.providers.wallet(operation)).resendCode(operation.id, operation.gateway_reference ?? ''),
  );
  return report.kind === 'accepted' ? null : 'busy';
}

/**
 * Applies a command to the session. A command that would end it leaves the state unchanged: the intent's decline ends
 * both and publishes both notifications.
 */
async function applySessionCommand(
  deps: PaymentDependencies,
  row: IntentRow,
  kind: SessionCommand['kind'],
  appUrl?: string,
): Promise<SessionDecision> {
  return inTransaction(deps.pool, async (tx) => {
    const locked = (await lockIntent(tx, row.account_id, row.id)) as LockedIntent;
    const open = locked.attempts.find((attempt) => attempt.is_open);
    if (open !== undefined && appUrl !== undefined) {
      const before: Known = { row: locked.row, attempts: locked.attempts };
      const next = withAttempt(before, { ...open, routing: { ...open.routing, app_url: appUrl } });
      await writeChanges(deps, tx, { locked, before }, unchanged(next));
    }
    const session = await lockSession(tx, row.account_id, row.id);
    if (session === undefined) return { refused: 'illegal_transition' };
    const decision = decideSession(sessionState(session), { kind }, deps.clock());
    if ('session' in decision)
      await saveSession(
        deps,
        tx,
        session,
        decision.session.state === 'failed' ? { ...decision.session, state: session.state } : decision.session,
      );
    return decision;
  });
}

async function findOpenStep(
  { pool }: PaymentDependencies,
  row: IntentRow,
): Promise<{ session: SessionRow; operation: OperationRow } | undefined> {
  const {
    rows: [session],
  } = await pool.query<SessionRow>('SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2', [
    row.account_id,
    row.id,
  ]);
  const {
    rows: [operation],
  } = await pool.query<OperationRow>(
    "SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND kind = 'pay'",
    [row.account_id, row.open_attempt],
  );
  return session === undefined || operation === undefined ? undefined : { session, operation };
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
  return call().catch((error: unknown): StepReport => ({ kind: 'unknown', why: String((error as Error).message) }));
}
