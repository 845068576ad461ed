import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { Logger } from '@qafila/runtime/log';
import { ADDRESSES } from '../limits.ts';
import type { AddressDirectory, NationalAddress } from './address-directory.ts';
import type { NationalAddressRow } from './national-address.entity.ts';

/** `unknown`: there is no such address. `unchecked`: there is no directory, or it gave no answer in time. */
export type Resolved = { kind: 'found'; address: NationalAddress } | { kind: 'unknown' } | { kind: 'unchecked' };

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
  #pausedUntilMs = 0;

  constructor(private readonly options: BookOptions) {}

  async resolve(shortAddress: string): Promise<Resolved> {
    const { directory } = this.options;
    if (directory === undefined) return { kind: 'unchecked' };
    const known = this.#memory.get(shortAddress);
    if (known !== undefined) return known;
    try {
      const found = (await this.#stored(shortAddress)) ?? (await this.#asked(directory, shortAddress));
      if (found === undefined) return { kind: 'unchecked' };
      const resolved = this.#resolved(directory, found.address);
      this.#memory.set(shortAddress, resolved);
      return resolved;
    } catch (error) {
      this.#pausedUntilMs = this.options.clock() + ADDRESSES.pauseMs;
      this.options.log.warn({ error: (error as Error).message }, 'address.unchecked');
      return { kind: 'unchecked' };
    }
  }

  #resolved({ isComplete }: AddressDirectory, address: NationalAddress | null): Resolved {
    if (address !== null) return { kind: 'found', address };
    return { kind: isComplete ? 'unknown' : 'unchecked' };
  }

  async #stored(shortAddress: string): Promise<{ address: NationalAddress | null } | undefined> {
    const { pool, clock } = this.options;
    const {
      rows: [row],
    } = await pool.query<NationalAddressRow>({
      name: 'national-address',
      text: 'SELECT * FROM national_address WHERE short_address = $1 AND read_at > $2',
      values: [shortAddress, new Date(clock() - ADDRESSES.storedMs)],
    });
    return row;
  }

  async #asked(
    directory: AddressDirectory,
    shortAddress: string,
  ): Promise<{ address: NationalAddress | null } | undefined> {
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
