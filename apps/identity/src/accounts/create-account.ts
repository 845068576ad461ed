import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { newDataKey } from '../vault/data-key.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { Account, Store } from './account.entity.ts';

export interface NewAccount {
  companyCode: string;
  name: string;
  storeName: string;
}

/** Creates an account and its first store, without keys. */
export async function createAccount(
  tx: EntityManager,
  ring: KeyRing,
  account: NewAccount,
): Promise<{ accountId: string; storeId: string }> {
  const accountId = randomBytes(8).toString('hex');
  const storeId = `str_${randomBytes(8).toString('hex')}`;
  await tx.insert(Account, {
    accountId,
    companyCode: account.companyCode,
    name: account.name,
    dataKey: newDataKey(ring, accountId),
  });
  await tx.insert(Store, { accountId, storeId, name: account.storeName });
  return { accountId, storeId };
}
