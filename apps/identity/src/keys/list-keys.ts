import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { KeysAnswer } from './key.schema.ts';

/** The store's keys: active keys first, then the newest. The limit drops only keys that were revoked long ago. */
export async function listKeys(source: DataSource, { accountId, storeId, mode }: Principal): Promise<KeysAnswer> {
  const keys = await source.getRepository(ApiKey).find({
    where: { accountId, storeId, mode },
    take: LIMITS.keysListedMax,
    order: { revokedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC', keyId: 'ASC' },
  });
  return { items: keys.map(keyView) };
}
