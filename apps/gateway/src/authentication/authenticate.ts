import type { IncomingHttpHeaders } from 'node:http';
import { tokenInvalid } from '@qafila/auth/access-token';
import { SESSION_COOKIE, readCookie } from '@qafila/auth/session-cookie';
import { Refusal } from '@qafila/envelopes/refusal';
import type { AccessTokens } from './access-tokens.ts';
import type { KeyCache } from './key-cache.ts';
import { LIMITS } from '../limits.ts';
import type { Credentials, ResolvedKey, ResolvedSession } from './resolved-key.ts';
import type { TokenBuckets } from '../token-buckets.ts';

/** Reads the two key headers. A repeated header is refused: Node joins its values, and at most one of them is true. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  return {
    apiKey: plainHeader(headers, 'x-api-key', LIMITS.apiKeyCharactersMax),
    accountId: plainHeader(headers, 'x-account-id', LIMITS.accountIdCharactersMax),
  };
}

function plainHeader(headers: IncomingHttpHeaders, name: string, charactersMax: number): string {
  const value = headers[name];
  if (value === undefined || value === '')
    throw new Refusal(401, 'missing_header', `Send the header ${name}${insteadOfKey(headers)}.`, { param: name });
  if (typeof value !== 'string' || value.length > charactersMax || !/^[\w.:-]+$/.test(value)) {
    throw new Refusal(401, 'invalid_header', `The header ${name} is repeated or is not a plain token.`, {
      param: name,
    });
  }
  return value;
}

function insteadOfKey(headers: IncomingHttpHeaders): string {
  const other = ['authorization', 'token'].find((name) => headers[name] !== undefined);
  if (other === undefined || headers['x-api-key'] !== undefined) return '';
  return `: this operation needs an API key, and does not read the header ${other}`;
}

/** Three base64url parts. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;
/** The name of an authentication scheme. Only this part of a header is shown: the rest may be a secret. */
const SCHEME = /^([a-z][a-z-]{0,19}(?= )|bearer$)/i;

/** Reads the header `Token` (§5) or the Bearer token of RFC 6750. Two different tokens are refused. */
export function readToken(headers: IncomingHttpHeaders): string {
  const [, bearer] = /^bearer +(.*)$/i.exec(headers.authorization ?? '') ?? [];
  const [, scheme] = SCHEME.exec(String(headers.token ?? '')) ?? [];
  if (scheme !== undefined)
    throw tokenInvalid(
      `The header Token starts with "${scheme}". Send only the token in it, or use Authorization: Bearer.`,
    );
  const tokens = [headers.token, bearer].filter((value) => value !== undefined && value !== '');
  const [token] = tokens;
  if (token === undefined) throw tokenMissing(headers);
  if (tokens.some((other) => other !== token))
    throw tokenInvalid('The headers Token and Authorization contain different tokens. Send one.');
  // Node joins a repeated header with a comma, which no token contains.
  if (typeof token !== 'string' || token.length > LIMITS.tokenCharactersMax || !TOKEN.test(token)) throw tokenInvalid();
  return token;
}

const USE_BEARER = 'Send Authorization: Bearer with the access token, or send the token in the header Token.';

function tokenMissing({ authorization = '', 'x-api-key': apiKey }: IncomingHttpHeaders): Refusal {
  const missing = (message: string, param = 'Token'): Refusal => new Refusal(401, 'TOKEN_MISSING', message, { param });
  if (authorization !== '')
    return missing(`The header Authorization has ${problemOf(authorization)}. ${USE_BEARER}`, 'Authorization');
  if (apiKey !== undefined)
    return missing('This operation needs an access token instead of an API key. Send it in the header Token.');
  return missing('Send an access token in the header Token.');
}

function problemOf(authorization: string): string {
  const [, scheme] = SCHEME.exec(authorization) ?? [];
  if (scheme === undefined) return 'no scheme';
  return /^bearer$/i.test(scheme) ? `no token after "${scheme}"` : `the scheme "${scheme}"`;
}

export interface AuthRequest {
  headers: IncomingHttpHeaders;
  network: string;
  requestId: string;
}

/**
 * Finds the API key. Only a key that is not cached causes a call to identity, and each client network has a limit of
 * failures.
 */
export async function authenticate(
  authRequest: AuthRequest,
  keys: KeyCache<Credentials, ResolvedKey>,
  failures: TokenBuckets,
): Promise<ResolvedKey> {
  const credentials = readCredentials(authRequest.headers);
  const known = keys.peek(credentials, authRequest.requestId);
  if (known !== undefined) return known;
  const lookUp = (): Promise<ResolvedKey> => keys.lookUp(credentials, authRequest.requestId);
  return keys.isBeingLookedUp(credentials) ? lookUp() : withinAllowance(authRequest.network, failures, lookUp);
}

/** Does the same for an access token. Only a token that was not verified before counts against the limit. */
export async function authenticateToken(
  authRequest: AuthRequest,
  tokens: AccessTokens,
  failures: TokenBuckets,
): Promise<ResolvedKey> {
  const token = readToken(authRequest.headers);
  const known = tokens.peek(token, authRequest.requestId);
  if (known !== undefined) return known;
  const resolve = (): Promise<ResolvedKey> => tokens.resolve(token, authRequest.requestId);
  return tokens.isVerified(token) ? resolve() : withinAllowance(authRequest.network, failures, resolve);
}

/** The value of the session cookie; a text that no session has counts as none. */
export function sessionTokenOf({ cookie }: IncomingHttpHeaders): string | undefined {
  const token = readCookie(cookie, SESSION_COOKIE);
  return token !== undefined && token.length <= LIMITS.sessionTokenCharactersMax && /^[\w.-]+$/.test(token)
    ? token
    : undefined;
}

/** Does the same for the session of a person. */
export async function authenticateSession(
  { headers, network, requestId }: AuthRequest,
  sessions: KeyCache<string, ResolvedSession>,
  failures: TokenBuckets,
): Promise<ResolvedSession> {
  const token = sessionTokenOf(headers);
  if (token === undefined)
    throw new Refusal(401, 'not_signed_in', 'You are not signed in, or your session has ended. Sign in again.');
  const known = sessions.peek(token, requestId);
  if (known !== undefined) return known;
  const lookUp = (): Promise<ResolvedSession> => sessions.lookUp(token, requestId);
  return sessions.isBeingLookedUp(token) ? lookUp() : withinAllowance(network, failures, lookUp);
}

/** Limits the failures of one network. A success does not count. */
async function withinAllowance<Found>(
  network: string,
  failures: TokenBuckets,
  resolve: () => Promise<Found>,
): Promise<Found> {
  const allowance = failures.take(network, LIMITS.failedAuthenticationsPerSecond);
  if (!allowance.allowed) {
    throw new Refusal(429, 'rate_limited', 'Too many failed authentications from this address.', {
      retryAfterSeconds: allowance.retryAfterSeconds,
    });
  }
  try {
    const key = await resolve();
    failures.giveBack(network);
    return key;
  } catch (error) {
    // An unavailable identity is not the caller's failure.
    if (error instanceof Refusal && error.status >= 500) failures.giveBack(network);
    throw error;
  }
}
