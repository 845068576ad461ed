import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { SendFailure } from './answer.ts';
import type { Resolve } from './resolve-name.ts';

export interface LookupRules {
  mayConnect: (ip: string) => boolean;
  resolve: Resolve;
  timeoutMs: number;
}

/** Webhooks may go to none of the host's addresses. */
export class AddressDenied extends SendFailure {
  constructor(host: string) {
    // The message does not name the address: the owner of the name could otherwise read our internal DNS.
    super('denied_address', `${host} has no address that webhooks may go to: only public ones are reached.`);
  }
}

/**
 * The addresses of a host that webhooks may go to. The connection must use exactly these: the name is not resolved
 * again. A denied address is left out and does not affect the others: behind DNS64 every name also has a denied
 * address.
 */
export async function judgedAddresses(host: string, rules: LookupRules): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolved(host, rules) : [host];
  const judged = addresses.filter((address) => rules.mayConnect(address));
  if (judged.length === 0)
    throw addresses.length === 0 ? new SendFailure('dns', `${host} has no address.`) : new AddressDenied(host);
  return judged;
}

async function resolved(host: string, { resolve, timeoutMs }: LookupRules): Promise<string[]> {
  const stop = new AbortController();
  const overdue = after(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new SendFailure('dns', `The name servers of ${host} did not answer in ${timeoutMs} ms.`);
  });
  try {
    return await Promise.race([resolve(host), overdue]);
  } catch (error) {
    if (error instanceof SendFailure) throw error;
    const { code } = error as { code?: unknown };
    throw new SendFailure('dns', `${host} cannot be resolved${typeof code === 'string' ? ` (${code})` : ''}.`);
  } finally {
    overdue.catch(() => {});
    stop.abort();
  }
}

/** The `lookup` of a socket that may connect only to these. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = found as [(typeof found)[number]];
    if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
