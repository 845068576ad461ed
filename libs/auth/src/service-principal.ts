import type { Principal } from './principal.ts';

/** A service that calls for itself: no merchant, no scopes. Internal routes check its name. */
export function servicePrincipal(name: string, mode: Principal['mode']): Principal {
  return { accountId: '', storeId: '', mode, keyId: name, scopes: [] };
}

/**
 * Whether the caller is that service. A merchant's seal on an internal route would mean that a public path leads there.
 */
export function isService(caller: Principal, name: string): boolean {
  return caller.accountId === '' && caller.keyId === name;
}
