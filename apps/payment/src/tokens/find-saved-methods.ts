import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Consent } from '../intents/intent.entity.ts';
import type { Owner } from '../owner.ts';
import type { SavedCard } from '../providers/provider.ts';
import { findToken, revoke } from './find-tokens.ts';
import { accountOf } from './gateway-account.sql.ts';
import type { ListSavedMethodsQuery, SavedMethodAnswer } from './saved-method.schema.ts';
import type { TokenRow } from './token.entity.ts';

export async function getSavedMethod(
  { pool }: PaymentDependencies,
  owner: Owner,
  id: string,
): Promise<SavedMethodAnswer> {
  return savedMethodView(await findToken(pool, owner, { id, kind: 'card' }));
}

/** Locks a saved card that can be charged. */
export async function chargeableMethod(db: Pool | PoolClient, owner: Owner, id: string): Promise<TokenRow> {
  const row = await findToken(db, owner, { id, kind: 'card', lock: true });
  if (row.state === 'active') {
    await requireAccount(db, row);
    return row;
  }
  const text = `This card is ${row.state}; the customer must pay once more and let you keep it.`;
  throw new Refusal(409, row.state === 'suspended' ? 'token_suspended' : 'token_revoked', text, { param: 'id' });
}

/** Another account at the same gateway does not know the card. A row of an older replica names no account. */
async function requireAccount(
  db: Pool | PoolClient,
  { account_id, store_id, mode, gateway, gateway_account: account }: TokenRow,
): Promise<void> {
  const { rows } = await db.query<{ now: string }>(
    `SELECT ${accountOf({ account: '$1', store: '$2', mode: '$3', gateway: '$4' })} AS now`,
    [account_id, store_id, mode, gateway],
  );
  if (account === null || rows[0]?.now === account) return;
  const text =
    `This card is kept in another account at ${gateway} than the one that is connected now; the customer must pay ` +
    'once more and let you keep it.';
  throw new Refusal(409, 'saved_card_of_other_account', text, { param: 'id' });
}

export async function listSavedMethods(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { limit, cursor, customer_reference: customer, state }: ListSavedMethodsQuery,
): Promise<Page<SavedMethodAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'text');
  const { rows } = await pool.query<TokenRow>(
    `
    SELECT * FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND kind = 'card'
    AND ($4::text IS NULL OR id < $4) AND ($5::text IS NULL OR customer_reference = $5)
    AND ($6::text IS NULL OR state = $6) ORDER BY id DESC LIMIT $7`,
    [accountId, storeId, mode, before?.[0] ?? null, customer ?? null, state ?? null, size + 1],
  );
  return pageOf(rows, size, { item: savedMethodView, key: (row) => [row.id] });
}

export async function deleteSavedMethod(
  deps: PaymentDependencies,
  owner: Owner,
  id: string,
): Promise<SavedMethodAnswer> {
  return savedMethodView(await revoke(deps, owner, { id, kind: 'card' }));
}

function savedMethodView(row: TokenRow): SavedMethodAnswer {
  const { brand, last4, exp_month: month, exp_year: year } = row.card as SavedCard;
  const { at, language } = row.consent as Consent;
  return {
    _id: row.id,
    object_name: 'saved_method',
    customer_reference: row.customer_reference as string,
    card: { brand, last4, exp_month: month, exp_year: year },
    gateway: row.gateway,
    state: row.state as SavedMethodAnswer['state'],
    consented_at: at,
    consent_language: language,
    transaction_id: row.saved_by as string,
    store_id: row.store_id,
    mode: row.mode as SavedMethodAnswer['mode'],
    account_id: row.account_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
