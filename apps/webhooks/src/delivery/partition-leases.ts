import pg from 'pg';
import type { Pool } from 'pg';
import { FencedLeases } from '@qafila/messaging/fenced-leases';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';

export const LEASE_LIMITS = { leaseMs: 6_000, renewEveryMs: 1_500, statementMs: 3_000 } as const;

/** An endpoint partition that this process owns. The epoch fences everything that it writes. */
export interface OwnedPartition {
  partition: number;
  epoch: number;
}

export interface LeaseOptions {
  /** A connection of its own: a renewal waits for no other statement of this process. */
  pool: Pool;
  owner: string;
  log: Logger;
}

/**
 * Which endpoint partitions this process dispatches. The running dispatchers share them evenly. A timer of its own
 * renews and claims, so that nothing that the process waits for can let its leases expire.
 */
export class PartitionLeases {
  readonly #leases: FencedLeases;
  readonly #loop: BackgroundLoop;
  #share: number = LIMITS.endpointPartitions;
  /** Lost and not yet reported. */
  readonly #lost = new Set<number>();

  constructor(private readonly options: LeaseOptions) {
    const { pool, owner, log } = options;
    this.#leases = new FencedLeases({ pool, table: 'lane', keyColumn: 'lane', owner, ...LEASE_LIMITS });
    this.#loop = new BackgroundLoop({
      name: 'leases',
      log,
      round: () => this.#maintain(),
      backoff: { firstMs: 100, maxMs: LEASE_LIMITS.renewEveryMs },
    });
  }

  get owner(): string {
    return this.options.owner;
  }

  start(): void {
    this.#loop.start();
  }

  /** The epoch under which this process owns the partition now, or undefined. */
  epochOf(partition: number): number | undefined {
    return this.#leases.epochOf(partition);
  }

  get owned(): number[] {
    return this.#leases.keys;
  }

  /** How many partitions this process may own, so that others get their share. */
  get share(): number {
    return this.#share;
  }

  /** The partitions lost since the last call. */
  takeLost(): number[] {
    for (const partition of this.#leases.dropExpired()) this.#lost.add(partition);
    const lost = [...this.#lost].filter((partition) => this.epochOf(partition) === undefined);
    this.#lost.clear();
    return lost;
  }

  async #maintain(): Promise<number> {
    const startedAtMs = performance.now();
    // First the renewal: it must not wait for the list of dispatchers.
    for (const partition of await this.#leases.renew()) this.#lost.add(partition);
    const {
      rows: [row],
    } = await this.options.pool.query<{ others: string }>({
      ...REPORT_ALIVE,
      values: [this.owner, LEASE_LIMITS.leaseMs],
    });
    this.#share = Math.ceil(LIMITS.endpointPartitions / (Number(row?.others) + 1));
    if (this.#leases.size < this.#share) await this.#leases.claim(this.#share - this.#leases.size);
    return Math.max(0, LEASE_LIMITS.renewEveryMs - (performance.now() - startedAtMs));
  }

  /** Gives partitions back after the work in them has ended, so that the next owner need not wait. */
  release(partitions: number[]): Promise<void> {
    return this.#leases.release(partitions);
  }

  async leave(): Promise<void> {
    await this.#loop.stop();
    try {
      await this.#leases.leave();
      await this.options.pool.query('DELETE FROM dispatcher WHERE owner = $1', [this.owner]);
    } finally {
      await this.options.pool.end();
    }
  }
}

/** Short bounds: a renewal that takes longer than the lease is of no use. */
export function leasePool(url: string): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    keepAlive: true,
    application_name: 'qafila-webhooks-leases',
    connectionTimeoutMillis: LEASE_LIMITS.statementMs,
    query_timeout: LEASE_LIMITS.statementMs,
    options: `-c search_path=webhooks -c timezone=UTC -c statement_timeout=${LEASE_LIMITS.statementMs}`,
  });
  // The next statement of a broken connection fails, and its loop tries again.
  pool.on('error', () => {});
  return pool;
}

/** Records that this dispatcher is running, removes dead ones, and counts the others. */
const REPORT_ALIVE = {
  name: 'dispatcher-report-alive',
  text: `
    WITH me AS (
      INSERT INTO dispatcher (owner, seen_at) VALUES ($1, now()) ON CONFLICT (owner) DO UPDATE SET seen_at = now()
    ), dead AS (
      DELETE FROM dispatcher WHERE seen_at < now() - $2 * 10 * interval '1 ms' AND owner <> $1
    )
    SELECT count(*) AS others FROM dispatcher WHERE owner <> $1 AND seen_at > now() - $2 * interval '1 ms'`,
};
