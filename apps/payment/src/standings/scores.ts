import { LRUCache } from 'lru-cache';
import type { Logger } from '@qafila/runtime/log';
import type { Pool } from 'pg';
import { ROUTING } from '../limits.ts';
import type { Owner } from '../owner.ts';
import type { Method } from '../providers/methods.ts';
import type { Score } from './success-rates.ts';

/** A payment that a gateway approved or refused. */
export interface Verdict {
  owner: Owner;
  gateway: string;
  method: Method;
  /** The first six digits of the card; empty where they are not known. */
  bin: string;
  isSuccess: boolean;
}

interface Parts {
  pool: Pool;
  log: Logger;
  clock: () => number;
}

interface Pending {
  key: readonly string[];
  succeeded: number;
  failed: number;
}

/**
 * Counts verdicts in memory and adds them to the rows in batches. Counts decay in the row, so all processes may add
 * to them. A process that dies loses the counts of about a second.
 */
export class Scores {
  #pending = new Map<string, Pending>();
  readonly #known: LRUCache<string, Score[]>;

  constructor(private readonly parts: Parts) {
    this.#known = new LRUCache({
      max: ROUTING.cachedStoresMax,
      ttl: ROUTING.readEveryMs,
      fetchMethod: (key) => this.#load(JSON.parse(key) as string[]),
    });
  }

  /** Of all gateways of the store, for all cards and for those of these BINs. */
  async of({ accountId, storeId, mode }: Owner, bins: readonly string[]): Promise<readonly Score[]> {
    const wanted = [...new Set(['', ...bins])].sort();
    return (await this.#known.fetch(JSON.stringify([accountId, storeId, mode, ...wanted]))) ?? [];
  }

  add({ owner: { accountId, storeId, mode }, gateway, method, bin, isSuccess }: Verdict): void {
    for (const each of bin === '' ? [''] : ['', bin]) {
      const key = [accountId, storeId, mode, gateway, method, each];
      const id = JSON.stringify(key);
      // Memory stays bounded while the database is away. What is lost is a statistic.
      if (!this.#pending.has(id) && this.#pending.size >= ROUTING.pendingScoresMax) continue;
      const pending = this.#pending.get(id) ?? { key, succeeded: 0, failed: 0 };
      pending[isSuccess ? 'succeeded' : 'failed']++;
      this.#pending.set(id, pending);
    }
  }

  /** Writes what was counted since the last time. */
  async flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const batch = this.#pending;
    this.#pending = new Map();
    try {
      await this.#write([...batch.values()]);
      this.#known.clear();
    } catch (error) {
      for (const [id, { key, succeeded, failed }] of batch) {
        const later = this.#pending.get(id) ?? { key, succeeded: 0, failed: 0 };
        this.#pending.set(id, { key, succeeded: later.succeeded + succeeded, failed: later.failed + failed });
      }
      throw error;
    }
  }

  /** Deletes rows that no longer count. */
  async prune(): Promise<void> {
    const before = new Date(this.parts.clock() - ROUTING.scoreKeptMs);
    await this.parts.pool.query(PRUNE, [before]);
  }

  /** In the order of the key, so that two processes never wait for each other. */
  async #write(batch: readonly Pending[]): Promise<void> {
    const column = (at: number): string[] => batch.map(({ key }) => key[at] as string);
    await this.parts.pool.query({
      name: 'add-scores',
      text: ADD,
      values: [
        ...[0, 1, 2, 3, 4, 5].map(column),
        batch.map(({ succeeded }) => succeeded),
        batch.map(({ failed }) => failed),
        new Date(this.parts.clock()),
      ],
    });
  }

  async #load([accountId, storeId, mode, ...bins]: string[]): Promise<Score[]> {
    const { rows } = await this.parts.pool.query<Score>({
      name: 'scores-of-store',
      text: `SELECT gateway, method, bin, succeeded, failed, at FROM gateway_score
        WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND bin = ANY ($4)`,
      values: [accountId, storeId, mode, bins],
    });
    return rows;
  }
}

/** What a count is worth after the time since its row was written. Beyond 60 half-lives it is nothing. */
const decayed = (column: 'succeeded' | 'failed'): string => `
  CASE WHEN s.${column} < 1e-9 THEN 0 ELSE s.${column} * power(0.5, least(60, greatest(0,
    extract(epoch FROM excluded.at - s.at) * 1000 / ${ROUTING.scoreHalfLifeMs})::float8)) END + excluded.${column}`;

const ADD = `
  INSERT INTO gateway_score AS s (account_id, store_id, mode, gateway, method, bin, succeeded, failed, at)
  SELECT a, t, m, g, w, b, y, n, $9 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
    $7::float8[], $8::float8[]) AS u (a, t, m, g, w, b, y, n) ORDER BY a, t, m, g, w, b
  ON CONFLICT (account_id, store_id, mode, gateway, method, bin) DO UPDATE SET
    succeeded = ${decayed('succeeded')}, failed = ${decayed('failed')}, at = greatest(s.at, excluded.at)`;

const PRUNE = `
  DELETE FROM gateway_score WHERE ctid = ANY (ARRAY(SELECT ctid FROM gateway_score WHERE at < $1
    ORDER BY at LIMIT ${ROUTING.prunedAtOnceMax} FOR UPDATE SKIP LOCKED))`;
