import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { CloudEvent } from '@qafila/contracts/cloud-event';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Rest } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { settlesWithin } from '@qafila/runtime/settles-within';
import type { Bus, OutgoingMessage } from './bus.ts';
import { FencedLeases } from './fenced-leases.ts';
import { maintainPartitions } from './outbox-partitions.ts';
import { OUTBOX_SHARDS } from './outbox.ts';

export const RELAY_LIMITS = {
  leaseMs: 10_000,
  /** A commit in this process wakes the relay at once; the poll finds what other processes committed. */
  pollMs: 100,
  eventsPerPublishMax: 2_000,
  rowsPerReadMax: 400,
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
  /** For the publish that runs; the successor repeats one that takes longer. */
  stopMs: 3_000,
} as const;

/** Turns the body of each outbox row into a list of events, for rows that refer to data stored elsewhere. */
export type RowReader = (bodies: string[]) => Promise<{ key: string; value: string }[][]>;

interface Row {
  id: string;
  created_at: string;
  shard: number;
  epoch: string;
  topic: string;
  event_count: number;
  source: string;
  body: string;
}

export interface RelayOptions {
  pool: Pool;
  bus: Bus;
  log: Logger;
  readers?: Record<string, RowReader>;
}

/**
 * Publishes outbox rows, at least once, in order within a shard. One relay at a time owns the lease of a shard; the
 * lease's epoch fences every write, so a relay that was frozen and continues changes nothing. It publishes, then marks:
 * a crash between the two publishes twice, never zero times.
 */
export class Relay {
  readonly #owner = randomUUID();
  readonly #leases: FencedLeases;
  readonly #loop: BackgroundLoop;
  /** Rows that are published and may not be marked yet. */
  readonly #marking = new Set<string>();
  #marked: Promise<void> = Promise.resolve();
  #claimAt = 0;
  #partitionsAt = 0;

  constructor(private readonly options: RelayOptions) {
    const { pool, log } = options;
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
      round: () => this.#round(),
      backoff: { firstMs: 2 * RELAY_LIMITS.pollMs, maxMs: RELAY_LIMITS.failureDelayMsMax },
      stopMs: RELAY_LIMITS.stopMs,
      logFailure: (facts, error) => {
        // A row that can never be published blocks the rows behind it until a person has removed the cause.
        if (error instanceof RangeError) log.error(facts, 'relay.blocked');
        else log.warn(facts, 'relay.waiting');
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Call it after a commit that published something: the next batch leaves at once. */
  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await settlesWithin(
      this.#loop.stop().then(() => this.#marked),
      RELAY_LIMITS.stopMs,
    );
    // A publish that still runs cannot mark its rows: the successor publishes them again.
    await this.#leases.leave().catch(() => {});
  }

  async #round(): Promise<Rest> {
    await this.#maintainPartitions();
    await this.#maintainLeases();
    const published = this.#leases.size === 0 ? 0 : await this.#drain();
    if (published >= RELAY_LIMITS.eventsPerPublishMax) return 0;
    const lingerMs = Math.min(RELAY_LIMITS.lingerMsMax, published - RELAY_LIMITS.lingerFreeEvents);
    if (lingerMs > 0) return { atLeastMs: lingerMs };
    return published > 0 ? 0 : RELAY_LIMITS.pollMs;
  }

  /** Events flow without it: rows of a day without a partition go to the default partition. */
  async #maintainPartitions(): Promise<void> {
    if (Date.now() < this.#partitionsAt) return;
    try {
      await maintainPartitions(this.options.pool);
      this.#partitionsAt = Date.now() + RELAY_LIMITS.partitionsEveryMs;
    } catch (error) {
      this.#partitionsAt = Date.now() + RELAY_LIMITS.partitionsRetryMs;
      this.options.log.warn({ error: (error as Error).message }, 'relay.partitions_later');
    }
  }

