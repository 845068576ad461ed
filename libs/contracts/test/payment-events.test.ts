import { describe, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { webhookEventType } from '../src/catalogue.ts';
import type { EventType, JsonSchema } from '../src/event-type.ts';
import type { BnplNotification, IntentNotification } from '../src/payment-events.ts';
import { PAYMENT_EVENT } from '../src/payment-events.ts';
import { TOPICS } from '../src/topics.ts';

const bnpl = webhookEventType(PAYMENT_EVENT.bnplNotification) as EventType;
const intent = webhookEventType(PAYMENT_EVENT.intentNotification) as EventType;
const subscription = webhookEventType(PAYMENT_EVENT.subscriptionNotification) as EventType;
const CUSTOMER = ['name', 'email', 'phone'];

/** The tables of §6.1 and §6.2. */
const BNPL = [
  'event',
  '_id',
  'wallet_id',
  'account_id',
  'store_id',
  'mode',
  'customer',
  'state',
  'wallet_type',
  'success_redirect_url',
  'failure_redirect_url',
  'amount',
  'order_reference',
  'description',
  'payment_intent_id',
  'createdAt',
  'updatedAt',
  '__v',
  'metadata',
  'transaction_reference',
  'gateway_response',
  'payment_intent',
];
const INTENT = [
  'type',
  'payment_intent_id',
  'refund_id',
  'amount',
  'currency',
  'status',
  'customer',
  'shipping',
  'payment_method_types',
  'product',
  'transaction_details',
  'metadata',
  'store_id',
  'mode',
  'account_id',
  // Not in the contract: after its fields.
  'amount_captured',
  'amount_capturable',
  'amount_refunded',
  'operation',
];
const TRANSACTION = [
  '_id',
  'order',
  'status',
  'secure',
  'refunded_amount',
  'gateway',
  'response_from_bank',
  'status_code_from_bank',
  'status_message_from_bank',
  'activity',
];
/** §6.3 leaves the fields open: they follow §6.1. */
const SUBSCRIPTION = [
  'event',
  '_id',
  'account_id',
  'store_id',
  'mode',
  'state',
  'wallet_type',
  'token',
  'phone',
  'success_redirect_url',
  'failure_redirect_url',
  'gateway_response',
  'createdAt',
  'updatedAt',
];

function at(schema: JsonSchema, ...path: string[]): JsonSchema {
  return path.reduce(
    (node, name) => (name === '[]' ? node.items : (node.properties as Record<string, JsonSchema>)[name]) as JsonSchema,
    schema,
  );
}

describe.each([
  ['§6.1', bnpl, [], BNPL],
  ['§6.1 customer', bnpl, ['customer'], CUSTOMER],
  ['§6.2', intent, [], INTENT],
  ['§6.2 customer', intent, ['customer'], CUSTOMER],
  ['§6.2 transaction_details', intent, ['transaction_details'], TRANSACTION],
  ['§6.2 order', intent, ['transaction_details', 'order'], ['customer', 'name', 'type']],
  ['§6.2 activity', intent, ['transaction_details', 'activity', '[]'], ['status', 'wallet', 'processing']],
  ['§6.3 subscription', subscription, [], SUBSCRIPTION],
  ['§6.2 processing', intent, ['transaction_details', 'activity', '[]', 'processing'], ['reference']],
] as const)('%s', (_where, type, path, fields) => {
  test('has the fields of the contract, all of them, in its order, in schema and sample', () => {
    const schema = at(type.schema, ...path);
    const sample = path.reduce<unknown>(
      (node, name) => (name === '[]' ? (node as unknown[])[0] : (node as Record<string, unknown>)[name]),
      type.sample,
    );
    expect(Object.keys(schema.properties as object)).toEqual(fields);
    expect(schema.required).toEqual(fields);
    expect(Object.keys(sample as object)).toEqual(fields);
  });
});

describe('the notifications of §6', () => {
  const accepts = (type: EventType, changed: object) =>
    new Ajv2020({ strict: false, validateFormats: false }).compile(type.schema)({ ...type.sample, ...changed });

  test('are webhooks on their topic, also for subscriptions to `*`', () => {
    for (const type of [bnpl, intent, subscription])
      expect(type).toMatchObject({ topic: TOPICS.paymentEvents, webhook: true });
    expect([bnpl.explicit, intent.explicit]).toEqual([undefined, undefined]);
  });

  test('have the names that the contract gives', () => {
    expect((bnpl.sample as unknown as BnplNotification).event).toBe('WALLETPROVIDER_BNPL_NOTFICATION');
    expect((intent.sample as unknown as IntentNotification).type).toBe('PAYMENT_INTENT_NOTIFICATION');
    expect(accepts(bnpl, { event: 'WALLETPROVIDER_BNPL_NOTIFICATION' })).toBe(false);
  });

  test('have the order reference and the intent in each field that the contract names', () => {
    const { payment_intent, payment_intent_id } = bnpl.sample as unknown as BnplNotification;
    const { metadata, transaction_details } = intent.sample as unknown as IntentNotification;
    expect(payment_intent).toBe(payment_intent_id);
    expect(transaction_details.order.name).toBe(metadata.order_reference);
  });

  test('allow null only where the contract, or the behaviour that clients know, has it', () => {
    const nullable = (type: EventType) => Object.keys(type.sample).filter((field) => accepts(type, { [field]: null }));
    expect([nullable(bnpl), nullable(intent), nullable(subscription)]).toEqual([
      [],
      ['refund_id', 'operation'],
      ['token'],
    ]);
    const transaction = intent.sample.transaction_details as object;
    expect(
      Object.keys(transaction).filter((field) =>
        accepts(intent, { transaction_details: { ...transaction, [field]: null } }),
      ),
    ).toEqual(['secure']);
    expect(accepts(intent, { customer: { name: null, email: null, phone: null } })).toBe(true);
    expect(accepts(intent, { transaction_details: { ...transaction, secure: '3DS2' } })).toBe(true);
  });

  test('have schemas that accept the golden files of the payment service', async () => {
    const folder = new URL('../../../apps/payment/test/golden/', import.meta.url);
    const files = (await readdir(folder)).filter((name) => name.includes('notification'));
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) {
      const body = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as { event?: string; type?: string };
      const { schema } = webhookEventType(body.event ?? body.type ?? '') as EventType;
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      expect([file, validate(body), validate.errors]).toEqual([file, true, null]);
    }
  });

  test('have amounts as numbers', () => {
    for (const type of [bnpl, intent])
      expect([
        accepts(type, { amount: 0.001 }),
        accepts(type, { amount: 1500 }),
        accepts(type, { amount: '1500.00' }),
      ]).toEqual([true, true, false]);
  });
});
