import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls, createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import type { LRUCache } from 'lru-cache';
import { addressJudge } from './address-rules.ts';
import { failureOf, SendFailure } from './answer.ts';
import type { Destination } from './destination.ts';
import type { EgressRules } from './egress-rules.ts';
import { judgedAddresses, lookupOf } from './guarded-lookup.ts';
import type { LookupRules } from './guarded-lookup.ts';
import { tunnelThrough } from './proxy.ts';
import { shareLookups, resolveByDns, resolveByMachine } from './resolve-name.ts';
import type { Resolve } from './resolve-name.ts';

export interface ConnectOptions {
  timeoutMs: number;
  /** TLS sessions by origin: resuming one saves most of a handshake. */
  sessions: LRUCache<string, Buffer>;
  resolve?: Resolve;
  /** Certificate authorities instead of Node's own, PEM. */
  ca?: string;
}

/** Before the next address is tried. Node's 250 ms can be less than one round trip around the earth. */
const ADDRESS_ATTEMPT_MS = 1_000;

/**
 * Opens connections: judged addresses, then TCP or the proxy's tunnel, then TLS. Throws a SendFailure that names the
 * failed step.
 */
export class Connector {
  readonly #lookup: LookupRules;
  readonly #secureContext: SecureContext;

  constructor(
    private readonly rules: EgressRules,
    private readonly options: ConnectOptions,
  ) {
    const { resolve = rules.allowed.length > 0 ? resolveByMachine : resolveByDns(), timeoutMs } = options;
    this.#lookup = { mayConnect: addressJudge(rules.allowed), resolve: shareLookups(resolve), timeoutMs };
    // Created once: a context for each connection would read all root certificates again.
    this.#secureContext = createSecureContext({ ca: options.ca });
  }

  /** A socket ready for HTTP. `stop` ends the attempt early. */
  async open(destination: Destination, stop: AbortSignal): Promise<Socket> {
    const addresses = await judgedAddresses(destination.host, this.#lookup);
    const deadline = new AbortController();
    const overdue = setTimeout(() => deadline.abort(), this.options.timeoutMs);
    const signal = AbortSignal.any([stop, deadline.signal]);
    try {
      const socket = await this.#reach(addresses, destination, signal);
      return destination.secure ? await this.#secure(socket, destination, signal) : socket;
    } catch (error) {
      if (signal.aborted && !(error instanceof SendFailure)) {
        throw new SendFailure('connect_timeout', `No connection could be made in ${this.options.timeoutMs} ms.`);
      }
      throw failureOf(error);
    } finally {
      clearTimeout(overdue);
    }
  }

  async #reach(addresses: string[], { host, port }: Destination, signal: AbortSignal): Promise<Socket> {
    const { proxyUrl } = this.rules;
    // A proxy gets the address, not the name: it would resolve the name again, perhaps to a denied address.
    if (proxyUrl !== undefined) return tunnelThrough(proxyUrl, { address: addresses[0] as string, port }, signal);
    const socket = connectTcp({
      host,
      port,
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
      noDelay: true,
    });
    await established(socket, 'connect', signal);
    return socket;
  }

  async #secure(socket: Socket, { host, port }: Destination, signal: AbortSignal): Promise<Socket> {
    const { sessions } = this.options;
    const key = `${host}:${port}`;
    const secured = connectTls({
      socket,
      host,
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      secureContext: this.#secureContext,
      session: sessions.get(key),
    });
    secured.on('session', (session) => sessions.set(key, session));
    try {
      await established(secured, 'secureConnect', signal);
      return secured;
    } catch (error) {
      sessions.delete(key);
      const failure = failureOf(error);
      if (signal.aborted || failure.reason === 'reset') throw error;
      throw new SendFailure('tls', `TLS failed: ${(error as Error).message}`);
    }
  }
}

async function established(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // Never removed: a socket may fail before the HTTP client listens, and an error without a listener ends the process.
  socket.on('error', () => {});
  try {
    await once(socket, event, { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
