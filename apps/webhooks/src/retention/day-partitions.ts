import type { DataSource, EntityManager } from 'typeorm';
import type { Logger } from '@qafila/runtime/log';
import { LIMITS } from '../limits.ts';

/** Partitioned by the event's day, and dropped together: a delivery without its event, or its attempts, would be another one. */
export const DAY_TABLES = ['event', 'delivery', 'attempt'] as const;

/** A change of partitions waits this long for open transactions, and others queue behind it meanwhile. Then it gives up until next time. */
const LOCK_TIMEOUT_MS = 300;

/** Rows of that day are in the default partition already; or another process was faster. */
const NOT_NEEDED = new Set(['23514', '42P07']);

/** From behind the newest partition, so that days of a long standstill, whose events are still to come, have theirs too. */
const MISSING = `
  SELECT parent, day::date::text AS day, parent || to_char(day, '_YYYYMMDD') AS name
  FROM unnest($1::text[]) AS parent CROSS JOIN LATERAL (
    SELECT coalesce(max(to_date(right(relname, 8), 'YYYYMMDD')), today) AS newest, today
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) t LEFT JOIN pg_inherits ON inhparent = to_regclass(parent)
      LEFT JOIN pg_class ON pg_class.oid = inhrelid AND relname ~ '_[0-9]{8}$'
    GROUP BY today
  ) known CROSS JOIN LATERAL generate_series(least(greatest(newest, today - $3::integer), today), today + $2::integer, interval '1 day') AS day
  WHERE to_regclass(parent || to_char(day, '_YYYYMMDD')) IS NULL`;

/** Makes what is missing of the partitions until the days ahead. Throws when it had to give up: rows go to the default partition meanwhile. */
export async function makePartitions(source: DataSource, log: Logger): Promise<void> {
  const missing = await source.query<{ parent: string; day: string; name: string }[]>(MISSING, [DAY_TABLES, LIMITS.partitionDaysAhead, LIMITS.partitionGapDaysMax]);
  for (const { parent, day, name } of missing) {
    const made = await changePartitions(source, async (tx) => {
      // Made apart and attached: CREATE … PARTITION OF would lock out every reader and writer, attaching does not.
      await tx.query(`CREATE TABLE ${name} (LIKE ${parent} INCLUDING DEFAULTS)`);
      await tx.query(`ALTER TABLE ${parent} ATTACH PARTITION ${name} FOR VALUES FROM ('${day}') TO ('${day}'::date + 1)`);
    });
    if (!made) log.debug({ partition: name }, 'retention.partition_not_needed');
  }
}

/** In a transaction of its own, one process at a time. Answers whether it was made. */
export async function changePartitions(source: DataSource, change: (tx: EntityManager) => Promise<void>): Promise<boolean> {
  try {
    return await source.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const [lock] = await tx.query<{ free: boolean }[]>("SELECT pg_try_advisory_xact_lock(hashtextextended(current_schema() || '-days', 0)) AS free");
      if (lock?.free !== true) return false;
      await change(tx);
      return true;
    });
  } catch (error) {
    if (NOT_NEEDED.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
