import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { conflict } from '@qafila/envelopes/refusal';
import type { Actor } from '../audit/record-change.ts';
import { newClientSecret, prefixOf } from '../keys/api-key.ts';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';

export interface IssuedSecret {
  secretId: string;
  prefix: string;
  secret: string;
}

/** Takes a free slot for a new secret. The unique index refuses a secret when both slots are taken. */
export async function insertClientSecret(
  tx: EntityManager,
  ring: KeyRing,
  { accountId, mode }: Actor,
  clientId: string,
): Promise<IssuedSecret> {
  const secret = newClientSecret(mode);
  const secretId = `sec_${randomBytes(8).toString('hex')}`;
  const prefix = prefixOf(secret);
  for (let slot = 1; slot <= LIMITS.liveSecretsPerClientMax; slot++) {
    const taken = await tx.query<unknown[]>(
      `
      INSERT INTO client_secret (account_id, client_id, secret_id, prefix, secret_hash, slot)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (account_id, client_id, slot) WHERE revoked_at IS NULL DO NOTHING RETURNING slot`,
      [accountId, clientId, secretId, prefix, pepperedHash(ring, secret), slot],
    );
    if (taken.length > 0) return { secretId, prefix, secret };
  }
  throw conflict(
    'too_many_secrets',
    `This service account has ${LIMITS.liveSecretsPerClientMax} live secrets already. Revoke one of them first.`,
    { live_secrets_max: LIMITS.liveSecretsPerClientMax },
  );
}
