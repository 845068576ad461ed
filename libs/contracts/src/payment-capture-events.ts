import { amount, integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';
import { TOPICS } from './topics.ts';

/** What happened to the money of a payment. */
export const PAYMENT_CAPTURE_EVENT = {
  captured: 'payment.captured',
  voided: 'payment.voided',
  late: 'payment.late',
} as const;

/** Money was taken, or an authorisation was released. Amounts are in major units. */
export interface CaptureNotification {
  version: 1;
  payment_intent_id: string;
  transaction_id: string;
  /** The request whose result it is; null when the gateway acted on its own. */
  operation_id: string | null;
  /** Who requested it: the id of the API key, `customer`, `clock` or `system`. */
  requested_by: string | null;
  order_reference: string;
  gateway: string;
  /** What was taken or released now. */
  amount: number;
  currency: string;
  /** Of the intent. */
  status: string;
  amount_captured: number;
  amount_capturable: number;
  amount_refunded: number;
  at: string;
  store_id: string;
  mode: string;
  account_id: string;
}

/** Money arrived after the intent had ended. It is no payment, and is sent back. */
export interface LateNotification extends CaptureNotification {
  /** `manual_review`: the gateway refuses to send it back, and a person must look. */
  late_status: 'returning' | 'returned' | 'manual_review';
}

const properties = {
  version: integer,
  payment_intent_id: text,
  transaction_id: text,
  operation_id: textOrNull,
  requested_by: textOrNull,
  order_reference: text,
  gateway: text,
  amount,
  currency: text,
  status: text,
  amount_captured: amount,
  amount_capturable: amount,
  amount_refunded: amount,
  at: moment,
  store_id: text,
  mode: text,
  account_id: text,
};
const captureSchema = objectSchema(properties);
const lateSchema = objectSchema({ ...properties, late_status: { enum: ['returning', 'returned', 'manual_review'] } });

const captureSample: CaptureNotification = {
  version: 1,
  payment_intent_id: 'pi_1',
  transaction_id: 'txn_1',
  operation_id: 'op_1',
  requested_by: 'key_1',
  order_reference: 'order-1001',
  gateway: 'cardgateway-a',
  amount: 1500.5,
  currency: 'SAR',
  status: 'succeeded',
  amount_captured: 1500.5,
  amount_capturable: 0,
  amount_refunded: 0,
  at: '2026-11-01T09:05:00.000Z',
  store_id: 'str_1',
  mode: 'stage',
  account_id: '5f1d7a3b9c2e4680',
};

/** The key is the id of the intent. */
export const PAYMENT_CAPTURE_EVENT_TYPES: EventType[] = [
  {
    name: PAYMENT_CAPTURE_EVENT.captured,
    topic: TOPICS.paymentEvents,
    summary: 'Money of a payment was taken.',
    webhook: true,
    schema: captureSchema,
    sample: { ...captureSample },
  },
  {
    name: PAYMENT_CAPTURE_EVENT.voided,
    topic: TOPICS.paymentEvents,
    summary: 'An authorisation was released.',
    webhook: true,
    schema: captureSchema,
    sample: { ...captureSample, status: 'canceled', amount_captured: 0 },
  },
  {
    name: PAYMENT_CAPTURE_EVENT.late,
    topic: TOPICS.paymentEvents,
    summary: 'Money arrived after the payment had ended. It is sent back; `late_status` says how far.',
    webhook: true,
    schema: lateSchema,
    sample: { ...captureSample, status: 'canceled', amount_captured: 0, late_status: 'returning' },
  },
];
