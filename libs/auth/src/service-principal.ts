import type { Principal } from './principal.ts';

/** A service that asks on its own behalf: no merchant, no scopes. Doors for services ask for its name. */
export function servicePrincipal(name: string, mode: Principal['mode']): Principal {
  return { accountId: '', storeId: '', mode, keyId: name, scopes: [] };
}

/** Whether the caller is that service itself. A merchant's seal at such a door would mean that an outside path led inside. */
export function isService(caller: Principal, name: string): boolean {
  return caller.accountId === '' && caller.keyId === name;
}
