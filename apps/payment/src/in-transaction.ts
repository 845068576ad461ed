import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction of a pool's connection. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection whose state is unknown does not go back to the pool.
    await client.query('ROLLBACK').then(() => client.release(), () => client.release(true));
    throw error;
  }
}
