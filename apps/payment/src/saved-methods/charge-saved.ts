import type { Principal } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import type { PaymentDependencies } from '../dependencies.ts';
import { addressOf } from '../intents/address.schema.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { newIntent } from '../intents/new-intent.ts';
import type { NewIntent } from '../intents/new-intent.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import { LIMITS } from '../limits.ts';
import { readAmount } from '../money/amount.ts';
import { finishCharge, requireKey, startCharge } from '../operations/charge.ts';
import type { StoreProviders } from '../providers/providers.ts';
import { chargeableMethod } from '../tokens/find-saved-methods.ts';
import type { TokenRow } from '../tokens/token.entity.ts';
import type { ChargeSavedMethodBody } from './charge-saved.schema.ts';

/** Charges a saved card without its customer, by the gateway that keeps it. */
export async function chargeSavedMethod(
  deps: PaymentDependencies,
  owner: Principal,
  { id, body, ...sent }: Omit<RequestIdentity, 'owner'> & { id: string; body: ChargeSavedMethodBody },
): Promise<Answer> {
  requireKey(sent);
  requireSecureReturn(deps.mode, body);
  const wanted = wantedOf(body);
  const connected = await deps.providers.ofStore(owner);
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const token = await chargeableMethod(tx, owner, id);
        requireGateway(connected, token);
        const metadata = { ...body.metadata, order_reference: body.order_reference, token_id: token.id };
        const row = await newIntent(deps, tx, owner, { ...wanted, metadata, gateway: token.gateway });
        return { startedId: await startCharge(deps, tx, { row, attempts: [] }, { owner, token }) };
      },
      finish: (startedId) => finishCharge(deps, owner, startedId),
    },
  );
}

/** The customer has a day to pay on the page, where their bank asks for them. */
function wantedOf(body: ChargeSavedMethodBody): Omit<NewIntent, 'metadata' | 'gateway'> {
  return {
    source: 'token',
    amount: readAmount(body.amount, body.currency),
    currency: body.currency,
    captureMethod: 'automatic',
    customer: customerOf(body.customer),
    shipping: addressOf(undefined),
    billing: addressOf(undefined),
    orderReference: body.order_reference,
    description: body.description ?? '',
    successUrl: body.success_url ?? '',
    failureUrl: body.failure_url ?? '',
    methods: ['card'],
    lifeMs: LIMITS.linkMs,
  };
}

function requireGateway(connected: StoreProviders, { gateway }: TokenRow): void {
  if (connected.has(gateway)) return;
  const text = `The gateway ${gateway}, which keeps this card, is not connected to this store, or is switched off.`;
  throw new Refusal(503, 'gateway_unavailable', text);
}
