import type { JsonSchema } from '@qafila/contracts/event-type';
import { anyObject, flag, integer, moment, objectSchema, text, textOrNull } from '@qafila/contracts/event-type';
import type { AllParticulars } from './document.ts';
import { BNPL, DRY_RUN, INTENT, INTENT_STATUS, pageOf, QUEUED, REFUND, STORE, SUBSCRIPTION, TOKEN, TRANSACTION, TRANSACTION_IN_FULL, TRANSACTION_STATUS } from './payment-answers.ts';

/** In major units: a number, or a decimal text where a double is not trusted. */
const amount: JsonSchema = { type: ['number', 'string'], examples: [1500.5, '1500.50'] };
const currency: JsonSchema = { ...text, pattern: '^[A-Za-z]{3}$', examples: ['SAR'] };
const url: JsonSchema = { ...text, format: 'uri', examples: ['https://shop.example/paid'] };
const failureUrl: JsonSchema = { ...text, format: 'uri', examples: ['https://shop.example/failed'] };
const method: JsonSchema = { enum: ['card', 'bnpl', 'wallet'] };
const methods: JsonSchema = { type: 'array', minItems: 1, items: method };
const customer = objectSchema({ name: textOrNull, email: textOrNull, phone: textOrNull }, ['name', 'email', 'phone']);
const address = objectSchema(
  Object.fromEntries(['address1', 'address2', 'city', 'country', 'firstName', 'lastName', 'phone', 'province', 'zip', 'shipping_method'].map((name) => [name, textOrNull])),
  ['address1', 'address2', 'city', 'country', 'firstName', 'lastName', 'phone', 'province', 'zip', 'shipping_method'],
);
const metadata = objectSchema({ order_reference: { type: ['string', 'integer'] } });
const captureMethod: JsonSchema = { enum: ['automatic', 'manual'] };

const common = {
  amount, currency, metadata, customer, shipping: address, success_url: url, failure_url: failureUrl, payment_methods: methods, description: textOrNull,
  capture_method: captureMethod, billingAddress: address, gateway_instance_id: textOrNull,
};
const optionalOf = (...required: (keyof typeof common)[]): string[] => Object.keys(common).filter((name) => !(required as string[]).includes(name));

const checkout = objectSchema(common, optionalOf('amount', 'currency', 'customer', 'shipping', 'metadata', 'success_url', 'failure_url'));
const intent = objectSchema(common, optionalOf('amount', 'currency', 'metadata'));
const link = objectSchema({ ...common, order_reference: { type: ['string', 'integer'] }, expires_in_minutes: integer }, [...optionalOf('amount', 'currency'), 'metadata', 'order_reference', 'expires_in_minutes']);
const confirm: JsonSchema = { ...objectSchema({ payment_method: method, token: text }, ['payment_method', 'token']), description: 'A method, or the token of a wallet. Card numbers are not taken here.' };
const ofIntent = objectSchema({ payment_intent_id: text, amount }, ['amount']);
const bnpl = objectSchema({
  wallet_type: { const: 'walletprovider' }, amount, order_reference: { type: ['string', 'integer'] }, success_redirect_url: url, failure_redirect_url: failureUrl,
  payment_method_types: { const: 'wallet' }, description: text, customer,
}, ['customer']);
const subscription = objectSchema({ wallet_type: { const: 'walletprovider' }, phone: text, success_redirect_url: url, failure_redirect_url: failureUrl, payment_method_types: { const: 'wallet' } });
const charge: JsonSchema = {
  ...objectSchema({ token: text, amount, currency, order_reference: { type: ['string', 'integer'] }, customer, description: textOrNull }, ['currency', 'customer', 'description']),
  description: 'The header idempotency-key is required: a charge that is repeated must not be made twice.',
};
const refund = objectSchema({ payment_intent_id: text, refunded_amount: amount, reason: textOrNull }, ['refunded_amount', 'reason']);
const gatewayType = objectSchema({ gateway_type: text });
const ruleFields = {
  gatewayType: text, enabled: flag, fallback_gateway: { type: 'array', items: gatewayType }, rule_attributes: { type: 'array', items: text },
  conditions: objectSchema({
    amount_min: amount, amount_max: amount, currencies: { type: 'array', items: currency }, countries: { type: 'array', items: text }, methods: { type: 'array', items: method },
  }, ['amount_min', 'amount_max', 'currencies', 'countries', 'methods']),
  split: { type: 'array', items: objectSchema({ gateway_type: text, percent: { type: 'number', exclusiveMinimum: 0, maximum: 100 } }) },
};
const newRule = objectSchema(ruleFields, Object.keys(ruleFields).filter((name) => name !== 'gatewayType'));
/** §2.4, and what is additive. */
const rule: JsonSchema = { ...objectSchema({ rule_id: text, ...ruleFields }), title: 'RoutingRule' };
const rules: JsonSchema = { type: 'array', items: rule };
const list = { limit: integer, cursor: text };
/** Where the same request may be sent again, and where it may be under way still when it is answered. */
const repeatable = { idempotencyKey: 'optional' } as const;
const asksGateway = { ...repeatable, accepted: true } as const;

