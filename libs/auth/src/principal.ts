export type Scope = 'shipments:write' | 'shipments:read' | 'meters:write' | 'meters:read' | 'usage:write' | 'keys:write' | 'keys:read' | 'payments:write' | 'payments:read' | 'webhooks:write' | 'webhooks:read';

export const ALL_SCOPES: Scope[] = [
  'meters:write', 'meters:read', 'usage:write', 'keys:write', 'keys:read', 'payments:write', 'payments:read', 'webhooks:write', 'webhooks:read',
];

/** Who is asking, as the gateway found out: everything a service needs to scope its rows. */
export interface Principal {
  accountId: string;
  storeId: string;
  mode: 'stage' | 'live';
  keyId: string;
  scopes: Scope[];
}

/** Header that carries the sealed principal from the gateway. The gateway strips it from what comes in. */
export const PRINCIPAL_HEADER = 'x-internal-principal';
