/** What an API key may do. */
export const KEY_SCOPES = [
  'meters:write', 'meters:read', 'usage:write', 'keys:write', 'keys:read', 'payments:write', 'payments:read', 'webhooks:write', 'webhooks:read',
] as const;
/** What a service account may do, in the order of §2.2. Shipments take its tokens and no key, and nothing else takes its tokens. */
export const CLIENT_SCOPES = ['shipments:write', 'shipments:read'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
export type ClientScope = (typeof CLIENT_SCOPES)[number];
export type Scope = KeyScope | ClientScope;

/** Every scope there is; no caller has them all. */
export const ALL_SCOPES: Scope[] = [...KEY_SCOPES, ...CLIENT_SCOPES];

/** Who is asking, as the gateway found out: everything a service needs to scope its rows. */
export interface Principal {
  accountId: string;
  storeId: string;
  mode: 'stage' | 'live';
  /** Of an API key, or the client id of a service account. */
  keyId: string;
  scopes: Scope[];
}

/** Header that carries the sealed principal from the gateway. The gateway strips it from what comes in. */
export const PRINCIPAL_HEADER = 'x-internal-principal';

/** At a door without a principal: the caller's network, as the gateway saw it. Stripped likewise. */
export const NETWORK_HEADER = 'x-internal-network';
