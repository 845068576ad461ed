import type { Pool } from 'pg';
import { tokenInvalid } from '@qafila/auth/access-token';
import type { TokenClient } from '@qafila/auth/access-token';
import type { Principal } from '@qafila/auth/principal';
import type { ResolvedKey } from '../key-resolution/resolve-key.ts';

const RESOLVE = `
  SELECT c.client_id AS key_id, c.account_id, c.store_id, c.mode, c.scopes, c.rate_limit_per_second,
    false AS signature_required, '{}'::text[] AS hmac_secrets
  FROM service_account c JOIN client_secret s USING (account_id, client_id)
  WHERE c.client_id = $1 AND s.secret_id = $2 AND c.mode = $3 AND c.revoked_at IS NULL AND s.revoked_at IS NULL`;

/** What the gateway needs to check a request with a token, in the shape of a key. Clients sign no requests. */
export async function resolveClient(
  pool: Pool,
  mode: Principal['mode'],
  { clientId, secretId }: TokenClient,
): Promise<ResolvedKey> {
  const {
    rows: [client],
  } = await pool.query<ResolvedKey>(RESOLVE, [clientId, secretId, mode]);
  if (client === undefined)
    throw tokenInvalid('This token was revoked together with its service account or its secret. Request a new one.');
  return client;
}
