import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { changeIntent } from '../intents/change-intent.ts';
import { holdIntent, saveHeld } from '../intents/held-intent.ts';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { startAttempt } from '../intents/start-attempt.ts';
import { masked } from '../keys.ts';
import { INQUIRY } from '../limits.ts';
import { applyOutcome } from '../operations/apply-outcome.ts';
import type { OperationRow } from '../operations/operation.ts';
import type { Texts } from '../pages/texts.ts';
import type { Payments } from '../payments.ts';
import type { Outcome, StepOutcome } from '../providers/provider.ts';
import type { Method } from '../routing/choose-gateways.ts';
import { chooseFor } from '../checkout/pay.ts';
import { holdSession, saveSession } from './end-session.ts';
import { sessionOf } from './session.entity.ts';
import type { SessionRow } from './session.entity.ts';
import { stepSession } from './session.state.ts';
import type { SessionCommand, SessionRefusal, SessionStep } from './session.state.ts';

/** What the page says above its form; null: the journey has moved on. */
export type Notice = keyof Texts | null;

const NOTICE: Record<SessionRefusal, Notice> = { illegal_transition: null, expired: null, otp_expired: 'codeExpired', resend_too_soon: 'resendSoon', resends_exhausted: 'resendsOver' };

/** The customer says who he is; the wallet knows him, and sends a code, or does not. Neither number is kept: the wallet has them. */
export async function submitIdentity(payments: Payments, row: IntentRow, { nationalId, phone }: { nationalId: string; phone: string }): Promise<Notice> {
  const choice = await chooseFor(payments, row, (row.source === 'bnpl' ? 'bnpl' : await methodOfSession(payments, row)));
  const gateway = choice.gateways[0] ?? payments.providers.wallet().type;
  const { operation } = await inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, row.account_id, row.id) as HeldIntent;
    const session = await holdSession(tx, row.account_id, row.id);
    if (session === undefined) throw new Refusal(409, 'illegal_transition', 'No wallet was chosen on this page.');
    const method = session.payment_method_types === 'wallet' && row.source !== 'bnpl' ? 'wallet' : 'bnpl';
    return startAttempt(payments, tx, held, { method, gateway, choice, isFallback: false, kind: 'pay', actor: 'customer', instrument: { phone: masked(phone) } });
  });
  const began = performance.now();
  const said = await step(() => payments.providers.wallet(gateway).checkIdentity({
    id: operation.id, amount: BigInt(row.amount_minor), currency: row.currency, reference: null, nationalId, phone, orderReference: row.order_reference, description: row.description,
  }));
  return afterIdentity(payments, operation, { said, latencyMs: performance.now() - began });
}

async function afterIdentity(payments: Payments, operation: OperationRow, { said, latencyMs }: { said: StepOutcome; latencyMs: number }): Promise<Notice> {
  if (said.kind === 'accepted') {
    await applyOutcome(payments, { operation, outcome: { ...said, kind: 'pending' }, actor: 'gateway', latencyMs });
    return null;
  }
  if (said.kind === 'unknown') {
    await applyOutcome(payments, { operation, outcome: said, actor: 'gateway', latencyMs });
    return null;
  }
  if (said.kind === 'unavailable') {
    await applyOutcome(payments, { operation, outcome: { ...said, kind: 'declined', as: 'FAILED', then: 'customer' }, actor: 'gateway', latencyMs });
    return 'busy';
  }
  const isLast = await inTransaction(payments.pool, async (tx) => {
    await holdIntent(tx, operation.account_id, operation.intent_id);
    const session = await holdSession(tx, operation.account_id, operation.intent_id) as SessionRow;
    const stepped = stepSession(sessionOf(session), { kind: 'identityRefused' }, payments.clock());
    if (!('session' in stepped)) return false;
    // Its end is the intent's to tell, in one transaction with it.
    await saveSession(payments, tx, session, stepped.session.state === 'failed' ? { ...stepped.session, state: 'pending' } : stepped.session);
    return stepped.session.state === 'failed';
  });
  const outcome: Outcome = { kind: 'declined', as: 'AUTHENTICATION_FAILED', then: isLast ? 'nobody' : 'customer', code: said.code, message: said.message };
  await applyOutcome(payments, { operation, outcome, actor: 'gateway', latencyMs });
  return isLast ? null : 'identityWrong';
}

