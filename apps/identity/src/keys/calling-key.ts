import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { ApiKey } from './key.entity.ts';

/**
 * The key that asks, as it is now. The gateway may remember a key for some seconds after its end; in that time a stolen key
 * must not be able to make itself a successor, nor end the keys of its owner.
 */
export async function callingKey(tx: EntityManager, caller: Principal): Promise<ApiKey> {
  const key = await tx.findOneBy(ApiKey, { accountId: caller.accountId, keyId: caller.keyId, storeId: caller.storeId });
  if (key === null || key.revokedAt !== null) throw invalidApiKey();
  return key;
}

/** One answer for unknown, malformed and revoked keys: it tells nothing of which. */
export function invalidApiKey(): Refusal {
  return new Refusal(401, 'invalid_api_key', 'This API key is not valid. Check for a typo, or use a key that is not revoked.');
}
