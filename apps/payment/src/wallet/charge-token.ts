import type { Principal } from '@qafila/auth/principal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PaymentDependencies } from '../dependencies.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { newIntent } from '../intents/new-intent.ts';
import { readAmount } from '../money/amount.ts';
import { finishCharge, requireKey, startCharge } from '../operations/charge.ts';
import { tokenByValue } from '../tokens/find-tokens.ts';
import { orderReferenceOf } from './wallet.schema.ts';
import type { ChargeTokenBody } from './wallet.schema.ts';
import { walletCurrencyOf } from './wallet-currency.ts';

/** Charges a wallet without its customer. An idempotency key is required, because a repeat must never charge twice. */
export function chargeToken(
  deps: PaymentDependencies,
  owner: Principal,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: ChargeTokenBody },
): Promise<Answer> {
  requireKey(sent);
  const currency = walletCurrencyOf(deps, body.currency);
  const amount = readAmount(body.amount, currency);
  // The class judges that there is a token and an order reference.
  const [value, orderReference] = [body.token ?? body.pm_token, orderReferenceOf(body)] as [string, string];
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const token = await tokenByValue(tx, owner, value);
        const row = await newIntent(deps, tx, owner, {
          source: 'token',
          amount,
          currency,
          captureMethod: 'automatic',
          customer: customerOf(body.customer),
          shipping: {},
          billing: {},
          metadata: { ...body.metadata, order_reference: orderReference, token_id: token.id },
          orderReference,
          description: body.description ?? '',
          successUrl: '',
          failureUrl: '',
          methods: ['wallet'],
          gateway: token.gateway,
        });
        return { startedId: await startCharge(deps, tx, { row, attempts: [] }, { owner, token }) };
      },
      finish: (startedId) => finishCharge(deps, owner, startedId),
    },
  );
}
