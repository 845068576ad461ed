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
      () => tx.release(isPlanStale(error)),
      () => tx.release(true),
    );
    throw error;
  }
}

/**
 * A migration changed a table under a prepared statement ("cached plan must not change result type"). On this
 * connection the statement fails each time; a new connection prepares it again.
 */
function isPlanStale(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '0A000';
}