  async #maintainLeases(): Promise<void> {
    if (this.#leases.size > 0 && this.#leases.isRenewalDue) await this.#leases.renew();
    const missing = OUTBOX_SHARDS - this.#leases.size;
    if (missing === 0 || Date.now() < this.#claimAt) return;
    this.#claimAt = Date.now() + RELAY_LIMITS.claimEveryMs;
    await this.#leases.claim(missing);
  }

  /** One publish of all our shards together: two statements and one send. Returns how many events it published. */
  async #drain(): Promise<number> {
    const { pool, bus } = this.options;
    // Copied before the read: the read does not see a mark that commits meanwhile.
    const marking = new Set(this.#marking);
    const read = await pool.query<Row>({
      ...READ_ROWS,
      values: [this.#owner, RELAY_LIMITS.rowsPerReadMax + marking.size],
    });
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
    // The next round reports a failure; an unmarked row is published again.
    this.#marked.catch(() => {});
    return Math.max(1, messages.length);
  }

  /** Throws once when the last mark failed. Its rows are read and published again. */
  #lastMark(): Promise<void> {
    const marked = this.#marked;
    this.#marked = Promise.resolve();
    return marked;
  }

  /** Runs while the next rows are read and published, so that no event waits for the commit of a mark. */
  async #mark(rows: Row[]): Promise<void> {
    const column = <T>(pick: (row: Row) => T): T[] => rows.map(pick);
    for (const { id } of rows) this.#marking.add(id);
    try {
      await this.options.pool.query({
        ...MARK_ROWS,
        values: [
          column((r) => r.id),
          column((r) => r.created_at),
          column((r) => r.shard),
          column((r) => r.epoch),
          this.#owner,
        ],
      });
    } finally {
      for (const { id } of rows) this.#marking.delete(id);
    }
  }

  /** In the order of the rows. One call reads all rows of a source. */
  async #messagesOf(rows: Row[]): Promise<OutgoingMessage[]> {
    const lists = new Map<Row, { key: string; value: string }[]>();
    for (const source of new Set(rows.map((row) => row.source))) {
      const sourceRows = rows.filter((row) => row.source === source);
      const reader = source === 'json' ? readJson : this.options.readers?.[source];
      if (reader === undefined) throw new Error(`outbox row ${sourceRows[0]?.id} names the unknown reader ${source}`);
      (await reader(sourceRows.map((row) => row.body))).forEach((list, index) =>
        lists.set(sourceRows[index] as Row, list),
      );
    }
    return rows.flatMap((row) => (lists.get(row) ?? []).map(({ key, value }) => ({ topic: row.topic, key, value })));
  }
}

function upTo(rows: Row[], eventsMax: number): Row[] {
  let events = 0;
  const taken = rows.findIndex((row) => (events += row.event_count) > eventsMax);
  return taken === -1 ? rows : rows.slice(0, Math.max(1, taken));
}

const readJson: RowReader = async (bodies) =>
  bodies.map((body) =>
    (JSON.parse(body) as CloudEvent[]).map((event) => ({ key: event.subject, value: JSON.stringify(event) })),
  );

/** The lease is part of the read: a relay that lost a shard finds none of its rows. */
const READ_ROWS = {
  name: 'relay-read',
  text: `
    SELECT o.id, o.created_at::text, o.shard, l.epoch, o.topic, o.event_count, o.source, o.body
    FROM outbox_lease l CROSS JOIN LATERAL (
      SELECT * FROM outbox WHERE shard = l.shard AND published_at IS NULL ORDER BY id LIMIT $2
    ) o
    WHERE l.owner = $1 AND l.expires_at > now() ORDER BY o.id LIMIT $2`,
};

/** The epoch is part of the mark: a relay that lost a shard marks none of its rows. */
const MARK_ROWS = {
  name: 'relay-mark',
  text: `
    UPDATE outbox SET published_at = now()
    FROM unnest($1::bigint[], $2::timestamptz[], $3::smallint[], $4::bigint[]) AS done (id, created_at, shard, epoch)
    WHERE outbox.id = done.id AND outbox.created_at = done.created_at
      AND EXISTS (SELECT 1 FROM outbox_lease l WHERE l.shard = done.shard AND l.owner = $5 AND l.epoch = done.epoch)`,
};
