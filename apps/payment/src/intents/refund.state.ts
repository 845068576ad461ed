import {
  changed,
  contradiction,
  illegal,
  NOTIFY,
  post,
  same,
  statusOf,
  takenStatus,
  unknownAttempt,
  withStatus,
} from './intent-parts.ts';
import type { Attempt, Changed, Command, Effect, Intent, IntentPosting, Refused } from './intent.state.ts';

/** A pending refund reserves its amount until the provider has refused it, so nothing is refunded twice. */
export function requestRefund(intent: Intent, amount: bigint): Changed | Refused {
  // Of an authorisation that is captured in parts, what was captured can be refunded while the rest is open.
  const isTaken = intent.status === 'succeeded' || (intent.status === 'requires_capture' && intent.captured > 0n);
  if (!isTaken) return illegal(intent, 'refunded');
  const left = leftOf(intent);
  if (left <= 0n)
    return { refused: 'refund_exceeds_captured', message: 'Nothing is left to refund, pending refunds included.' };
  if (amount <= 0n || amount > left)
    return {
      refused: 'refund_exceeds_captured',
      message: 'The refund is more than what is left to refund, pending refunds included.',
      amountMax: left,
    };
  const undisputed = left - intent.disputed;
  if (amount > undisputed)
    return {
      refused: 'payment_disputed',
      message: 'A dispute withholds this amount, or has taken it: a refund would pay the customer twice.',
      ...(undisputed > 0n ? { amountMax: undisputed } : {}),
    };
  return changed({ ...intent, refunding: intent.refunding + amount });
}

function leftOf({ captured, refunded, refunding }: Intent): bigint {
  return captured - refunded - refunding;
}

/**
 * The customer has the money. A refund that was refused before has no reservation: when the amount was refunded again
 * meanwhile, the difference goes to suspense and is never hidden. Of a reservation, what was not paid becomes free.
 */
export function refundDone(
  intent: Intent,
  { amount, requested = amount, isLate = false }: Extract<Command, { kind: 'refundDone' }>,
): Changed | Refused {
  const taken = takenAttempt(intent);
  const isReserved = isLate || intent.refunding >= requested;
  if (taken === undefined || !isReserved || amount > requested)
    return contradiction('a refund was done that was not requested');
  if (isLate) return refundDoneLate(intent, taken, amount);
  const paid: Intent = { ...intent, refunded: intent.refunded + amount, refunding: intent.refunding - amount };
  const { next, covered } = withoutReservation(paid, requested - amount);
  return changed(withRefundStatus(next, taken), ...posts(taken, { refund: amount, refund_covered: covered }), NOTIFY);
}

function refundDoneLate(intent: Intent, taken: string, amount: bigint): Changed {
  const covered = smaller(amount, leftOf(intent));
  const excess = amount - covered;
  const next: Intent = {
    ...intent,
    refunded: intent.refunded + covered,
    overRefunded: intent.overRefunded + excess,
  };
  return changed(withRefundStatus(next, taken), ...posts(taken, { refund: covered, refund_excess: excess }), NOTIFY);
}

export function refundFailed(intent: Intent, amount: bigint): Changed | Refused {
  const taken = takenAttempt(intent);
  if (taken === undefined || intent.refunding < amount) return contradiction('a refund failed that was not requested');
  const { next, covered } = withoutReservation(intent, amount);
  return changed(withRefundStatus(next, taken), ...posts(taken, { refund_covered: covered }), NOTIFY);
}

/** The reservation ends. What was paid beyond the captured amount is covered by it first. */
function withoutReservation(intent: Intent, amount: bigint): { next: Intent; covered: bigint } {
  const covered = smaller(intent.overRefunded, amount);
  const next: Intent = {
    ...intent,
    refunding: intent.refunding - amount,
    refunded: intent.refunded + covered,
    overRefunded: intent.overRefunded - covered,
  };
  return { next, covered };
}

