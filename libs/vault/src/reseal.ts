import { inTransaction } from '@qafila/runtime/in-transaction';
import type { MasterKeys } from './master-key.ts';
import { resealBox } from './sealed-box.ts';

type Pool = Parameters<typeof inTransaction>[0];
type Row = Record<string, unknown>;

/** A column of boxes, in a table of the service's schema. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The primary key; its columns are texts. */
  key: readonly string[];
  /** What the box of a row is bound to. */
  place: (row: Row) => readonly (string | number)[];
}

const ROWS_PER_STEP = 200;

/**
 * Seals every box of a column again that is not under the current key, in the order of the primary key. Each step is a
 * transaction that locks its rows, so services read and write meanwhile; after a crash a repeat finds what is done.
 * Returns how many were sealed again.
 */
export async function resealColumn(pool: Pool, keys: MasterKeys, sealed: SealedColumn): Promise<number> {
  let [done, after] = [0, undefined as readonly unknown[] | undefined];
  for (;;) {
    const step = await inTransaction(pool, async (tx) => {
      const { rows } = await tx.query<Row>(stepOf(sealed, after !== undefined), [...(after ?? []), ROWS_PER_STEP]);
      let count = 0;
      for (const row of rows) {
        const box = resealBox(keys, row[sealed.column] as Buffer, sealed.place(row));
        if (box === undefined) continue;
        const where = sealed.key.map((name, at) => `${name} = $${at + 2}`).join(' AND ');
        await tx.query(`UPDATE ${sealed.table} SET ${sealed.column} = $1 WHERE ${where}`, [
          box,
          ...sealed.key.map((name) => row[name]),
        ]);
        count += 1;
      }
      return { count, last: rows.at(-1) };
    });
    done += step.count;
    const { last } = step;
    if (last === undefined) return done;
    after = sealed.key.map((name) => last[name]);
  }
}

function stepOf({ table, column, key }: SealedColumn, isLater: boolean): string {
  const names = key.join(', ');
  const begin = isLater ? `AND (${names}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})` : '';
  const limit = isLater ? key.length + 1 : 1;
  return `SELECT * FROM ${table} WHERE ${column} IS NOT NULL ${begin}
    ORDER BY ${names} LIMIT $${limit} FOR UPDATE`;
}
