import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { Logger } from '@qafila/runtime/log';
import { ADDRESSES } from '../limits.ts';
import type { AddressDirectory, NationalAddress } from './address-directory.ts';
import type { NationalAddressRow } from './national-address.entity.ts';

/**
 * `unknown`: there is no such address. `unlisted`: the directory does not have it, and does not have all. `unanswered`:
 * it gave no answer in time, and is asked again after that time. `off`: there is no directory.
 */
export type Resolved =
  | { kind: 'found'; address: NationalAddress }
  | { kind: 'unknown' | 'unlisted' | 'off' }
  | { kind: 'unanswered'; askAgainAtMs: number };

/** What a directory answered; null: it has no such address. */
interface Answered {
  address: NationalAddress | null;
}

interface BookOptions {
  pool: Pool;
  directory: AddressDirectory | undefined;
  clock: () => number;
  log: Logger;
}

/**
 * Resolves short addresses: from memory, then from the table of what the directory answered, then by the directory. A
 * directory that fails is left alone for a while, so that creates do not wait for it one by one.
 */
export class AddressBook {
  readonly #memory = new LRUCache<string, Resolved>({ max: ADDRESSES.inMemoryMax, ttl: ADDRESSES.inMemoryMs });
  /** Requests under way: many rows of a file have the sender's address, and one of them asks. */
  readonly #asking = new Map<string, Promise<Resolved>>();
  #pausedUntilMs = 0;

  constructor(private readonly options: BookOptions) {}

  async resolve(shortAddress: string): Promise<Resolved> {
    const { directory } = this.options;
    if (directory === undefined) return { kind: 'off' };
    const known = this.#memory.get(shortAddress) ?? this.#asking.get(shortAddress);
    if (known !== undefined) return known;
    const asking = this.#read(directory, shortAddress).finally(() => this.#asking.delete(shortAddress));
    this.#asking.set(shortAddress, asking);
    return asking;
  }

  async #read(directory: AddressDirectory, shortAddress: string): Promise<Resolved> {
    try {
      const found = (await this.#stored(shortAddress)) ?? (await this.#asked(directory, shortAddress));
      if (found === undefined) return { kind: 'unanswered', askAgainAtMs: this.#pausedUntilMs };
      const resolved = resolvedOf(directory, found);
      this.#memory.set(shortAddress, resolved);
      return resolved;
    } catch (error) {
      this.#pausedUntilMs = this.options.clock() + ADDRESSES.pauseMs;
      this.options.log.warn({ error: (error as Error).message }, 'address.unchecked');
      return { kind: 'unanswered', askAgainAtMs: this.#pausedUntilMs };
    }
  }

  async #stored(shortAddress: string): Promise<Answered | undefined> {
    const { pool, clock } = this.options;
    const {
      rows: [row],
    } = await pool.query<NationalAddressRow>({
      name: 'national-address',
      text: `
        SELECT * FROM national_address
        WHERE short_address = $1 AND read_at > CASE WHEN address IS NULL THEN $3::timestamptz ELSE $2 END`,
      values: [shortAddress, new Date(clock() - ADDRESSES.storedMs), new Date(clock() - ADDRESSES.unknownStoredMs)],
    });
    return row;
  }

  async #asked(directory: AddressDirectory, shortAddress: string): Promise<Answered | undefined> {
    const { pool, clock } = this.options;
    if (clock() < this.#pausedUntilMs) return undefined;
    const address = await directory.find(shortAddress, AbortSignal.timeout(ADDRESSES.timeoutMs));
    const now = clock();
    // What has expired goes with each new one, so that the table keeps its bound without a worker.
    await pool.query({
      name: 'store-national-address',
      text: `
        WITH expired AS (
          DELETE FROM national_address WHERE short_address IN (
            SELECT short_address FROM national_address WHERE read_at <= $4 AND short_address <> $1 LIMIT 10)
        )
        INSERT INTO national_address (short_address, address, read_at) VALUES ($1, $2, $3)
        ON CONFLICT (short_address) DO UPDATE SET address = excluded.address, read_at = excluded.read_at`,
      values: [
        shortAddress,
        address === null ? null : JSON.stringify(address),
        new Date(now),
        new Date(now - ADDRESSES.storedMs),
      ],
    });
    return { address };
  }
}

function resolvedOf({ isComplete }: AddressDirectory, { address }: Answered): Resolved {
  if (address !== null) return { kind: 'found', address };
  return { kind: isComplete ? 'unknown' : 'unlisted' };
}
