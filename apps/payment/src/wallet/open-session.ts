import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { IntentRow } from '../intents/intent.entity.ts';
import { offeredMethods } from '../intents/intent-with-store.ts';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import type { Payments } from '../payments.ts';
import type { Method } from '../routing/choose-gateways.ts';
import type { SessionRow } from './session.entity.ts';

/** The customer of a checkout page chose his wallet: the same journey as §4.10's, under the same page token. */
export async function openSession(payments: Payments, { row, store }: IntentWithStore, method: Method): Promise<void> {
  if (!offeredMethods({ row, store }, payments.providers.gateways).includes(method)) throw new Refusal(409, 'method_not_enabled', 'This store does not take wallets.');
  await inTransaction(payments.pool, (tx) => newSession(payments, tx, row, { walletType: 'walletprovider', paymentMethodTypes: method }));
}

/** One an intent; a second choice of it goes on with the first. */
export async function newSession({ clock }: Payments, tx: PoolClient, row: IntentRow, { walletType, paymentMethodTypes }: { walletType: string; paymentMethodTypes: string }): Promise<SessionRow> {
  const nowMs = clock();
  const { rows: [session] } = await tx.query<SessionRow>(`
    INSERT INTO wallet_session (account_id, id, store_id, mode, intent_id, wallet_id, wallet_type, payment_method_types, state, created_at, updated_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $9, $10)
    ON CONFLICT (account_id, intent_id) DO UPDATE SET payment_method_types = excluded.payment_method_types RETURNING *`,
  [row.account_id, newId('bnpl', nowMs), row.store_id, row.mode, row.id, newId('wlt', nowMs), walletType, paymentMethodTypes, new Date(nowMs), row.expires_at]);
  return session as SessionRow;
}
