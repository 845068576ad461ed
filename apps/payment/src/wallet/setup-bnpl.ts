import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PaymentDependencies } from '../dependencies.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { pageUrl } from '../intents/intent-view.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import { newIntent } from '../intents/new-intent.ts';
import type { SessionRow } from '../intents/session.entity.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import { majorNumber, readAmount } from '../money/amount.ts';
import { isWallet } from '../providers/provider.ts';
import { offerOfStore } from '../store/offered-methods.ts';
import { newSession } from './open-session.ts';
import { walletCurrencyOf } from './wallet-currency.ts';
import type { BnplSetupAnswer, SetUpBnplBody } from './wallet.schema.ts';

/**
 * Starts a wallet BNPL journey (§4.10): an intent and its session. A request that names no currency is in the
 * wallet's.
 */
export async function setUpBnpl(
  deps: PaymentDependencies,
  owner: Principal,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: SetUpBnplBody },
): Promise<Answer> {
  requireSecureReturn(deps.mode, body);
  const { wallet_type: walletType, payment_method_types: paymentMethodTypes, order_reference: orderReference } = body;
  const { enabled, providers } = await offerOfStore(deps, owner);
  if (!enabled.includes('bnpl'))
    throw invalid('wallet_type', 'Buy now, pay later is not enabled for this store.', 'method_not_enabled');
  if (!providers.available.some(isWallet))
    throw invalid(
      'wallet_type',
      'No wallet is connected to this store, so this operation has nothing to pay with. For instalments by another ' +
        'gateway, create a checkout with payment_methods ["bnpl"].',
      'method_not_enabled',
    );
  const currency = walletCurrencyOf(deps, body.currency);
  const wanted = {
    source: 'bnpl',
    amount: readAmount(body.amount, currency),
    currency,
    captureMethod: 'automatic',
    customer: customerOf(body.customer),
    shipping: {},
    billing: {},
    metadata: { order_reference: orderReference },
    orderReference,
    description: body.description,
    successUrl: body.success_redirect_url,
    failureUrl: body.failure_redirect_url,
    methods: ['bnpl'],
    gateway: null,
  } as const;
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const row = await newIntent(deps, tx, owner, { ...wanted, methods: [...wanted.methods] });
        const session = await newSession(deps, tx, row, { walletType, paymentMethodTypes });
        return {
          answer: {
            status: 200,
            body: paymentSuccess('Wallet BNPL setup started', sessionView(deps, { session, row, body })),
          },
        };
      },
    },
  );
}

/** The data of §2.5, with its fields in that order, then `currency`. `customer` is returned when it was sent. */
function sessionView(
  { keys, publicUrl }: PaymentDependencies,
  { session, row, body }: { session: SessionRow; row: IntentRow; body: SetUpBnplBody },
): BnplSetupAnswer {
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
    currency: row.currency,
  };
}
