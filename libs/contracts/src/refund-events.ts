import { amount, integer, moment, objectSchema, text } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

export const REFUND_EVENT = {
  succeeded: 'refund.succeeded',
  failed: 'refund.failed',
} as const;

/** A refund has ended: its body is the same for both results. */
export interface RefundNotification {
  version: 1;
  refund_id: string;
  payment_intent_id: string;
  transaction_id: string;
  order_reference: string;
  /** In major units. */
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed';
  /** The merchant's note. */
  reason: string;
  status_code_from_bank: string;
  status_message_from_bank: string;
  created_at: string;
  settled_at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

const refundNotification = objectSchema({
  version: integer,
  refund_id: text,
  payment_intent_id: text,
  transaction_id: text,
  order_reference: text,
  amount,
  currency: text,
  status: { enum: ['succeeded', 'failed'] },
  reason: text,
  status_code_from_bank: text,
  status_message_from_bank: text,
  created_at: moment,
  settled_at: moment,
  store_id: text,
  mode: text,
  account_id: text,
});

const refundSample: RefundNotification = {
  version: 1,
  refund_id: 'rf_1',
  payment_intent_id: 'pi_1',
  transaction_id: 'txn_1',
  order_reference: 'order-1001',
  amount: 500.25,
  currency: 'PKR',
  status: 'succeeded',
  reason: 'One of two shirts came back',
  status_code_from_bank: '000',
  status_message_from_bank: 'Completed',
  created_at: '2026-11-01T09:10:00.000Z',
  settled_at: '2026-11-01T09:10:01.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

/** `data` is the body that merchants receive, byte for byte. The key is the id of the intent. */
export const REFUND_EVENT_TYPES: EventType[] = [
  {
    name: REFUND_EVENT.succeeded,
    topic: TOPICS.paymentEvents,
    summary: 'A refund was paid out.',
    webhook: true,
    schema: refundNotification,
    sample: { ...refundSample },
  },
  {
    name: REFUND_EVENT.failed,
    topic: TOPICS.paymentEvents,
    summary: 'The gateway refused a refund. The customer has not got the money.',
    webhook: true,
    schema: refundNotification,
    sample: {
      ...refundSample,
      status: 'failed',
      status_code_from_bank: '57',
      status_message_from_bank: 'Refunds are blocked',
    },
  },
];
