import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import type { Bus, OutgoingMessage } from './bus.ts';
import { maintainPartitions } from './outbox-partitions.ts';
import { OUTBOX_SHARDS } from './outbox.ts';
import { within } from './within.ts';

export const RELAY_LIMITS = {
  leaseMs: 10_000,
  /** A commit in this process wakes the relay at once; this is the safety net for commits elsewhere. */
  pollMs: 100,
  eventsPerPublishMax: 2_000,
  rowsPerReadMax: 400,
  /**
   * Under load the next publish waits for company, since a broker's cost is by the request more than by the event: one ms for each
   * event over the first few, to this limit. What a moment's pause has piled up is no load, and leaves at once.
   */
  lingerMsMax: 50,
  lingerFreeEvents: 20,
  failureDelayMsMax: 5_000,
  /** How often a relay without all lanes looks for free ones. */
  claimEveryMs: 500,
  partitionsEveryMs: 3_600_000,
  partitionsRetryMs: 60_000,
  /** For the publish under way; one that takes longer is the successor's to repeat. */
  stopMs: 3_000,
} as const;

/** Turns bodies of outbox rows into events, a list each; for rows that point at data stored once elsewhere. */
export type RowReader = (bodies: string[]) => Promise<{ key: string; value: string }[][]>;

interface Row { id: string; created_at: string; shard: number; epoch: string; topic: string; event_count: number; source: string; body: string }

export interface RelayOptions { pool: Pool; bus: Bus; log: Logger; readers?: Record<string, RowReader> }

/**
 * Publishes outbox rows, at least once, in order per lane. One relay at a time holds a lane's lease; the lease's epoch
 * fences every write, so a relay that was frozen and comes back changes nothing. Publish, then mark: a crash between the
 * two publishes twice, never zero times.
 */
export class Relay {
  readonly #owner = randomUUID();
  /** Lane to the time until which it is surely ours. */
  readonly #leases = new Map<number, number>();
  /** Published, and not yet known to be marked. */
  readonly #marking = new Set<string>();
  #marked: Promise<void> = Promise.resolve();
  #stopping = false;
  #running: Promise<void> | undefined;
  #endIdle: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #woken = false;
  #failures = 0;
  #claimAt = 0;
  #partitionsAt = 0;

  constructor(private readonly options: RelayOptions) {}

  start(): void {
    this.#running = this.#loop();
  }

