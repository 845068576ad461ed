import type { Pool, PoolClient } from 'pg';
import { deleteExpired } from '@qafila/runtime/delete-expired';
import { PARTITION_SQL } from './outbox.sql.ts';

/** Published events are kept this long, so that they can be published again to a topic that lost its data. */
export const OUTBOX_RETENTION_DAYS = 8;

/**
 * A change of partitions waits this long for open transactions that wrote to the outbox, and commits queue behind it
 * meanwhile. Then it gives up until the next time: nothing depends on it for two days.
 */
const LOCK_TIMEOUT_MS = 300;

/** The default partition already has rows of that day, or another process was faster. */
const NOT_NEEDED = new Set(['23514', '42P07']);

/**
 * Creates the partitions of the days ahead, and drops those past retention if all their rows are published. Throws if
 * it gives up.
 */
export async function maintainPartitions(pool: Pool): Promise<void> {
  const { rows: days } = await pool.query<{ day: string; present: boolean }>(PARTITION_SQL);
  for (const { day, present } of days) if (!present) await changeSchema(pool, (client) => attach(client, day));
  const { rows: old } = await pool.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent = 'outbox'::regclass AND relname ~ '^outbox_[0-9]{8}$'
      AND to_date(right(relname, 8), 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - ${OUTBOX_RETENTION_DAYS}`);
  for (const { name } of old) await changeSchema(pool, (client) => dropPublished(client, name));
  await deleteExpired(pool, {
    table: 'outbox_default',
    where: "published_at IS NOT NULL AND created_at < now() - $1 * interval '1 day'",
    orderBy: 'created_at, id',
    values: [OUTBOX_RETENTION_DAYS],
  });
}

/** Runs the change in its own transaction. One process at a time does so; the others skip it. */
async function changeSchema(pool: Pool, change: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '-outbox', 0)) AS free",
    );
    if (rows[0]?.free) await change(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (!NOT_NEEDED.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    client.release();
  }
}

/** Creates the table and attaches it: CREATE … PARTITION OF would lock out every reader and writer of the outbox. */
async function attach(client: PoolClient, day: string): Promise<void> {
  const name = `outbox_${day.replaceAll('-', '')}`;
  await client.query(`CREATE TABLE ${name} (LIKE outbox INCLUDING DEFAULTS)`);
  await client.query(
    `ALTER TABLE outbox ATTACH PARTITION ${name}
    FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 00:00Z'::timestamptz + interval '1 day')`,
  );
}

async function dropPublished(client: PoolClient, name: string): Promise<void> {
  // The drop locks the whole outbox anyway. Locking first keeps rows from becoming unpublished between the check and
  // the drop.
  await client.query('LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE');
  const pending = await client.query(`SELECT 1 FROM ${name} WHERE published_at IS NULL LIMIT 1`);
  if (pending.rowCount === 0) await client.query(`DROP TABLE ${name}`);
}
