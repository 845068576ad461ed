/** The part of a connection, pool or TypeORM manager that this file uses. */
export interface Queryable {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/** Rows that may go. `where` uses `values` as $1, $2, …; an index must find them in this order. */
export interface ExpiredRows {
  table: string;
  where: string;
  orderBy: string;
  values: unknown[];
}

/** How many rows one statement deletes: it stays far below the time limit, and holds few locks. */
export const ROWS_PER_DELETE_MAX = 5_000;

/**
 * Deletes the first expired rows of a table without partitions. Returns how many; fewer than ROWS_PER_DELETE_MAX means
 * that no more are left. Rows that another process has locked are skipped: any number of processes may do this.
 */
export async function deleteSomeExpired(db: Queryable, expired: ExpiredRows): Promise<number> {
  const { table, where, orderBy, values } = expired;
  // Selected, because pg and TypeORM report the number of deleted rows in different ways.
  const result = await db.query(
    `WITH gone AS (
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${where} ORDER BY ${orderBy} LIMIT ${ROWS_PER_DELETE_MAX}
        FOR UPDATE SKIP LOCKED
      )) RETURNING 1
    )
    SELECT count(*)::int AS deleted FROM gone`,
    values,
  );
  const rows = Array.isArray(result) ? result : (result as { rows: unknown[] }).rows;
  return (rows as { deleted: number }[])[0]?.deleted ?? 0;
}

/** Deletes all expired rows, a bounded number in each statement. Returns how many. */
export async function deleteExpired(db: Queryable, expired: ExpiredRows): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await deleteSomeExpired(db, expired);
    count += deleted;
    if (deleted < ROWS_PER_DELETE_MAX) return count;
  }
}
