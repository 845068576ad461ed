import type { CaptureNotification, LateNotification } from '@qafila/contracts/payment-capture-events';
import { majorNumber } from '../money/amount.ts';
import { amountsOf } from '../money/amounts-of.ts';
import type { NotifiedAttempt, NotifiedIntent } from './intent-notification.ts';

/** What is known of money that moved. */
export interface MovedMoney {
  row: NotifiedIntent & { updated_at: Date };
  attempt: NotifiedAttempt;
  operation: { id: string; kind: string; requested_by: string | null } | undefined;
  amount: bigint;
}

/** The body of `payment.captured` and `payment.voided`. */
export function captureNotification({ row, attempt, operation, amount }: MovedMoney): CaptureNotification {
  return {
    version: 1,
    payment_intent_id: row.id,
    transaction_id: attempt.id,
    operation_id: operation?.id ?? null,
    requested_by: operation?.requested_by ?? null,
    order_reference: row.order_reference,
    gateway: attempt.gateway,
    amount: majorNumber(amount, row.currency),
    currency: row.currency,
    status: row.status,
    ...amountsOf(row),
    at: row.updated_at.toISOString(),
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
}

/** The body of `payment.late`. */
export function lateNotification(money: MovedMoney, status: LateNotification['late_status']): LateNotification {
  return { ...captureNotification(money), late_status: status };
}
