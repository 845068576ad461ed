/** What an API key may do. */
export const KEY_SCOPES = [
  'meters:write',
  'meters:read',
  'usage:write',
  'keys:write',
  'keys:read',
  'payments:write',
  'payments:read',
  'webhooks:write',
  'webhooks:read',
  'payments:resolve',
] as const;
/** Says what really happened to money. Only the operator creates keys that have it (decision 0018). */
export const REVIEW_SCOPE = 'payments:resolve';
/** What a key of a merchant may do. Another key can give each of these. */
export const MERCHANT_KEY_SCOPES = KEY_SCOPES.filter((scope) => scope !== REVIEW_SCOPE);
/**
 * What a service account may do, in the order of §2.2. Shipments accept only its tokens, and only shipments accept
 * them.
 */
export const CLIENT_SCOPES = ['shipments:write', 'shipments:read'] as const;

/** What only a person may do, whose role allows it (roles.ts). No key and no service account has these. */
export const PERSON_SCOPES = ['team:write', 'team:read', 'store:write', 'store:read', 'audit:read'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
export type ClientScope = (typeof CLIENT_SCOPES)[number];
export type PersonScope = (typeof PERSON_SCOPES)[number];
export type Scope = KeyScope | ClientScope | PersonScope;

/** Every scope of programs. No caller has all of them. */
export const ALL_SCOPES: Scope[] = [...KEY_SCOPES, ...CLIENT_SCOPES];

/** What a person's role in an account is called; roles.ts says what it allows. */
export const ROLES = ['owner', 'developer', 'finance', 'support', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** The session behind a person's request. */
export interface SignedInPerson {
  sessionId: string;
  role: Role;
  /** When the person last proved who they are, by password, code or passkey. */
  confirmedAtMs: number;
}

/** The authenticated caller, as the gateway identified it: all that a service needs to scope its rows. */
export interface Principal {
  accountId: string;
  storeId: string;
  mode: 'stage' | 'live';
  /** Of an API key, the client id of a service account, or the id of a person. */
  keyId: string;
  scopes: Scope[];
  /** Only of a person, who signed in to the portal. */
  person?: SignedInPerson;
}

/** The header with the sealed principal. The gateway removes it from incoming requests. */
export const PRINCIPAL_HEADER = 'x-internal-principal';

/**
 * On routes without a principal: the caller's network, as the gateway saw it. The gateway removes it from incoming
 * requests.
 */
export const NETWORK_HEADER = 'x-internal-network';
