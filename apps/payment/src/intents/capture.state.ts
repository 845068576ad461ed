import { changed, contradiction, illegal, isUnderWay, NOT_TAKEN, NOTIFY, post } from './intent-parts.ts';
import { same, statusOf, takenStatus, unknownAttempt, withStatus } from './intent-parts.ts';
import type { TransactionStatus } from './intent-status.ts';
import type { Changed, Command, Effect, Intent, Refused } from './intent.state.ts';

type CaptureCommand = Extract<Command, { kind: 'capture' }>;
/** A capture of an authorisation that several captures may use up. */
export type CapturePart = NonNullable<CaptureCommand['part']>;

/** What captures under way have reserved of the authorised amount. */
function reservedOf({ requested }: Intent): bigint {
  return requested?.kind === 'capture' ? requested.amount : 0n;
}

/** What is authorised and neither captured nor reserved. */
export function leftToCapture(intent: Intent): bigint {
  return intent.status === 'requires_capture' ? intent.amount - intent.captured - reservedOf(intent) : 0n;
}

/** Captures that leave the rest authorised may be under way together; the final one is alone. */
export function requestCapture(
  intent: Intent,
  { amount, isFinal = true }: Extract<Command, { kind: 'requestCapture' }>,
): Changed | Refused {
  const { requested } = intent;
  const isFree = requested === null || (requested.kind === 'capture' && !requested.isFinal && !isFinal);
  if (intent.status !== 'requires_capture' || !isFree) return illegal(intent, 'captured');
  const left = leftToCapture(intent);
  if (amount <= 0n || amount > left)
    return {
      refused: 'amount_exceeds_authorised',
      message:
        left === intent.amount
          ? 'The capture is more than the authorised amount.'
          : 'The capture is more than what is left of the authorised amount, captures under way included.',
      amountMax: left,
    };
  return changed({ ...intent, requested: { kind: 'capture', amount: reservedOf(intent) + amount, isFinal } });
}

/** Without `part` it was the only capture. */
export function captureRefused(intent: Intent, part: bigint | undefined): Changed {
  if (intent.requested?.kind !== 'capture') return same(intent);
  return changed({ ...intent, requested: withoutReservation(intent, part ?? intent.requested.amount) }, NOTIFY);
}

/** The payment has failed, and the authorisation is released. Money of a capture that took place after all is late. */
export function captureGivenUp(intent: Intent): Changed {
  const { open, requested, status, captured } = intent;
  if (status !== 'requires_capture' || requested?.kind !== 'capture' || open === null || captured > 0n)
    return same(intent);
  return changed({ ...intent, status: 'failed', requested: null, open: null }, NOTIFY, {
    kind: 'reverse',
    attemptId: open,
    amount: 0n,
  });
}

function withoutReservation({ requested }: Intent, amount: bigint): Intent['requested'] {
  if (requested?.kind !== 'capture') return requested;
  return requested.amount > amount ? { ...requested, amount: requested.amount - amount } : null;
}

/**
 * The provider has the customer's money. If the intent no longer needs it, the money is returned. A capture is never
 * ignored and never counted twice.
 */
export function capture(intent: Intent, command: CaptureCommand): Changed | Refused {
  if (statusOf(intent, command.attemptId) === undefined) return unknownAttempt(command.attemptId);
  return command.part === undefined ? capturePayment(intent, command) : capturePart(intent, command, command.part);
}

function capturePayment(intent: Intent, { attemptId, amount, confirmed }: CaptureCommand): Changed | Refused {
  const status = statusOf(intent, attemptId) as TransactionStatus;
  const isOpen = intent.open === attemptId;
  if (amount <= 0n || amount > intent.amount)
    return contradiction(`${attemptId} took an amount that was not requested`);
  if (isOpen && intent.status === 'requires_capture')
    return hasParts(intent) ? captureBesideParts(intent, amount) : captureAll(intent, attemptId, amount);
  if (status === 'VOIDED') return contradiction(`${attemptId} was captured after it had been released`);
  if (!NOT_TAKEN.has(status) && status !== 'AUTHORIZED') return same(intent);
  if (!isOpen || !isUnderWay(intent)) return captureLate(intent, attemptId, amount);
  return amount === intent.amount || confirmed === true
    ? captureAll(intent, attemptId, amount)
    : contradiction(`${attemptId} took an amount that was not requested`);
}