/** A refund that had succeeded failed at the bank. It pays the excess back first, then what the store had refunded. */
export function refundReturned(intent: Intent, amount: bigint): Changed | Refused {
  const taken = takenAttempt(intent);
  const excess = smaller(intent.overRefunded, amount);
  const rest = amount - excess;
  if (taken === undefined || intent.refunded < rest) return contradiction('a refund failed that had not been paid');
  const next: Intent = {
    ...intent,
    refunded: intent.refunded - rest,
    overRefunded: intent.overRefunded - excess,
  };
  return changed(
    withRefundStatus(next, taken),
    ...posts(taken, { refund_returned: rest, refund_excess_returned: excess }),
    NOTIFY,
  );
}

function takenAttempt(intent: Intent): string | undefined {
  return intent.attempts.find(
    ({ id, status, taken }) =>
      status === 'CAPTURED' ||
      status === 'PARTIALLY_REFUNDED' ||
      status === 'REFUNDED' ||
      (id === intent.open && status === 'AUTHORIZED' && taken > 0n),
  )?.id;
}

function withRefundStatus(intent: Intent, attemptId: string): Intent {
  // While the rest can be captured, the attempt stays authorised.
  return intent.open === attemptId ? intent : withStatus(intent, attemptId, takenStatus(intent));
}

function posts(attemptId: string, amounts: Partial<Record<IntentPosting, bigint>>): Effect[] {
  return (Object.entries(amounts) as [IntentPosting, bigint][])
    .filter(([, amount]) => amount > 0n)
    .map(([posting, amount]) => post(posting, attemptId, amount));
}

function smaller(first: bigint, second: bigint): bigint {
  return first < second ? first : second;
}

/** Late money is back at the customer, or a late authorisation is released. */
export function reversed(
  intent: Intent,
  { attemptId, amount }: Extract<Command, { kind: 'reversed' }>,
): Changed | Refused {
  const attempt = intent.attempts.find(({ id }) => id === attemptId);
  const status = attempt?.status;
  if (attempt !== undefined && status === 'LATE_CAPTURED') return lateMoneyReturned(intent, attempt, amount);
  if (status === 'AUTHORIZED' && intent.open !== attemptId) return changed(withStatus(intent, attemptId, 'VOIDED'));
  return status === undefined ? unknownAttempt(attemptId) : same(intent);
}

function lateMoneyReturned(intent: Intent, { id: attemptId, taken }: Attempt, amount = taken): Changed | Refused {
  if (amount <= 0n || amount > taken) return contradiction(`${attemptId} returned an amount that was not taken`);
  const rest = taken - amount;
  if (rest > 0n) {
    const part: Effect = { ...post('reversal', attemptId, amount), reference: `${attemptId}/${rest}` };
    const next = withStatus(intent, attemptId, 'LATE_CAPTURED', rest);
    return changed(next, part, { kind: 'reverse', attemptId, amount: rest });
  }
  // A notification beside a success would look like a second success. There the transaction shows the reversal.
  const notification: Effect[] = intent.status === 'succeeded' ? [] : [{ kind: 'notify', attemptId }];
  return changed(withStatus(intent, attemptId, 'REVERSED', 0n), post('reversal', attemptId, amount), ...notification, {
    kind: 'publish',
    event: 'late',
    status: 'returned',
    attemptId,
    amount,
  });
}

/** The return of late money failed at the bank: it is late money again, and is sent back once more. */
export function reversalReturned(intent: Intent, attemptId: string, amount: bigint): Changed | Refused {
  const status = statusOf(intent, attemptId);
  if (status === undefined) return unknownAttempt(attemptId);
  if (status !== 'REVERSED') return contradiction(`the return of ${attemptId} failed, and nothing was returned`);
  return changed(
    withStatus(intent, attemptId, 'LATE_CAPTURED', amount),
    post('reversal_returned', attemptId, amount),
    { kind: 'publish', event: 'late', status: 'returning', attemptId, amount },
    { kind: 'reverse', attemptId, amount },
  );
}
