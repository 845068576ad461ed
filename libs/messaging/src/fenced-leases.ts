import type { Pool } from 'pg';

export interface FencedLeasesOptions {
  pool: Pool;
  /** Has the columns `owner`, `epoch` and `expires_at`, and a row for each lease. */
  table: string;
  /** The column that names a lease: a number. */
  keyColumn: string;
  owner: string;
  leaseMs: number;
  renewEveryMs: number;
}

type Statements = Record<'renew' | 'claim' | 'release' | 'releaseAll', { name: string; text: string }>;

/**
 * Leases on rows of a table: each has one owner at a time. Its epoch grows with each new owner and fences all that an
 * owner writes, so a process that was frozen past its lease changes nothing. Time is measured from before each
 * statement, so a process never believes in a lease for longer than the database does.
 */
export class FencedLeases {
  readonly #owned = new Map<number, { epoch: number; untilMs: number }>();
  readonly #sql: Statements;
  #renewedAtMs = -Infinity;
  #left = false;

  constructor(private readonly options: FencedLeasesOptions) {
    this.#sql = statements(options.table, options.keyColumn);
  }

  /** The epoch under which this process owns the lease now, or undefined. */
  epochOf(key: number): number | undefined {
    const lease = this.#owned.get(key);
    return lease !== undefined && lease.untilMs > performance.now() ? lease.epoch : undefined;
  }

  /** Until when this process owns the lease under this epoch, on the clock of performance.now(); -Infinity if not. */
  untilMsOf(key: number, epoch: number): number {
    const lease = this.#owned.get(key);
    return lease !== undefined && lease.epoch === epoch ? lease.untilMs : -Infinity;
  }

  /** The leases that this process owns now. */
  get keys(): number[] {
    return [...this.#owned.keys()].filter((key) => this.epochOf(key) !== undefined);
  }

  /** How many leases this process owns, those included that expired since the last renewal. */
  get size(): number {
    return this.#owned.size;
  }

  get isRenewalDue(): boolean {
    return performance.now() - this.#renewedAtMs >= this.options.renewEveryMs;
  }

  /** Renews every lease. Returns the leases that are lost: another process owns them or may do so. */
  async renew(): Promise<number[]> {
    const { owner, leaseMs } = this.options;
    const keys = [...this.#owned.keys()];
    const startedAtMs = performance.now();
    const rows = keys.length === 0 || this.#left ? [] : await this.#query('renew', [owner, leaseMs, keys]);
    this.#renewedAtMs = startedAtMs;
    const renewed = new Map(rows.map(({ key, epoch }) => [key, Number(epoch)]));
    for (const key of keys) {
      const epoch = renewed.get(key);
      if (epoch === undefined) this.#owned.delete(key);
      // A lease that was released meanwhile stays released.
      else if (this.#owned.has(key)) this.#owned.set(key, { epoch, untilMs: startedAtMs + leaseMs });
    }
    return keys.filter((key) => !renewed.has(key));
  }

  /** Forgets leases that have expired. Returns them. */
  dropExpired(): number[] {
    const expired = [...this.#owned.keys()].filter((key) => this.epochOf(key) === undefined);
    for (const key of expired) this.#owned.delete(key);
    return expired;
  }

  /** Takes up to so many leases that have no owner now. */
  async claim(count: number): Promise<void> {
    if (this.#left) return;
    const { owner, leaseMs } = this.options;
    const startedAtMs = performance.now();
    const rows = await this.#query('claim', [owner, leaseMs, count]);
    if (this.#left) return;
    for (const { key, epoch } of rows) this.#owned.set(key, { epoch: Number(epoch), untilMs: startedAtMs + leaseMs });
  }

  /** Gives leases back after the work under them has ended: the next owner need not wait until they expire. */
  async release(keys: number[]): Promise<void> {
    for (const key of keys) this.#owned.delete(key);
    await this.#query('release', [this.options.owner, keys]);
  }

  /** Gives every lease back and takes none after that. */
  async leave(): Promise<void> {
    this.#left = true;
    this.#owned.clear();
    await this.#query('releaseAll', [this.options.owner]);
  }

  async #query(name: keyof Statements, values: unknown[]): Promise<{ key: number; epoch: string }[]> {
    return (await this.options.pool.query<{ key: number; epoch: string }>({ ...this.#sql[name], values })).rows;
  }
}

function statements(table: string, key: string): Statements {
  const release = `UPDATE ${table} SET owner = NULL, expires_at = '-infinity' WHERE owner = $1`;
  return {
    renew: {
      name: `${table}-renew`,
      text: `
        UPDATE ${table} SET expires_at = now() + $2 * interval '1 ms' WHERE owner = $1 AND ${key} = ANY($3)
        RETURNING ${key} AS key, epoch`,
    },
    claim: {
      name: `${table}-claim`,
      text: `
        UPDATE ${table} SET owner = $1, epoch = epoch + 1, expires_at = now() + $2 * interval '1 ms'
        WHERE ${key} IN (
          SELECT ${key} FROM ${table} WHERE expires_at < now() ORDER BY ${key} LIMIT $3 FOR UPDATE SKIP LOCKED
        )
        RETURNING ${key} AS key, epoch`,
    },
    release: { name: `${table}-release`, text: `${release} AND ${key} = ANY($2)` },
    releaseAll: { name: `${table}-release-all`, text: release },
  };
}
