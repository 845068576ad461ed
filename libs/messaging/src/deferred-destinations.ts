import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { PartlyPublished } from './bus.ts';
import type { Bus, OutgoingMessage } from './bus.ts';
import { deferMessages, keepRefused, destinationsWithRows, messagesOf, nextRows, oldestRows } from './deferred-rows.ts';
import type { DeferredMessage, DeferredRow, OutboxMessage } from './deferred-rows.ts';
import type { LeasedShards, OutboxRow } from './outbox-rows.ts';

export const DEFER_LIMITS = {
  /** Between two attempts to publish the oldest row of the destinations that are refused. */
  probeEveryMs: 1_000,
  destinationsPerProbeMax: 16,
  bytesPerReadMax: 4 * 1024 * 1024,
  /** More than a round of the relay adds, so that a destination that is accepted again catches up. */
  readsPerRoundMax: 8,
  probesPerLog: 20,
} as const;

interface DestinationState {
  /** Set when a probe succeeded: the next round publishes what is deferred. */
  isAccepted: boolean;
  /** Probes in a row that failed. */
  failures: number;
}

export interface DeferredDestinationsOptions {
  pool: Pool;
  bus: Bus;
  log: Logger;
  /** Until when messages of these shards may leave this process. */
  untilMs: (leased: LeasedShards) => number;
}

const NO_LEASES: LeasedShards = { owner: '', epochs: new Map() };

/**
 * Keeps what the brokers refuse out of the way of everything else, in order. A destination that fails is deferred: its
 * messages move to outbox_deferred, and those that follow do so too, until the destination is empty again. So the
 * relay's reads never fill with rows that it cannot publish, its memory has the names of destinations only, and a key's
 * order holds.
 */
export class DeferredDestinations {
  /** In the order of their last probe. */
  readonly #destinations = new Map<string, DestinationState>();
  #leased = NO_LEASES;
  #probe: Promise<void> | undefined;
  #probeAtMs = -Infinity;

  constructor(private readonly options: DeferredDestinationsOptions) {}

