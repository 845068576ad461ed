import { LIMITS } from '../limits.ts';

/** `pi_status`; §3.2 names the first, decision payments-states the others. */
export const INTENT_STATUSES = [
  'requires_payment_method', 'requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled', 'failed', 'expired',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** What the merchant sees of one attempt; `CAPTURED` is §3.2's. */
export const TRANSACTION_STATUSES = [
  'PENDING', 'AUTHENTICATION_PENDING', 'AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_FAILED', 'RISK_DECLINED', 'FAILED', 'AUTHORIZED',
  'CAPTURED', 'VOIDED', 'TIMEOUT', 'PARTIALLY_REFUNDED', 'REFUNDED', 'LATE_CAPTURED', 'REVERSED',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export type Decline = 'FAILED' | 'AUTHENTICATION_FAILED' | 'RISK_DECLINED';

/** `TIMEOUT`: the provider has not said what became of it. `taken`: what it took, in minor units. */
export interface Attempt { readonly id: string; readonly status: TransactionStatus; readonly taken: bigint }

/** An intent as its rules see it. Amounts are minor units. */
export interface Intent {
  readonly status: IntentStatus;
  readonly amount: bigint;
  readonly captureMethod: 'automatic' | 'manual';
  readonly captured: bigint;
  readonly refunded: bigint;
  /** Refunds that the provider has not answered yet. */
  readonly refunding: bigint;
  /** A capture or void of an authorisation that the provider has not answered yet. */
  readonly asked: null | { readonly kind: 'capture'; readonly amount: bigint } | { readonly kind: 'void' };
  readonly tries: number;
  readonly expiresAtMs: number;
  /** The attempt that may still take the money for this intent; one at most. */
  readonly open: string | null;
  readonly attempts: readonly Attempt[];
}

export type Command =
  | { kind: 'submit'; attemptId: string; fallback?: boolean }
  | { kind: 'challenge' | 'authenticate' | 'lose' | 'authorise' | 'reversed'; attemptId: string }
  /** `then`: whether the customer may try again, the next gateway is asked at once, or nothing can help. */
  | { kind: 'decline'; attemptId: string; as: Decline; then: 'customer' | 'fallback' | 'nobody' }
  | { kind: 'capture'; attemptId: string; amount: bigint }
  | { kind: 'askCapture'; amount: bigint }
  | { kind: 'askVoid' | 'captureRefused' | 'voidRefused' | 'voided' | 'cancel' | 'expire' }
  | { kind: 'askRefund' | 'refundDone' | 'refundFailed'; amount: bigint };

/** What must happen in the same transaction as the change. */
export type Effect =
  | { kind: 'post'; posting: 'capture' | 'refund' | 'late_capture' | 'reversal'; attemptId: string; amount: bigint }
  /** Of this attempt; else of the one that took the money. */
  | { kind: 'tell'; attemptId?: string }
  /** Money or an authorisation that nobody is owed: it goes back. */
  | { kind: 'reverse'; attemptId: string; amount: bigint };

export interface Changed { readonly intent: Intent; readonly effects: readonly Effect[] }

/** Why a command is refused; `illegal_transition` says that this state has no such step. */
export interface Refused { readonly refused: 'illegal_transition' | 'expired' | 'amount_exceeds_authorised' | 'refund_exceeds_captured' | 'contradiction'; readonly message: string }

/** (state, command, now) → the next state and what goes with it, or why not. A repeated fact changes nothing. */
export function decide(intent: Intent, command: Command, nowMs: number): Changed | Refused {
  switch (command.kind) {
    case 'submit': return submit(intent, command, nowMs);
    case 'challenge': return challenge(intent, command.attemptId);
    case 'authenticate': return authenticate(intent, command.attemptId);
    case 'lose': return lose(intent, command.attemptId);
    case 'authorise': return authorise(intent, command.attemptId);
    case 'decline': return decline(intent, command);
    case 'capture': return capture(intent, command.attemptId, command.amount);
    case 'reversed': return reversed(intent, command.attemptId);
    case 'askCapture': return askCapture(intent, command.amount);
    case 'askVoid': return intent.status === 'requires_capture' && intent.asked === null ? changed({ ...intent, asked: { kind: 'void' } }) : illegal(intent, 'voided');
    case 'captureRefused': return intent.asked?.kind === 'capture' ? changed({ ...intent, asked: null }, TELL) : same(intent);
    case 'voidRefused': return intent.asked?.kind === 'void' ? changed({ ...intent, asked: null }, TELL) : same(intent);
    case 'voided': return voided(intent);
    case 'cancel': return cancel(intent);
    case 'expire': return expire(intent, nowMs);
    case 'askRefund': return askRefund(intent, command.amount);
    case 'refundDone': return refundDone(intent, command.amount);
    case 'refundFailed': return intent.refunding >= command.amount ? changed({ ...intent, refunding: intent.refunding - command.amount }, TELL) : contradiction('a refund failed that nobody had asked for');
  }
}

export function isRefused(result: Changed | Refused): result is Refused {
  return 'refused' in result;
}

/** Nothing follows but refunds, and the return of what came late. */
export function isOver(status: IntentStatus): boolean {
  return status === 'succeeded' || status === 'canceled' || status === 'failed' || status === 'expired';
}

const TELL: Effect = { kind: 'tell' };
/** An attempt that still has no verdict, or one that says nothing was taken. */
const UNDECIDED: ReadonlySet<TransactionStatus> = new Set(['PENDING', 'AUTHENTICATION_PENDING', 'AUTHENTICATION_SUCCESSFUL', 'TIMEOUT']);
const NOT_TAKEN: ReadonlySet<TransactionStatus> = new Set([...UNDECIDED, 'AUTHENTICATION_FAILED', 'RISK_DECLINED', 'FAILED']);

function submit(intent: Intent, { attemptId, fallback = false }: { attemptId: string; fallback?: boolean }, nowMs: number): Changed | Refused {
  if (intent.status !== 'requires_payment_method') return illegal(intent, 'paid');
  // A customer in time is not late because the first gateway was slow to refuse.
  if (!fallback && nowMs >= intent.expiresAtMs) return { refused: 'expired', message: 'The time to pay is over.' };
  if (!fallback && intent.tries >= LIMITS.triesMax) return illegal(intent, 'paid');
  return changed({
    ...intent, status: 'processing', open: attemptId, tries: intent.tries + (fallback ? 0 : 1), attempts: [...intent.attempts, { id: attemptId, status: 'PENDING', taken: 0n }],
  });
}

function challenge(intent: Intent, attemptId: string): Changed | Refused {
  if (intent.open !== attemptId || intent.status !== 'processing') return isKnown(intent, attemptId) ? same(intent) : unknownAttempt(attemptId);
  return changed({ ...withStatus(intent, attemptId, 'AUTHENTICATION_PENDING'), status: 'requires_action' });
}

function authenticate(intent: Intent, attemptId: string): Changed | Refused {
  if (intent.open !== attemptId || intent.status !== 'requires_action') return isKnown(intent, attemptId) ? same(intent) : unknownAttempt(attemptId);
  return changed({ ...withStatus(intent, attemptId, 'AUTHENTICATION_SUCCESSFUL'), status: 'processing' });
}

function lose(intent: Intent, attemptId: string): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  return intent.open === attemptId && intent.status === 'processing' && status !== 'TIMEOUT' ? changed(withStatus(intent, attemptId, 'TIMEOUT')) : same(intent);
}

function authorise(intent: Intent, attemptId: string): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  if (!NOT_TAKEN.has(status)) return same(intent);
  const held = withStatus(intent, attemptId, 'AUTHORIZED');
  if (intent.open === attemptId && isUnderWay(intent)) return changed({ ...held, status: 'requires_capture' }, TELL);
  return changed(held, { kind: 'reverse', attemptId, amount: 0n });
}

