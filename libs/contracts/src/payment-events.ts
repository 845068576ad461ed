import { TOPICS } from './topics.ts';
import { amount, anyObject, integer, moment, objectSchema, text, textOrNull } from './event-type.ts';
import type { EventType } from './event-type.ts';

/** Spelled as in §6: merchants compare these texts. */
export const PAYMENT_EVENT = {
  bnplNotification: 'WALLETPROVIDER_BNPL_NOTFICATION',
  intentNotification: 'PAYMENT_INTENT_NOTIFICATION',
  /** §6.3 leaves its name and body open: both follow §6.1. */
  subscriptionNotification: 'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION',
} as const;

/** A field is null when the merchant did not send it. */
export interface NotifiedCustomer {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** The body of §6.1. Its fields are written in this order. */
export interface BnplNotification {
  event: typeof PAYMENT_EVENT.bnplNotification;
  _id: string;
  wallet_id: string;
  account_id: string;
  store_id: string;
  mode: string;
  customer: NotifiedCustomer;
  state: string;
  wallet_type: string;
  success_redirect_url: string;
  failure_redirect_url: string;
  /** In major units. */
  amount: number;
  order_reference: string;
  description: string;
  payment_intent_id: string;
  createdAt: string;
  updatedAt: string;
  __v: number;
  metadata: Record<string, unknown>;
  transaction_reference: string;
  gateway_response: string;
  /** The same identifier as payment_intent_id. */
  payment_intent: string;
}

/** The body of §6.2. Its fields are written in this order; the last four are ours. */
export interface IntentNotification {
  type: typeof PAYMENT_EVENT.intentNotification;
  payment_intent_id: string;
  refund_id: string | null;
  /** In major units. */
  amount: number;
  currency: string;
  status: string;
  customer: NotifiedCustomer;
  shipping: Record<string, unknown>;
  payment_method_types: string;
  product: Record<string, unknown>;
  transaction_details: TransactionDetails;
  metadata: { order_reference: string; [name: string]: unknown };
  store_id: string;
  mode: string;
  account_id: string;
  /** What became of `amount`, in major units. */
  amount_captured: number;
  amount_capturable: number;
  amount_refunded: number;
  /** The capture, void or refund whose result this notification reports; null when it reports another change. */
  operation: SettledOperation | null;
}

/** How a capture, void or refund ended. `transaction_details` keeps the bank's answer to the payment itself. */
export interface SettledOperation {
  _id: string;
  kind: 'capture' | 'void' | 'refund';
  status: 'succeeded' | 'failed';
  status_code_from_bank: string;
  status_message_from_bank: string;
}

export interface TransactionDetails {
  _id: string;
  /** `name` is the order reference. */
  order: { customer: NotifiedCustomer; name: string; type: string };
  status: string;
  /** `3DS2` for a card that was authenticated with it. */
  secure: string | null;
  refunded_amount: number;
  gateway: string;
  response_from_bank: string;
  status_code_from_bank: string;
  status_message_from_bank: string;
  activity: TransactionActivity[];
}

export interface TransactionActivity {
  status: string;
  wallet: Record<string, unknown>;
  processing: { reference: string; [name: string]: unknown };
}

/** The setup of a wallet subscription ended. */
export interface SubscriptionNotification {
  event: typeof PAYMENT_EVENT.subscriptionNotification;
  _id: string;
  account_id: string;
  store_id: string;
  mode: string;
  state: string;
  wallet_type: string;
  /** Sent only in this notification; null unless the setup succeeded. */
  token: string | null;
  /** All but the last digits are masked. */
  phone: string;
  success_redirect_url: string;
  failure_redirect_url: string;
  gateway_response: string;
  createdAt: string;
  updatedAt: string;
}

const customer = objectSchema({ name: textOrNull, email: textOrNull, phone: textOrNull });
const bnplNotification = objectSchema({
  event: { const: PAYMENT_EVENT.bnplNotification },
  _id: text,
  wallet_id: text,
  account_id: text,
  store_id: text,
  mode: text,
  customer,
  state: text,
  wallet_type: text,
  success_redirect_url: text,
  failure_redirect_url: text,
  amount,
  order_reference: text,
  description: text,
  payment_intent_id: text,
  createdAt: moment,
  updatedAt: moment,
  __v: integer,
  metadata: anyObject,
  transaction_reference: text,
  gateway_response: text,
  payment_intent: text,
});
const transactionDetails = objectSchema({
  _id: text,
  order: objectSchema({ customer, name: text, type: text }),
  status: text,
  secure: textOrNull,
  refunded_amount: amount,
  gateway: text,
  response_from_bank: text,
  status_code_from_bank: text,
  status_message_from_bank: text,
  activity: {
    type: 'array',
    items: objectSchema({ status: text, wallet: anyObject, processing: objectSchema({ reference: text }) }),
  },
});
const intentNotification = objectSchema({
  type: { const: PAYMENT_EVENT.intentNotification },
  payment_intent_id: text,
  refund_id: textOrNull,
  amount,
  currency: text,
  status: text,
  customer,
  shipping: anyObject,
  payment_method_types: text,
  product: anyObject,
  transaction_details: transactionDetails,
  metadata: objectSchema({ order_reference: text }),
  store_id: text,
  mode: text,
  account_id: text,
  amount_captured: amount,
  amount_capturable: amount,
  amount_refunded: amount,
  operation: {
    ...objectSchema({
      _id: text,
      kind: { enum: ['capture', 'void', 'refund'] },
      status: { enum: ['succeeded', 'failed'] },
      status_code_from_bank: text,
      status_message_from_bank: text,
    }),
    type: ['object', 'null'],
  },
});
const subscriptionNotification = objectSchema({
  event: { const: PAYMENT_EVENT.subscriptionNotification },
  _id: text,
  account_id: text,
  store_id: text,
  mode: text,
  state: text,
  wallet_type: text,
  token: textOrNull,
  phone: text,
  success_redirect_url: text,
  failure_redirect_url: text,
  gateway_response: text,
  createdAt: moment,
  updatedAt: moment,
});

/** The phone number is reserved for fiction and documentation. */
const customerSample: NotifiedCustomer = { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' };
const owner = { account_id: '5f1d7a3b9c2e4680', store_id: 'str_1', mode: 'stage' };
const bnplSample: BnplNotification = {
  event: PAYMENT_EVENT.bnplNotification,
  _id: 'bnpl_1',
  wallet_id: 'wlt_1',
  ...owner,
  customer: customerSample,
  state: 'succeeded',
  wallet_type: 'bnpl-walletprovider',
  success_redirect_url: 'https://shop.example/paid',
  failure_redirect_url: 'https://shop.example/failed',
  amount: 1500.5,
  order_reference: 'order-1001',
  description: 'طلب رقم 1001',
  payment_intent_id: 'pi_1',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:05:00.000Z',
  __v: 0,
  metadata: {},
  transaction_reference: 'txr_1',
  gateway_response: 'Completed',
  payment_intent: 'pi_1',
};
const intentSample: IntentNotification = {
  type: PAYMENT_EVENT.intentNotification,
  payment_intent_id: 'pi_1',
  refund_id: null,
  amount: 1500.5,
  currency: 'PKR',
  status: 'succeeded',
  customer: customerSample,
  shipping: {},
  payment_method_types: 'bnpl',
  product: {},
  transaction_details: {
    _id: 'txn_1',
    order: { customer: customerSample, name: 'order-1001', type: 'headless' },
    status: 'CAPTURED',
    secure: null,
    refunded_amount: 0,
    gateway: 'walletprovider-wallet',
    response_from_bank: 'Completed',
    status_code_from_bank: '000',
    status_message_from_bank: 'Completed',
    activity: [{ status: 'CAPTURED', wallet: {}, processing: { reference: 'txr_1' } }],
  },
  metadata: { order_reference: 'order-1001' },
  store_id: owner.store_id,
  mode: owner.mode,
  account_id: owner.account_id,
  amount_captured: 1500.5,
  amount_capturable: 0,
  amount_refunded: 0,
  operation: null,
};
const subscriptionSample: SubscriptionNotification = {
  event: PAYMENT_EVENT.subscriptionNotification,
  _id: 'tok_1',
  ...owner,
  state: 'active',
  wallet_type: 'walletprovider',
  token: 'wt_1',
  phone: '••••••••23',
  success_redirect_url: 'https://shop.example/connected',
  failure_redirect_url: 'https://shop.example/failed',
  gateway_response: 'Completed',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:05:00.000Z',
};

/** `data` is the body that merchants receive, byte for byte. The key is the id of the intent or of the token. */
export const PAYMENT_EVENT_TYPES: EventType[] = [
  {
    name: PAYMENT_EVENT.bnplNotification,
    topic: TOPICS.paymentEvents,
    summary: 'A wallet BNPL journey ended.',
    webhook: true,
    schema: bnplNotification,
    sample: { ...bnplSample },
  },
  {
    name: PAYMENT_EVENT.intentNotification,
    topic: TOPICS.paymentEvents,
    summary: 'A payment journey ended, or money was refunded.',
    webhook: true,
    schema: intentNotification,
    sample: { ...intentSample },
  },
  {
    name: PAYMENT_EVENT.subscriptionNotification,
    topic: TOPICS.paymentEvents,
    summary: 'The setup of a wallet subscription ended. The token is included if it succeeded.',
    webhook: true,
    schema: subscriptionNotification,
    sample: { ...subscriptionSample },
  },
];
