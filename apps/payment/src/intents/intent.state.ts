import { LIMITS } from '../limits.ts';
import type { Decline } from '../providers/provider.ts';
import {
  changed,
  contradiction,
  illegal,
  isKnown,
  isUnderWay,
  NOT_TAKEN,
  NOTIFY,
  same,
  statusOf,
  UNDECIDED,
  unknownAttempt,
  withStatus,
} from './intent-parts.ts';
import { capture, captureGivenUp, captureRefused, requestCapture, voided } from './capture.state.ts';
import type { IntentStatus, TransactionStatus } from './intent-status.ts';
import { refundDone, refundFailed, refundReturned, requestRefund, reversalReturned, reversed } from './refund.state.ts';

/** `TIMEOUT` means that the provider has not reported a result. `taken` is the captured amount in minor units. */
export interface Attempt {
  readonly id: string;
  readonly status: TransactionStatus;
  readonly taken: bigint;
}

/** The state of an intent. Amounts are minor units. */
export interface Intent {
  readonly status: IntentStatus;
  readonly amount: bigint;
  readonly captureMethod: 'automatic' | 'manual';
  readonly captured: bigint;
  readonly refunded: bigint;
  /** The sum of refunds that the provider has not confirmed. */
  readonly refunding: bigint;
  /** Paid to the customer beyond what was captured: a refused refund was paid after the amount was refunded again. */
  readonly overRefunded: bigint;
  /** What disputes hold or have lost: a refund would pay it twice. */
  readonly disputed: bigint;
  /**
   * Captures or a void that the provider has not confirmed. `amount` is the sum of the captures. `isFinal`: the rest is
   * released.
   */
  readonly requested:
    null | { readonly kind: 'capture'; readonly amount: bigint; readonly isFinal: boolean } | { readonly kind: 'void' };
  readonly tries: number;
  readonly expiresAtMs: number;
  /** The attempt that may still take the money for this intent. There is at most one. */
  readonly open: string | null;
  readonly attempts: readonly Attempt[];
}

export type Command =
  | { kind: 'submit'; attemptId: string; fallback?: boolean }
  | { kind: 'challenge' | 'authenticate' | 'markUnknown' | 'authorise'; attemptId: string }
  /** `amount` where a person says that only a part came back; the service asks for the rest. */
  | { kind: 'reversed'; attemptId: string; amount?: bigint }
  /** `then` says what may follow: another try by the customer, the next provider at once, or nothing. */
  | { kind: 'decline'; attemptId: string; as: Decline; then: 'customer' | 'fallback' | 'none' }
  /** `confirmed`: a person says that this amount was taken, although another one was requested. */
  /**
   * `part`: one of several captures, and what it requested. `isLate`: it was refused before, so nothing is reserved for
   * it.
   */
  | {
      kind: 'capture';
      attemptId: string;
      amount: bigint;
      confirmed?: boolean;
      part?: { requested: bigint; isFinal: boolean; isLate: boolean };
    }
  | { kind: 'requestCapture'; amount: bigint; isFinal?: boolean }
  /** `part` where it was one of several captures: what it requested. */
  | { kind: 'captureRefused'; part?: bigint }
  | { kind: 'requestVoid' | 'voidRefused' | 'voided' | 'cancel' | 'expire' }
  /** The gateway refused our own capture of what it authorised, as often as it was asked. */
  | { kind: 'captureGivenUp' }
  | { kind: 'requestRefund' | 'refundFailed'; amount: bigint }
  /**
   * `requested` where a person says that another amount was paid out. `isLate`: the refund was refused before, so
   * nothing is reserved for it.
   */
  | { kind: 'refundDone'; amount: bigint; requested?: bigint; isLate?: boolean }
  /** A refund that had succeeded failed at the bank: the money is back. */
  | { kind: 'refundReturned'; amount: bigint }
  /** The same for late money that had been sent back. */
  | { kind: 'reversalReturned'; attemptId: string; amount: bigint };

export type IntentPosting =
  | 'capture'
  | 'refund'
  | 'refund_returned'
  | 'refund_excess'
  | 'refund_excess_returned'
  | 'refund_covered'
  | 'late_capture'
  | 'reversal'
  | 'reversal_returned';

