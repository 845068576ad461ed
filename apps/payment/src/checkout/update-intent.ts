import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid, Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { refusalOf } from '../intents/change-intent.ts';
import { addressOf } from '../intents/address.schema.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { lockOwnIntent } from '../intents/find-intents.ts';
import { intentView } from '../intents/intent-view.ts';
import { intentState } from '../intents/intent.entity.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { Intent, Refused } from '../intents/intent.state.ts';
import { readAmount } from '../money/amount.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import type { Owner } from '../owner.ts';
import { offerOf, offerOfStore } from '../store/offered-methods.ts';
import type { StoreOffer } from '../store/offered-methods.ts';
import type { UpdateIntentBody } from './checkout.schema.ts';
import { gatewayOf, urlsOf } from './create-checkout.ts';

/** Changes an intent that has no attempt yet. Fields that are not sent keep their values. */
export async function updateIntent(
  deps: PaymentDependencies,
  owner: Owner,
  { id, body, ...request }: Omit<RequestIdentity, 'owner'> & { id: string; body: UpdateIntentBody },
): Promise<Answer> {
  requireSecureReturn(deps.mode, body);
  const store = await offerOfStore(deps, owner);
  return idempotent(
    deps,
    { ...request, owner },
    {
      begin: async (tx) => {
        const { row, attempts } = await lockOwnIntent(tx, owner, id);
        const refused = whyNotUpdated(intentState(row, attempts), deps.clock());
        if (refused !== null) throw refusalOf(refused, row);
        if (row.source === 'bnpl' || row.source === 'token')
          throw new Refusal(
            409,
            'illegal_transition',
            'A wallet journey cannot be changed. Cancel it and set up another.',
          );
        const next: IntentRow = {
          ...row,
          ...moneyOf(body, row),
          ...textsOf(body, row),
          ...offerAndGateway(body, store),
          ...savingOf(body),
          updated_at: new Date(deps.clock()),
          revision: row.revision + 1,
        };
        await write(tx, next);
        return {
          answer: { status: 200, body: paymentSuccess('Payment intent updated', intentView(next, deps, undefined)) },
        };
      },
    },
  );
}

/** An intent may change until the first attempt: from then on a provider, and a customer, know its terms. */
function whyNotUpdated(intent: Intent, nowMs: number): Refused | null {
  if (intent.status !== 'requires_payment_method' || intent.attempts.length > 0) {
    const tried = intent.attempts.length > 0 ? ' and has an attempt' : '';
    return {
      refused: 'illegal_transition',
      message: `This intent is ${intent.status}${tried}: it cannot be changed. Cancel it and create another.`,
    };
  }
  return nowMs >= intent.expiresAtMs ? { refused: 'expired', message: 'The time to pay has expired.' } : null;
}

/** An amount has a meaning only in its currency, so a new currency needs a new amount. */
function moneyOf(body: UpdateIntentBody, row: IntentRow): Partial<IntentRow> {
  const currency = body.currency ?? row.currency;
  if (body.amount === undefined) {
    if (currency !== row.currency)
      throw invalid('amount', `amount is required with a new currency. The current currency is ${row.currency}.`);
    return {};
  }
  return { currency, amount_minor: String(readAmount(body.amount, currency)) };
}

/** Null takes the offer to keep the card away. */
function savingOf({ save_payment_method: saving }: UpdateIntentBody): Partial<IntentRow> {
  return saving === undefined ? {} : { save_for: saving?.customer_reference ?? null };
}

/** Metadata without an order reference leaves the reference as it is. */
function textsOf(body: UpdateIntentBody, row: IntentRow): Partial<IntentRow> {
  const billing = body.billingAddress ?? body.billing;
  const { successUrl, failureUrl } = urlsOf(body);
  const orderReference = body.metadata?.order_reference ?? row.order_reference;
  return {
    ...(body.customer === undefined ? {} : { customer: customerOf(body.customer) }),
    ...(body.shipping === undefined ? {} : { shipping: addressOf(body.shipping) }),
    ...(billing === undefined ? {} : { billing: addressOf(billing) }),
    ...(body.metadata === undefined
      ? {}
      : { metadata: { ...body.metadata, order_reference: orderReference }, order_reference: orderReference }),
    ...(body.description === undefined ? {} : { description: body.description ?? '' }),
    ...(body.capture_method === undefined ? {} : { capture_method: body.capture_method ?? 'automatic' }),
    ...(successUrl === '' ? {} : { success_url: successUrl }),
    ...(failureUrl === '' ? {} : { failure_url: failureUrl }),
  };
}

function offerAndGateway(body: UpdateIntentBody, store: StoreOffer): Partial<IntentRow> {
  return {
    ...(body.gateway_instance_id === undefined
      ? {}
      : { gateway: gatewayOf(store.providers, body.gateway_instance_id) }),
    ...(body.payment_methods === undefined && body.payment_method_types === undefined
      ? {}
      : { methods: offerOf(body, store, null) }),
  };
}

async function write(tx: PoolClient, row: IntentRow): Promise<void> {
  await tx.query(
    `
    UPDATE intent SET amount_minor = $3, currency = $4, capture_method = $5, order_reference = $6, description = $7,
    customer = $8, shipping = $9, billing = $10,
      metadata = $11, success_url = $12, failure_url = $13, methods = $14, gateway = $15, revision = $16,
      updated_at = $17, save_for = $18 WHERE account_id = $1 AND id = $2`,
    [
      row.account_id,
      row.id,
      row.amount_minor,
      row.currency,
      row.capture_method,
      row.order_reference,
      row.description,
      JSON.stringify(row.customer),
      JSON.stringify(row.shipping),
      JSON.stringify(row.billing),
      JSON.stringify(row.metadata),
      row.success_url,
      row.failure_url,
      row.methods,
      row.gateway,
      row.revision,
      row.updated_at,
      row.save_for,
    ],
  );
}
