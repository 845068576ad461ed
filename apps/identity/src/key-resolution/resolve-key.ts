import type { Pool } from 'pg';
import type { Principal, Scope } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { openSecret } from '../hmac/secret-box.ts';
import { LIMITS } from '../limits.ts';
import { unwrapDataKey } from '../vault/data-key.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { modeOfApiKey } from '../keys/api-key.ts';
import { invalidApiKey } from '../people/current-caller.ts';
import type { LastUsed } from './last-used.ts';

/** What the gateway needs to check a request: the key's owner, its scopes, and the secrets that sign its requests. */
export interface ResolvedKey {
  key_id: string;
  account_id: string;
  store_id: string;
  mode: Principal['mode'];
  scopes: Scope[];
  rate_limit_per_second: number;
  signature_required: boolean;
  /** The current secret first. */
  hmac_secrets: string[];
}

export interface ResolveDependencies {
  pool: Pool;
  ring: KeyRing;
  mode: Principal['mode'];
  lastUsed: LastUsed;
}

interface Row extends Omit<ResolvedKey, 'hmac_secrets'> {
  data_key: Buffer;
  use_is_old: boolean;
  versions: number[];
  ciphertexts: Buffer[];
}

const LIVE_SECRETS = `
  FROM hmac_secret h WHERE h.account_id = k.account_id AND h.store_id = k.store_id AND h.kind = 'api'
    AND (h.expires_at IS NULL OR h.expires_at > now()) ORDER BY h.version DESC`;

const RESOLVE = `
  SELECT k.key_id, k.account_id, k.store_id, k.mode, k.scopes, k.rate_limit_per_second, s.signature_required,
    a.data_key,
    coalesce(k.last_used_at < now() - $2 * interval '1 ms', true) AS use_is_old,
    ARRAY(SELECT h.version ${LIVE_SECRETS}) AS versions, ARRAY(SELECT h.ciphertext ${LIVE_SECRETS}) AS ciphertexts
  FROM api_key k JOIN store s USING (account_id, store_id) JOIN account a USING (account_id)
  WHERE k.key_hash = $1 AND k.revoked_at IS NULL`;

/** Unknown, revoked and valid keys cost the same: one hash and one statement. Only a mistyped key is refused before. */
export async function resolveKey(
  dependencies: ResolveDependencies,
  apiKey: string,
  accountId: string,
): Promise<ResolvedKey> {
  const mode = modeOfApiKey(apiKey);
  if (mode === undefined) throw invalidApiKey();
  // The other instance has its own database, so only the text of the key shows its mode.
  if (mode !== dependencies.mode)
    throw new Refusal(403, 'mode_mismatch', `This is a ${mode} key; this address serves ${dependencies.mode}.`);
  const {
    rows: [row],
  } = await dependencies.pool.query<Row>(RESOLVE, [pepperedHash(dependencies.ring, apiKey), LIMITS.lastUsedEveryMs]);
  if (row === undefined) throw invalidApiKey();
  if (row.account_id !== accountId)
    throw new Refusal(403, 'account_mismatch', 'This API key belongs to another account than the one named.');
  const { data_key: wrapped, use_is_old: useIsOld, versions, ciphertexts, ...key } = row;
  const dataKey = unwrapDataKey(dependencies.ring, accountId, wrapped);
  const secrets = ciphertexts.map((ciphertext, index) =>
    openSecret(
      dataKey,
      { accountId, storeId: key.store_id, kind: 'api', version: versions[index] as number },
      ciphertext,
    ),
  );
  if (useIsOld) dependencies.lastUsed.record(accountId, key.key_id);
  return { ...key, hmac_secrets: secrets };
}
