import type { Pool } from 'pg';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';

interface Use {
  accountId: string;
  keyId: string;
  at: Date;
}

/** Collects the uses of keys and writes them in batches, so that using a key never waits for a write. */
export class LastUsed {
  #pending = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.#timer = setInterval(() => void this.flush(), LIMITS.lastUsedFlushMs);
    this.#timer.unref();
  }

  /** Records the first use since the last write. Later uses before the next write add no information. */
  record(accountId: string, keyId: string): void {
    const id = `${accountId}/${keyId}`;
    if (this.#pending.has(id) || this.#pending.size >= LIMITS.lastUsedPendingMax) return;
    this.#pending.set(id, { accountId, keyId, at: new Date() });
  }

  async flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const uses = [...this.#pending.values()];
    this.#pending = new Map();
    // Replicas record the same keys. The second replica finds the row locked or its time fresh, and writes nothing.
    await this.pool
      .query(
        `
      WITH due AS (
        SELECT k.account_id, k.key_id, u.at
        FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS u (account_id, key_id, at)
        JOIN api_key k USING (account_id, key_id)
        WHERE k.last_used_at IS NULL OR k.last_used_at < u.at - $4 * interval '1 ms' FOR UPDATE OF k SKIP LOCKED)
      UPDATE api_key k SET last_used_at = due.at FROM due
      WHERE k.account_id = due.account_id AND k.key_id = due.key_id`,
        [
          uses.map((use) => use.accountId),
          uses.map((use) => use.keyId),
          uses.map((use) => use.at),
          LIMITS.lastUsedEveryMs,
        ],
      )
      .catch((error: Error) => this.log.warn({ error: error.message, keys: uses.length }, 'last_used.not_written'));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
