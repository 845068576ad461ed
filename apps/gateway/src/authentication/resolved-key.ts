import type { Principal } from '@qafila/auth/principal';

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

function isStrings(value: unknown): value is never[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