/** What must happen in the same transaction as the change. */
export type Effect =
  | {
      kind: 'post';
      posting: IntentPosting;
      attemptId: string;
      amount: bigint;
      /** Of a part, where the attempt or its operation has more than one posting of this kind. */
      reference?: string;
      /** One of several captures, each with a posting of its own. */
      isPart?: boolean;
    }
  /** Publishes what happened to the money. `late` has a status of its own. */
  | { kind: 'publish'; event: 'captured' | 'voided'; attemptId: string; amount: bigint }
  | { kind: 'publish'; event: 'late'; status: 'returning' | 'returned'; attemptId: string; amount: bigint }
  /** Notifies of this attempt, or of the one that took the money. */
  | { kind: 'notify'; attemptId?: string }
  /** Captures what a provider only authorised although the intent captures automatically. */
  | { kind: 'capture'; attemptId: string; amount: bigint }
  /** Returns money that the intent does not need, or voids such an authorisation. */
  | { kind: 'reverse'; attemptId: string; amount: bigint };

export interface Changed {
  readonly intent: Intent;
  readonly effects: readonly Effect[];
}

/** Why a command is refused. `illegal_transition` means that the state does not allow the command. */
export interface Refused {
  readonly refused:
    | 'illegal_transition'
    | 'expired'
    | 'amount_exceeds_authorised'
    | 'refund_exceeds_captured'
    | 'payment_disputed'
    | 'contradiction';
  readonly message: string;
  /** The largest amount that would be possible. */
  readonly amountMax?: bigint;
}

/** (state, command, now) → the next state with its effects, or a refusal. A repeated fact changes nothing. */
export function decide(intent: Intent, command: Command, nowMs: number): Changed | Refused {
  if ('attemptId' in command) return decideAttempt(intent, command, nowMs);
  if ('amount' in command) return decideAmount(intent, command);
  return decideIntent(intent, command, nowMs);
}

function decideAttempt(
  intent: Intent,
  command: Extract<Command, { attemptId: string }>,
  nowMs: number,
): Changed | Refused {
  switch (command.kind) {
    case 'submit':
      return submit(intent, command, nowMs);
    case 'challenge':
      return challenge(intent, command.attemptId);
    case 'authenticate':
      return authenticate(intent, command.attemptId);
    case 'markUnknown':
      return markUnknown(intent, command.attemptId);
    case 'authorise':
      return authorise(intent, command.attemptId);
    case 'decline':
      return decline(intent, command);
    case 'capture':
      return capture(intent, command);
    case 'reversed':
      return reversed(intent, command);
    case 'reversalReturned':
      return reversalReturned(intent, command.attemptId, command.amount);
  }
}

function decideAmount(
  intent: Intent,
  command: Exclude<Extract<Command, { amount: bigint }>, { attemptId: string }>,
): Changed | Refused {
  switch (command.kind) {
    case 'requestCapture':
      return requestCapture(intent, command);
    case 'requestRefund':
      return requestRefund(intent, command.amount);
    case 'refundDone':
      return refundDone(intent, command);
    case 'refundFailed':
      return refundFailed(intent, command.amount);
    case 'refundReturned':
      return refundReturned(intent, command.amount);
  }
}

function decideIntent(
  intent: Intent,
  command: Exclude<Command, { attemptId: string } | { amount: bigint }>,
  nowMs: number,
): Changed | Refused {
  switch (command.kind) {
    case 'requestVoid':
      return intent.status === 'requires_capture' && intent.requested === null
        ? changed({ ...intent, requested: { kind: 'void' } })
        : illegal(intent, 'voided');
    case 'captureRefused':
      return captureRefused(intent, command.part);
    case 'captureGivenUp':
      return captureGivenUp(intent);
    case 'voidRefused':
      return intent.requested?.kind === 'void' ? changed({ ...intent, requested: null }, NOTIFY) : same(intent);
    case 'voided':
      return voided(intent);
    case 'cancel':
      return cancel(intent);
    case 'expire':
      return expire(intent, nowMs);
  }
}

export function isRefused(result: Changed | Refused): result is Refused {
  return 'refused' in result;
}

/** An ended intent changes only by refunds and by the return of late money. */
export function isOver(status: IntentStatus): boolean {
  return status === 'succeeded' || status === 'canceled' || status === 'failed' || status === 'expired';
}

