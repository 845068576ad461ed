import { invalid } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { offeredMethods } from '../intents/intent-with-store.ts';
import type { IntentWithStore } from '../intents/intent-with-store.ts';
import type { IntentRow } from '../intents/intent.entity.ts';
import type { SessionRow } from '../intents/session.entity.ts';
import { ownerOf } from '../owner.ts';
import type { Method } from '../providers/methods.ts';

/** Opens the journey of §4.10 for a wallet that was chosen on a checkout page. The page token stays the same. */
export async function openSession(
  deps: PaymentDependencies,
  { row, store }: IntentWithStore,
  method: Method,
): Promise<void> {
  const { available } = await deps.providers.ofStore(ownerOf(row));
  if (!offeredMethods({ row, store }, available).includes(method))
    throw invalid('method', 'This store does not accept wallets.', 'method_not_enabled');
  await inTransaction(deps.pool, (tx) =>
    newSession(deps, tx, row, { walletType: 'walletprovider', paymentMethodTypes: method }),
  );
}

/** Inserts the session, one per intent. A second choice of a wallet reuses it. */
export async function newSession(
  { clock }: PaymentDependencies,
  tx: PoolClient,
  row: IntentRow,
  { walletType, paymentMethodTypes }: { walletType: string; paymentMethodTypes: string },
): Promise<SessionRow> {
  const nowMs = clock();
  const {
    rows: [session],
  } = await tx.query<SessionRow>(
    `
    INSERT INTO wallet_session (account_id, id, store_id, mode, intent_id, wallet_id, wallet_type,
    payment_method_types, state, created_at, updated_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $9, $10)
    ON CONFLICT (account_id, intent_id) DO UPDATE SET payment_method_types = excluded.payment_method_types RETURNING *`,
    [
      row.account_id,
      newId('bnpl', nowMs),
      row.store_id,
      row.mode,
      row.id,
      newId('wlt', nowMs),
      walletType,
      paymentMethodTypes,
      new Date(nowMs),
      row.expires_at,
    ],
  );
  return session as SessionRow;
}
