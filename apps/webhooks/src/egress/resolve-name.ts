import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as after } from 'node:timers/promises';

/** The addresses of a name, in the order in which they are tried. */
export type Resolve = (host: string) => Promise<string[]>;

const QUERY_TIMEOUT_MS = 1_500;
const QUERY_TRIES = 2;
/** How long an address waits for those of the other family (RFC 8305). */
const OTHER_FAMILY_MS = 50;

/**
 * Asks the name servers themselves. `dns.lookup` would hold one of libuv's four threads as long as a merchant's name server is silent:
 * four such names, and no other endpoint would be resolved. Nor does this one try the search domains of a cluster or a hosts file.
 */
export function resolveByDns(servers?: string[], queryTimeoutMs = QUERY_TIMEOUT_MS): Resolve {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const v6 = resolver.resolve6(host).catch((): string[] => []);
    const v4 = await resolver.resolve4(host).catch((error: Error) => error);
    if (Array.isArray(v4)) return [...v4, ...await Promise.race([v6, after(OTHER_FAMILY_MS, [])])];
    const addresses = await v6;
    if (addresses.length === 0) throw v4;
    return addresses;
  };
}

/** As every program of this machine resolves names: for development, where `localhost` and the hosts file count. */
export async function resolveByMachine(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

/** One question for all that ask for the same name meanwhile: a burst of webhooks opens many connections to one endpoint. */
export function askOnce(resolve: Resolve): Resolve {
  const asked = new Map<string, Promise<string[]>>();
  return (host) => {
    const question = asked.get(host) ?? resolve(host).finally(() => asked.delete(host));
    asked.set(host, question);
    return question;
  };
}
