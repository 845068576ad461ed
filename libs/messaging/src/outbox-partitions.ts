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
    // A default partition that already holds rows of that day refuses the new one: the rows stay where they are, and are published from there.
    await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF outbox FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 00:00Z'::timestamptz + interval '1 day')`)
      .catch((error: { code?: string }) => { if (error.code !== '23514') throw error; });
  }
}

async function dropOld(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent = 'outbox'::regclass AND relname ~ '^outbox_[0-9]{8}$'
      AND to_date(right(relname, 8), 'YYYYMMDD') < current_date - ${OUTBOX_RETENTION_DAYS}`);
  for (const { name } of rows) {
    const pending = await client.query(`SELECT 1 FROM ${name} WHERE published_at IS NULL LIMIT 1`);
    if (pending.rowCount === 0) await client.query(`DROP TABLE ${name}`);
  }
}
