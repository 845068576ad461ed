import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { secretHash } from '../keys.ts';
import type { Owner } from '../owner.ts';
import { changeToken } from './change-token.ts';
import { revokeAtWallet } from './revoke-at-wallet.ts';
import { tokenView } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';
import { TOKEN_STATES } from './token.schema.ts';
import type { ListWalletTokensQuery, WalletTokenAnswer } from './token.schema.ts';

const MADE = `state IN (${TOKEN_STATES.map((state) => `'${state}'`).join(', ')})`;

export async function findToken(
  db: Pool | PoolClient,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<TokenRow> {
  const {
    rows: [row],
  } = await db.query<TokenRow>(
    `SELECT * FROM wallet_token WHERE account_id = $1 AND id = $2 AND store_id = $3 AND mode = $4 AND ${MADE}`,
    [accountId, id, storeId, mode],
  );
  if (row === undefined) throw notFound('wallet token', id);
  return row;
}

/**
 * Finds a token by the value that the webhook delivered. Another store's value and an unknown one give the same 404.
 */
export async function tokenByValue(
  db: Pool | PoolClient,
  { accountId, storeId, mode }: Owner,
  value: string,
): Promise<TokenRow> {
  const {
    rows: [row],
  } = await db.query<TokenRow>(
    'SELECT * FROM wallet_token WHERE value_hash = $1 AND account_id = $2 AND store_id = $3 AND mode = $4 FOR UPDATE',
    [secretHash(value), accountId, storeId, mode],
  );
  if (row === undefined)
    throw new Refusal(404, 'not_found', 'This store has no such wallet token.', { param: 'token' });
  if (row.state !== 'active')
    throw new Refusal(
      409,
      `token_${row.state}`,
      `This wallet token is ${row.state}; the customer must set it up again.`,
      { param: 'token' },
    );
  return row;
}

export async function listTokens(
  { pool, keys }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { limit, cursor, phone }: ListWalletTokensQuery,
): Promise<Page<WalletTokenAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'text');
  const phoneHash = phone === undefined ? null : keys.hash('phone', accountId, phone.replace(/\D/g, ''));
  const { rows } = await pool.query<TokenRow>(
    `
    SELECT * FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND ${MADE}
    AND ($4::text IS NULL OR id < $4) AND ($5::bytea IS NULL OR phone_hash = $5)
    ORDER BY id DESC LIMIT $6`,
    [accountId, storeId, mode, before?.[0] ?? null, phoneHash, size + 1],
  );
  return pageOf(rows, size, { item: tokenView, key: (row) => [row.id] });
}

export async function revokeToken(deps: PaymentDependencies, owner: Owner, id: string): Promise<WalletTokenAnswer> {
  await findToken(deps.pool, owner, id);
  const { row } = await inTransaction(deps.pool, (tx) =>
    changeToken(deps, tx, { accountId: owner.accountId, id }, { kind: 'revoke' }),
  );
  deps.onCommit();
  // Our token is revoked whatever the wallet answers.
  if (row?.revoke_at) await revokeAtWallet(deps, row);
  return tokenView(row as TokenRow);
}
