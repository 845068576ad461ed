import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Principal } from '@qafila/auth/principal';
import { IDENTITY_EVENT } from '@qafila/contracts/identity-events';
import { withLockedAccount, lockAccount } from '../accounts/lock-account.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Actor } from '../audit/record-change.ts';
import { currentCaller } from '../people/current-caller.ts';
import { LIMITS } from '../limits.ts';
import { unwrapDataKey } from '../vault/data-key.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { SecretKind } from './hmac-secret.entity.ts';
import type { RotatedSecretAnswer } from './hmac.schema.ts';
import { sealSecret } from './secret-box.ts';

export function rotateSecret(
  dependencies: IdentityDependencies,
  caller: Principal,
  kind: SecretKind,
): Promise<RotatedSecretAnswer> {
  return withLockedAccount(dependencies, caller.accountId, async (tx) => {
    await currentCaller(tx, caller);
    return addSecret(tx, dependencies.ring, caller, kind);
  });
}

/**
 * The new version becomes current. The previous version is accepted for 24 h, so that the merchant can update one
 * server at a time. The version before it ends now: two rotations end a leaked secret at once.
 */
export async function addSecret(
  tx: EntityManager,
  ring: KeyRing,
  actor: Actor,
  kind: SecretKind,
): Promise<RotatedSecretAnswer> {
  const { accountId, storeId } = actor;
  const owner = [accountId, storeId, kind];
  const { data_key: wrapped } = await lockAccount(tx, accountId);
  await tx.query(
    'DELETE FROM hmac_secret WHERE account_id = $1 AND store_id = $2 AND kind = $3 AND expires_at IS NOT NULL',
    owner,
  );
  // TypeORM returns the rows of an UPDATE together with their count.
  const [[previous]] = await tx.query<[{ version: number; expires_at: Date }[], number]>(
    `
    UPDATE hmac_secret SET expires_at = now() + $4 * interval '1 ms'
    WHERE account_id = $1 AND store_id = $2 AND kind = $3 AND expires_at IS NULL RETURNING version, expires_at`,
    [...owner, LIMITS.previousSecretMs],
  );
  const secret = randomBytes(32).toString('hex');
  const version = (previous?.version ?? 0) + 1;
  const ciphertext = sealSecret(unwrapDataKey(ring, accountId, wrapped), { accountId, storeId, kind, version }, secret);
  await tx.query(
    'INSERT INTO hmac_secret (account_id, store_id, kind, version, ciphertext) VALUES ($1, $2, $3, $4, $5)',
    [...owner, version, ciphertext],
  );
  await recordChange(tx, ring, actor, {
    action: previous === undefined ? 'secret.created' : 'secret.rotated',
    subject: `${storeId}/${kind}`,
    details: { kind, version },
    eventType: IDENTITY_EVENT.secretRotated,
  });
  return { kind, version, secret, previous_expires_at: previous?.expires_at.toISOString() ?? null };
}
