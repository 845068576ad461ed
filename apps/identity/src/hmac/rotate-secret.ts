import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { inAccount, lockAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/record-change.ts';
import { callingKey } from '../keys/calling-key.ts';
import { LIMITS } from '../limits.ts';
import { unwrapDataKey } from '../vault/data-key.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { Vault } from '../vault/vault.ts';
import type { SecretKind } from './hmac-secret.entity.ts';
import { sealSecret } from './secret-box.ts';

/** A new secret, shown this once. */
export interface RotatedSecret { kind: SecretKind; version: number; secret: string; previous_expires_at: string | null }

export function rotateSecret(vault: Vault, caller: Principal, kind: SecretKind): Promise<RotatedSecret> {
  return inAccount(vault, caller.accountId, async (tx) => {
    await callingKey(tx, caller);
    return addSecret(tx, vault.ring, caller, kind);
  });
}

/**
 * The new version is current; the one that was lives 24 h more, so that the merchant's machines can change over one by one.
 * The one before that ends now: rotating twice is how a leaked secret is ended at once.
 */
export async function addSecret(tx: EntityManager, ring: KeyRing, actor: Actor, kind: SecretKind): Promise<RotatedSecret> {
  const { accountId, storeId } = actor;
  const owner = [accountId, storeId, kind];
  const { data_key: wrapped } = await lockAccount(tx, accountId);
  await tx.query('DELETE FROM hmac_secret WHERE account_id = $1 AND store_id = $2 AND kind = $3 AND expires_at IS NOT NULL', owner);
  // TypeORM answers an UPDATE with its rows and their count.
  const [[previous]] = await tx.query<[{ version: number; expires_at: Date }[], number]>(`
    UPDATE hmac_secret SET expires_at = now() + $4 * interval '1 ms'
    WHERE account_id = $1 AND store_id = $2 AND kind = $3 AND expires_at IS NULL RETURNING version, expires_at`,
  [...owner, LIMITS.previousSecretMs]);
  const secret = randomBytes(32).toString('hex');
  const version = (previous?.version ?? 0) + 1;
  const ciphertext = sealSecret(unwrapDataKey(ring, accountId, wrapped), { accountId, storeId, kind, version }, secret);
  await tx.query('INSERT INTO hmac_secret (account_id, store_id, kind, version, ciphertext) VALUES ($1, $2, $3, $4, $5)', [...owner, version, ciphertext]);
  await recordChange(tx, ring, actor, {
    action: previous === undefined ? 'secret.created' : 'secret.rotated', subject: `${storeId}/${kind}`, details: { kind, version }, eventType: IDENTITY_EVENT.secretRotated,
  });
  return { kind, version, secret, previous_expires_at: previous?.expires_at.toISOString() ?? null };
}
