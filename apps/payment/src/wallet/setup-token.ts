import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import { newId } from '@qafila/runtime/new-id';
import type { PaymentDependencies } from '../dependencies.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import { masked, secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import type { SetUpSubscriptionBody, SubscriptionSetupAnswer } from './wallet.schema.ts';

/** Starts a wallet subscription setup (§4.12). On its page the customer permits the store to charge their wallet. */
export async function setUpToken(
  deps: PaymentDependencies,
  owner: Principal,
  { body, ...sent }: Omit<RequestIdentity, 'owner'> & { body: SetUpSubscriptionBody },
): Promise<Answer> {
  const { phone } = body;
  requireSecureReturn(deps.mode, body);
  const { keys, publicUrl, clock } = deps;
  const gateway = (await deps.providers.ofStore(owner)).wallet().type;
  return idempotent(
    deps,
    { ...sent, owner },
    {
      begin: async (tx) => {
        const nowMs = clock();
        const id = newId('tok', nowMs);
        const page = keys.pageToken(owner.accountId, id);
        await tx.query(
          `
        INSERT INTO wallet_token (account_id, id, store_id, mode, wallet_type, state, page_hash, phone_hash,
        phone_masked, phone, gateway, success_url, failure_url,
          created_at, updated_at, expires_at) VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $10, $11, $12,
          $13, $13, $14)`,
          [
            owner.accountId,
            id,
            owner.storeId,
            owner.mode,
            body.wallet_type,
            secretHash(page),
            keys.hash('phone', owner.accountId, phone.replace(/^\+/, '')),
            masked(phone),
            keys.seal(phone, 'phone', owner.accountId, id),
            gateway,
            body.success_redirect_url,
            body.failure_redirect_url,
            new Date(nowMs),
            new Date(nowMs + LIMITS.pageMs),
          ],
        );
        const data: SubscriptionSetupAnswer = { redirect_url: `${publicUrl}/wallet/${page}`, _id: id };
        return { answer: { status: 200, body: paymentSuccess('Wallet subscription setup started', data) } };
      },
    },
  );
}
