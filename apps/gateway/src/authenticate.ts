import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@qafila/envelopes/refusal';
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

export interface Knock { headers: IncomingHttpHeaders; network: string; requestId: string }

/** Who is asking. Only a key that nobody has asked for lately costs a call, and only so many per client network. */
export async function authenticate(knock: Knock, keys: KeyCache, failures: TokenBuckets): Promise<ResolvedKey> {
  const credentials = readCredentials(knock.headers);
  const known = keys.peek(credentials, knock.requestId);
  if (known !== undefined) return known;
  if (keys.isBeingLookedUp(credentials)) return keys.lookUp(credentials, knock.requestId);
  const allowance = failures.take(knock.network, LIMITS.failedAuthenticationsPerSecond);
  if (!allowance.allowed) {
    throw new Refusal(429, 'rate_limited', 'Too many failed authentications from this address.', { retryAfterSeconds: allowance.retryAfterSeconds });
  }
  try {
    const key = await keys.lookUp(credentials, knock.requestId);
    failures.giveBack(knock.network);
    return key;
  } catch (error) {
    // Identity being away is not the caller's failure.
    if (error instanceof Refusal && error.status >= 500) failures.giveBack(knock.network);
    throw error;
  }
}
