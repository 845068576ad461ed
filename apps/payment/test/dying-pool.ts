import type { Pool, PoolClient } from 'pg';

type Query = (...values: unknown[]) => Promise<unknown>;

/** A process that dies just before, or just after, a commit: what it did is gone, or stays and nobody hears of it. `dies` may also keep it waiting there. */
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

function overriding<T extends object>(target: T, name: keyof T, own: unknown): T {
  return new Proxy(target, {
    get: (_, asked) => {
      if (asked === name) return own;
      const value = target[asked as keyof T] as unknown;
      return typeof value === 'function' ? (value as (...values: unknown[]) => unknown).bind(target) : value;
    },
  });
}