  /** Call it after a commit that published something: the next batch leaves at once. */
  wake(): void {
    this.#woken = true;
    this.#endIdle?.();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endRest?.();
    await within(this.#running?.then(() => this.#marked), RELAY_LIMITS.stopMs);
    // The successor need not wait for the lease to run out. A publish still under way cannot mark: the successor's epoch is newer.
    await this.options.pool.query("UPDATE outbox_lease SET expires_at = '-infinity' WHERE owner = $1", [this.#owner]).catch(() => {});
  }

  async #loop(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      const published = await this.#round().catch((error: unknown) => this.#failed(error));
      if (!this.#stopping) await this.#rest(published);
    }
  }

  async #rest(published: number): Promise<void> {
    // No wake ends this one: with the broker away, commits would turn the relay into a busy loop.
    if (this.#failures > 0) return this.#sleep(backoff(this.#failures));
    if (published >= RELAY_LIMITS.eventsPerPublishMax) return;
    if (published > RELAY_LIMITS.lingerFreeEvents) return this.#sleep(Math.min(RELAY_LIMITS.lingerMsMax, published - RELAY_LIMITS.lingerFreeEvents));
    if (published > 0 || this.#woken) return;
    const asleep = this.#sleep(RELAY_LIMITS.pollMs);
    this.#endIdle = this.#endRest;
    await asleep;
    this.#endIdle = undefined;
  }

  /** Answers how many events it published. */
  async #round(): Promise<number> {
    await this.#keepPartitions();
    await this.#keepLeases();
    const published = this.#leases.size === 0 ? 0 : await this.#drain();
    this.#failures = 0;
    return published;
  }

  /** Events flow without it: rows of a day without a partition go to the default one. */
  async #keepPartitions(): Promise<void> {
    if (Date.now() < this.#partitionsAt) return;
    try {
      await maintainPartitions(this.options.pool);
      this.#partitionsAt = Date.now() + RELAY_LIMITS.partitionsEveryMs;
    } catch (error) {
      this.#partitionsAt = Date.now() + RELAY_LIMITS.partitionsRetryMs;
      this.options.log.warn({ error: (error as Error).message }, 'relay.partitions_later');
    }
  }

  /** Keeps its lanes, renewing at a third of the lease's length, and takes free ones. */
  async #keepLeases(): Promise<void> {
    // A stop that grew tired of waiting has given the lanes away.
    if (this.#stopping) return;
    const now = Date.now();
    const due = [...this.#leases.values()].some((until) => until < now + RELAY_LIMITS.leaseMs * (2 / 3));
    if (!due && (this.#leases.size === OUTBOX_SHARDS || now < this.#claimAt)) return;
    this.#claimAt = now + RELAY_LIMITS.claimEveryMs;
    const { rows } = await this.options.pool.query<{ shard: number }>(`
      UPDATE outbox_lease SET owner = $1, epoch = epoch + CASE WHEN owner = $1 THEN 0 ELSE 1 END, expires_at = now() + $2 * interval '1 ms'
      WHERE shard IN (SELECT shard FROM outbox_lease WHERE expires_at < now() OR ($3 AND owner = $1) FOR UPDATE SKIP LOCKED)
      RETURNING shard`, [this.#owner, RELAY_LIMITS.leaseMs, due]);
    // What is due and did not come back is another's now.
    if (due) this.#leases.clear();
    for (const { shard } of rows) this.#leases.set(shard, now + RELAY_LIMITS.leaseMs);
  }

  /** One publish of all our lanes together: two statements and one send, however many lanes. */
  async #drain(): Promise<number> {
    const { pool, bus } = this.options;
    // As it was when the read began: a mark that commits meanwhile is not in what the read sees.
    const marking = new Set(this.#marking);
    const read = await pool.query<Row>({ ...READ_ROWS, values: [this.#owner, RELAY_LIMITS.rowsPerReadMax + marking.size] });
    const rows = read.rows.filter((row) => !marking.has(row.id));
    if (rows.length === 0) {
      await this.#lastMark();
      return 0;
    }
    const taken = upTo(rows, RELAY_LIMITS.eventsPerPublishMax);
    const messages = await this.#messagesOf(taken);
    if (messages.length > 0) await bus.publish(messages);
    await this.#lastMark();
    this.#marked = this.#mark(taken);
    // Told by whoever waits for it; an unmarked row is published again.
    this.#marked.catch(() => {});
    return Math.max(1, messages.length);
  }

  /** A mark that failed is told once: its rows are read again. */
  #lastMark(): Promise<void> {
    const marked = this.#marked;
    this.#marked = Promise.resolve();
    return marked;
  }

  /** While these are marked the next are read and published already: the mark's commit is no part of an event's way. */
  async #mark(rows: Row[]): Promise<void> {
    const column = <T>(pick: (row: Row) => T): T[] => rows.map(pick);
    for (const { id } of rows) this.#marking.add(id);
    try {
      await this.options.pool.query({ ...MARK_ROWS, values: [column((r) => r.id), column((r) => r.created_at), column((r) => r.shard), column((r) => r.epoch), this.#owner] });
    } finally {
      for (const { id } of rows) this.#marking.delete(id);
    }
  }

  /** In the order of the rows; rows of one reader are read together. */
  async #messagesOf(rows: Row[]): Promise<OutgoingMessage[]> {
    const lists = new Map<Row, { key: string; value: string }[]>();
    for (const source of new Set(rows.map((row) => row.source))) {
      const own = rows.filter((row) => row.source === source);
      const reader = source === 'json' ? readJson : this.options.readers?.[source];
      if (reader === undefined) throw new Error(`outbox row ${own[0]?.id} names the unknown reader ${source}`);
      (await reader(own.map((row) => row.body))).forEach((list, index) => lists.set(own[index] as Row, list));
    }
    return rows.flatMap((row) => (lists.get(row) ?? []).map(({ key, value }) => ({ topic: row.topic, key, value })));
  }

  #failed(error: unknown): 0 {
    this.#failures++;
    // Kafka or the database being away is no loss: the rows wait. The first failure is told, then one in twenty.
    if (this.#failures % 20 !== 1) return 0;
    const facts = { error: (error as Error).message, failures: this.#failures };
    // A row that can never be published holds up what is behind it until a person has looked at it.
    if (error instanceof RangeError) this.options.log.error(facts, 'relay.blocked');
    else this.options.log.warn(facts, 'relay.waiting');
    return 0;
  }

  #sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#endRest = () => { clearTimeout(timer); resolve(); };
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

const readJson: RowReader = async (bodies) => bodies.map((body) => (JSON.parse(body) as CloudEvent[])
  .map((event) => ({ key: event.subject, value: JSON.stringify(event) })));

/** The lease is part of the read: a relay that lost a lane finds nothing in it. */
const READ_ROWS = {
  name: 'relay-read',
  text: `
    SELECT o.id, o.created_at::text, o.shard, l.epoch, o.topic, o.event_count, o.source, o.body
    FROM outbox_lease l CROSS JOIN LATERAL (
      SELECT * FROM outbox WHERE shard = l.shard AND published_at IS NULL ORDER BY id LIMIT $2
    ) o
    WHERE l.owner = $1 AND l.expires_at > now() ORDER BY o.id LIMIT $2`,
};

/** And of the mark: a lane that has a newer epoch is its new owner's to mark. */
const MARK_ROWS = {
  name: 'relay-mark',
  text: `
    UPDATE outbox SET published_at = now()
    FROM unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::bigint[]) AS done (id, created_at, shard, epoch)
    WHERE outbox.id = done.id AND outbox.created_at = done.created_at
      AND EXISTS (SELECT 1 FROM outbox_lease l WHERE l.shard = done.shard AND l.owner = $5 AND l.epoch = done.epoch)`,
};
