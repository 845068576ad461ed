import type { DataSource, EntityManager } from 'typeorm';
import { deleteExpired, deleteSomeExpired, ROWS_PER_DELETE_MAX } from '@qafila/runtime/delete-expired';
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
  const strayRows = dropped ? await deleteStrays(source, cutoff) : null;
  log.info({ cutoff, days: days.length, retries, deadLetters, dropped, strayRows }, 'retention.expired');
  return strayRows !== null;
}

/** Rows of days without a partition, in the order in which they go: no delivery may be left without its event. */
const STRAYS = [
  { table: 'delivery_default', orderBy: 'endpoint_no, sequence, day' },
  { table: 'attempt_default', orderBy: 'endpoint_no, sequence, attempt, day' },
  { table: 'event_default', orderBy: 'day, id' },
];
const TABLES_WITH_STRAYS = [...STRAYS.map(({ table }) => table), 'retry', 'dead_letter'];

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
  if (days.length === 0) return;
  await tx.query(`LOCK TABLE ${DAY_TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await assertNonePending(tx, cutoff);
  await tx.query(`DROP TABLE ${days.join(', ')}`);
}

/** A bounded number in each transaction. Returns how many, or null when another process does it. */
async function deleteStrays(source: DataSource, cutoff: string): Promise<number | null> {
  let count = 0;
  for (const { table, orderBy } of STRAYS) {
    for (let deleted = ROWS_PER_DELETE_MAX; deleted === ROWS_PER_DELETE_MAX; count += deleted) {
      const isMine = await changePartitions(source, async (tx) => {
        // Readers and writers of the days' partitions go on.
        await tx.query(`LOCK TABLE ${STRAYS.map((stray) => stray.table).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
        await assertNonePending(tx, cutoff);
        deleted = await deleteSomeExpired(tx, { table, where: 'day < $1', orderBy, values: [cutoff] });
      });
      if (!isMine) return null;
    }
  }
  return count;
}

/** Under the lock: a late event may be of such a day, or a first attempt has just failed. */
async function assertNonePending(tx: EntityManager, cutoff: string): Promise<void> {
  const retries = await tx.query<unknown[]>('SELECT 1 FROM retry WHERE day < $1 LIMIT 1', [cutoff]);
  if (retries.length > 0 || (await findBlockingEndpoints(tx, cutoff)).length > 0)
    throw new Error('deliveries of the day came meanwhile');
}
