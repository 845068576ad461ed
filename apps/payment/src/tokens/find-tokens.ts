import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { secretHash } from '../keys.ts';
import type { Owner } from '../owner.ts';
import { changeToken } from './change-token.ts';
import { revokeAtGateway } from './revoke-at-gateway.ts';
import { tokenView } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';
import { TOKEN_STATES } from './token.schema.ts';
import type { ListWalletTokensQuery, WalletTokenAnswer } from './token.schema.ts';

const MADE = `state IN (${TOKEN_STATES.map((state) => `'${state}'`).join(', ')})`;

/** Which token: a wallet's and a card's are different resources. */
export interface TokenKey {
  id: string;
  kind: TokenRow['kind'];
}

export async function findToken(
  db: Pool | PoolClient,
  { accountId, storeId, mode }: Owner,
  { id, kind, lock = false }: TokenKey & { lock?: boolean },
): Promise<TokenRow> {
  const {
    rows: [row],
  } = await db.query<TokenRow>(
    `SELECT * FROM wallet_token WHERE account_id = $1 AND id = $2 AND store_id = $3 AND mode = $4 AND kind = $5
      AND ${MADE} ${lock ? 'FOR UPDATE' : ''}`,
    [accountId, id, storeId, mode, kind],
  );
  if (row === undefined) throw notFound(kind === 'card' ? 'saved method' : 'wallet token', id);
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
    SELECT * FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND kind = 'wallet' AND ${MADE}
    AND ($4::text IS NULL OR id < $4) AND ($5::bytea IS NULL OR phone_hash = $5)
    ORDER BY id DESC LIMIT $6`,
    [accountId, storeId, mode, before?.[0] ?? null, phoneHash, size + 1],
  );
  return pageOf(rows, size, { item: tokenView, key: (row) => [row.id] });
}

export async function revokeToken(deps: PaymentDependencies, owner: Owner, id: string): Promise<WalletTokenAnswer> {
  return tokenView(await revoke(deps, owner, { id, kind: 'wallet' }));
}

export async function revoke(deps: PaymentDependencies, owner: Owner, key: TokenKey): Promise<TokenRow> {
  await findToken(deps.pool, owner, key);
  const { row } = await inTransaction(deps.pool, (tx) =>
    changeToken(deps, tx, { accountId: owner.accountId, id: key.id }, { kind: 'revoke' }),
  );
  deps.onCommit();
  // Ours is revoked whatever the gateway answers.
  if (row?.revoke_at) await revokeAtGateway(deps, row);
  return row as TokenRow;
}
