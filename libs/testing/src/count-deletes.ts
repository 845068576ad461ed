import type pg from 'pg';

/** Counts the rows that each later statement deletes from a table. Returns a function that reads the counts. */
export async function countDeletes(pool: pg.Pool, table: string): Promise<() => Promise<number[]>> {
  await pool.query(`
    CREATE TABLE deletes_of_${table} (rows integer NOT NULL);
    CREATE FUNCTION count_deletes_of_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN INSERT INTO deletes_of_${table} SELECT count(*) FROM gone HAVING count(*) > 0; RETURN NULL; END $$;
    CREATE TRIGGER count_deletes AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION count_deletes_of_${table}()`);
  return async () =>
    (await pool.query<{ rows: number }>(`SELECT rows FROM deletes_of_${table}`)).rows.map(({ rows }) => rows);
}
