import type { IncomingHttpHeaders } from 'node:http';
import { tokenInvalid } from '@qafila/auth/access-token';
import { Refusal } from '@qafila/envelopes/refusal';
import type { AccessTokens } from './access-tokens.ts';
import type { KeyCache } from './key-cache.ts';
import { LIMITS } from './limits.ts';
import type { Credentials, ResolvedKey } from './resolved-key.ts';
import type { TokenBuckets } from './token-buckets.ts';

/** The two key headers; a header sent twice is refused, because Node joins the values and one of them is a lie. */
export function readCredentials(headers: IncomingHttpHeaders): Credentials {
  return {
    apiKey: plainHeader(headers, 'x-api-key', LIMITS.apiKeyCharactersMax),
    accountId: plainHeader(headers, 'x-account-id', LIMITS.accountIdCharactersMax),
  };
}

function plainHeader(headers: IncomingHttpHeaders, name: string, charactersMax: number): string {
  const value = headers[name];
  if (value === undefined || value === '') throw new Refusal(401, 'missing_header', `Send the header ${name}.`, { param: name });
  if (typeof value !== 'string' || value.length > charactersMax || !/^[\w.:-]+$/.test(value)) {
    throw new Refusal(401, 'invalid_header', `The header ${name} is repeated or is not a plain token.`, { param: name });
  }
  return value;
}

/** Three parts of base64url. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Header `Token` (§5), or the Bearer of RFC 6750. Two that differ are two callers, and one of them is a lie. */
export function readToken(headers: IncomingHttpHeaders): string {
  const [own, authorization = ''] = [headers.token, headers.authorization];
  const [, bearer] = /^bearer +(.*)$/i.exec(authorization) ?? [];
  const sent = [own, bearer].filter((value) => value !== undefined && value !== '');
  const [token] = sent;
  if (token === undefined) throw new Refusal(401, 'TOKEN_MISSING', 'Send an access token in the header Token.', { param: 'Token' });
  if (sent.some((other) => other !== token)) throw tokenInvalid('The headers Token and Authorization hold different tokens. Send one.');
  // A header sent twice arrives joined by a comma, which is no token.
  if (typeof token !== 'string' || token.length > LIMITS.tokenCharactersMax || !TOKEN.test(token)) throw tokenInvalid();
  return token;
}

export interface Knock { headers: IncomingHttpHeaders; network: string; requestId: string }

/** Who is asking. Only a key that nobody has asked for lately costs a call, and only so many per client network. */
export async function authenticate(knock: Knock, keys: KeyCache<Credentials, ResolvedKey>, failures: TokenBuckets): Promise<ResolvedKey> {
  const credentials = readCredentials(knock.headers);
  const known = keys.peek(credentials, knock.requestId);
  if (known !== undefined) return known;
  const lookUp = (): Promise<ResolvedKey> => keys.lookUp(credentials, knock.requestId);
  return keys.isBeingLookedUp(credentials) ? lookUp() : withinAllowance(knock.network, failures, lookUp);
}

/** The same of a token: only one that was not verified before counts as a try. */
export async function authenticateToken(knock: Knock, tokens: AccessTokens, failures: TokenBuckets): Promise<ResolvedKey> {
  const token = readToken(knock.headers);
  const known = tokens.peek(token, knock.requestId);
  if (known !== undefined) return known;
  const open = (): Promise<ResolvedKey> => tokens.open(token, knock.requestId);
  return tokens.isVerified(token) ? open() : withinAllowance(knock.network, failures, open);
}

/** So many failures a network, and no success counts. */
async function withinAllowance(network: string, failures: TokenBuckets, find: () => Promise<ResolvedKey>): Promise<ResolvedKey> {
  const allowance = failures.take(network, LIMITS.failedAuthenticationsPerSecond);
  if (!allowance.allowed) {
    throw new Refusal(429, 'rate_limited', 'Too many failed authentications from this address.', { retryAfterSeconds: allowance.retryAfterSeconds });
  }
  try {
    const found = await find();
    failures.giveBack(network);
    return found;
  } catch (error) {
    // Identity being away is not the caller's failure.
    if (error instanceof Refusal && error.status >= 500) failures.giveBack(network);
    throw error;
  }
}