const CUSTOMER = { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' };
const ORDER = { amount: 1500.5, currency: 'SAR', metadata: { order_reference: 'order-1001' } };
const REDIRECTS = { success_redirect_url: 'https://shop.example/paid', failure_redirect_url: 'https://shop.example/failed' };

/** Bodies that are read by hand, with exact numbers; fields that a contract does not name are not read, since published clients send more. */
export const PAYMENT_PARTICULARS: AllParticulars = {
  'post /public/v1/payment/checkout': {
    ...repeatable, body: checkout, data: INTENT,
    example: {
      ...ORDER, customer: CUSTOMER, shipping: { address1: 'شارع الملك فهد ١', city: 'الرياض', country: 'SA', zip: '11564', shipping_method: 'standard', province: 'الرياض' },
      success_url: 'https://shop.example/paid', failure_url: 'https://shop.example/failed',
    },
  },
  'post /public/v1/payment/intent': { ...repeatable, data: INTENT, body: intent, example: ORDER },
  'post /public/v1/payment/link': { ...repeatable, data: INTENT, body: link, example: { amount: 250, currency: 'SAR', order_reference: 'order-1002' } },
  'put /public/v1/payment/intent/{id}': { ...repeatable, data: INTENT, body: objectSchema(common, Object.keys(common)), example: { description: 'طلب رقم 1001' } },
  'post /public/v1/payment/intent/confirm': { ...asksGateway, data: INTENT, queryRequired: ['pi_client_secret'], query: { pi_client_secret: text }, body: confirm, example: { payment_method: 'card' } },
  'get /public/v1/payment/intent': { query: { ...list, status: INTENT_STATUS }, data: pageOf(INTENT) },
  'get /public/v1/payment/intent/{id}': { data: INTENT },
  'get /public/v1/payment/intent/details/{id}': { data: INTENT },
  'delete /public/v1/payment/intent/{id}': { ...repeatable, data: INTENT },
  'post /public/v1/payment/intent/{id}/void': { ...asksGateway, data: INTENT },
  'post /public/v1/payment/intent/capture': { ...asksGateway, data: INTENT, body: ofIntent, example: { payment_intent_id: 'pi_1', amount: 100 } },
  'post /public/v1/payment/intent/void': { ...asksGateway, data: INTENT, body: objectSchema({ payment_intent_id: text }), example: { payment_intent_id: 'pi_1' } },
  'post /public/v1/payment/intent/{id}/capture': { ...asksGateway, data: INTENT, body: objectSchema({ amount }, ['amount']) },
  'post /public/v1/bnpl/wallet/setup': {
    ...repeatable, body: bnpl, data: BNPL, example: { wallet_type: 'walletprovider', amount: 1500.5, order_reference: 'order-1001', ...REDIRECTS, payment_method_types: 'wallet', description: 'طلب رقم 1001', customer: CUSTOMER },
  },
  'post /public/v1/subscription/wallet/setup': { ...repeatable, data: SUBSCRIPTION, body: subscription, example: { wallet_type: 'walletprovider', phone: '+12025550001', ...REDIRECTS, payment_method_types: 'wallet' } },
  'get /public/v1/subscription/wallet/token': { query: { ...list, phone: text }, data: pageOf(TOKEN) },
  'get /public/v1/subscription/wallet/token/{id}': { data: TOKEN },
  'delete /public/v1/subscription/wallet/token/{id}': { data: TOKEN },
  'post /public/v1/subscription/wallet/token/charge': { ...asksGateway, idempotencyKey: 'required', data: INTENT, body: charge, example: { token: 'wt_1', amount: 300, order_reference: 'renewal-1' } },
  'post /public/v2/payment/intent/tokenized/payment': { ...asksGateway, idempotencyKey: 'required', data: INTENT, body: charge, example: { token: 'wt_1', amount: 300, order_reference: 'renewal-1' } },
  'post /public/v1/refund': { ...asksGateway, data: REFUND, body: refund, example: { payment_intent_id: 'pi_1', refunded_amount: '100.00', reason: 'returned' } },
  'get /public/v1/refund': { query: { ...list, payment_intent_id: text }, data: pageOf(REFUND) },
  'get /public/v1/refund/{id}': { data: REFUND },
  'put /public/v1/refund/{id}': { data: REFUND, body: objectSchema({ reason: text }), example: { reason: 'returned' } },
  'get /public/v1/payment/routing/rules/gateway': { answer: rules },
  'post /public/v1/payment/routing/rules/gateway': { data: rule, body: newRule, example: { gatewayType: 'cardgateway-a', fallback_gateway: [{ gateway_type: 'cardgateway-b' }], conditions: { currencies: ['SAR'], amount_min: 100 } } },
  'put /public/v1/payment/routing/rules/gateway/order': { body: objectSchema({ rule_ids: { type: 'array', items: text } }), answer: rules },
  'post /public/v1/payment/routing/rules/gateway/dry-run': { data: DRY_RUN, body: objectSchema({ rules: { type: 'array', items: newRule } }, ['rules']) },
  'patch /public/v1/payment/routing/rules/gateway/{id}': { data: rule, body: objectSchema(ruleFields, Object.keys(ruleFields)), example: { enabled: false } },
  'delete /public/v1/payment/routing/rules/gateway/{id}': { data: objectSchema({ rule_id: text }) },
  'get /public/v1/payment/transaction/{id}': { data: TRANSACTION_IN_FULL },
  'get /public/v1/payment/queue': { data: objectSchema({ items: { type: 'array', items: QUEUED } }) },
  'get /public/v1/payment/store': { data: STORE },
  'get /public/v1/payment/transaction': {
    data: pageOf(TRANSACTION),
    query: {
      ...list, status: TRANSACTION_STATUS, method, gateway: text, currency, payment_intent_id: text, order_reference: text, amount_min: text, amount_max: text, from: moment, to: moment,
      search: text, queue: { enum: ['unknown_outcome', 'contradiction', 'reversal_refused'] },
    },
  },
  'post /public/v1/payment/queue/{id}/resolve': { data: QUEUED, body: objectSchema({ outcome: { enum: ['done', 'failed', 'ask'] } }), example: { outcome: 'ask' } },
  'get /public/v1/payment/settlement.csv': { query: { from: moment, to: moment }, answer: text, alsoAnswers: ['text/csv'] },
  'put /public/v1/payment/store': {
    data: STORE,
    body: objectSchema({ name: text, color: { ...text, pattern: '^#[0-9a-fA-F]{6}$' }, payment_methods: { type: ['array', 'null'], items: method } }, ['name', 'color', 'payment_methods']),
    example: { name: 'متجر قافلة', color: '#0b5d57' },
  },
  'post /public/v1/payment/{type}/webhook': { body: anyObject },
  'post /public/v1/subscription/walletprovider/wallet/setup/webhook': { body: anyObject },
};
