import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction on a connection of the pool. If `work` throws, nothing is committed. */
export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query('BEGIN');
    const result = await work(tx);
    await tx.query('COMMIT');
    tx.release();
    return result;
  } catch (error) {
    // A connection in an unknown state must not return to the pool.
    await tx.query('ROLLBACK').then(
      () => tx.release(),
      () => tx.release(true),
    );
    throw error;
  }
}
