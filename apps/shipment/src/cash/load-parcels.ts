import type { PoolClient } from 'pg';
import type { CodParcelRow } from '../shipments/cod.entity.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { PaidParcel } from './judge-lines.ts';
import type { RemittanceLine } from './remittance-line.ts';

/** The code of a report that a remittance makes. */
const REMITTANCE = 'remittance';

export interface LoadedParcels {
  rows: ReadonlyMap<string, ShipmentRow>;
  parcels: PaidParcel[];
}

/** Locks the shipments that lines name, in the order of their ids, so that no two imports wait for each other. */
export async function loadParcels(
  tx: PoolClient,
  { accountId, courier }: { accountId: string; courier: string },
  lines: readonly RemittanceLine[],
): Promise<LoadedParcels> {
  const names = [...new Set(lines.flatMap(({ references }) => references))];
  if (names.length === 0) return { rows: new Map(), parcels: [] };
  const { rows } = await tx.query<ShipmentRow>({
    name: 'parcels-of-lines',
    text: `
      WITH named AS (
        SELECT id FROM shipment WHERE account_id = $1 AND courier = $2 AND awb = ANY ($3)
        UNION SELECT id FROM shipment WHERE account_id = $1 AND id = ANY ($3) AND courier = $2
        UNION SELECT id FROM shipment WHERE account_id = $1 AND reference = ANY ($3) AND courier = $2
      )
      SELECT s.* FROM named JOIN shipment s ON s.account_id = $1 AND s.id = named.id
      ORDER BY s.id FOR NO KEY UPDATE OF s`,
    values: [accountId, courier, names],
  });
  const { rows: books } = await tx.query<CodParcelRow>({
    name: 'cod-parcels',
    text: 'SELECT * FROM cod_parcel WHERE account_id = $1 AND shipment_id = ANY ($2)',
    values: [accountId, rows.map(({ id }) => id)],
  });
  const booked = new Map(books.map((parcel) => [parcel.shipment_id, parcel]));
  return {
    rows: new Map(rows.map((row) => [row.id, row])),
    parcels: rows.map((row) => parcelOf(row, booked.get(row.id))),
  };
}

function parcelOf(row: ShipmentRow, books: CodParcelRow | undefined): PaidParcel {
  return {
    shipmentId: row.id,
    awb: row.awb,
    reference: row.reference,
    status: row.status,
    currency: row.currency,
    wanted: BigInt(row.cod_minor),
    collected: row.cod_collected_minor === null ? null : BigInt(row.cod_collected_minor),
    remitted: BigInt(books?.remitted_minor ?? 0),
    adjusted: BigInt(books?.adjusted_minor ?? 0),
  };
}

/**
 * A courier that reports no cash in its scans, and pays what the parcel asks for, has collected it. Returns the rows
 * as they are then.
 */
export async function recordCollected(
  tx: PoolClient,
  rows: ReadonlyMap<string, ShipmentRow>,
  parcels: readonly PaidParcel[],
  now: Date,
): Promise<ReadonlyMap<string, ShipmentRow>> {
  if (parcels.length === 0) return rows;
  const ids = [...new Set(parcels.map(({ shipmentId }) => shipmentId))];
  const accountId = (rows.get(ids[0] as string) as ShipmentRow).account_id;
  const { rows: changed } = await tx.query<ShipmentRow>({
    name: 'record-remitted-cash',
    text: `
      UPDATE shipment SET cod_collected_minor = cod_minor, updated_at = $3
      WHERE account_id = $1 AND id = ANY ($2) AND cod_collected_minor IS NULL RETURNING *`,
    values: [accountId, ids, now],
  });
  await tx.query({
    name: 'report-remitted-cash',
    text: `
      INSERT INTO cash_report (account_id, shipment_id, package_number, code, amount_minor, currency, occurred_at,
        judged_at, received_at)
      SELECT account_id, id, 0, $3, cod_minor, currency, $4, $4, $4 FROM shipment
      WHERE account_id = $1 AND id = ANY ($2) ON CONFLICT DO NOTHING`,
    values: [accountId, changed.map(({ id }) => id), REMITTANCE, now],
  });
  return new Map([...rows, ...changed.map((row) => [row.id, row] as const)]);
}
