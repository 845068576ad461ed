import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import type { Principal } from '@qafila/auth/principal';
import { idempotent } from '../idempotency/idempotent.ts';
import type { Answer, Repeatable } from '../idempotency/idempotent.ts';
import { readAmount, readCurrency } from '../intents/amount.ts';
import { intentView } from '../intents/intent-view.ts';
import { newIntent, readAddress, readCustomer, readMetadata } from '../intents/new-intent.ts';
import type { NewIntent } from '../intents/new-intent.ts';
import { LIMITS } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { optionalText, readBody, readUrl } from '../reading.ts';
import { storeProfile } from '../store/store-profile.ts';
import { enabledMethods, readMethods } from './offered-methods.ts';

/** A link on which a customer pays (§4.11). One statement, one commit. */
export async function createCheckout(payments: Payments, owner: Principal, { body, ...request }: Omit<Repeatable, 'owner'> & { body: JsonValue | undefined }): Promise<Answer> {
  const sent = readBody(body);
  const enabled = enabledMethods((await storeProfile(payments.pool, owner)).methods, payments.providers.gateways);
  const wanted: NewIntent = {
    ...readCommon(payments, sent), source: 'checkout', customer: readCustomer(sent.customer, true), shipping: readAddress(sent.shipping, 'shipping', true),
    successUrl: readUrl(sent.success_url, 'success_url'), failureUrl: readUrl(sent.failure_url, 'failure_url'), methods: readMethods(sent.payment_methods, enabled),
  };
  return idempotent(payments, { ...request, owner }, {
    isOneStatement: true,
    begin: async (tx) => ({ answer: { status: 200, body: paymentSuccess('Checkout link created', intentView(await newIntent(payments, tx, owner, wanted), payments)) } }),
  });
}

/** An intent made by a server of the merchant's (research/payments.md 1.3): as a checkout, but little of it is required. */
export async function createIntent(payments: Payments, owner: Principal, { body, ...request }: Omit<Repeatable, 'owner'> & { body: JsonValue | undefined }): Promise<Answer> {
  const sent = readBody(body);
  const enabled = enabledMethods((await storeProfile(payments.pool, owner)).methods, payments.providers.gateways);
  const url = (field: string, other: string): string => readUrl(sent[field] ?? sent[other], field);
  const hasUrls = sent.success_url !== undefined || sent.success_redirect_url !== undefined;
  const wanted: NewIntent = {
    ...readCommon(payments, sent), source: 'intent', customer: readCustomer(sent.customer, false), shipping: readAddress(sent.shipping, 'shipping', false),
    successUrl: hasUrls ? url('success_url', 'success_redirect_url') : '', failureUrl: hasUrls ? url('failure_url', 'failure_redirect_url') : '',
    methods: readMethods(methodsOf(sent), enabled, sent.payment_methods === undefined ? 'payment_method_types' : 'payment_methods'),
  };
  return idempotent(payments, { ...request, owner }, {
    begin: async (tx) => ({ answer: { status: 200, body: paymentSuccess('Payment intent created', intentView(await newIntent(payments, tx, owner, wanted), payments)) } }),
  });
}

/** Published clients send `payment_method_types`, one or a list. */
function methodsOf(sent: JsonObject): JsonValue | undefined {
  if (sent.payment_methods !== undefined) return sent.payment_methods;
  const types = sent.payment_method_types;
  return typeof types === 'string' && types !== '' ? [types] : Array.isArray(types) && types.length === 0 ? undefined : types;
}

type Common = Pick<NewIntent, 'amount' | 'currency' | 'captureMethod' | 'metadata' | 'orderReference' | 'description' | 'billing' | 'gateway'>;

function readCommon(payments: Payments, sent: JsonObject): Common {
  const currency = readCurrency(sent.currency);
  const gateway = optionalText(sent.gateway_instance_id, 'gateway_instance_id') || null;
  if (gateway !== null && !payments.providers.has(gateway)) throw invalid('gateway_instance_id', `gateway_instance_id must be one of ${payments.providers.gateways.map((one) => one.type).join(', ')}.`);
  return {
    amount: readAmount(sent.amount, currency), currency, captureMethod: readCaptureMethod(sent.capture_method), ...readMetadata(sent.metadata),
    description: optionalText(sent.description, 'description', LIMITS.descriptionCharactersMax), billing: readAddress(sent.billingAddress ?? sent.billing, 'billingAddress', false), gateway,
  };
}

function readCaptureMethod(value: JsonValue | undefined): 'automatic' | 'manual' {
  if (value === undefined || value === null || value === 'automatic') return 'automatic';
  if (value === 'manual') return 'manual';
  throw invalid('capture_method', 'capture_method must be automatic or manual.');
}

