import { Not, IsNull } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { conflict, notFound } from '@qafila/envelopes/refusal';
import { inAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Vault } from '../vault/vault.ts';
import { callingKey } from './calling-key.ts';
import { ApiKey, keyView } from './key.entity.ts';
import type { KeyView } from './key.entity.ts';

/** Ends a key, at once and for ever. Ending it again changes nothing and answers the same. */
export function revokeKey(vault: Vault, caller: Principal, keyId: string): Promise<KeyView> {
  return inAccount(vault, caller.accountId, async (tx) => {
    await callingKey(tx, caller);
    const { accountId, storeId, mode } = caller;
    const key = /^\w+$/.test(keyId) ? await tx.findOneBy(ApiKey, { accountId, storeId, mode, keyId }) : null;
    if (key === null) throw notFound('API key', keyId);
    if (key.revokedAt !== null) return keyView(key);
    // The account's lock makes this count hold until the commit: two keys cannot end each other.
    const others = await tx.countBy(ApiKey, { accountId, storeId, mode, keyId: Not(keyId), revokedAt: IsNull() });
    if (others === 0) throw conflict('last_active_key', "This is the store's last active API key. Create another one first.");
    await tx.query('UPDATE api_key SET revoked_at = now() WHERE account_id = $1 AND key_id = $2', [accountId, keyId]);
    await recordChange(tx, vault.ring, caller, {
      action: 'key.revoked', subject: keyId, details: { key_id: keyId, prefix: key.prefix }, eventType: IDENTITY_EVENT.keyRevoked,
    });
    return keyView(await tx.findOneByOrFail(ApiKey, { accountId, keyId }));
  });
}
