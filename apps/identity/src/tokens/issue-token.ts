import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { signAccessToken } from '@qafila/auth/access-token';
import type { ClientScope, Principal } from '@qafila/auth/principal';
import { Refusal } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import { pepperedHash } from '../vault/key-ring.ts';
import type { KeyRing } from '../vault/key-ring.ts';
import { noteGuess, refusePaused } from './guesses.ts';
import type { Guesser } from './guesses.ts';
import { invalidClient } from './read-token-request.ts';
import type { TokenRequest } from './read-token-request.ts';
import type { TokenKeys } from './token-keys.ts';

/** All that issuing needs. */
export interface TokenDesk { pool: Pool; ring: KeyRing; mode: Principal['mode']; keys: TokenKeys; lifetimeSeconds: number }

/** §2.2. */
export interface TokenAnswer { access_token: string; token_type: 'Bearer'; expires_in: number; scope: string }

interface Row { pause_seconds: number | null; account_id: string | null; company_code: string | null; scopes: ClientScope[] | null; secret_ids: string[] | null; hashes: Buffer[] | null }

const LIVE_SECRETS = 'FROM client_secret s WHERE s.account_id = c.account_id AND s.client_id = c.client_id AND s.revoked_at IS NULL ORDER BY s.slot';

/** One statement and one row for any client, known or not: $1 client, $2 mode, $3 its hash, $4 network. */
const LOOK_UP = `
  SELECT ceil(extract(epoch FROM g.paused_until - now()))::int AS pause_seconds, c.account_id, a.company_code, c.scopes,
    ARRAY(SELECT s.secret_id ${LIVE_SECRETS}) AS secret_ids, ARRAY(SELECT s.secret_hash ${LIVE_SECRETS}) AS hashes
  FROM (SELECT $1::text AS client_id) AS q
  LEFT JOIN service_account c ON c.client_id = q.client_id AND c.mode = $2 AND c.revoked_at IS NULL
  LEFT JOIN account a ON a.account_id = c.account_id
  LEFT JOIN token_guess g ON g.client_hash = $3 AND g.network = $4 AND g.paused_until > now()`;

/** Forgives the failures before it, and tells that this secret is in use, once a minute at most. */
const NOTE_USE = `
  WITH forgiven AS (DELETE FROM token_guess WHERE client_hash = $5 AND network = $6)
  UPDATE client_secret SET last_used_at = now() WHERE account_id = $1 AND client_id = $2 AND secret_id = $3
    AND (last_used_at IS NULL OR last_used_at < now() - $4 * interval '1 ms')`;

/** Nobody's secret hashes to this. */
const NO_HASH = Buffer.alloc(32);

export async function issueToken(desk: TokenDesk, request: TokenRequest, network: string): Promise<TokenAnswer> {
  const { pool, ring, mode, lifetimeSeconds } = desk;
  const guesser = { clientHash: pepperedHash(ring, request.clientId), network };
  const { rows: [row] } = await pool.query<Row>(LOOK_UP, [request.clientId, mode, guesser.clientHash, network]);
  refusePaused(row?.pause_seconds ?? null);
  const client = authenticated(ring, request, row);
  if (client === undefined) {
    await noteGuess(pool, guesser);
    throw invalidClient();
  }
  const scopes = narrowed(client.scopes, request.scope);
  const { signing } = await desk.keys.current();
  const token = await signAccessToken(signing, { clientId: request.clientId, secretId: client.secretId, companyCode: client.companyCode, scopes, mode, lifetimeSeconds });
  await noteUse(pool, { accountId: client.accountId, clientId: request.clientId, secretId: client.secretId }, guesser);
  return { access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds, scope: scopes.join(' ') };
}

interface Authenticated { accountId: string; companyCode: string; secretId: string; scopes: ClientScope[] }

/** Known and unknown clients take the same steps: both slots and the company are compared in constant time, whatever the one before said. */
function authenticated(ring: KeyRing, { clientSecret, companyCode }: TokenRequest, row: Row | undefined): Authenticated | undefined {
  const sent = pepperedHash(ring, clientSecret);
  let secretId: string | undefined;
  for (let slot = 0; slot < LIMITS.liveSecretsPerClientMax; slot++) {
    if (timingSafeEqual(row?.hashes?.[slot] ?? NO_HASH, sent)) secretId = row?.secret_ids?.[slot];
  }
  const own = row?.company_code ?? '';
  const fits = timingSafeEqual(pepperedHash(ring, own), pepperedHash(ring, companyCode ?? own));
  if (secretId === undefined || !fits || row?.account_id == null) return undefined;
  return { accountId: row.account_id, companyCode: own, secretId, scopes: row.scopes ?? [] };
}

/** The client's own order, which is that of §2.2. */
function narrowed(own: ClientScope[], wanted: string | undefined): ClientScope[] {
  if (wanted === undefined) return own;
  const names = wanted.split(' ').filter((name) => name !== '');
  if (names.length === 0 || names.some((name) => !(own as string[]).includes(name))) {
    throw new Refusal(400, 'invalid_scope', `This client may ask for these scopes, separated by spaces: ${own.join(' ')}`, { param: 'scope' });
  }
  return own.filter((scope) => names.includes(scope));
}

async function noteUse(pool: Pool, used: { accountId: string; clientId: string; secretId: string }, { clientHash, network }: Guesser): Promise<void> {
  await pool.query(NOTE_USE, [used.accountId, used.clientId, used.secretId, LIMITS.lastUsedEveryMs, clientHash, network]);
}
