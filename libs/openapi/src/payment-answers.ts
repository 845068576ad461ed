import type { JsonSchema } from '@qafila/contracts/event-type';
import { amount, anyObject, flag, integer, moment, momentOrNull, objectSchema, text, textOrNull } from '@qafila/contracts/event-type';

/** What `data` holds in the answers of payments; a test of the service holds real ones against it. */
export const INTENT_STATUS: JsonSchema = { enum: ['requires_payment_method', 'requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled', 'failed', 'expired'] };
export const TRANSACTION_STATUS: JsonSchema = {
  enum: [
    'PENDING', 'AUTHENTICATION_PENDING', 'AUTHENTICATION_SUCCESSFUL', 'AUTHENTICATION_FAILED', 'RISK_DECLINED', 'FAILED', 'AUTHORIZED', 'CAPTURED', 'VOIDED', 'TIMEOUT', 'PARTIALLY_REFUNDED',
    'REFUNDED', 'LATE_CAPTURED', 'REVERSED',
  ],
};
export const QUEUE: JsonSchema = { enum: ['unknown_outcome', 'contradiction', 'reversal_refused', null] };
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
export const pageOf = (item: JsonSchema): JsonSchema => objectSchema({ items: listOf(item), next_cursor: textOrNull });
const texts = (...names: string[]): Record<string, JsonSchema> => Object.fromEntries(names.map((name) => [name, text]));

const routing: JsonSchema = listOf(objectSchema({
  at: moment, rule_id: textOrNull, gateway_type: text, attempt_id: text, reason: text, outcome: text, latency_ms: { type: ['number', 'null'] },
  considered: listOf(objectSchema({ rule_id: text, matched: flag, why: text })),
}, ['considered']));

/** §2.6. */
export const INTENT: JsonSchema = {
  ...objectSchema({
    _id: text, pi_client_secret: text, created_at: moment, amount, currency: text, refund: objectSchema({ refunded_amount: amount, refund_object_id: textOrNull }), object_name: { const: 'payment_intent' },
    customer: objectSchema(texts('name', 'email', 'phone', 'vip_customer', 'previous_customer')), description: text, pi_status: INTENT_STATUS, pm_token: text,
    shipping: objectSchema(texts('address1', 'address2', 'city', 'country', 'firstName', 'lastName', 'phone', 'province', 'zip', 'shipping_method')), metadata: anyObject, token: { type: 'null' },
    capture_method: { enum: ['automatic', 'manual'] },
    html_response: { ...objectSchema({ redirect_url: { ...text, format: 'uri' } }, ['redirect_url']), description: 'Of a confirm: `redirect_url` is where the customer continues.' },
    bank_response: anyObject, last_payment_response: anyObject, encryptionKey: { type: 'null' }, billingAddress: anyObject, routing_rules_history: routing, subscription: anyObject,
    checkout_page_url: { ...text, format: 'uri', description: 'Where the customer pays.' },
  }),
  title: 'PaymentIntent',
};

/** §2.5. */
export const BNPL: JsonSchema = {
  ...objectSchema({
    wallet_id: text, wallet_type: text, amount, order_reference: text, success_redirect_url: text, failure_redirect_url: text, payment_method_types: text, description: text,
    customer: objectSchema(texts('name', 'email', 'phone'), ['name', 'email', 'phone']), payment_intent_id: text, redirect_url: { ...text, format: 'uri', description: 'Where the customer goes.' },
  }, ['customer']),
  title: 'WalletBnpl',
};

/** §4.12. */
export const SUBSCRIPTION: JsonSchema = objectSchema({ redirect_url: { ...text, format: 'uri', description: 'Where the customer enters PIN and one-time code.' } });

export const TOKEN: JsonSchema = {
  ...objectSchema({
    ...texts('_id', 'wallet_type', 'phone', 'store_id', 'mode', 'account_id'), object_name: { const: 'wallet_token' }, state: { enum: ['active', 'suspended', 'revoked'] }, createdAt: moment, updatedAt: moment,
  }),
  title: 'WalletToken', description: 'Its value is told once, by webhook.',
};

export const REFUND: JsonSchema = {
  ...objectSchema({
    ...texts('_id', 'payment_intent_id', 'transaction_id', 'currency', 'reason', 'status_code_from_bank', 'store_id', 'mode'), object_name: { const: 'refund' }, refunded_amount: amount,
    status: { enum: ['pending', 'succeeded', 'failed'] }, created_at: moment, settled_at: momentOrNull,
  }),
  title: 'Refund',
};

const transaction = {
  ...texts('_id', 'payment_intent_id', 'order_reference', 'currency', 'payment_method_types', 'gateway', 'status_code_from_bank', 'status_message_from_bank', 'store_id', 'mode'),
  status: TRANSACTION_STATUS, pi_status: INTENT_STATUS, amount, captured_amount: amount, refunded_amount: amount, gateway_reference: textOrNull, secure: textOrNull, instrument: { type: ['object', 'null'] },
  customer: objectSchema({ name: textOrNull, email: textOrNull, phone: textOrNull }, ['name', 'email', 'phone']), queue: QUEUE, created_at: moment, updated_at: moment,
};
export const TRANSACTION: JsonSchema = { ...objectSchema(transaction), title: 'Transaction' };
export const TRANSACTION_IN_FULL: JsonSchema = {
  ...objectSchema({
    ...transaction, routing,
    attempts: listOf(objectSchema({ ...texts('_id', 'gateway', 'payment_method_types', 'status_code_from_bank'), status: TRANSACTION_STATUS, created_at: moment })),
    timeline: listOf(objectSchema({ at: moment, ...texts('transaction_id', 'status', 'actor', 'note') })),
    ledger: listOf(objectSchema({ at: moment, posting: text, account: text, amount })),
    operations: listOf(objectSchema({ ...texts('id', 'kind', 'state'), inquiries: integer, queue: QUEUE, queue_why: textOrNull, amount })),
  }),
  title: 'TransactionInFull',
};

export const QUEUED: JsonSchema = {
  ...objectSchema({ ...texts('operation_id', 'kind', 'state', 'payment_intent_id', 'transaction_id', 'gateway', 'currency'), queue: QUEUE, why: textOrNull, amount, inquiries: integer, started_at: moment }),
  title: 'QueuedOperation',
};

export const STORE: JsonSchema = {
  ...objectSchema({
    name: text, color: text, payment_methods: { type: ['array', 'null'], items: text }, offered: listOf(text), gateways: listOf(objectSchema({ gateway_type: text, methods: listOf(text) })),
  }),
  title: 'PaymentStore',
};

export const DRY_RUN: JsonSchema = objectSchema({
  payments: integer, changed: integer, by_gateway: { type: 'object', additionalProperties: objectSchema({ now: integer, then: integer }) }, examples: listOf(anyObject),
});
