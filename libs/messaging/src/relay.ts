import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Rest } from '@qafila/runtime/background-loop';
import type { Health } from '@qafila/runtime/health';
import type { Logger } from '@qafila/runtime/log';
import type { Metrics } from '@qafila/runtime/metrics';
import { settlesWithin } from '@qafila/runtime/settles-within';
import { PartlyPublished } from './bus.ts';
import type { Bus } from './bus.ts';
import { FencedLeases } from './fenced-leases.ts';
import { DeferredDestinations } from './deferred-destinations.ts';
import type { DeferredMessage, OutboxMessage } from './deferred-rows.ts';
import { maintainPartitions } from './outbox-partitions.ts';
import { measureOutbox, measureRelay } from './outbox-metrics.ts';
import { markPublished, readOutbox } from './outbox-rows.ts';
import type { LeasedShards, OutboxRow } from './outbox-rows.ts';
import { OUTBOX_SHARDS } from './outbox.ts';

export const RELAY_LIMITS = {
  leaseMs: 10_000,
  /** While a renewal fails: it is repeated until the lease ends. */
  renewRetryMs: 500,
  /** A commit in this process wakes the relay at once; the poll finds what other processes committed. */
  pollMs: 100,
  eventsPerPublishMax: 2_000,
  rowsPerReadMax: 400,
  /** Bodies and what they refer to are in memory several times: read, parsed, rendered, encoded. */
  bytesPerReadMax: 4 * 1024 * 1024,
  /**
   * Under load the next publish waits so that more events share it, because a broker's cost grows with requests more
   * than with events: one ms for each event above `lingerFreeEvents`, up to this limit.
   */
  lingerMsMax: 50,
  lingerFreeEvents: 20,
  failureDelayMsMax: 5_000,
  /** How often a relay that does not own all shards looks for expired leases. */
  claimEveryMs: 500,
  partitionsEveryMs: 3_600_000,
  partitionsRetryMs: 60_000,
  /**
   * A round that takes longer loses its leases: another process takes the shards over, and what hangs in a broker ends
   * with the lease.
   */
  roundMsMax: 60_000,
  /** For the publish that runs; the successor repeats one that takes longer. */
  stopMs: 3_000,
} as const;

/** Turns the body of each outbox row into a list of events, for rows that refer to data stored elsewhere. */
export type RowReader = (bodies: string[]) => Promise<{ key: string; value: string }[][]>;

export interface RelayOptions {
  pool: Pool;
  bus: Bus;
  log: Logger;
  readers?: Record<string, RowReader>;
  /** Gets the gauges of the outbox and of the relay. */
  metrics?: Metrics;
  /** Gets the readiness of the relay. */
  health?: Health;
  /** For tests: a round that takes longer loses its leases. */
  roundMsMax?: number;
}

/**
 * Publishes outbox rows, at least once, in order within a shard. One relay at a time owns the lease of a shard. The
 * lease's epoch fences what it writes to the database, and the lease's end what it writes to brokers, so a relay that
 * was frozen and continues changes nothing. It publishes, then marks: a crash between the two publishes twice, never
 * zero times.
 */
export class Relay {
  readonly #owner = randomUUID();
  readonly #leases: FencedLeases;
  readonly #loop: BackgroundLoop;
  /** Beside the rounds: a publish may last as long as the lease is renewed. */
  readonly #renewing: BackgroundLoop;
  readonly #deferred: DeferredDestinations;
  /** Rows that are published and may not be marked yet. */
  readonly #marking = new Set<string>();
  #marked: Promise<void> = Promise.resolve();
  #claimAt = -Infinity;
  #partitionsAt = -Infinity;
  readonly #roundMsMax: number;
  #roundSince: number | undefined;
  /** Undefined before the start. */
  #succeededAt: number | undefined;