/** The code that the wallet sent. A third wrong one ends the journey (060). */
export async function submitCode(payments: Payments, row: IntentRow, code: string): Promise<Notice> {
  const checked = await look(payments, row);
  if (checked === undefined) return null;
  const judged = stepSession(sessionOf(checked.session), { kind: 'otpAccepted' }, payments.clock());
  if ('refused' in judged) return NOTICE[judged.refused];
  const { operation } = checked;
  const said = await step(() => payments.providers.wallet(operation.gateway).checkCode(operation.id, operation.gateway_reference ?? '', code));
  if (said.kind === 'unknown') return lost(payments, operation, said.why);
  if (said.kind === 'unavailable') return 'busy';
  if (said.kind === 'wrong' && said.expired === true) return 'codeExpired';
  const stepped = await move(payments, row, said.kind === 'accepted' ? 'otpAccepted' : 'otpWrong', said.appUrl);
  if ('refused' in stepped) return NOTICE[stepped.refused];
  if (said.kind === 'accepted') {
    // The customer confirms in his app within seconds; should the wallet's call be lost, we ask.
    await askSoon(payments, operation, INQUIRY.soonMs);
    return null;
  }
  if (said.kind === 'wrong' && stepped.session.state !== 'failed') return 'codeWrong';
  const facts = { code: said.code ?? '060', message: said.message ?? 'PIN retries exhausted' };
  await applyOutcome(payments, { operation, outcome: { kind: 'declined', as: 'AUTHENTICATION_FAILED', then: 'nobody', ...facts }, actor: 'gateway' });
  await step(async () => { await payments.providers.wallet(operation.gateway).abandon(operation.id); return { kind: 'accepted' }; });
  return null;
}

/** The code may have been right, and the money be on its way: "we are checking", until the wallet says. */
async function lost(payments: Payments, operation: OperationRow, why: string): Promise<Notice> {
  await inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, operation.account_id, operation.intent_id) as HeldIntent;
    await changeIntent(payments, tx, held, { command: { kind: 'authenticate', attemptId: operation.attempt_id }, actor: 'customer' });
  });
  await applyOutcome(payments, { operation, outcome: { kind: 'unknown', why }, actor: 'gateway' });
  await askSoon(payments, operation, INQUIRY.soonMs);
  return null;
}

async function askSoon(payments: Payments, operation: OperationRow, delayMs: number): Promise<void> {
  await payments.pool.query('UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND id = $2', [operation.account_id, operation.id, new Date(payments.clock() + delayMs)]);
}

export async function resendCode(payments: Payments, row: IntentRow): Promise<Notice> {
  const stepped = await move(payments, row, 'askResend');
  if ('refused' in stepped) return NOTICE[stepped.refused];
  const checked = await look(payments, row);
  if (checked === undefined) return null;
  const said = await step(() => payments.providers.wallet(checked.operation.gateway).resendCode(checked.operation.id, checked.operation.gateway_reference ?? ''));
  return said.kind === 'accepted' ? null : 'busy';
}

/** A state that ends the journey is left to the intent, whose decline follows and tells both. */
async function move(payments: Payments, row: IntentRow, kind: SessionCommand['kind'], appUrl?: string): Promise<SessionStep> {
  return inTransaction(payments.pool, async (tx) => {
    const held = await holdIntent(tx, row.account_id, row.id) as HeldIntent;
    const open = held.attempts.find((attempt) => attempt.is_open);
    if (open !== undefined && appUrl !== undefined) {
      open.routing = { ...open.routing, app_url: appUrl };
      held.unsaved.attempts.add(open);
      await saveHeld(tx, held);
    }
    const session = await holdSession(tx, row.account_id, row.id);
    if (session === undefined) return { refused: 'illegal_transition' };
    const stepped = stepSession(sessionOf(session), { kind }, payments.clock());
    if ('session' in stepped) await saveSession(payments, tx, session, stepped.session.state === 'failed' ? { ...stepped.session, state: session.state } : stepped.session);
    return stepped;
  });
}

async function look({ pool }: Payments, row: IntentRow): Promise<{ session: SessionRow; operation: OperationRow } | undefined> {
  const { rows: [session] } = await pool.query<SessionRow>('SELECT * FROM wallet_session WHERE account_id = $1 AND intent_id = $2', [row.account_id, row.id]);
  const { rows: [operation] } = await pool.query<OperationRow>("SELECT * FROM operation WHERE account_id = $1 AND attempt_id = $2 AND kind = 'pay'", [row.account_id, row.open_attempt]);
  return session === undefined || operation === undefined ? undefined : { session, operation };
}

async function methodOfSession({ pool }: Payments, row: IntentRow): Promise<Method> {
  const { rows: [session] } = await pool.query<{ payment_method_types: Method }>('SELECT payment_method_types FROM wallet_session WHERE account_id = $1 AND intent_id = $2', [row.account_id, row.id]);
  return session?.payment_method_types === 'wallet' ? 'wallet' : 'bnpl';
}

async function step(call: () => Promise<StepOutcome>): Promise<StepOutcome> {
  return call().catch((error: unknown): StepOutcome => ({ kind: 'unknown', why: String((error as Error).message) }));
}

