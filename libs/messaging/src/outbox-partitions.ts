import type { Pool, PoolClient } from 'pg';
import { PARTITION_SQL } from './outbox.sql.ts';

/** Published events stay this long, so that a wiped topic can be filled again. */
export const OUTBOX_RETENTION_DAYS = 8;

/** Makes the partitions of the days ahead and drops those past retention whose every row is published. */
export async function maintainPartitions(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const lock = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock(hashtextextended(current_schema() || '-outbox', 0)) AS locked");
    if (!lock.rows[0]?.locked) return;
    try {
      await createAhead(client);
      await dropOld(client);
    } finally {
      await client.query("SELECT pg_advisory_unlock(hashtextextended(current_schema() || '-outbox', 0))");
    }
  } finally {
    client.release();
  }
}

async function createAhead(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ day: string; present: boolean }>(PARTITION_SQL);
  for (const { day, present } of rows) {
    if (present) continue;
    const name = `outbox_${day.replaceAll('-', '')}`;
    // Made apart and then attached: that waits for no writer of the other partitions, and no writer for it.
    await unlessBusy(client, `
      CREATE TABLE IF NOT EXISTS ${name} (LIKE outbox INCLUDING DEFAULTS);
      ALTER TABLE outbox ATTACH PARTITION ${name} FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 00:00Z'::timestamptz + interval '1 day')`);
  }
}

async function dropOld(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent = 'outbox'::regclass AND relname ~ '^outbox_[0-9]{8}$'
      AND to_date(right(relname, 8), 'YYYYMMDD') < current_date - ${OUTBOX_RETENTION_DAYS}`);
  for (const { name } of rows) {
    const pending = await client.query(`SELECT 1 FROM ${name} WHERE published_at IS NULL LIMIT 1`);
    if (pending.rowCount === 0) await unlessBusy(client, `DROP TABLE ${name}`);
  }
}

/** A lock that is not free now, or rows of that day in the default partition: it stays as it is, and a later round tries again. */
const NOT_NOW = new Set(['55P03', '23514', '40P01']);

/** Every writer queues behind a waiting exclusive lock: housekeeping gives up long before anybody feels it. */
async function unlessBusy(client: PoolClient, sql: string): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '200ms'; ${sql}; COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK');
    if (!NOT_NOW.has((error as { code?: string }).code ?? '')) throw error;
  }
}
