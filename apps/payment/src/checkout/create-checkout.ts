import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import type { Principal } from '@qafila/auth/principal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, Repeatable } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readAmount, readCurrency } from '../intents/amount.ts';
import type { ReadIntent } from '../intents/create-queue.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { intentView } from '../intents/intent-view.ts';
import { newIntent, readAddress, readCustomer, readMetadata } from '../intents/new-intent.ts';
import type { NewIntent } from '../intents/new-intent.ts';
import { LIMITS } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { optionalText, readBody, readUrl } from '../reading.ts';
import type { Method } from '../routing/choose-gateways.ts';
import { methodsOfGateway, methodsOfStore, readMethods } from './offered-methods.ts';

/** A link on which a customer pays (§4.11). */
export async function createCheckout(payments: Payments, owner: Principal, { body, ...request }: SentRequest): Promise<Answer> {
  const sent = readBody(body);
  return make(payments, owner, request, { message: 'Checkout link created', read: (enabled) => ({
    ...readCommon(payments, sent), source: 'checkout', customer: readCustomer(sent.customer, true), shipping: readAddress(sent.shipping, 'shipping', true),
    successUrl: readUrl(sent.success_url, 'success_url'), failureUrl: readUrl(sent.failure_url, 'failure_url'),
    methods: readMethods(sent.payment_methods, methodsOfGateway(enabled, readGateway(payments, sent), payments.providers.gateways)),
  }) });
}

/** An intent made by a server of the merchant's (decision 0013): as a checkout, but little of it is required. */
export async function createIntent(payments: Payments, owner: Principal, { body, ...request }: SentRequest): Promise<Answer> {
  const sent = readBody(body);
  return make(payments, owner, request, { message: 'Payment intent created', read: (enabled) => ({ ...readCommon(payments, sent), ...readOptional(payments, sent, enabled), source: 'intent' }) });
}

/** A link that a merchant sends to his customer by hand: an amount and an order are enough, and it lives longer than a checkout. */
export async function createLink(payments: Payments, owner: Principal, { body, ...request }: SentRequest): Promise<Answer> {
  const sent = readBody(body);
  const metadata = sent.metadata ?? (sent.order_reference === undefined ? undefined : { order_reference: sent.order_reference });
  return make(payments, owner, request, { message: 'Payment link created', read: (enabled) => ({
    ...readCommon(payments, { ...sent, metadata: metadata as JsonValue }), ...readOptional(payments, sent, enabled), source: 'checkout', lifeMs: readLife(sent.expires_in_minutes),
  }) });
}

interface Made { message: string; read: ReadIntent }

/** Under a key, in the transaction that holds the key; without one there is nothing to keep beside it, and it shares a statement with others. */
async function make(payments: Payments, owner: Principal, request: Omit<Repeatable, 'owner'>, { message, read }: Made): Promise<Answer> {
  const answer = (row: IntentRow): Answer => ({ status: 200, body: paymentSuccess(message, intentView(row, payments)) });
  if (request.key === undefined) return answer(await payments.creates.submit({ owner, read }));
  const wanted = read(await methodsOfStore(payments, owner));
  return idempotent(payments, { ...request, owner }, { begin: async (tx) => ({ answer: answer(await newIntent(payments, tx, owner, wanted)) }) });
}

function readLife(value: JsonValue | undefined): number {
  if (value === undefined) return LIMITS.linkMs;
  const minutes = value instanceof JsonNumber ? Number(value.text) : NaN;
  if (!Number.isInteger(minutes) || minutes < LIMITS.linkMinutesMin || minutes > LIMITS.linkMinutesMax) {
    throw invalid('expires_in_minutes', `expires_in_minutes must be a whole number from ${LIMITS.linkMinutesMin} to ${LIMITS.linkMinutesMax}.`);
  }
  return minutes * 60_000;
}

/** What a server of the merchant's may leave out. */
function readOptional(payments: Payments, sent: JsonObject, enabled: readonly Method[]): Pick<NewIntent, 'customer' | 'shipping' | 'successUrl' | 'failureUrl' | 'methods'> {
  const url = (field: string, other: string): string => readUrl(sent[field] ?? sent[other], field);
  const hasUrls = sent.success_url !== undefined || sent.success_redirect_url !== undefined;
  return {
    customer: readCustomer(sent.customer, false), shipping: readAddress(sent.shipping, 'shipping', false),
    successUrl: hasUrls ? url('success_url', 'success_redirect_url') : '', failureUrl: hasUrls ? url('failure_url', 'failure_redirect_url') : '',
    methods: readMethods(methodsOf(sent), methodsOfGateway(enabled, readGateway(payments, sent), payments.providers.gateways), sent.payment_methods === undefined ? 'payment_method_types' : 'payment_methods'),
  };
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
  return {
    amount: readAmount(sent.amount, currency), currency, captureMethod: readCaptureMethod(sent.capture_method), ...readMetadata(sent.metadata),
    description: optionalText(sent.description, 'description', LIMITS.descriptionCharactersMax), billing: readAddress(sent.billingAddress ?? sent.billing, 'billingAddress', false), gateway: readGateway(payments, sent),
  };
}

/** A gateway that the merchant pins: routing rules are not asked. */
export function readGateway({ providers }: Payments, sent: JsonObject): string | null {
  const gateway = optionalText(sent.gateway_instance_id, 'gateway_instance_id') || null;
  if (gateway !== null && !providers.has(gateway)) throw invalid('gateway_instance_id', `gateway_instance_id must be one of ${providers.gateways.map((one) => one.type).join(', ')}.`);
  return gateway;
}

export function readCaptureMethod(value: JsonValue | undefined): 'automatic' | 'manual' {
  if (value === undefined || value === null || value === 'automatic') return 'automatic';
  if (value === 'manual') return 'manual';
  throw invalid('capture_method', 'capture_method must be automatic or manual.');
}
