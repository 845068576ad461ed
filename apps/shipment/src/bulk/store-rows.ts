import type { PoolClient } from 'pg';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import { duplicateReference, insertShipments } from '../shipments/insert-shipments.ts';
import type { ReadyRow, RowResult } from './judge-rows.ts';
import { refusedRow } from './judge-rows.ts';

/** Stores the shipments of these rows as create does, and says what became of each. */
export async function storeRows(tx: PoolClient, rows: readonly ReadyRow[]): Promise<RowResult[]> {
  const firsts = firstOfEachReference(rows);
  const { stored, faulty } = await insertAll(tx, firsts);
  const results: RowResult[] = [];
  for (const { no, shipment, warnings } of rows) {
    const { id, reference, account_id: accountId, store_id: storeId, mode } = shipment;
    const fault = faulty.get(id);
    if (stored.has(id)) results.push({ no, status: 'created', reference, shipment_id: id, details: null, warnings });
    else
      results.push(
        refusedRow(no, reference, fault ?? (await duplicateReference(tx, { accountId, storeId, mode }, reference))),
      );
  }
  return results;
}

/** Of two rows with one reference the first is the shipment, as if they were sent one after the other. */
function firstOfEachReference(rows: readonly ReadyRow[]): ReadyRow[] {
  const seen = new Set<string>();
  return rows.filter(({ shipment: { reference } }) => !seen.has(reference) && seen.add(reference));
}

/** PostgreSQL refused a value (classes 22, 23 and 54). */
const BAD_DATA = /^(22|23|54)/;

/** All at once; after a value that the database refuses, one by one, so that only the faulty row fails. */
async function insertAll(
  tx: PoolClient,
  rows: readonly ReadyRow[],
): Promise<{ stored: Set<string>; faulty: Map<string, Refusal> }> {
  await tx.query('SAVEPOINT bulk_rows');
  try {
    const stored = await insertShipments(
      tx,
      rows.map(({ shipment }) => shipment),
    );
    await tx.query('RELEASE SAVEPOINT bulk_rows');
    return { stored, faulty: new Map() };
  } catch (error) {
    if (!BAD_DATA.test(String((error as { code?: unknown }).code))) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT bulk_rows');
    const [first] = rows;
    if (rows.length === 1 && first !== undefined)
      return { stored: new Set(), faulty: new Map([[first.shipment.id, asRefusal(error)]]) };
    const alone = [];
    for (const row of rows) alone.push(await insertAll(tx, [row]));
    return {
      stored: new Set(alone.flatMap((one) => [...one.stored])),
      faulty: new Map(alone.flatMap((one) => [...one.faulty])),
    };
  }
}
