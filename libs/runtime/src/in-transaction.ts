import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction of a pool's connection: all of it is committed, or it throws and nothing is. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    const result = await work(tx);
    await tx.query('COMMIT');
    tx.release();
    return result;
  } catch (error) {
    // A connection whose state is unknown does not go back to the pool.
    await tx.query('ROLLBACK').then(() => tx.release(), () => tx.release(true));
    throw error;
  }
}
