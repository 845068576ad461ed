import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { newDataKey } from '../vault/data-key.ts';
import type { KeyRing } from '../vault/key-ring.ts';

export interface NewAccount { companyCode: string; name: string; storeName: string }

/** An account and its first store. Neither has keys yet. */
export async function createAccount(tx: EntityManager, ring: KeyRing, wanted: NewAccount): Promise<{ accountId: string; storeId: string }> {
  const accountId = randomBytes(8).toString('hex');
  const storeId = `str_${randomBytes(8).toString('hex')}`;
  await tx.query('INSERT INTO account (account_id, company_code, name, data_key) VALUES ($1, $2, $3, $4)',
    [accountId, wanted.companyCode, wanted.name, newDataKey(ring, accountId)]);
  await tx.query('INSERT INTO store (account_id, store_id, name) VALUES ($1, $2, $3)', [accountId, storeId, wanted.storeName]);
  return { accountId, storeId };
}
