import type { DataSource } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { HmacSecret, secretView } from './hmac-secret.entity.ts';
import type { SecretsAnswer } from './hmac.schema.ts';

/** The versions that are accepted now, by the database's clock; newest first in each kind. */
export async function listSecrets(source: DataSource, { accountId, storeId }: Principal): Promise<SecretsAnswer> {
  const secrets = await source
    .getRepository(HmacSecret)
    .createQueryBuilder('secret')
    .where('secret.account_id = :accountId AND secret.store_id = :storeId', { accountId, storeId })
    .andWhere('(secret.expires_at IS NULL OR secret.expires_at > now())')
    .orderBy('secret.kind')
    .addOrderBy('secret.version', 'DESC')
    .getMany();
  return { items: secrets.map(secretView) };
}
