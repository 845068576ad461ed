import type { TransactionStatus } from './intent-status.ts';
import type { Changed, Effect, Intent, IntentPosting, Refused } from './intent.state.ts';

/** Notifies of the attempt that took the money. */
export const NOTIFY: Effect = { kind: 'notify' };

/** Attempts without a result. */
export const UNDECIDED: ReadonlySet<TransactionStatus> = new Set([
  'PENDING',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_SUCCESSFUL',
  'TIMEOUT',
]);
export const NOT_TAKEN: ReadonlySet<TransactionStatus> = new Set([
  ...UNDECIDED,
  'AUTHENTICATION_FAILED',
  'RISK_DECLINED',
  'FAILED',
]);

/** What the transitions of an intent are made of: whether a provider is asked or the customer acts. */
export function isUnderWay(intent: Intent): boolean {
  return intent.status === 'processing' || intent.status === 'requires_action';
}

export function withStatus(intent: Intent, attemptId: string, status: TransactionStatus, taken?: bigint): Intent {
  return {
    ...intent,
    attempts: intent.attempts.map((attempt) =>
      attempt.id === attemptId ? { id: attemptId, status, taken: taken ?? attempt.taken } : attempt,
    ),
  };
}

export function statusOf(intent: Intent, attemptId: string): TransactionStatus | undefined {
  return intent.attempts.find((attempt) => attempt.id === attemptId)?.status;
}

/** The status of the attempt that took the money, by what was refunded of it. */
export function takenStatus({ refunded, captured }: Intent): TransactionStatus {
  if (refunded === 0n) return 'CAPTURED';
  return refunded === captured ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export function isKnown(intent: Intent, attemptId: string): boolean {
  return statusOf(intent, attemptId) !== undefined;
}

export function post(posting: IntentPosting, attemptId: string, amount: bigint): Extract<Effect, { kind: 'post' }> {
  return { kind: 'post', posting, attemptId, amount };
}

export function changed(intent: Intent, ...effects: Effect[]): Changed {
  return { intent, effects };
}

export function same(intent: Intent): Changed {
  return { intent, effects: [] };
}

export function illegal(intent: Intent, become: 'paid' | 'captured' | 'voided' | 'cancelled' | 'refunded'): Refused {
  const underWay = intent.requested === null ? '' : ` with a ${intent.requested.kind} under way`;
  return {
    refused: 'illegal_transition',
    message: `An intent that is ${intent.status}${underWay} cannot be ${become}.`,
  };
}

export function contradiction(message: string): Refused {
  return { refused: 'contradiction', message };
}

export function unknownAttempt(attemptId: string): Refused {
  return contradiction(`this intent has no attempt ${attemptId}`);
}
