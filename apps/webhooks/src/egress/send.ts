import type { Answer } from './answer.ts';
import { Bag } from './bag.ts';
import type { Connection } from './connection.ts';
import { Connector } from './connect.ts';
import { Connections } from './connections.ts';
import type { EgressRules } from './egress-rules.ts';
import { Exchange } from './exchange.ts';
import type { Resolve } from './resolve-name.ts';
import { SessionCache } from './session-cache.ts';

export type { Answer } from './answer.ts';

export const EGRESS_LIMITS = {
  /** Resolving has this long, and then connecting with TLS and a proxy. */
  connectTimeoutMs: 5_000,
  /** From the hand-over to the end of the answer. */
  totalTimeoutMs: 15_000,
  /** More of an answer is not read: the connection is dropped, and the status counts. */
  answerBytesMax: 64 * 1024,
  excerptBytesMax: 4 * 1024,
  headBytesMax: 16 * 1024,
  /** An open connection without a request. */
  idleMs: 15_000,
  idleConnectionsMax: 2_000,
  connectionAgeMs: 300_000,
  tlsSessionsMax: 5_000,
  /** How late a deadline may be noticed. */
  sweepMs: 100,
} as const;

export type EgressOptions = Partial<Record<keyof typeof EGRESS_LIMITS, number>> & {
  resolve?: Resolve;
  ca?: string;
};

export interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  timeoutMs?: number;
}

const HTTPS_ONLY = 'Webhooks go to https only in live; change the URL of the endpoint.';

/** How webhooks leave this machine: only to addresses that the rules allow, and within bounds of time and bytes. */
export class Egress {
  readonly #limits: Record<keyof typeof EGRESS_LIMITS, number>;
  readonly #connections: Connections;
  readonly #underWay = new Bag<Exchange>();
  /** One timer for all: a timer for each request would cost more than the look at those under way. */
  readonly #sweep: NodeJS.Timeout;
  #closing: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  constructor(private readonly rules: EgressRules, { resolve, ca, ...limits }: EgressOptions = {}) {
    this.#limits = { ...EGRESS_LIMITS, ...limits };
    const sessions = new SessionCache(this.#limits.tlsSessionsMax);
    const connector = new Connector(rules, { resolve, ca, sessions, timeoutMs: this.#limits.connectTimeoutMs });
    this.#connections = new Connections((destination, stop) => connector.open(destination, stop), this.#limits);
    this.#sweep = setInterval(() => this.#checkAll(), this.#limits.sweepMs).unref();
  }

  get stats(): { underWay: number; idleConnections: number; idleOrigins: number } {
    return { underWay: this.#underWay.items.length, idleConnections: this.#connections.idle, idleOrigins: this.#connections.origins };
  }

  /** POSTs once. Whatever the other side does is an answer; this throws only for what can be sent to nobody. */
  async send({ url: text, headers, body, timeoutMs = this.#limits.totalTimeoutMs }: WebhookRequest): Promise<Answer> {
    if (this.#closing !== undefined) throw new Error('The egress is closed.');
    const url = new URL(text);
    if (url.protocol !== 'https:' && this.rules.httpsOnly) return { kind: 'failed', reason: 'denied_address', message: HTTPS_ONLY, latencyMs: 0 };
    // Of a URL that is for no HTTP client this throws, before anything is under way.
    const connection = this.#connections.take(url);
    return new Promise((resolve, reject) => {
      const exchange = new Exchange({
        // What is not encoded need not be decoded: no answer can be a bomb.
        request: { method: 'POST', path: url.pathname + url.search, headers: { ...headers, 'accept-encoding': 'identity' }, body },
        timeoutMs, limits: this.#limits, reconnect: () => this.#connections.make(url),
        settle: (outcome, reusable) => {
          this.#ended(exchange, reusable);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        },
      });
      this.#underWay.add(exchange);
      exchange.sendOver(connection);
    });
  }

  /** Takes nothing more and waits for what is under way, which its deadline ends: an attempt that we cut off would look like the endpoint's fault. */
  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#connections.close();
    if (this.#underWay.items.length > 0) await new Promise<void>((resolve) => { this.#onIdle = resolve; });
    clearInterval(this.#sweep);
  }

  #ended(exchange: Exchange, reusable: Connection | undefined): void {
    this.#underWay.delete(exchange);
    if (this.#closing === undefined) {
      if (reusable !== undefined) this.#connections.giveBack(reusable);
      return;
    }
    reusable?.destroy();
    // A turn later: whoever waits for the last answer has it first.
    if (this.#underWay.items.length === 0) setImmediate(this.#onIdle);
  }

  #checkAll(): void {
    const nowMs = performance.now();
    for (const exchange of [...this.#underWay.items]) exchange.check(nowMs);
  }
}
