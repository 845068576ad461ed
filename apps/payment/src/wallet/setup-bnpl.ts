import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { methodsOfStore } from '../checkout/offered-methods.ts';
import { majorNumber, readAmount } from '../intents/amount.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { pageUrl } from '../intents/intent-view.ts';
import { newIntent, readCustomer } from '../intents/new-intent.ts';
import { LIMITS } from '../limits.ts';
import type { Payments } from '../payments.ts';
import { readBody, readText, readUrl } from '../reading.ts';
import { newSession } from './open-session.ts';
import type { SessionRow } from './session.entity.ts';

const WALLET_TYPES = ['walletprovider', 'bnpl-walletprovider'];

/** §4.10, §4.12 wallet_type: the one wallet of this deployment. */
export function readWalletType(value: JsonValue | undefined): string {
  const type = readText(value, 'wallet_type', 100);
  if (!WALLET_TYPES.includes(type)) throw invalid('wallet_type', `wallet_type must be ${WALLET_TYPES[0]}.`);
  return type;
}

export function readWalletMethod(value: JsonValue | undefined): string {
  const type = readText(value, 'payment_method_types', 100);
  if (type !== 'wallet') throw invalid('payment_method_types', 'payment_method_types must be "wallet".');
  return type;
}

/** Starts a wallet BNPL journey (§4.10): an intent and its session. The request names no currency; it is the deployment's wallet's. */
export async function setUpBnpl(payments: Payments, owner: Principal, sent: SentRequest): Promise<Answer> {
  const body = readBody(sent.body);
  const walletType = readWalletType(body.wallet_type);
  const paymentMethodTypes = readWalletMethod(body.payment_method_types);
  if (!(await methodsOfStore(payments, owner)).includes('bnpl')) throw invalid('wallet_type', 'Buy now, pay later is not enabled for this store.', 'method_not_enabled');
  const orderReference = readText(body.order_reference, 'order_reference', 255);
  const wanted = {
    source: 'bnpl', amount: readAmount(body.amount, payments.walletCurrency), currency: payments.walletCurrency, captureMethod: 'automatic', customer: readCustomer(body.customer, false),
    shipping: {}, billing: {}, metadata: { order_reference: orderReference }, orderReference, description: readText(body.description, 'description', LIMITS.descriptionCharactersMax),
    successUrl: readUrl(body.success_redirect_url, 'success_redirect_url'), failureUrl: readUrl(body.failure_redirect_url, 'failure_redirect_url'), methods: ['bnpl'], gateway: null,
  } as const;
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const row = await newIntent(payments, tx, owner, { ...wanted, methods: [...wanted.methods] });
      const session = await newSession(payments, tx, row, { walletType, paymentMethodTypes });
      return { answer: { status: 200, body: paymentSuccess('Wallet BNPL setup started', sessionView(payments, { session, row, body })) } };
    },
  });
}

/** The data of §2.5, in its order; `customer` is echoed when it was sent. */
function sessionView({ keys, publicUrl }: Payments, { session, row, body }: { session: SessionRow; row: IntentRow; body: JsonObject }): Record<string, unknown> {
  const { name, email, phone } = row.customer;
  const echoed = Object.fromEntries(Object.entries({ name, email, phone }).filter(([, value]) => value !== null));
  return {
    wallet_id: session.wallet_id,
    wallet_type: session.wallet_type,
    amount: majorNumber(BigInt(row.amount_minor), row.currency),
    order_reference: row.order_reference,
    success_redirect_url: row.success_url,
    failure_redirect_url: row.failure_url,
    payment_method_types: session.payment_method_types,
    description: row.description,
    ...(body.customer === undefined ? {} : { customer: echoed }),
    payment_intent_id: row.id,
    redirect_url: pageUrl(row, keys, publicUrl),
  };
}
