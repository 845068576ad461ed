import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as after } from 'node:timers/promises';

/** The addresses of a name, in the order in which they are tried. */
export type Resolve = (host: string) => Promise<string[]>;

const QUERY_TIMEOUT_MS = 1_500;
const QUERY_TRIES = 2;
/** How long an address waits for those of the other family (RFC 8305). */
const OTHER_FAMILY_MS = 50;

/**
 * Queries the name servers directly. `dns.lookup` would block one of libuv's four threads while a merchant's name
 * server is silent: with four such names no other endpoint could be resolved. This also ignores the search domains of
 * a cluster and the hosts file.
 */
export function resolveByDns(servers?: string[], queryTimeoutMs = QUERY_TIMEOUT_MS): Resolve {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const v6 = resolver.resolve6(host).catch((): string[] => []);
    const v4 = await resolver.resolve4(host).catch((error: Error) => error);
    if (Array.isArray(v4)) return [...v4, ...(await Promise.race([v6, after(OTHER_FAMILY_MS, [])]))];
    const addresses = await v6;
    if (addresses.length === 0) throw v4;
    return addresses;
  };
}

/** Resolves names like every program of this machine: for development, where `localhost` and the hosts file count. */
export async function resolveByMachine(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/**
 * Shares one lookup among concurrent requests for a name: a burst of webhooks opens many connections to one endpoint.
 */
export function shareLookups(resolve: Resolve): Resolve {
  const pending = new Map<string, Promise<string[]>>();
  return (host) => {
    const lookup = pending.get(host) ?? resolve(host).finally(() => pending.delete(host));
    pending.set(host, lookup);
    return lookup;
  };
}
