import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import { addressOf } from '../intents/address.schema.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { intentView } from '../intents/intent-view.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { Metadata } from '../intents/metadata-field.ts';
import { newIntent } from '../intents/new-intent.ts';
import type { NewIntent } from '../intents/new-intent.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import { LIMITS } from '../limits.ts';
import { readAmount } from '../money/amount.ts';
import type { StoreProviders } from '../providers/providers.ts';
import { offerOf, offerOfStore } from '../store/offered-methods.ts';
import type { StoreOffer } from '../store/offered-methods.ts';
import type { CreateCheckoutBody, CreateIntentBody, CreateLinkBody } from './checkout.schema.ts';
import type { CreateDependencies, ReadIntent } from './create-queue.ts';

/** A request as its class reads it, with what identifies a repeat of it. */
type Sent<Body> = Omit<RequestIdentity, 'owner'> & { body: Body };

/** Creates a link on which a customer pays (§4.11). */
export function createCheckout(
  creating: CreateDependencies,
  owner: Principal,
  { body, ...request }: Sent<CreateCheckoutBody>,
): Promise<Answer> {
  requireSecureReturn(creating.deps.mode, body);
  return create(creating, owner, request, {
    message: 'Checkout link created',
    read: (store) => ({
      ...wantedOf(body, store, body.metadata),
      source: 'checkout',
    }),
  });
}

/** Creates an intent for a merchant's server (decision 0013). Fewer fields are required than for a checkout. */
export function createIntent(
  creating: CreateDependencies,
  owner: Principal,
  { body, ...request }: Sent<CreateIntentBody>,
): Promise<Answer> {
  requireSecureReturn(creating.deps.mode, body);
  return create(creating, owner, request, {
    message: 'Payment intent created',
    read: (store) => ({
      ...wantedOf(body, store, body.metadata),
      source: 'intent',
    }),
  });
}

/**
 * Creates a link that a merchant sends by hand. It needs only an amount and an order, and it lives longer than a
 * checkout.
 */
export function createLink(
  creating: CreateDependencies,
  owner: Principal,
  { body, ...request }: Sent<CreateLinkBody>,
): Promise<Answer> {
  requireSecureReturn(creating.deps.mode, body);
  const { order_reference: reference, expires_in_minutes: minutes } = body;
  const metadata = { ...(reference === undefined ? {} : { order_reference: reference }), ...body.metadata };
  return create(creating, owner, request, {
    message: 'Payment link created',
    read: (store) => ({
      ...wantedOf(body, store, metadata),
      source: 'checkout',
      lifeMs: minutes === undefined ? LIMITS.linkMs : minutes * 60_000,
    }),
  });
}

interface NewIntentRequest {
  message: string;
  read: ReadIntent;
}

/**
 * With an idempotency key, the intent is written in the transaction that stores the key. Without one, creates share a
 * statement.
 */
async function create(
  { deps, createQueue }: CreateDependencies,
  owner: Principal,
  request: Omit<RequestIdentity, 'owner'>,
  { message, read }: NewIntentRequest,
): Promise<Answer> {
  const answer = (row: IntentRow): Answer => ({
    status: 200,
    body: paymentSuccess(message, intentView(row, deps, undefined)),
  });
  if (request.key === undefined) return answer(await createQueue.submit({ owner, read }));
  const wanted = read(await offerOfStore(deps, owner));
  return idempotent(
    deps,
    { ...request, owner },
    { begin: async (tx) => ({ answer: answer(await newIntent(deps, tx, owner, wanted)) }) },
  );
}

type Body = CreateCheckoutBody | CreateIntentBody | CreateLinkBody;

/** The methods of the store are known last, so a refusal of methods comes after those of the body. */
function wantedOf(body: Body, store: StoreOffer, metadata: Metadata): Omit<NewIntent, 'source'> {
  const gateway = gatewayOf(store.providers, body.gateway_instance_id);
  return {
    amount: readAmount(body.amount, body.currency),
    currency: body.currency,
    captureMethod: body.capture_method ?? 'automatic',
    customer: customerOf(body.customer),
    shipping: addressOf(body.shipping),
    billing: addressOf(body.billingAddress ?? body.billing),
    metadata,
    orderReference: metadata.order_reference,
    description: body.description ?? '',
    ...urlsOf(body),
    methods: offerOf(body, store, gateway),
    gateway,
    saveFor: body.save_payment_method?.customer_reference,
  };
}

type Urls = Partial<
  Record<'success_url' | 'failure_url' | 'success_redirect_url' | 'failure_redirect_url', string | null>
>;

/** Empty where the merchant gave none: our page shows the end. */
export function urlsOf(body: Urls): Pick<NewIntent, 'successUrl' | 'failureUrl'> {
  return {
    successUrl: body.success_url ?? body.success_redirect_url ?? '',
    failureUrl: body.failure_url ?? body.failure_redirect_url ?? '',
  };
}

/** The provider that the merchant pins. Routing rules do not apply to it. */
export function gatewayOf(providers: StoreProviders, sent: string | null | undefined): string | null {
  const gateway = sent || null;
  if (gateway !== null && !providers.has(gateway))
    throw invalid(
      'gateway_instance_id',
      `gateway_instance_id must be one of ${providers.available.map((provider) => provider.type).join(', ')}.`,
    );
  return gateway;
}
