import type { Pool, PoolClient } from 'pg';

type Query = (...values: unknown[]) => Promise<unknown>;

/**
 * A process that dies just before or just after a commit: its work is lost, or it is stored and no caller learns of it.
 * `dies` may also make the commit wait.
 */
export function dyingPool(pool: Pool, dies: () => 'before' | 'after' | null | Promise<null>): Pool {
  return overriding(pool, 'connect', async () => {
    const client = await pool.connect();
    const query: Query = async (...values) => {
      const moment = values[0] === 'COMMIT' ? await dies() : null;
      if (moment === 'before') throw new Error('died before the commit');
      const result = await (client.query as unknown as Query).apply(client, values);
      if (moment === 'after') throw new Error('died after the commit');
      return result;
    };
    return overriding<PoolClient>(client, 'query', query);
  });
}

/** The same object with one other property. */
export function overriding<T extends object>(target: T, name: keyof T, own: unknown): T {
  return new Proxy(target, {
    get: (_, property) => {
      if (property === name) return own;
      const value = target[property as keyof T] as unknown;
      return typeof value === 'function' ? (value as (...values: unknown[]) => unknown).bind(target) : value;
    },
  });
}
