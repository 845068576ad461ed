import { ROLES } from '@qafila/auth/principal';
import type { Principal, Role } from '@qafila/auth/principal';

export interface Credentials {
  apiKey: string;
  accountId: string;
}

/** Identity's answer for a valid key. */
export interface ResolvedKey {
  principal: Principal;
  rateLimitPerSecond: number;
  signatureRequired: boolean;
  hmacSecrets: string[];
}

interface Answer {
  key_id: string;
  account_id: string;
  store_id: string;
  mode: Principal['mode'];
  scopes: Principal['scopes'];
  rate_limit_per_second: number;
  signature_required: boolean;
  hmac_secrets: string[];
}

/** Undefined if the answer does not have the agreed form: an incompatible identity must not grant access. */
export function readResolvedKey(body: unknown): ResolvedKey | undefined {
  const answer = (body ?? {}) as Partial<Answer>;
  const { key_id: keyId, account_id: accountId, store_id: storeId, mode, scopes, rate_limit_per_second: rate } = answer;
  if (typeof keyId !== 'string' || typeof accountId !== 'string' || typeof storeId !== 'string') return undefined;
  if ((mode !== 'stage' && mode !== 'live') || !isStrings(scopes) || !isStrings(answer.hmac_secrets)) return undefined;
  if (typeof rate !== 'number' || !(rate > 0) || typeof answer.signature_required !== 'boolean') return undefined;
  return {
    principal: { accountId, storeId, mode, keyId, scopes },
    rateLimitPerSecond: rate,
    signatureRequired: answer.signature_required,
    hmacSecrets: answer.hmac_secrets,
  };
}

/** Identity's answer for a valid session. */
export interface ResolvedSession {
  principal: Principal;
  rateLimitPerSecond: number;
  csrfToken: string;
}

interface SessionAnswer extends Pick<Answer, 'account_id' | 'store_id' | 'mode' | 'scopes' | 'rate_limit_per_second'> {
  session_id: string;
  person_id: string;
  role: Role;
  confirmed_at_ms: number;
  csrf_token: string;
}

/** Undefined if the answer does not have the agreed form, as for keys. */
export function readResolvedSession(body: unknown): ResolvedSession | undefined {
  const answer = (body ?? {}) as Partial<SessionAnswer>;
  const { session_id: sessionId, person_id: keyId, role, confirmed_at_ms: confirmedAtMs } = answer;
  const key = readResolvedKey({ ...answer, key_id: keyId, signature_required: false, hmac_secrets: [] });
  if (key === undefined || typeof sessionId !== 'string' || typeof confirmedAtMs !== 'number') return undefined;
  if (role === undefined || !ROLES.includes(role)) return undefined;
  if (typeof answer.csrf_token !== 'string' || answer.csrf_token === '') return undefined;
  return {
    principal: { ...key.principal, person: { sessionId, role, confirmedAtMs } },
    rateLimitPerSecond: key.rateLimitPerSecond,
    csrfToken: answer.csrf_token,
  };
}

function isStrings(value: unknown): value is never[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
