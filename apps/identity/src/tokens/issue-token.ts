import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { signAccessToken } from '@qafila/auth/access-token';
import type { ClientScope, Principal } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { recordFailure, refuseWhilePaused } from './login-throttle.ts';
import type { ThrottleKey } from './login-throttle.ts';
import { invalidClient } from './read-token-request.ts';
import type { TokenRequest } from './read-token-request.ts';
import type { TokenKeys } from './token-keys.ts';
import type { TokenAnswer } from './token.schema.ts';
import type { ClientSecret, ServiceAccount } from '../service-accounts/service-account.entity.ts';
import type { Account } from '../accounts/account.entity.ts';

/** The dependencies of issueToken(). */
export interface TokenIssuer {
  pool: Pool;
  ring: KeyRing;
  mode: Principal['mode'];
  keys: TokenKeys;
  lifetimeSeconds: number;
}

interface Row {
  pause_seconds: number | null;
  account_id: ServiceAccount['accountId'] | null;
  company_code: Account['companyCode'] | null;
  scopes: ServiceAccount['scopes'] | null;
  secret_ids: ClientSecret['secretId'][];
  hashes: ClientSecret['secretHash'][];
}

const LIVE_SECRETS = `
  FROM client_secret s WHERE s.account_id = c.account_id AND s.client_id = c.client_id AND s.revoked_at IS NULL
  ORDER BY s.slot`;

/** One statement and one row for every client, known or unknown: $1 client, $2 mode, $3 its hash, $4 network. */
const LOOK_UP = `
  SELECT ceil(extract(epoch FROM g.paused_until - now()))::int AS pause_seconds, c.account_id, a.company_code, c.scopes,
    ARRAY(SELECT s.secret_id ${LIVE_SECRETS}) AS secret_ids, ARRAY(SELECT s.secret_hash ${LIVE_SECRETS}) AS hashes
  FROM (SELECT $1::text AS client_id) AS q
  LEFT JOIN service_account c ON c.client_id = q.client_id AND c.mode = $2 AND c.revoked_at IS NULL
  LEFT JOIN account a ON a.account_id = c.account_id
  LEFT JOIN token_guess g ON g.client_hash = $3 AND g.network = $4 AND g.paused_until > now()`;

/** Deletes the earlier failures, and records the use of the secret at most once a minute. */
const RECORD_USE = `
  WITH forgiven AS (DELETE FROM token_guess WHERE client_hash = $5 AND network = $6)
  UPDATE client_secret SET last_used_at = now() WHERE account_id = $1 AND client_id = $2 AND secret_id = $3
    AND (last_used_at IS NULL OR last_used_at < now() - $4 * interval '1 ms')`;

/** No secret has this hash. */
const NO_HASH = Buffer.alloc(32);

export async function issueToken(issuer: TokenIssuer, request: TokenRequest, network: string): Promise<TokenAnswer> {
  const { pool, ring, mode, lifetimeSeconds } = issuer;
  const throttleKey = { clientHash: pepperedHash(ring, request.clientId), network };
  const {
    rows: [row],
  } = await pool.query<Row>(LOOK_UP, [request.clientId, mode, throttleKey.clientHash, network]);
  refuseWhilePaused(row?.pause_seconds ?? null);
  const client = authenticate(ring, request, row);
  if (client === undefined) {
    await recordFailure(pool, throttleKey);
    throw invalidClient();
  }
  const scopes = narrowScopes(client.scopes, request.scope);
  const { signing } = await issuer.keys.current();
  const token = await signAccessToken(signing, {
    clientId: request.clientId,
    secretId: client.secretId,
    companyCode: client.companyCode,
    scopes,
    mode,
    lifetimeSeconds,
  });
  await recordUse(
    pool,
    { accountId: client.accountId, clientId: request.clientId, secretId: client.secretId },
    throttleKey,
  );
  return { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope: scopes.join(' ') };
}

interface AuthenticatedClient {
  accountId: string;
  companyCode: string;
  secretId: string;
  scopes: ClientScope[];
}

/**
 * Known and unknown clients take the same steps: both slots and the company are always compared, each in constant time.
 */
function authenticate(
  ring: KeyRing,
  { clientSecret, companyCode }: TokenRequest,
  row: Row | undefined,
): AuthenticatedClient | undefined {
  const sentHash = pepperedHash(ring, clientSecret);
  let secretId: string | undefined;
  for (let slot = 0; slot < LIMITS.liveSecretsPerClientMax; slot++) {
    if (timingSafeEqual(row?.hashes[slot] ?? NO_HASH, sentHash)) secretId = row?.secret_ids[slot];
  }
  const clientCompany = row?.company_code ?? '';
  const companyMatches = timingSafeEqual(
    pepperedHash(ring, clientCompany),
    pepperedHash(ring, companyCode ?? clientCompany),
  );
  if (secretId === undefined || !companyMatches || row?.account_id == null) return undefined;
  return { accountId: row.account_id, companyCode: clientCompany, secretId, scopes: row.scopes ?? [] };
}

/** The requested scopes in the client's order, which is that of §2.2. */
function narrowScopes(clientScopes: ClientScope[], requested: string | undefined): ClientScope[] {
  if (requested === undefined) return clientScopes;
  const names = requested.split(' ').filter((name) => name !== '');
  if (names.length === 0 || names.some((name) => !(clientScopes as string[]).includes(name))) {
    throw new Refusal(
      400,
      'invalid_scope',
      `This client can request these scopes, separated by spaces: ${clientScopes.join(' ')}`,
      { param: 'scope' },
    );
  }
  return clientScopes.filter((scope) => names.includes(scope));
}

async function recordUse(
  pool: Pool,
  secret: { accountId: string; clientId: string; secretId: string },
  { clientHash, network }: ThrottleKey,
): Promise<void> {
  await pool.query(RECORD_USE, [
    secret.accountId,
    secret.clientId,
    secret.secretId,
    LIMITS.lastUsedEveryMs,
    clientHash,
    network,
  ]);
}