  constructor(private readonly options: RelayOptions) {
    const { pool, bus, log, metrics } = options;
    this.#roundMsMax = options.roundMsMax ?? RELAY_LIMITS.roundMsMax;
    if (metrics !== undefined) {
      measureOutbox(metrics, pool);
      measureRelay(metrics, () => this.#idleMs());
    }
    options.health?.add('relay', async () => this.stall());
    this.#leases = new FencedLeases({
      pool,
      table: 'outbox_lease',
      keyColumn: 'shard',
      owner: this.#owner,
      leaseMs: RELAY_LIMITS.leaseMs,
      renewEveryMs: RELAY_LIMITS.leaseMs / 3,
    });
    this.#loop = new BackgroundLoop({
      name: 'relay',
      log,
      round: () => this.#measuredRound(),
      backoff: { firstMs: 2 * RELAY_LIMITS.pollMs, maxMs: RELAY_LIMITS.failureDelayMsMax },
      stopMs: RELAY_LIMITS.stopMs,
    });
    const { leaseMs, renewRetryMs } = RELAY_LIMITS;
    this.#renewing = new BackgroundLoop({
      name: 'relay.lease',
      log,
      round: async () => {
        if (this.#roundMs() <= this.#roundMsMax) await this.#leases.renew();
        return leaseMs / 3;
      },
      restFirstMs: leaseMs / 3,
      backoff: { firstMs: renewRetryMs, maxMs: renewRetryMs },
      stopMs: RELAY_LIMITS.stopMs,
    });
    this.#deferred = new DeferredDestinations({ pool, bus, log, untilMs: (leased) => this.#untilMs(leased) });
  }

  start(): void {
    this.#succeededAt = performance.now();
    this.#loop.start();
    this.#renewing.start();
  }

  /** Call it after a commit that published something: the next batch leaves at once. */
  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await settlesWithin(
      Promise.all([this.#loop.stop().then(() => this.#marked), this.#renewing.stop()]),
      RELAY_LIMITS.stopMs,
    );
    // A publish that still runs cannot mark its rows: the successor publishes them again.
    await this.#leases.leave().catch(() => {});
  }

  /**
   * What is wrong with this process alone. A broker or a database that is away ends a round with an error, in every
   * process; a round that outlives its leases hangs here.
   */
  stall(): string | null {
    const overdueMs = this.#roundMs() - this.#roundMsMax - 2 * RELAY_LIMITS.leaseMs;
    return overdueMs > 0 ? `no progress for ${Math.round(this.#roundMs() / 1000)} s` : null;
  }

  #roundMs(): number {
    return this.#roundSince === undefined ? 0 : performance.now() - this.#roundSince;
  }

  /** Since the end of the last round that succeeded. */
  #idleMs(): number {
    return this.#succeededAt === undefined ? 0 : performance.now() - this.#succeededAt;
  }

  async #measuredRound(): Promise<Rest> {
    this.#roundSince = performance.now();
    try {
      const rest = await this.#round();
      this.#succeededAt = performance.now();
      return rest;
    } finally {
      this.#roundSince = undefined;
    }
  }

  async #round(): Promise<Rest> {
    await this.#maintainPartitions();
    await this.#claimLeases();
    const { events, isFull } = this.#leases.size === 0 ? NOTHING : await this.#drain();
    if (isFull) return 0;
    const lingerMs = Math.min(RELAY_LIMITS.lingerMsMax, events - RELAY_LIMITS.lingerFreeEvents);
    if (lingerMs > 0) return { atLeastMs: lingerMs };
    return events > 0 ? 0 : RELAY_LIMITS.pollMs;
  }

  /** Events flow without it: rows of a day without a partition go to the default partition. */
  async #maintainPartitions(): Promise<void> {
    if (performance.now() < this.#partitionsAt) return;
    try {
      await maintainPartitions(this.options.pool);
      this.#partitionsAt = performance.now() + RELAY_LIMITS.partitionsEveryMs;
    } catch (error) {
      this.#partitionsAt = performance.now() + RELAY_LIMITS.partitionsRetryMs;
      this.options.log.warn({ error: (error as Error).message }, 'relay.partitions_later');
    }
  }

  async #claimLeases(): Promise<void> {
    const missing = OUTBOX_SHARDS - this.#leases.size;
    if (missing === 0 || performance.now() < this.#claimAt) return;
    this.#claimAt = performance.now() + RELAY_LIMITS.claimEveryMs;
    await this.#leases.claim(missing);
  }

  #leased(): LeasedShards {
    const { keys } = this.#leases;
    return { owner: this.#owner, epochs: new Map(keys.map((key) => [key, this.#leases.epochOf(key) as number])) };
  }

  #untilMs({ epochs }: LeasedShards): number {
    return Math.min(...[...epochs].map(([shard, epoch]) => this.#leases.untilMsOf(shard, epoch)));
  }

  /** One publish of all our shards together: two statements and one send. */
  async #drain(): Promise<Drained> {
    const leased = this.#leased();
    await this.#deferred.advance(leased);
    const { rows, isFull } = await readOutbox(this.options.pool, leased, READ_BOUNDS, this.#marking);
    if (rows.length === 0) {
      await this.#lastMark();
      return NOTHING;
    }
    const messages = await this.#messagesOf(rows);
    const deferred = await this.#publish(messages, leased);
    await this.#lastMark();
    const rowsDeferred = new Set(deferred.messages.map(({ row }) => row));
    if (rowsDeferred.size > 0) await this.#deferred.defer(deferred.messages, [...rowsDeferred], deferred.reasons);
    this.#marked = this.#mark(rows.filter((row) => !rowsDeferred.has(row)));
    // The next round reports a failure; an unmarked row is published again.
    this.#marked.catch(() => {});
    return { events: Math.max(1, messages.length), isFull };
  }

  /**
   * Returns the messages that are to be deferred: of destinations that are deferred, and of destinations that the
   * brokers refuse now.
   */
  async #publish(messages: OutboxMessage[], leased: LeasedShards): Promise<Deferred> {
    const { open, deferred } = await this.#deferred.split(messages);
    if (open.length === 0) return { messages: deferred, reasons: new Map() };
    const options = { channel: 'relay', untilMs: () => this.#untilMs(leased) };
    try {
      await this.options.bus.publish(
        open.map(({ message }) => message),
        options,
      );
      return { messages: deferred, reasons: new Map() };
    } catch (error) {
      if (!(error instanceof PartlyPublished)) throw error;
      const destinations = new Map(error.refused.map(({ message, destination }) => [message, destination]));
      const refused = open.flatMap((item) => {
        const destination = destinations.get(item.message);
        return destination === undefined ? [] : [{ ...item, destination }];
      });
      return { messages: [...deferred, ...refused], reasons: error.reasons };
    }
  }

  /** Throws once when the last mark failed. Its rows are read and published again. */
  #lastMark(): Promise<void> {
    const marked = this.#marked;
    this.#marked = Promise.resolve();
    return marked;
  }

  /** Runs while the next rows are read and published, so that no event waits for the commit of a mark. */
  async #mark(rows: OutboxRow[]): Promise<void> {
    if (rows.length === 0) return;
    for (const { id } of rows) this.#marking.add(id);
    try {
      await markPublished(this.options.pool, this.#owner, rows);
    } finally {
      for (const { id } of rows) this.#marking.delete(id);
    }
  }

  /** In the order of the rows. One call reads all rows of a source. */
  async #messagesOf(rows: OutboxRow[]): Promise<OutboxMessage[]> {
    const lists = new Map<OutboxRow, { key: string; value: string }[]>();
    for (const source of new Set(rows.map((row) => row.source))) {
      const sourceRows = rows.filter((row) => row.source === source);
      const reader = source === 'json' ? readJson : this.options.readers?.[source];
      if (reader === undefined) throw new Error(`outbox row ${sourceRows[0]?.id} names the unknown reader ${source}`);
      (await reader(sourceRows.map((row) => row.body))).forEach((list, index) =>
        lists.set(sourceRows[index] as OutboxRow, list),
      );
    }
    return rows.flatMap((row) =>
      (lists.get(row) ?? []).map(({ key, value }) => ({ row, message: { topic: row.topic, key, value } })),
    );
  }
}

interface Drained {
  events: number;
  isFull: boolean;
}
const NOTHING: Drained = { events: 0, isFull: false };

interface Deferred {
  messages: DeferredMessage[];
  /** Of the destinations that are refused now. */
  reasons: ReadonlyMap<string, string>;
}

const READ_BOUNDS = {
  rowsMax: RELAY_LIMITS.rowsPerReadMax,
  eventsMax: RELAY_LIMITS.eventsPerPublishMax,
  bytesMax: RELAY_LIMITS.bytesPerReadMax,
};

const readJson: RowReader = async (bodies) =>
  bodies.map((body) =>
    (JSON.parse(body) as CloudEvent[]).map((event) => ({ key: event.subject, value: JSON.stringify(event) })),
  );
