import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { ApiKey } from './key.entity.ts';

/**
 * The caller's key as it is now. The gateway can cache a key for some seconds after its revocation. In that time a
 * stolen key must not create a new key, nor revoke the keys of its owner.
 */
export async function findCallerKey(tx: EntityManager, caller: Principal): Promise<ApiKey> {
  const key = await tx.findOneBy(ApiKey, { accountId: caller.accountId, keyId: caller.keyId, storeId: caller.storeId });
  if (key === null || key.revokedAt !== null) throw invalidApiKey();
  return key;
}

/** The same answer for unknown, malformed and revoked keys, so that it gives nothing away. */
export function invalidApiKey(): Refusal {
  return new Refusal(
    401,
    'invalid_api_key',
    'This API key is not valid. Check for a typo, or use a key that is not revoked.',
  );
}
