import type { DataSource, EntityManager } from 'typeorm';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';

/**
 * Partitioned by the event's day and dropped together: a delivery is not complete without its event and its attempts.
 */
export const DAY_TABLES = ['event', 'delivery', 'attempt'] as const;

/**
 * How long a change of partitions waits for open transactions, while others queue behind it. Then the next round tries
 * again.
 */
const LOCK_TIMEOUT_MS = 300;

/** Rows of that day are already in the default partition, or another process was faster. */
const NOT_NEEDED = new Set(['23514', '42P07']);

/** Starts after the newest partition: after a long standstill the events of its days are still to come. */
const MISSING = `
  SELECT parent, day::date::text AS day, parent || to_char(day, '_YYYYMMDD') AS name
  FROM unnest($1::text[]) AS parent CROSS JOIN LATERAL (
    SELECT coalesce(max(to_date(right(relname, 8), 'YYYYMMDD')), today) AS newest, today
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) t LEFT JOIN pg_inherits ON inhparent = to_regclass(parent)
      LEFT JOIN pg_class ON pg_class.oid = inhrelid AND relname ~ '_[0-9]{8}$'
    GROUP BY today
  ) known CROSS JOIN LATERAL generate_series(least(greatest(newest, today - $3::integer), today), today + $2::integer,
    interval '1 day') AS day
  WHERE to_regclass(parent || to_char(day, '_YYYYMMDD')) IS NULL`;

/**
 * Creates the missing partitions up to the days ahead. Throws when it gives up; rows then go to the default partition.
 */
export async function makePartitions(source: DataSource, log: Logger): Promise<void> {
  const missing = await source.query<{ parent: string; day: string; name: string }[]>(MISSING, [
    DAY_TABLES,
    LIMITS.partitionDaysAhead,
    LIMITS.partitionGapDaysMax,
  ]);
  for (const { parent, day, name } of missing) {
    const made = await changePartitions(source, async (tx) => {
      // Created separately and attached: CREATE … PARTITION OF would block every reader and writer.
      await tx.query(`CREATE TABLE ${name} (LIKE ${parent} INCLUDING DEFAULTS)`);
      await tx.query(
        `ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM ('${day}') TO ('${day}'::date + 1)`,
      );
    });
    if (!made) log.debug({ partition: name }, 'retention.partition_not_needed');
  }
}

/** In its own transaction, one process at a time. Returns whether the change was made. */
export async function changePartitions(
  source: DataSource,
  change: (tx: EntityManager) => Promise<void>,
): Promise<boolean> {
  try {
    return await source.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const [lock] = await tx.query<{ free: boolean }[]>(
        "SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '-days', 0)) AS free",
      );
      if (lock?.free !== true) return false;
      await change(tx);
      return true;
    });
  } catch (error) {
    if (NOT_NEEDED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
