import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { LIMITS } from '../limits.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { KeyView } from './key.entity.ts';

/** The store's keys: active ones first, then the newest. Beyond the limit only long-revoked ones are left out. */
export async function listKeys(source: DataSource, { accountId, storeId, mode }: Principal): Promise<{ items: KeyView[] }> {
  const keys = await source.getRepository(ApiKey).find({
    where: { accountId, storeId, mode }, take: LIMITS.keysListedMax,
    order: { revokedAt: { direction: 'DESC', nulls: 'FIRST' }, createdAt: 'DESC', keyId: 'ASC' },
  });
  return { items: keys.map(keyView) };
}