  get names(): string[] {
    return [...this.#destinations.keys()];
  }

  /** Once in each round, before new rows are read: publishes what destinations that are accepted again hold. */
  async advance(leased: LeasedShards): Promise<void> {
    const { pool } = this.options;
    const gained = [...leased.epochs].filter(([shard, epoch]) => this.#leased.epochs.get(shard) !== epoch);
    if (gained.length > 0) {
      const destinations = await destinationsWithRows(
        pool,
        gained.map(([shard]) => shard),
      );
      for (const destination of destinations) this.#defer(destination, 'rows of it are deferred');
    }
    this.#leased = leased;
    if (this.#destinations.size === 0) return;
    await this.#publishAccepted();
    this.#probeIfDue();
  }

  /** The messages that may be published, and those whose destination is deferred. */
  async split(messages: OutboxMessage[]): Promise<{ open: OutboxMessage[]; deferred: DeferredMessage[] }> {
    if (this.#destinations.size === 0) return { open: messages, deferred: [] };
    const destinations = await this.options.bus.destinationsOf(messages.map(({ message }) => message));
    const open: OutboxMessage[] = [];
    const deferred: DeferredMessage[] = [];
    for (const [index, item] of messages.entries()) {
      const destination = this.#deferredAs(item.message.topic, destinations[index] as string);
      if (destination === undefined) open.push(item);
      else deferred.push({ ...item, destination });
    }
    return { open, deferred };
  }

  /** Stores the messages and marks their rows as published. Messages that `reasons` names begin to be deferred. */
  async defer(deferred: DeferredMessage[], rows: OutboxRow[], reasons: ReadonlyMap<string, string>): Promise<void> {
    for (const [destination, reason] of reasons) this.#defer(destination, reason);
    await deferMessages(this.options.pool, this.#leased.owner, deferred, rows);
  }

  /** A deferred topic holds each of its partitions. A whole topic waits for its deferred partitions. */
  #deferredAs(topic: string, destination: string): string | undefined {
    if (this.#destinations.has(topic)) return topic;
    if (destination === topic) return this.#partitionsOf(topic).length > 0 ? topic : undefined;
    return this.#destinations.has(destination) ? destination : undefined;
  }

  #partitionsOf(topic: string): string[] {
    return this.names.filter((name) => name.startsWith(`${topic}/`));
  }

  #defer(destination: string, reason: string): void {
    if (this.#destinations.has(destination)) return;
    this.#destinations.set(destination, { isAccepted: false, failures: 0 });
    this.options.log.warn({ destination, reason }, 'relay.deferred');
  }

  async #publishAccepted(): Promise<void> {
    const { pool } = this.options;
    for (let read = 0; read < DEFER_LIMITS.readsPerRoundMax; read++) {
      const destinations = this.names.filter((destination) => this.#destinations.get(destination)?.isAccepted);
      if (destinations.length === 0) return;
      const rows = await nextRows(pool, this.#leased, destinations, DEFER_LIMITS.bytesPerReadMax);
      if (rows.length === 0) {
        for (const destination of destinations) this.#open(destination);
        return;
      }
      await this.#publish(rows, 'relay');
    }
  }

  #open(destination: string): void {
    this.#destinations.delete(destination);
    this.options.log.info({ destination }, 'relay.accepted');
  }

  /** Beside the rounds of the relay: a broker that does not answer delays nothing else. */
  #probeIfDue(): void {
    if (this.#probe !== undefined || performance.now() < this.#probeAtMs) return;
    // What a topic holds came after what its partitions hold.
    const due = this.names.filter(
      (destination) => !this.#destinations.get(destination)?.isAccepted && this.#partitionsOf(destination).length === 0,
    );
    if (due.length === 0) return;
    this.#probe = this.#probeDestinations(due.slice(0, DEFER_LIMITS.destinationsPerProbeMax))
      .catch((error: unknown) => this.options.log.debug({ error: String(error) }, 'relay.probe_failed'))
      .finally(() => {
        this.#probe = undefined;
        this.#probeAtMs = performance.now() + DEFER_LIMITS.probeEveryMs;
      });
  }

  async #probeDestinations(destinations: string[]): Promise<void> {
    const leased = this.#leased;
    const rows = await oldestRows(this.options.pool, leased, destinations);
    const refused = rows.length === 0 ? new Map<string, string>() : await this.#publish(rows, 'relay.probe');
    for (const destination of destinations) {
      const failures = (this.#destinations.get(destination)?.failures ?? 0) + 1;
      const reason = refused.get(destination);
      this.#destinations.delete(destination);
      this.#destinations.set(destination, {
        isAccepted: reason === undefined,
        failures: reason === undefined ? 0 : failures,
      });
      if (reason !== undefined && failures % DEFER_LIMITS.probesPerLog === 0)
        this.options.log.error({ destination, reason, failures }, 'relay.refused');
    }
  }

  /** Publishes rows, and removes what is durable. Returns the destinations that are refused. */
  async #publish(rows: DeferredRow[], channel: string): Promise<ReadonlyMap<string, string>> {
    const { pool, bus, untilMs } = this.options;
    const leased = this.#leased;
    const rowOf = new Map(rows.flatMap((row) => messagesOf(row).map((message) => [message, row] as const)));
    const left = new Map<DeferredRow, OutgoingMessage[]>();
    const refused = new Map<string, string>();
    try {
      await bus.publish([...rowOf.keys()], { channel, untilMs: () => untilMs(leased) });
    } catch (error) {
      if (!(error instanceof PartlyPublished)) throw error;
      for (const { message } of error.refused) {
        const row = rowOf.get(message) as DeferredRow;
        refused.set(row.destination, error.message);
        left.set(row, [...(left.get(row) ?? []), message]);
      }
      for (const destination of refused.keys())
        (this.#destinations.get(destination) as DestinationState).isAccepted = false;
    }
    await keepRefused(pool, leased, rows, left);
    return refused;
  }
}
