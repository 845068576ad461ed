import type { Pool } from 'pg';
import { LIMITS } from '../limits.ts';
import { FIRST_OF_KEYS } from '../log/first-of-keys.sql.ts';

const READ_PAGE = { name: 'waiting-keys', text: `WITH RECURSIVE ${FIRST_OF_KEYS} SELECT key FROM first` };

/**
 * The keys of an endpoint that have deliveries in the retry table, a bounded number in each statement. It ends when it
 * has more than are kept.
 */
export async function waitingKeys(pool: Pool, endpointNo: string | number): Promise<string[]> {
  const keys: string[] = [];
  for (;;) {
    // It begins with the last key of the page before, which may be gone.
    const { rows } = await pool.query<{ key: string }>({
      ...READ_PAGE,
      values: [endpointNo, keys.pop() ?? '', LIMITS.keysReadAtOnceMax],
    });
    for (const { key } of rows) keys.push(key);
    if (rows.length < LIMITS.keysReadAtOnceMax || keys.length > LIMITS.waitingKeysMax) return keys;
  }
}
