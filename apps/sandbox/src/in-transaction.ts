import type { Pool, PoolClient } from 'pg';

export async function inTransaction<T>(pool: Pool, work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  let broken: Error | undefined;
  try {
    await tx.query('BEGIN');
    const result = await work(tx);
    await tx.query('COMMIT');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK').catch((reason: Error) => { broken = reason; });
    throw error;
  } finally {
    tx.release(broken);
  }
}
