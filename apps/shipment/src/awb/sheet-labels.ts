import type { Pool } from 'pg';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/** The shipments of a company among these ids. */
export async function shipmentsOf(
  { pool }: ShipmentDependencies,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ShipmentRow>> {
  const { rows } = await pool.query<ShipmentRow>({
    name: 'shipments-of-sheet',
    text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = ANY($2::text[])',
    values: [accountId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many bytes the couriers' own labels have as PDF, by shipment. */
export async function labelFileBytes(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ shipment_id: string; size: number }>({
    name: 'label-file-sizes',
    text: `
      SELECT DISTINCT ON (shipment_id) shipment_id, octet_length(bytes) AS size FROM courier_document
      WHERE account_id = $1 AND shipment_id = ANY($2::text[]) AND kind = 'label' AND format = 'pdf'
      ORDER BY shipment_id, no`,
    values: [accountId, ids],
  });
  return new Map(rows.map(({ shipment_id: id, size }) => [id, size]));
}

/** Those files. */
export async function labelFiles(
  pool: Pool,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await pool.query<{ shipment_id: string; bytes: Buffer }>({
    name: 'label-files',
    text: `
      SELECT DISTINCT ON (shipment_id) shipment_id, bytes FROM courier_document
      WHERE account_id = $1 AND shipment_id = ANY($2::text[]) AND kind = 'label' AND format = 'pdf'
      ORDER BY shipment_id, no`,
    values: [accountId, ids],
  });
  return new Map(rows.map(({ shipment_id: id, bytes }) => [id, bytes]));
}