function submit(
  intent: Intent,
  { attemptId, fallback = false }: { attemptId: string; fallback?: boolean },
  nowMs: number,
): Changed | Refused {
  if (intent.status !== 'requires_payment_method') return illegal(intent, 'paid');
  // A fallback is allowed after the expiry, because the customer pressed Pay in time.
  if (!fallback && nowMs >= intent.expiresAtMs) return { refused: 'expired', message: 'The time to pay has expired.' };
  if (!fallback && intent.tries >= LIMITS.triesMax) return illegal(intent, 'paid');
  return changed({
    ...intent,
    status: 'processing',
    open: attemptId,
    tries: intent.tries + (fallback ? 0 : 1),
    attempts: [...intent.attempts, { id: attemptId, status: 'PENDING', taken: 0n }],
  });
}

function challenge(intent: Intent, attemptId: string): Changed | Refused {
  if (intent.open !== attemptId || intent.status !== 'processing')
    return isKnown(intent, attemptId) ? same(intent) : unknownAttempt(attemptId);
  return changed({ ...withStatus(intent, attemptId, 'AUTHENTICATION_PENDING'), status: 'requires_action' });
}

function authenticate(intent: Intent, attemptId: string): Changed | Refused {
  if (intent.open !== attemptId || intent.status !== 'requires_action')
    return isKnown(intent, attemptId) ? same(intent) : unknownAttempt(attemptId);
  return changed({ ...withStatus(intent, attemptId, 'AUTHENTICATION_SUCCESSFUL'), status: 'processing' });
}

function markUnknown(intent: Intent, attemptId: string): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  return intent.open === attemptId && intent.status === 'processing' && status !== 'TIMEOUT'
    ? changed(withStatus(intent, attemptId, 'TIMEOUT'))
    : same(intent);
}

function authorise(intent: Intent, attemptId: string): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  if (!NOT_TAKEN.has(status)) return same(intent);
  const authorised = withStatus(intent, attemptId, 'AUTHORIZED');
  if (intent.open === attemptId && isUnderWay(intent)) return openAuthorisation(authorised, attemptId);
  return changed(authorised, { kind: 'reverse', attemptId, amount: 0n });
}

/** The merchant captures it, or we do when the intent captures automatically: some providers only authorise. */
function openAuthorisation(intent: Intent, attemptId: string): Changed {
  const [authorised, { amount }] = [{ ...intent, status: 'requires_capture' } as const, intent];
  if (intent.captureMethod === 'manual') return changed(authorised, NOTIFY);
  return changed(
    { ...authorised, requested: { kind: 'capture', amount, isFinal: true } },
    { kind: 'capture', attemptId, amount },
  );
}

function decline(
  intent: Intent,
  { attemptId, as, then }: { attemptId: string; as: Decline; then: 'customer' | 'fallback' | 'none' },
): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  if (!NOT_TAKEN.has(status)) return contradiction(`${attemptId} was declined after it had been ${status}`);
  if (!UNDECIDED.has(status)) return same(intent);
  const declined = withStatus(intent, attemptId, as);
  if (intent.open !== attemptId) return changed(declined);
  const isLast = then === 'none' || (then === 'customer' && intent.tries >= LIMITS.triesMax);
  return isLast
    ? changed({ ...declined, open: null, status: 'failed' }, NOTIFY)
    : changed({ ...declined, open: null, status: 'requires_payment_method' });
}

function cancel(intent: Intent): Changed | Refused {
  if (intent.status === 'canceled') return same(intent);
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    return illegal(intent, 'cancelled');
  return changed({ ...abandonOpenAttempt(intent), status: 'canceled' }, NOTIFY);
}

function expire(intent: Intent, nowMs: number): Changed | Refused {
  if (
    nowMs < intent.expiresAtMs ||
    (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
  )
    return same(intent);
  return changed({ ...abandonOpenAttempt(intent), status: 'expired' }, NOTIFY);
}

/** Abandons the open attempt without a result. Inquiries find what it still captures, and the service reverses that. */
function abandonOpenAttempt(intent: Intent): Intent {
  return intent.open === null ? intent : { ...withStatus(intent, intent.open, 'TIMEOUT'), open: null };
}
