import type { DataSource, EntityManager } from 'typeorm';
import { deleteExpired } from '@qafila/runtime/delete-expired';
import type { Logger } from '@qafila/runtime/log';
import { changePartitions, DAY_TABLES } from './day-partitions.ts';
import { expireRetries } from './expire-retries.ts';
import { disablePaused, findBlockingEndpoints } from './waiting-days.ts';

export interface ExpireOptions {
  source: DataSource;
  retentionDays: number;
  log: Logger;
  onPublished: () => void;
}

/**
 * Drops the partitions of days past retention. Only rows outside a day's partition are deleted one by one. A day stays
 * until all of its first attempts are made and no attempt is under way. Returns whether everything is done; if not, the
 * next round tries again.
 */
export async function expireDays({ source, retentionDays, log, onPublished }: ExpireOptions): Promise<boolean> {
  const { cutoff, days, strays } = await findExpired(source, retentionDays);
  if (days.length === 0 && !strays) return true;
  const blocking = await findBlockingEndpoints(source.manager, cutoff);
  if (blocking.length > 0) {
    const disabled = await disablePaused(source, blocking);
    if (disabled > 0) onPublished();
    log.info({ cutoff, endpoints: blocking.length, disabled }, 'retention.waits_for_deliveries');
    return false;
  }
  // Before their events: a retry without its event cannot be sent.
  const retries = await expireRetries(source, cutoff);
  if (retries > 0) onPublished();
  const deadLetters = await deleteExpired(source, {
    table: 'dead_letter',
    where: 'day < $1',
    orderBy: 'day',
    values: [cutoff],
  });
  const dropped = await changePartitions(source, (tx) => dropDays(tx, cutoff, days));
  log.info({ cutoff, days: days.length, retries, deadLetters, dropped }, 'retention.expired');
  return dropped;
}

const TABLES_WITH_STRAYS = [...DAY_TABLES.map((table) => `${table}_default`), 'retry', 'dead_letter'];

async function findExpired(
  source: DataSource,
  retentionDays: number,
): Promise<{ cutoff: string; days: string[]; strays: boolean }> {
  const [row] = await source.query<{ cutoff: string }[]>(
    "SELECT ((now() AT TIME ZONE 'UTC')::date - $1::integer)::text AS cutoff",
    [retentionDays],
  );
  const cutoff = row?.cutoff as string;
  const days = await source.query<{ name: string }[]>(
    `
    SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
    WHERE inhparent IN (SELECT to_regclass(parent)
      FROM unnest($1::text[]) AS parent) AND relname ~ '_[0-9]{8}$'
      AND to_date(right(relname, 8), 'YYYYMMDD') < $2::date
    ORDER BY relname`,
    [DAY_TABLES, cutoff],
  );
  const [strays] = await source.query<{ any: boolean }[]>(
    `
    SELECT ${TABLES_WITH_STRAYS.map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE day < $1)`).join(' OR ')} AS any`,
    [cutoff],
  );
  return { cutoff, days: days.map((day) => day.name), strays: strays?.any === true };
}

async function dropDays(tx: EntityManager, cutoff: string, days: string[]): Promise<void> {
  if (days.length > 0) await tx.query(`LOCK TABLE ${DAY_TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  // Checked again, of dropped days under the lock: a late event may be of that day, or a first attempt has just failed.
  const retries = await tx.query<unknown[]>('SELECT 1 FROM retry WHERE day < $1 LIMIT 1', [cutoff]);
  if (retries.length > 0 || (await findBlockingEndpoints(tx, cutoff)).length > 0)
    throw new Error('deliveries of the day came meanwhile');
  if (days.length > 0) await tx.query(`DROP TABLE ${days.join(', ')}`);
  for (const table of DAY_TABLES) await tx.query(`DELETE FROM ${table}_default WHERE day < $1`, [cutoff]);
}
