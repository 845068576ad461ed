import type Stripe from 'stripe';
import type { DisputeNotice, DisputeReport, DisputeRequest } from '../callback.ts';
import { reportOfError } from './stripe-errors.ts';
import { fromStripe } from './stripe-money.ts';
import { idOf } from './stripe-reports.ts';

const STATUS: Partial<Record<string, DisputeNotice['status']>> = {
  warning_needs_response: 'opened',
  needs_response: 'opened',
  warning_under_review: 'under_review',
  under_review: 'under_review',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

/** A dispute of Stripe. `created` is the time of the event that shows it, in seconds; absent: it is so now. */
export function disputeNotice(dispute: Stripe.Dispute, created?: number): DisputeNotice {
  const due = dispute.evidence_details?.due_by;
  const fee = feeOf(dispute);
  return {
    reference: dispute.id,
    paymentReference: idOf(dispute.payment_intent),
    status: STATUS[dispute.status] ?? 'under_review',
    isInquiry: dispute.status.startsWith('warning_') || dispute.status === 'prevented',
    amount: fromStripe(dispute.amount, dispute.currency),
    currency: dispute.currency.toUpperCase(),
    reason: dispute.reason,
    evidenceDueAt: due ? new Date(due * 1_000).toISOString() : null,
    ...(created === undefined ? {} : { at: new Date(created * 1_000).toISOString() }),
    ...(fee === undefined ? {} : { fee }),
  };
}

/** Of the withdrawal, where Stripe settles in the currency of the dispute. */
function feeOf({ balance_transactions: lines, currency }: Stripe.Dispute): bigint | undefined {
  const withdrawn = lines?.find((line) => line.amount < 0 && line.currency === currency);
  return withdrawn === undefined || withdrawn.fee <= 0 ? undefined : fromStripe(withdrawn.fee, currency);
}

export function inquireStripeDispute(client: Stripe, reference: string): Promise<DisputeReport> {
  return reported(client.disputes.retrieve(reference));
}

/** Stripe shows a dispute that was given up as lost. */
export async function acceptStripeDispute(client: Stripe, { id, reference }: DisputeRequest): Promise<DisputeReport> {
  const report = await reported(client.disputes.close(reference, {}, { idempotencyKey: id }));
  return report.kind === 'known' && report.dispute.status === 'lost'
    ? { kind: 'known', dispute: { ...report.dispute, status: 'accepted' } }
    : report;
}

export function submitStripeEvidence(
  client: Stripe,
  { id, reference, text }: DisputeRequest & { text: string },
): Promise<DisputeReport> {
  const params = { evidence: { uncategorized_text: text }, submit: true };
  return reported(client.disputes.update(reference, params, { idempotencyKey: id }));
}

function reported(call: Promise<Stripe.Dispute>): Promise<DisputeReport> {
  return call.then(
    (dispute): DisputeReport => ({ kind: 'known', dispute: disputeNotice(dispute) }),
    (error: unknown): DisputeReport => {
      const report = reportOfError(error);
      if (report.kind === 'declined')
        return { kind: 'refused', code: report.code ?? '', message: report.message ?? 'no reason given' };
      return { kind: report.kind === 'not_sent' ? 'not_sent' : 'unknown', why: 'why' in report ? report.why : '' };
    },
  );
}
