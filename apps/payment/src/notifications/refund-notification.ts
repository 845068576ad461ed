import type { RefundNotification } from '@qafila/contracts/refund-events';
import { majorNumber } from '../money/amount.ts';
import type { NotifiedIntent } from './intent-notification.ts';

/** The columns of a refund's operation that its notification shows. */
export interface NotifiedRefund {
  id: string;
  attempt_id: string;
  amount_minor: string;
  moved_minor: string | null;
  reason: string;
  code: string;
  message: string | null;
  started_at: Date;
  settled_at: Date | null;
}

/** The body of `refund.succeeded` and `refund.failed`. */
export function refundNotification(
  row: NotifiedIntent,
  refund: NotifiedRefund,
  status: RefundNotification['status'],
): RefundNotification {
  return {
    version: 1,
    refund_id: refund.id,
    payment_intent_id: row.id,
    transaction_id: refund.attempt_id,
    order_reference: row.order_reference,
    amount: majorNumber(BigInt(refund.moved_minor ?? refund.amount_minor), row.currency),
    currency: row.currency,
    status,
    reason: refund.reason,
    status_code_from_bank: refund.code,
    status_message_from_bank: refund.message ?? '',
    created_at: refund.started_at.toISOString(),
    settled_at: (refund.settled_at as Date).toISOString(),
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
}