function decline(intent: Intent, { attemptId, as, then }: { attemptId: string; as: Decline; then: 'customer' | 'fallback' | 'nobody' }): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  if (!NOT_TAKEN.has(status)) return contradiction(`${attemptId} was declined after it had been ${status}`);
  if (!UNDECIDED.has(status)) return same(intent);
  const declined = withStatus(intent, attemptId, as);
  if (intent.open !== attemptId) return changed(declined);
  const isLast = then === 'nobody' || (then === 'customer' && intent.tries >= LIMITS.triesMax);
  return isLast ? changed({ ...declined, open: null, status: 'failed' }, TELL) : changed({ ...declined, open: null, status: 'requires_payment_method' });
}

/** The provider has the customer's money. Where the intent no longer wants it, it goes back: never silent success, never twice. */
function capture(intent: Intent, attemptId: string, amount: bigint): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  const isOpen = intent.open === attemptId;
  if (amount <= 0n || amount > intent.amount) return contradiction(`${attemptId} took an amount that was not asked for`);
  if (isOpen && intent.status === 'requires_capture') {
    return changed({ ...withStatus(intent, attemptId, 'CAPTURED', amount), status: 'succeeded', captured: amount, asked: null, open: null }, post('capture', attemptId, amount), TELL);
  }
  if (!NOT_TAKEN.has(status) && status !== 'AUTHORIZED') return same(intent);
  if (isOpen && isUnderWay(intent)) {
    if (amount !== intent.amount) return contradiction(`${attemptId} took an amount that was not asked for`);
    return changed({ ...withStatus(intent, attemptId, 'CAPTURED', amount), status: 'succeeded', captured: amount, open: null }, post('capture', attemptId, amount), TELL);
  }
  return changed(withStatus(intent, attemptId, 'LATE_CAPTURED', amount), post('late_capture', attemptId, amount), { kind: 'reverse', attemptId, amount });
}

