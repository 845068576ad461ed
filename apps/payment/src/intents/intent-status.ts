/** `pi_status`. §3.2 names the first; docs/decisions/0013 adds the others. */
export const INTENT_STATUSES = [
  'requires_payment_method',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
  'failed',
  'expired',
] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

/** The customer has nothing left to do: the merchant captures an authorisation. */
const PAGE_ENDED: ReadonlySet<IntentStatus> = new Set([
  'requires_capture',
  'succeeded',
  'canceled',
  'failed',
  'expired',
]);

export function hasPageEnded(status: IntentStatus): boolean {
  return PAGE_ENDED.has(status);
}

/** The status of one attempt, as merchants see it. `CAPTURED` comes from §3.2. */
export const TRANSACTION_STATUSES = [
  'PENDING',
  'AUTHENTICATION_PENDING',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_FAILED',
  'RISK_DECLINED',
  'FAILED',
  'AUTHORIZED',
  'CAPTURED',
  'VOIDED',
  'TIMEOUT',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'LATE_CAPTURED',
  'REVERSED',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
