import type { Pool, PoolClient } from 'pg';
import { overriding } from './dying-pool.ts';

type Query = (...values: unknown[]) => Promise<unknown>;

/** Adds the name or the begin of each statement to a list. */
export function countingPool(pool: Pool, statements: string[]): Pool {
  const counting = <T extends object>(target: T & { query: unknown }): T => {
    const query: Query = async (...values) => {
      const [statement] = values as [string | { name?: string; text: string }];
      const text = typeof statement === 'string' ? statement : (statement.name ?? statement.text);
      statements.push(text.trim().slice(0, 60).replace(/\s+/g, ' '));
      return (target.query as Query).apply(target, values);
    };
    return overriding(target, 'query', query);
  };
  return overriding(counting(pool), 'connect', async () => counting<PoolClient>(await pool.connect()));
}
