import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { AttemptRow, IntentRow } from '../intents/intent.entity.ts';
import { LIMITS } from '../limits.ts';
import { publishTokenEvent } from '../notifications/publish-token-event.ts';
import type { SavedInstrument } from '../providers/provider.ts';
import { accountOf } from './gateway-account.sql.ts';
import type { TokenRow } from './token.entity.ts';

/**
 * Keeps the card of a payment whose customer agreed, in the transaction of the payment's result. A repeated report
 * meets the key of the attempt and changes nothing, even when the card was deleted meanwhile. The card of a payment
 * that came too late is revoked from the start, so that the gateway forgets it; nothing is published.
 */
export async function saveMethod(
  { clock, keys }: PaymentDependencies,
  tx: PoolClient,
  { row: { save_for: customer }, attempt, isPaid }: { row: IntentRow; attempt: AttemptRow; isPaid: boolean },
  { token, card }: SavedInstrument,
): Promise<void> {
  if (customer === null || attempt.consent === null) return;
  const now = new Date(clock());
  const { account_id: accountId, store_id: storeId, mode, gateway } = attempt;
  const id = newId('tok', now.getTime());
  const {
    rows: [saved],
  } = await tx.query<TokenRow>(
    `
    INSERT INTO wallet_token (account_id, id, store_id, mode, kind, wallet_type, state, phone_masked, gateway,
      gateway_token, success_url, failure_url, created_at, updated_at, expires_at, customer_reference, card, saved_by,
      consent, revoke_at, gateway_account)
    VALUES ($1, $2, $3, $4, 'card', '', $12, '', $5, $6, '', '', $7, $7, $7, $8, $9, $10, $11, $13,
      ${accountOf({ account: '$1', store: '$3', mode: '$4', gateway: '$5' })})
    ON CONFLICT DO NOTHING RETURNING *`,
    [
      accountId,
      id,
      storeId,
      mode,
      gateway,
      keys.seal(token, 'token', accountId, id),
      now,
      customer,
      JSON.stringify(card),
      attempt.id,
      JSON.stringify(attempt.consent),
      isPaid ? 'active' : 'revoked',
      isPaid ? null : now,
    ],
  );
  if (saved === undefined || !isPaid) return;
  await publishTokenEvent(tx, saved, { reason: 'setup' });
  await replaceOlder(tx, saved, now);
}

/**
 * The same card of this customer, and those beyond the limit, give way to the new one. The lock is per customer,
 * because two payments that end at once would not see each other's card. The state is asked for twice: a card that is
 * deleted meanwhile is locked, and only the outer condition is judged again after the wait.
 */
async function replaceOlder(tx: PoolClient, saved: TokenRow, now: Date): Promise<void> {
  const { account_id: accountId, store_id: storeId, mode, customer_reference: customer } = saved;
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    JSON.stringify(['saved methods', accountId, storeId, mode, customer]),
  ]);
  const { rows } = await tx.query<TokenRow>(
    `
    UPDATE wallet_token t SET state = 'revoked', updated_at = $7::timestamptz, revision = revision + 1,
      revoke_at = $7::timestamptz, revoke_tries = 0
    FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM wallet_token
      WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND customer_reference = $4 AND kind = 'card'
      AND state IN ('active', 'suspended')) kept
    WHERE t.account_id = $1 AND t.id = kept.id AND t.id <> $5 AND t.state IN ('active', 'suspended')
      AND (kept.place > $8 OR (t.gateway = $9 AND t.card->>'fingerprint' = $6
        AND t.gateway_account IS NOT DISTINCT FROM $10))
    RETURNING t.*`,
    [
      accountId,
      storeId,
      mode,
      customer,
      saved.id,
      saved.card?.fingerprint ?? null,
      now,
      LIMITS.savedCardsPerCustomerMax,
      saved.gateway,
      saved.gateway_account,
    ],
  );
  for (const revoked of rows) await publishTokenEvent(tx, revoked, { reason: 'replaced' });
}
