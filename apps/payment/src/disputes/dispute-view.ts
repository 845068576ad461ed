import type { DisputeNotification } from '@qafila/contracts/dispute-events';
import type { IntentRow } from '../intents/intent.entity.ts';
import { majorNumber } from '../money/amount.ts';
import type { DisputeAnswer } from './dispute.schema.ts';
import type { DisputeRow } from './dispute.entity.ts';

/** The body of every event of a dispute. */
export function disputeNotification(
  row: DisputeRow,
  { order_reference }: Pick<IntentRow, 'order_reference'>,
): DisputeNotification {
  return {
    version: 1,
    _id: row.id,
    reference: row.reference,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    order_reference,
    gateway: row.gateway,
    status: row.status,
    is_inquiry: row.is_inquiry,
    ...amountsOf(row),
    reason: row.reason,
    evidence_due_at: row.evidence_due_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    store_id: row.store_id,
    mode: row.mode,
    account_id: row.account_id,
  };
}

export function disputeView(row: DisputeRow): DisputeAnswer {
  return {
    _id: row.id,
    object_name: 'dispute',
    reference: row.reference,
    payment_intent_id: row.intent_id,
    transaction_id: row.attempt_id,
    gateway: row.gateway,
    status: row.status,
    is_inquiry: row.is_inquiry,
    ...amountsOf(row),
    fee: row.fee_minor === null ? null : majorNumber(BigInt(row.fee_minor), row.currency),
    reason: row.reason,
    evidence_due_at: row.evidence_due_at?.toISOString() ?? null,
    answering: row.answering,
    answered_by: row.answered_by,
    history: row.history,
    store_id: row.store_id,
    mode: row.mode as DisputeAnswer['mode'],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function amountsOf(
  row: DisputeRow,
): Pick<DisputeNotification, 'amount' | 'currency' | 'amount_withheld' | 'amount_lost'> {
  const major = (minor: string): number => majorNumber(BigInt(minor), row.currency);
  return {
    amount: major(row.amount_minor),
    currency: row.currency,
    amount_withheld: major(row.withheld_minor),
    amount_lost: major(row.lost_minor),
  };
}
