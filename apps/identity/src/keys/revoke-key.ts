import { IsNull, LessThanOrEqual, Not } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { withLockedAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import { LIMITS } from '../limits.ts';
import { currentCaller } from '../people/current-caller.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { KeyAnswer } from './key.schema.ts';

/** Revokes a key at once and permanently. A repeat changes nothing and gets the same answer. */
export function revokeKey(dependencies: IdentityDependencies, caller: Principal, keyId: string): Promise<KeyAnswer> {
  return withLockedAccount(dependencies, caller.accountId, async (tx) => {
    await currentCaller(tx, caller);
    const { accountId, storeId, mode } = caller;
    const key = /^\w+$/.test(keyId) ? await tx.findOneBy(ApiKey, { accountId, storeId, mode, keyId }) : null;
    if (key === null) throw notFound('API key', keyId);
    if (key.revokedAt !== null) return keyView(key);
    // The account's lock keeps this count valid until the commit: two keys cannot revoke each other. Keys for manual
    // review do not count, because none of them can create a key.
    const others = await tx.countBy(ApiKey, {
      accountId,
      storeId,
      mode,
      keyId: Not(keyId),
      revokedAt: IsNull(),
      slot: LessThanOrEqual(LIMITS.activeKeysPerStoreMax),
    });
    if (others === 0 && key.slot <= LIMITS.activeKeysPerStoreMax)
      throw conflict('last_active_key', "This is the store's last active API key. Create another one first.");
    await tx.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1 AND key_id = $2', [accountId, keyId]);
    await recordChange(tx, dependencies.ring, caller, {
      action: 'key.revoked',
      subject: keyId,
      details: { key_id: keyId, prefix: key.prefix },
      eventType: IDENTITY_EVENT.keyRevoked,
    });
    return keyView(await tx.findOneByOrFail(ApiKey, { accountId, keyId }));
  });
}
