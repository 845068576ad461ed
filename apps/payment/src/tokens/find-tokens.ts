import type { Pool, PoolClient } from 'pg';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound, Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { secretHash } from '../keys.ts';
import type { Owner, Payments } from '../payments.ts';
import { changeToken } from './change-token.ts';
import { tokenView } from './token.entity.ts';
import type { TokenRow } from './token.entity.ts';

/** Setups under way are no tokens yet. */
const MADE = "state IN ('active', 'suspended', 'revoked')";

export async function findToken(db: Pool | PoolClient, { accountId, storeId, mode }: Owner, id: string): Promise<TokenRow> {
  const { rows: [row] } = await db.query<TokenRow>(`SELECT * FROM wallet_token WHERE account_id = $1 AND id = $2 AND store_id = $3 AND mode = $4 AND ${MADE}`, [accountId, id, storeId, mode]);
  if (row === undefined) throw notFound('wallet token', id);
  return row;
}

/** By the value that the webhook told; a foreign or unknown one is the same 404. */
export async function tokenByValue(db: Pool | PoolClient, { accountId, storeId, mode }: Owner, value: string): Promise<TokenRow> {
  const { rows: [row] } = await db.query<TokenRow>('SELECT * FROM wallet_token WHERE value_hash = $1 AND account_id = $2 AND store_id = $3 AND mode = $4 FOR UPDATE', [secretHash(value), accountId, storeId, mode]);
  if (row === undefined) throw new Refusal(404, 'not_found', 'There is no such wallet token in this store.', { param: 'token' });
  if (row.state !== 'active') throw new Refusal(409, `token_${row.state}`, `This wallet token is ${row.state}; the customer must set it up anew.`, { param: 'token' });
  return row;
}

export async function listTokens({ pool, keys }: Payments, { accountId, storeId, mode }: Owner, { limit, cursor, phone }: { limit?: string; cursor?: string; phone?: string }): Promise<Page<Record<string, unknown>>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 1);
  const phoneHash = phone === undefined ? null : keys.hash('phone', accountId, phone.replace(/\D/g, ''));
  const { rows } = await pool.query<TokenRow>(`
    SELECT * FROM wallet_token WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND ${MADE} AND ($4::text IS NULL OR id < $4) AND ($5::bytea IS NULL OR phone_hash = $5)
    ORDER BY id DESC LIMIT $6`, [accountId, storeId, mode, before?.[0] ?? null, phoneHash, size + 1]);
  return pageOf(rows, size, { item: tokenView, key: (row) => [row.id] });
}

export async function revokeToken(payments: Payments, owner: Owner, id: string): Promise<Record<string, unknown>> {
  const known = await findToken(payments.pool, owner, id);
  const { row } = await inTransaction(payments.pool, (tx) => changeToken(payments, tx, { accountId: owner.accountId, id }, { kind: 'revoke' }));
  // Ours is dead whatever the wallet says; its own half is told too.
  if (known.gateway_token !== null && known.state !== 'revoked') {
    await payments.providers.wallet(known.gateway).revokeToken(payments.keys.open(known.gateway_token, 'token', known.account_id, known.id))
      .catch((error: unknown) => payments.log.warn({ token: id, error: (error as Error).message }, 'token.revoke_not_told'));
  }
  return tokenView(row as TokenRow);
}
