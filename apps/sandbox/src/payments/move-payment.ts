import { Refusal } from '@qafila/envelopes/refusal';
import type { PaymentRow, PaymentStatus } from './payment.entity.ts';

/** From where to where a payment may move. What is not here does not happen. */
const NEXT: Partial<Record<PaymentStatus, readonly PaymentStatus[]>> = {
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

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return NEXT[from]?.includes(to) ?? false;
}

export function illegalStatus(status: string): Refusal {
  return new Refusal(409, 'illegal_status', `Not possible while the status is ${status}.`);
}

/** The row after the step. Money counts as captured from the step that says so; what was planned is planned no more. */
export function movePayment(payment: PaymentRow, status: PaymentStatus, code: string | null): PaymentRow {
  if (!mayMove(payment.status, status)) throw illegalStatus(payment.status);
  const moved = (status === 'captured' || status === 'completed') && payment.amount_minor !== null;
  return { ...payment, status, code, due_at: null, due_status: null, due_code: null, captured_minor: moved ? payment.amount_minor as string : payment.captured_minor };
}
