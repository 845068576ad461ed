import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';

export const LEASE_LIMITS = { leaseMs: 6_000, renewEveryMs: 1_500 } as const;

export interface Lane { lane: number; epoch: number }

/**
 * Which lanes this process dispatches. A lane has one owner, whose epoch fences everything it writes; dispatchers that live
 * share the lanes evenly. Time is counted on our clock from before the question, so we never believe longer than the database.
 */
export class LaneLeases {
  readonly #held = new Map<number, { epoch: number; untilMs: number }>();
  #renewedAtMs = -Infinity;
  #share: number = LIMITS.lanes;

  constructor(private readonly pool: Pool, readonly owner: string) {}

  /** The epoch under which we own the lane now, else undefined. */
  epochOf(lane: number): number | undefined {
    const held = this.#held.get(lane);
    return held !== undefined && held.untilMs > performance.now() ? held.epoch : undefined;
  }

  get lanes(): number[] {
    return [...this.#held.keys()].filter((lane) => this.epochOf(lane) !== undefined);
  }

  /** Renews and claims. Answers the lanes lost, and how many we may hold so that others get their share. */
  async tend(): Promise<{ lost: number[]; share: number }> {
    if (performance.now() - this.#renewedAtMs < LEASE_LIMITS.renewEveryMs) return { lost: this.#expired(), share: this.#share };
    const askedAtMs = performance.now();
    const { rows: [state] } = await this.pool.query<{ others: string; kept: number[] }>({ ...RENEW, values: [this.owner, LEASE_LIMITS.leaseMs, [...this.#held.keys()]] });
    this.#renewedAtMs = askedAtMs;
    const untilMs = askedAtMs + LEASE_LIMITS.leaseMs;
    const kept = new Set(state?.kept);
    const lost = [...this.#held.keys()].filter((lane) => !kept.has(lane));
    for (const lane of lost) this.#held.delete(lane);
    for (const held of this.#held.values()) held.untilMs = untilMs;
    this.#share = Math.ceil(LIMITS.lanes / (Number(state?.others) + 1));
    if (this.#held.size < this.#share) await this.#claim(this.#share - this.#held.size);
    return { lost, share: this.#share };
  }

  /** For lanes of ours that ended in our hands: the next owner need not wait. */
  async release(lanes: number[]): Promise<void> {
    for (const lane of lanes) this.#held.delete(lane);
    await this.pool.query("UPDATE lane SET owner = NULL, expires_at = '-infinity' WHERE owner = $1 AND lane = ANY($2)", [this.owner, lanes]);
  }

  async leave(): Promise<void> {
    await this.release([...this.#held.keys()]);
    await this.pool.query('DELETE FROM dispatcher WHERE owner = $1', [this.owner]);
  }

  async #claim(count: number): Promise<void> {
    const askedAtMs = performance.now();
    const { rows } = await this.pool.query<{ lane: number; epoch: string }>({ ...CLAIM, values: [this.owner, LEASE_LIMITS.leaseMs, count] });
    for (const { lane, epoch } of rows) this.#held.set(lane, { epoch: Number(epoch), untilMs: askedAtMs + LEASE_LIMITS.leaseMs });
  }

  #expired(): number[] {
    const lost = [...this.#held.keys()].filter((lane) => this.epochOf(lane) === undefined);
    for (const lane of lost) this.#held.delete(lane);
    return lost;
  }
}

const RENEW = {
  name: 'lane-renew',
  text: `
    WITH me AS (
      INSERT INTO dispatcher (owner, seen_at) VALUES ($1, now()) ON CONFLICT (owner) DO UPDATE SET seen_at = now()
    ), gone AS (
      DELETE FROM dispatcher WHERE seen_at < now() - $2 * 10 * interval '1 ms' AND owner <> $1
    ), kept AS (
      UPDATE lane SET expires_at = now() + $2 * interval '1 ms' WHERE owner = $1 AND lane = ANY($3) RETURNING lane
    )
    SELECT (SELECT count(*) FROM dispatcher WHERE owner <> $1 AND seen_at > now() - $2 * interval '1 ms') AS others,
      coalesce((SELECT array_agg(lane::int) FROM kept), '{}') AS kept`,
};

const CLAIM = {
  name: 'lane-claim',
  text: `
    UPDATE lane SET owner = $1, epoch = epoch + 1, expires_at = now() + $2 * interval '1 ms'
    WHERE lane IN (SELECT lane FROM lane WHERE expires_at < now() ORDER BY lane LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING lane, epoch`,
};
