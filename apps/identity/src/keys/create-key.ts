import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { KeyScope, Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { Refusal, conflict } from '@qafila/envelopes/refusal';
import { inAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/record-change.ts';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { Vault } from '../vault/vault.ts';
import { newApiKey, prefixOf } from './api-key.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { KeyView } from './key.entity.ts';
import { callingKey } from './calling-key.ts';

/** A new key, shown this once. */
export interface CreatedKey extends KeyView { api_key: string }

export interface Allowance { scopes: KeyScope[]; rateLimitPerSecond: number }

/** A key for the caller's store. It may never do more than the key that asks for it. */
export function createKey(vault: Vault, caller: Principal, wanted: KeyScope[] | undefined): Promise<CreatedKey> {
  return inAccount(vault, caller.accountId, async (tx) => {
    const own = await callingKey(tx, caller);
    const scopes = wanted ?? own.scopes;
    const beyond = scopes.find((scope) => !own.scopes.includes(scope));
    if (beyond !== undefined) throw new Refusal(403, 'missing_scope', `This API key lacks the scope ${beyond}, so it cannot give it to another.`, { param: 'scopes' });
    return addKey(tx, vault.ring, caller, { scopes, rateLimitPerSecond: own.rateLimitPerSecond });
  });
}

/** Takes a free slot for a new key. With every slot taken the database says no, and so do we. */
export async function addKey(tx: EntityManager, ring: KeyRing, actor: Actor, allowance: Allowance): Promise<CreatedKey> {
  const { accountId, storeId, mode } = actor;
  const apiKey = newApiKey(mode);
  const keyId = `key_${randomBytes(8).toString('hex')}`;
  for (let slot = 1; slot <= LIMITS.activeKeysPerStoreMax; slot++) {
    const taken = await tx.query<unknown[]>(`
      INSERT INTO api_key (account_id, key_id, store_id, mode, prefix, key_hash, scopes, rate_limit_per_second, slot)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (account_id, store_id, mode, slot) WHERE revoked_at IS NULL DO NOTHING RETURNING key_id`,
    [accountId, keyId, storeId, mode, prefixOf(apiKey), pepperedHash(ring, apiKey), allowance.scopes, allowance.rateLimitPerSecond, slot]);
    if (taken.length === 0) continue;
    const key = await tx.findOneByOrFail(ApiKey, { accountId, keyId });
    await recordChange(tx, ring, actor, {
      action: 'key.created', subject: keyId, details: { key_id: keyId, prefix: key.prefix, scopes: key.scopes }, eventType: IDENTITY_EVENT.keyCreated,
    });
    return { ...keyView(key), api_key: apiKey };
  }
  throw conflict('too_many_keys', `This store has ${LIMITS.activeKeysPerStoreMax} active API keys already. Revoke one of them first.`,
    { active_keys_max: LIMITS.activeKeysPerStoreMax });
}