function reversed(intent: Intent, attemptId: string): Changed | Refused {
  const attempt = intent.attempts.find((one) => one.id === attemptId);
  const status = attempt?.status;
  if (attempt !== undefined && status === 'LATE_CAPTURED') {
    // Beside a success it would look like a second one; there the transaction says it.
    const told: Effect[] = intent.status === 'succeeded' ? [] : [{ kind: 'tell', attemptId }];
    return changed(withStatus(intent, attemptId, 'REVERSED', 0n), post('reversal', attemptId, attempt.taken), ...told);
  }
  if (status === 'AUTHORIZED' && intent.open !== attemptId) return changed(withStatus(intent, attemptId, 'VOIDED'));
  return status === undefined ? unknownAttempt(attemptId) : same(intent);
}

function askCapture(intent: Intent, amount: bigint): Changed | Refused {
  if (intent.status !== 'requires_capture' || intent.asked !== null) return illegal(intent, 'captured');
  if (amount <= 0n || amount > intent.amount) return { refused: 'amount_exceeds_authorised', message: 'A capture is more than zero and at most what was authorised.' };
  return changed({ ...intent, asked: { kind: 'capture', amount } });
}

function voided(intent: Intent): Changed | Refused {
  if (intent.status === 'canceled') return same(intent);
  if (intent.status !== 'requires_capture' || intent.open === null) return contradiction('an authorisation was voided that was not open');
  return changed({ ...withStatus(intent, intent.open, 'VOIDED'), status: 'canceled', open: null, asked: null }, TELL);
}

function cancel(intent: Intent): Changed | Refused {
  if (intent.status === 'canceled') return same(intent);
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') return illegal(intent, 'cancelled');
  return changed({ ...letGo(intent), status: 'canceled' }, TELL);
}

function expire(intent: Intent, nowMs: number): Changed | Refused {
  if (nowMs < intent.expiresAtMs || (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')) return same(intent);
  return changed({ ...letGo(intent), status: 'expired' }, TELL);
}

function askRefund(intent: Intent, amount: bigint): Changed | Refused {
  if (intent.status !== 'succeeded') return illegal(intent, 'refunded');
  const left = intent.captured - intent.refunded - intent.refunding;
  if (amount <= 0n || amount > left) return { refused: 'refund_exceeds_captured', message: 'The refund is more than what is left of the captured amount.' };
  return changed({ ...intent, refunding: intent.refunding + amount });
}

function refundDone(intent: Intent, amount: bigint): Changed | Refused {
  const taken = intent.attempts.find((attempt) => attempt.status === 'CAPTURED' || attempt.status === 'PARTIALLY_REFUNDED');
  if (intent.refunding < amount || taken === undefined) return contradiction('a refund was done that nobody had asked for');
  const refunded = intent.refunded + amount;
  const next = withStatus(intent, taken.id, refunded === intent.captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED');
  return changed({ ...next, refunded, refunding: intent.refunding - amount }, post('refund', taken.id, amount), TELL);
}

/** The open attempt is let go of, undecided: what it still brings is asked for, and sent back. */
function letGo(intent: Intent): Intent {
  return intent.open === null ? intent : { ...withStatus(intent, intent.open, 'TIMEOUT'), open: null };
}

function isUnderWay(intent: Intent): boolean {
  return intent.status === 'processing' || intent.status === 'requires_action';
}

function withStatus(intent: Intent, attemptId: string, status: TransactionStatus, taken?: bigint): Intent {
  return { ...intent, attempts: intent.attempts.map((attempt) => (attempt.id === attemptId ? { id: attemptId, status, taken: taken ?? attempt.taken } : attempt)) };
}

function statusOf(intent: Intent, attemptId: string): TransactionStatus | undefined {
  return intent.attempts.find((attempt) => attempt.id === attemptId)?.status;
}

function isKnown(intent: Intent, attemptId: string): boolean {
  return statusOf(intent, attemptId) !== undefined;
}

function post(posting: 'capture' | 'refund' | 'late_capture' | 'reversal', attemptId: string, amount: bigint): Effect {
  return { kind: 'post', posting, attemptId, amount };
}

function changed(intent: Intent, ...effects: Effect[]): Changed {
  return { intent, effects };
}

function same(intent: Intent): Changed {
  return { intent, effects: [] };
}

function illegal(intent: Intent, become: 'paid' | 'captured' | 'voided' | 'cancelled' | 'refunded'): Refused {
  return { refused: 'illegal_transition', message: `An intent that is ${intent.status}${intent.asked === null ? '' : ` with a ${intent.asked.kind} under way`} cannot be ${become}.` };
}

function contradiction(message: string): Refused {
  return { refused: 'contradiction', message };
}

function unknownAttempt(attemptId: string): Refused {
  return contradiction(`this intent has no attempt ${attemptId}`);
}
