import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { Bus, OutgoingMessage } from './bus.ts';
import { maintainPartitions } from './outbox-partitions.ts';
import { OUTBOX_SHARDS } from './outbox.ts';

export const RELAY_LIMITS = {
  leaseMs: 10_000,
  /** A commit in this process wakes the relay at once; this is the safety net for commits elsewhere. */
  pollMs: 100,
  eventsPerPublishMax: 2_000,
  rowsPerReadMax: 200,
  failureDelayMsMax: 5_000,
  partitionsEveryMs: 3_600_000,
} as const;

/** Turns the body of an outbox row into events; for rows that point at data stored once elsewhere. */
export type RowReader = (body: string) => Promise<{ key: string; value: string }[]>;

interface Row { id: string; created_at: string; topic: string; event_count: number; source: string; body: string }
interface Lease { epoch: string; until: number }

export interface RelayOptions { pool: Pool; bus: Bus; log: Logger; readers?: Record<string, RowReader> }

/**
 * Publishes outbox rows, at least once, in order per lane. One relay at a time holds a lane's lease; the lease's epoch
 * fences every write, so a relay that was frozen and comes back changes nothing. Publish, then mark: a crash between the
 * two publishes twice, never zero times.
 */
export class Relay {
  readonly #owner = randomUUID();
  readonly #leases = new Map<number, Lease>();
  #stopping = false;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #woken = false;
  #failures = 0;
  #partitionsAt = 0;

  constructor(private readonly options: RelayOptions) {}

  start(): void {
    this.#running = this.#loop();
  }

  /** Call it after a commit that published something: the next batch leaves at once. */
  wake(): void {
    this.#woken = true;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#running;
    // The successor need not wait for the lease to run out.
    await this.options.pool.query("UPDATE outbox_lease SET expires_at = '-infinity' WHERE owner = $1", [this.#owner]).catch(() => {});
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const busy = await this.#round().catch((error: unknown) => this.#failed(error));
      if (!busy && !this.#woken && !this.#stopping) await this.#idle(this.#failures === 0 ? RELAY_LIMITS.pollMs : backoff(this.#failures));
    }
  }

  async #round(): Promise<boolean> {
    if (Date.now() > this.#partitionsAt) {
      await maintainPartitions(this.options.pool);
      this.#partitionsAt = Date.now() + RELAY_LIMITS.partitionsEveryMs;
    }
    await this.#renewLeases();
    const drained = await Promise.all([...this.#leases.keys()].map((shard) => this.#drain(shard)));
    this.#failures = 0;
    return drained.some(Boolean);
  }

  /** Takes free lanes and keeps its own, at a third of the lease's length. */
  async #renewLeases(): Promise<void> {
    const soon = Date.now() + RELAY_LIMITS.leaseMs * (2 / 3);
    if (this.#leases.size === OUTBOX_SHARDS && [...this.#leases.values()].every((lease) => lease.until > soon)) return;
    const asked = Date.now();
    const { rows } = await this.options.pool.query<{ shard: number; epoch: string }>(`
      UPDATE outbox_lease SET owner = $1, epoch = epoch + CASE WHEN owner = $1 THEN 0 ELSE 1 END, expires_at = now() + $2 * interval '1 ms'
      WHERE shard IN (SELECT shard FROM outbox_lease WHERE owner = $1 OR expires_at < now() FOR UPDATE SKIP LOCKED)
      RETURNING shard, epoch`, [this.#owner, RELAY_LIMITS.leaseMs]);
    this.#leases.clear();
    for (const { shard, epoch } of rows) this.#leases.set(shard, { epoch, until: asked + RELAY_LIMITS.leaseMs });
  }

  /** One publish of a lane. True when there may be more. */
  async #drain(shard: number): Promise<boolean> {
    const { pool, bus } = this.options;
    const epoch = this.#leases.get(shard)?.epoch;
    const { rows } = await pool.query<Row>(`
      SELECT id, created_at::text, topic, event_count, source, body FROM outbox
      WHERE shard = $1 AND published_at IS NULL
        AND EXISTS (SELECT 1 FROM outbox_lease WHERE shard = $1 AND owner = $2 AND epoch = $3 AND expires_at > now())
      ORDER BY id LIMIT ${RELAY_LIMITS.rowsPerReadMax}`, [shard, this.#owner, epoch]);
    if (rows.length === 0) return false;
    const taken = upTo(rows, RELAY_LIMITS.eventsPerPublishMax);
    const messages = (await Promise.all(taken.map((row) => this.#read(row)))).flat();
    if (messages.length > 0) await bus.publish(messages);
    await pool.query(`
      UPDATE outbox SET published_at = now() FROM unnest($1::bigint[], $2::timestamptz[]) AS done (id, created_at)
      WHERE outbox.id = done.id AND outbox.created_at = done.created_at
        AND EXISTS (SELECT 1 FROM outbox_lease WHERE shard = $3 AND owner = $4 AND epoch = $5)`,
    [taken.map((row) => row.id), taken.map((row) => row.created_at), shard, this.#owner, epoch]);
    return true;
  }

  async #read(row: Row): Promise<OutgoingMessage[]> {
    if (row.source === 'json') {
      return (JSON.parse(row.body) as CloudEvent[]).map((event) => ({ topic: row.topic, key: event.subject, value: JSON.stringify(event) }));
    }
    const reader = this.options.readers?.[row.source];
    if (reader === undefined) throw new Error(`outbox row ${row.id} names the unknown reader ${row.source}`);
    return (await reader(row.body)).map(({ key, value }) => ({ topic: row.topic, key, value }));
  }

  #failed(error: unknown): false {
    this.#failures++;
    this.#leases.clear();
    // Kafka or the database being away is no loss: the rows wait. The first failure is told, then one in twenty.
    if (this.#failures % 20 === 1) this.options.log.warn({ error: (error as Error).message, failures: this.#failures }, 'relay.waiting');
    return false;
  }

  #idle(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#wake = () => { clearTimeout(timer); resolve(); };
    });
  }
}

function upTo(rows: Row[], eventsMax: number): Row[] {
  let events = 0;
  const taken = rows.findIndex((row) => (events += row.event_count) > eventsMax);
  return taken === -1 ? rows : rows.slice(0, Math.max(1, taken));
}

function backoff(failures: number): number {
  return Math.min(RELAY_LIMITS.failureDelayMsMax, RELAY_LIMITS.pollMs * 2 ** Math.min(failures, 10));
}
