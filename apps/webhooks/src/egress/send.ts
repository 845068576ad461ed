import { LRUCache } from 'lru-cache';
import type { Answer } from './answer.ts';
import { SwapRemoveSet } from './swap-remove-set.ts';
import type { Connection } from './connection.ts';
import { Connector } from './connect.ts';
import { Connections } from './connections.ts';
import { targetOf } from './destination.ts';
import type { Target } from './destination.ts';
import type { EgressRules } from './egress-rules.ts';
import { Exchange } from './exchange.ts';
import type { Resolve } from './resolve-name.ts';

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
  /** URLs whose parts are kept: parsing one costs as much as its connection's book-keeping. */
  targetsMax: 5_000,
  /** How late a deadline may be noticed. */
  sweepMs: 100,
} as const;

export type EgressOptions = Partial<Record<keyof typeof EGRESS_LIMITS, number>> & {
  resolve?: Resolve;
  ca?: string;
};

export interface WebhookRequest {
  url: string;
  /** Names and values in turn. */
  headers: readonly string[];
  body: string | Buffer;
  timeoutMs?: number;
}

const HTTPS_ONLY = 'Webhooks go to https only in live; change the URL of the endpoint.';

/** How webhooks leave this machine: only to addresses that the rules allow, and within bounds of time and bytes. */
export class Egress {
  readonly #limits: Record<keyof typeof EGRESS_LIMITS, number>;
  readonly #connections: Connections;
  readonly #targets: LRUCache<string, Target>;
  readonly #underWay = new SwapRemoveSet<Exchange>();
  /** One timer for all: a timer for each request would cost more than checking those under way. */
  readonly #sweep: NodeJS.Timeout;
  #closing: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  constructor(
    private readonly rules: EgressRules,
    { resolve, ca, ...limits }: EgressOptions = {},
  ) {
    this.#limits = { ...EGRESS_LIMITS, ...limits };
    const sessions = new LRUCache<string, Buffer>({ max: this.#limits.tlsSessionsMax });
    const connector = new Connector(rules, { resolve, ca, sessions, timeoutMs: this.#limits.connectTimeoutMs });
    this.#targets = new LRUCache({ max: this.#limits.targetsMax });
    this.#connections = new Connections((destination, stop) => connector.open(destination, stop), this.#limits);
    this.#sweep = setInterval(() => this.#checkAll(), this.#limits.sweepMs).unref();
  }

  get stats(): { underWay: number; idleConnections: number; idleOrigins: number } {
    return {
      underWay: this.#underWay.items.length,
      idleConnections: this.#connections.idle,
      idleOrigins: this.#connections.origins,
    };
  }

  /**
   * POSTs once. Everything that the endpoint does is an answer; this throws only for a request that cannot be sent at
   * all.
   */
  send(request: WebhookRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) throw new Error('The egress is closed.');
      const target = this.#targetOf(request.url);
      if (!target.destination.secure && this.rules.httpsOnly)
        resolve({ kind: 'failed', reason: 'denied_address', message: HTTPS_ONLY, latencyMs: 0 });
      else this.#exchange(target, request, (result) => (result instanceof Error ? reject(result) : resolve(result)));
    });
  }

  /** Throws for a URL that no HTTP client can use, before anything is under way. */
  #targetOf(url: string): Target {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    const target = targetOf(url);
    this.#targets.set(url, target);
    return target;
  }

  #exchange(target: Target, request: WebhookRequest, settle: (result: Answer | Error) => void): void {
    const { headers, body, timeoutMs = this.#limits.totalTimeoutMs } = request;
    const exchange = new Exchange({
      // Nothing is encoded, so no answer can be a decompression bomb.
      request: { method: 'POST', path: target.path, headers: [...headers, 'accept-encoding', 'identity'], body },
      timeoutMs,
      limits: this.#limits,
      reconnect: () => this.#connections.make(target),
      settle: (result, reusable) => {
        this.#ended(exchange, reusable);
        settle(result);
      },
    });
    const connection = this.#connections.take(target);
    this.#underWay.add(exchange);
    exchange.sendOver(connection);
  }

  /**
   * Accepts no more and waits for the requests under way, which their deadlines end. An attempt cut off here would
   * look like the endpoint's fault.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#connections.close();
    if (this.#underWay.items.length > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    clearInterval(this.#sweep);
  }

  #ended(exchange: Exchange, reusable: Connection | undefined): void {
    this.#underWay.delete(exchange);
    if (this.#closing === undefined) {
      if (reusable !== undefined) this.#connections.giveBack(reusable);
      return;
    }
    reusable?.destroy();
    // A turn later, so that the caller of the last exchange gets its answer first.
    if (this.#underWay.items.length === 0) setImmediate(this.#onIdle);
  }

  #checkAll(): void {
    const nowMs = performance.now();
    for (const exchange of [...this.#underWay.items]) exchange.check(nowMs);
  }
}
