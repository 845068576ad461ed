import type { PaymentRow, PaymentStatus } from '../entities/payment.entity.ts';
import { illegalStatus } from '../http/refusals.ts';

/** Every transition of a payment's status. Any other is refused. */
const TRANSITIONS: Partial<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  open: ['challenge', 'authorized', 'captured', 'declined', 'canceled', 'expired'],
  challenge: ['authorized', 'captured', 'declined', 'canceled', 'expired'],
  authorized: ['captured', 'voided'],
  refused: ['refused', 'otp_sent', 'failed'],
  otp_sent: ['awaiting_app', 'active', 'failed', 'cancelled', 'expired'],
  awaiting_app: ['completed', 'failed', 'cancelled', 'expired'],
  pending: ['completed', 'failed'],
  completed: ['reversed'],
  active: ['revoked'],
};

export function canTransition(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from]?.includes(to) ?? false;
}

/**
 * Returns the row with the new status and no planned result. `captured` and `completed` count the whole amount as
 * captured.
 */
export function transitionPayment(payment: PaymentRow, status: PaymentStatus, code: string | null): PaymentRow {
  if (!canTransition(payment.status, status)) throw illegalStatus(payment.status);
  const isPaid = (status === 'captured' || status === 'completed') && payment.amount_minor !== null;
  return {
    ...payment,
    status,
    code,
    due_at: null,
    due_status: null,
    due_code: null,
    captured_minor: isPaid ? (payment.amount_minor as string) : payment.captured_minor,
  };
}
