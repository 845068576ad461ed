import type { CallbackContent } from '../entities/callback.entity.ts';
import type { DisputeRow } from '../entities/dispute.entity.ts';
import type { PaymentRow } from '../entities/payment.entity.ts';

/** API.md, section 3: a dispute as gateway A shows it. */
export function disputeView(dispute: DisputeRow, payment: PaymentRow): Record<string, unknown> {
  return {
    object: 'dispute',
    id: dispute.id,
    payment_id: payment.id,
    merchant_reference: payment.reference,
    status: dispute.status,
    amount: Number(dispute.amount_minor),
    currency: payment.currency,
    reason: dispute.reason,
    evidence_due_at: dispute.evidence_due_at.toISOString(),
    created_at: dispute.created_at.toISOString(),
    updated_at: dispute.updated_at.toISOString(),
  };
}

/** Gateway A's callback about a dispute, in the form of its other ones. */
export function disputeCallback(dispute: DisputeRow, payment: PaymentRow, id: string): CallbackContent {
  const data = disputeView(dispute, payment);
  const type = `dispute.${dispute.status}`;
  return {
    event: type,
    body: { id, type, sequence: payment.sequence, created_at: data.updated_at, data },
  };
}
