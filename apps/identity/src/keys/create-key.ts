import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { MERCHANT_KEY_SCOPES, REVIEW_SCOPE } from '@qafila/auth/principal';
import type { KeyScope, Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { Refusal, conflict } from '@qafila/envelopes/refusal';
import { withLockedAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/record-change.ts';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { newApiKey, prefixOf } from './api-key.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { CreatedKeyAnswer } from './key.schema.ts';
import { currentCaller } from '../people/current-caller.ts';

export interface Allowance {
  scopes: KeyScope[];
  rateLimitPerSecond: number;
}

/** Creates a key for the caller's store. It never has more scopes than the caller. */
export function createKey(
  dependencies: IdentityDependencies,
  caller: Principal,
  requested: KeyScope[] | undefined,
): Promise<CreatedKeyAnswer> {
  return withLockedAccount(dependencies, caller.accountId, async (tx) => {
    const current = await currentCaller(tx, caller);
    const givable: readonly KeyScope[] = MERCHANT_KEY_SCOPES.filter((scope) => current.scopes.includes(scope));
    const scopes = requested ?? [...givable];
    const beyond = scopes.find((scope) => !givable.includes(scope));
    if (beyond !== undefined) throw new Refusal(403, 'missing_scope', whyNotGiven(caller, beyond), { param: 'scopes' });
    return addKey(tx, dependencies.ring, caller, { scopes, rateLimitPerSecond: current.rateLimitPerSecond });
  });
}

function whyNotGiven({ person }: Principal, scope: KeyScope): string {
  if (scope === REVIEW_SCOPE)
    return `No API key can give the scope ${scope}. The operator of the platform creates keys that have it.`;
  return person === undefined
    ? `This API key lacks the scope ${scope}, so it cannot give it to another key.`
    : `Your role ${person.role} lacks the scope ${scope}, so you cannot give it to a key.`;
}

/** Keys that may decide about money have slots of their own, so that a merchant's rotation never waits for them. */
function slotsFor(scopes: readonly KeyScope[]): { first: number; last: number; count: number } {
  const { activeKeysPerStoreMax: ordinary, reviewKeysPerStoreMax: review } = LIMITS;
  return scopes.includes(REVIEW_SCOPE)
    ? { first: ordinary + 1, last: ordinary + review, count: review }
    : { first: 1, last: ordinary, count: ordinary };
}

/** Takes a free slot for a new key. The unique index refuses a key when every slot is taken. */
export async function addKey(
  tx: EntityManager,
  ring: KeyRing,
  actor: Actor,
  allowance: Allowance,
): Promise<CreatedKeyAnswer> {
  const { accountId, storeId, mode } = actor;
  const apiKey = newApiKey(mode);
  const keyId = `key_${randomBytes(8).toString('hex')}`;
  const { first, last, count } = slotsFor(allowance.scopes);
  for (let slot = first; slot <= last; slot++) {
    const taken = await tx.query<unknown[]>(
      `
      INSERT INTO api_key (account_id, key_id, store_id, mode, prefix, key_hash, scopes, rate_limit_per_second, slot)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      ON CONFLICT (account_id, store_id, mode, slot) WHERE revoked_at IS NULL DO NOTHING RETURNING key_id`,
      [
        accountId,
        keyId,
        storeId,
        mode,
        prefixOf(apiKey),
        pepperedHash(ring, apiKey),
        allowance.scopes,
        allowance.rateLimitPerSecond,
        slot,
      ],
    );
    if (taken.length === 0) continue;
    const key = await tx.findOneByOrFail(ApiKey, { accountId, keyId });
    await recordChange(tx, ring, actor, {
      action: 'key.created',
      subject: keyId,
      details: { key_id: keyId, prefix: key.prefix, scopes: key.scopes },
      eventType: IDENTITY_EVENT.keyCreated,
    });
    return { ...keyView(key), api_key: apiKey };
  }
  throw conflict('too_many_keys', `This store has ${count} active API keys already. Revoke one of them first.`, {
    active_keys_max: count,
  });
}
