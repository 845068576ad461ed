import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { newId } from '@qafila/runtime/new-id';
import { masked, secretHash } from '../keys.ts';
import { LIMITS } from '../limits.ts';
import { digitsOf } from '../pages/read-forms.ts';
import type { Payments } from '../payments.ts';
import { readBody, readText, readUrl } from '../reading.ts';
import { readWalletMethod, readWalletType } from '../wallet/setup-bnpl.ts';

/** Starts a wallet subscription setup (§4.12): the page on which the customer lets the store charge his wallet. */
export function setUpToken(payments: Payments, owner: Principal, sent: SentRequest): Promise<Answer> {
  const body = readBody(sent.body);
  const walletType = readWalletType(body.wallet_type);
  const phone = digitsOf(readText(body.phone, 'phone', 32));
  if (!/^\+?\d{7,15}$/.test(phone)) throw invalid('phone', 'phone must be the number of the customer\'s wallet: 7 to 15 digits, with or without "+".');
  const [successUrl, failureUrl] = [readUrl(body.success_redirect_url, 'success_redirect_url'), readUrl(body.failure_redirect_url, 'failure_redirect_url')];
  readWalletMethod(body.payment_method_types);
  const { keys, publicUrl, clock } = payments;
  const gateway = payments.providers.wallet().type;
  return idempotent(payments, { ...sent, owner }, {
    begin: async (tx) => {
      const nowMs = clock();
      const id = newId('tok', nowMs);
      const page = keys.pageToken(owner.accountId, id);
      await tx.query(`
        INSERT INTO wallet_token (account_id, id, store_id, mode, wallet_type, state, page_hash, phone_hash, phone_masked, phone, gateway, success_url, failure_url,
          created_at, updated_at, expires_at) VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)`,
      [owner.accountId, id, owner.storeId, owner.mode, walletType, secretHash(page), keys.hash('phone', owner.accountId, phone.replace(/^\+/, '')), masked(phone),
        keys.seal(phone, 'phone', owner.accountId, id), gateway, successUrl, failureUrl, new Date(nowMs), new Date(nowMs + LIMITS.pageMs)]);
      return { answer: { status: 200, body: paymentSuccess('Wallet subscription setup started', { redirect_url: `${publicUrl}/wallet/${page}` }) } };
    },
  });
}
