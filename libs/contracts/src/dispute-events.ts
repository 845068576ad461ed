import { amount, flag, integer, moment, momentOrNull, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const DISPUTE_EVENT = {
  opened: 'dispute.opened',
  evidenceDue: 'dispute.evidence.due',
  updated: 'dispute.updated',
  won: 'dispute.won',
  lost: 'dispute.lost',
  closed: 'dispute.closed',
} as const;

const STATUSES = ['needs_response', 'under_review', 'won', 'lost', 'accepted', 'closed'] as const;

/** The body of every event of a dispute. Amounts are in major units. */
export interface DisputeNotification {
  version: 1;
  _id: string;
  /** Its id at the gateway; null while only a line of the gateway's settlement is known. */
  reference: string | null;
  payment_intent_id: string;
  transaction_id: string;
  order_reference: string;
  gateway: string;
  status: (typeof STATUSES)[number];
  /** A question before a dispute: the gateway withholds nothing. */
  is_inquiry: boolean;
  amount: number;
  currency: string;
  /** What the gateway withholds now, and what is lost. */
  amount_withheld: number;
  amount_lost: number;
  /** In the gateway's words. */
  reason: string;
  /** Until when the gateway takes evidence. */
  evidence_due_at: string | null;
  created_at: string;
  updated_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const schema = objectSchema({
  version: integer,
  _id: text,
  reference: textOrNull,
  payment_intent_id: text,
  transaction_id: text,
  order_reference: text,
  gateway: text,
  status: { enum: [...STATUSES] },
  is_inquiry: flag,
  amount,
  currency: text,
  amount_withheld: amount,
  amount_lost: amount,
  reason: text,
  evidence_due_at: momentOrNull,
  created_at: moment,
  updated_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});

const sample: DisputeNotification = {
  version: 1,
  _id: 'dsp_1',
  reference: 'dp_1Abc',
  payment_intent_id: 'pi_1',
  transaction_id: 'txn_1',
  order_reference: 'order-1001',
  gateway: 'stripe',
  status: 'needs_response',
  is_inquiry: false,
  amount: 1500.5,
  currency: 'SAR',
  amount_withheld: 1500.5,
  amount_lost: 0,
  reason: 'fraudulent',
  evidence_due_at: '2026-11-29T23:59:59.000Z',
  created_at: '2026-11-22T09:05:00.000Z',
  updated_at: '2026-11-22T09:05:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

function eventType(name: string, summary: string, changed: Partial<DisputeNotification> = {}): EventType {
  return { name, topic: TOPICS.paymentEvents, summary, webhook: true, schema, sample: { ...sample, ...changed } };
}

/** The key is the `_id` of the dispute. */
export const DISPUTE_EVENT_TYPES: EventType[] = [
  eventType(DISPUTE_EVENT.opened, 'A cardholder or bank disputes a payment, or asks why it was taken.'),
  eventType(DISPUTE_EVENT.evidenceDue, 'The time to answer a dispute ends soon: seven, three and one day before.'),
  eventType(DISPUTE_EVENT.updated, 'The status, amount, reason or deadline of a dispute changed.', {
    status: 'under_review',
  }),
  eventType(DISPUTE_EVENT.won, 'A dispute is won: the gateway gives the money back.', {
    status: 'won',
    amount_withheld: 0,
  }),
  eventType(DISPUTE_EVENT.lost, 'A dispute is lost, or was accepted: the customer keeps the money.', {
    status: 'lost',
    amount_withheld: 0,
    amount_lost: 1500.5,
  }),
  eventType(DISPUTE_EVENT.closed, 'A question is answered, or a dispute was withdrawn: nothing is withheld.', {
    status: 'closed',
    amount_withheld: 0,
  }),
];
