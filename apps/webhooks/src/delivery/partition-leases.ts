import type { Pool } from 'pg';
import { FencedLeases } from '@qafila/messaging/fenced-leases';
import { LIMITS } from '../limits.ts';

export const LEASE_LIMITS = { leaseMs: 6_000, renewEveryMs: 1_500 } as const;

/** An endpoint partition that this process owns. The epoch fences everything that it writes. */
export interface OwnedPartition {
  partition: number;
  epoch: number;
}

/** Which endpoint partitions this process dispatches. The running dispatchers share them evenly. */
export class PartitionLeases {
  readonly #leases: FencedLeases;
  #share: number = LIMITS.endpointPartitions;
  /** Lost and not yet returned: a later statement of the same round may fail. */
  readonly #lost = new Set<number>();

  constructor(
    private readonly pool: Pool,
    readonly owner: string,
  ) {
    this.#leases = new FencedLeases({ pool, table: 'lane', keyColumn: 'lane', owner, ...LEASE_LIMITS });
  }

  /** The epoch under which this process owns the partition now, or undefined. */
  epochOf(partition: number): number | undefined {
    return this.#leases.epochOf(partition);
  }

  get owned(): number[] {
    return this.#leases.keys;
  }

  /**
   * Renews and claims. Returns the partitions lost, and how many this process may own so that others get their share.
   */
  async maintain(): Promise<{ lost: number[]; share: number }> {
    if (!this.#leases.isRenewalDue) return this.#report(this.#leases.dropExpired());
    // First the renewal: it must not wait for the list of dispatchers.
    for (const partition of await this.#leases.renew()) this.#lost.add(partition);
    const {
      rows: [row],
    } = await this.pool.query<{ others: string }>({ ...REPORT_ALIVE, values: [this.owner, LEASE_LIMITS.leaseMs] });
    this.#share = Math.ceil(LIMITS.endpointPartitions / (Number(row?.others) + 1));
    if (this.#leases.size < this.#share) await this.#leases.claim(this.#share - this.#leases.size);
    return this.#report([]);
  }

  #report(expired: number[]): { lost: number[]; share: number } {
    const lost = [...new Set([...this.#lost, ...expired])].filter((partition) => this.epochOf(partition) === undefined);
    this.#lost.clear();
    return { lost, share: this.#share };
  }

  /** Gives partitions back after the work in them has ended, so that the next owner need not wait. */
  release(partitions: number[]): Promise<void> {
    return this.#leases.release(partitions);
  }

  async leave(): Promise<void> {
    await this.#leases.leave();
    await this.pool.query('DELETE FROM dispatcher WHERE owner = $1', [this.owner]);
  }
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