function captureLate(intent: Intent, attemptId: string, amount: bigint): Changed {
  return changed(
    withStatus(intent, attemptId, 'LATE_CAPTURED', amount),
    post('late_capture', attemptId, amount),
    { kind: 'publish', event: 'late', status: 'returning', attemptId, amount },
    { kind: 'reverse', attemptId, amount },
  );
}

function captureAll(intent: Intent, attemptId: string, amount: bigint): Changed {
  const captured: Intent = { ...intent, status: 'succeeded', captured: amount, requested: null, open: null };
  return changed(
    withStatus(captured, attemptId, 'CAPTURED', amount),
    ...captureEffects(post('capture', attemptId, amount)),
  );
}

function captureEffects(posting: Extract<Effect, { kind: 'post' }>): Effect[] {
  const { attemptId, amount } = posting;
  return [posting, NOTIFY, { kind: 'publish', event: 'captured', attemptId, amount }];
}

function hasParts({ captured, requested }: Intent): boolean {
  return captured > 0n || (requested?.kind === 'capture' && !requested.isFinal);
}

/** The state of the whole payment says nothing of one part: each capture reports its own result. */
function captureBesideParts(intent: Intent, amount: bigint): Changed | Refused {
  if (intent.requested?.kind === 'void') return contradiction('the provider captured instead of releasing the rest');
  if (amount <= intent.captured || intent.requested !== null) return same(intent);
  return contradiction('the provider captured more than was requested');
}

/** A part counts whenever its result comes, within the authorised amount. The last one ends the authorisation. */
function capturePart(
  intent: Intent,
  { attemptId, amount, confirmed = false }: CaptureCommand,
  { requested, isFinal, isLate }: CapturePart,
): Changed | Refused {
  const status = statusOf(intent, attemptId);
  const isAsRequested = confirmed ? amount > 0n && amount <= requested : amount === requested;
  const rest = isLate ? intent.requested : withoutReservation(intent, requested);
  const reserved = rest?.kind === 'capture' ? rest.amount : 0n;
  const captured = intent.captured + amount;
  if (!isAsRequested || captured + reserved > intent.amount)
    return contradiction(`${attemptId} took an amount that was not requested`);
  const posting = { ...post('capture', attemptId, amount), isPart: true };
  const isOpen = intent.open === attemptId && intent.status === 'requires_capture';
  if (!isOpen && intent.captured === 0n) return contradiction(`${attemptId} was captured after it had been ${status}`);
  const taken: Intent = { ...intent, captured, requested: rest };
  if (isOpen && !isFinal && captured < intent.amount)
    return changed(withStatus(taken, attemptId, 'AUTHORIZED', captured), ...captureEffects(posting));
  const ended: Intent = { ...taken, status: 'succeeded', requested: null, open: null };
  return changed(withStatus(ended, attemptId, takenStatus(ended), captured), ...captureEffects(posting));
}

/** The authorisation is released: whole, or what no capture has taken of it. */
export function voided(intent: Intent): Changed | Refused {
  if (intent.status === 'canceled') return same(intent);
  const { open, captured, amount } = intent;
  if (intent.status !== 'requires_capture' || open === null)
    return contradiction('a void was reported for an authorisation that is not open');
  const ended: Intent = { ...intent, status: captured > 0n ? 'succeeded' : 'canceled', open: null, requested: null };
  return changed(withStatus(ended, open, captured > 0n ? takenStatus(ended) : 'VOIDED'), NOTIFY, {
    kind: 'publish',
    event: 'voided',
    attemptId: open,
    amount: amount - captured,
  });
}
