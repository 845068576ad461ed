import type { PoolClient } from 'pg';
import type { CourierScan } from '../couriers/courier.ts';
import { collectedMinor } from './record-history.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/**
 * All the cash that the courier reports of a shipment, with this scan, as the column has it; undefined when the scan
 * reports none. What it reports of the whole shipment counts; else the sum of what it reports of each package.
 */
export async function collectedCash(
  tx: PoolClient,
  row: ShipmentRow,
  scan: CourierScan | undefined,
): Promise<string | undefined> {
  const reported = collectedMinor(row, scan);
  if (reported === undefined) return undefined;
  const { rows } = await tx.query<{ package_number: number; cod_collected_minor: string }>({
    name: 'cash-of',
    text: `
      SELECT package_number, cod_collected_minor FROM history
      WHERE account_id = $1 AND shipment_id = $2 AND cod_collected_minor IS NOT NULL ORDER BY no`,
    values: [row.account_id, row.id],
  });
  const newest = new Map(rows.map((entry) => [entry.package_number, BigInt(entry.cod_collected_minor)]));
  newest.set(scan?.packageNumber ?? 0, BigInt(reported));
  return String(newest.get(0) ?? [...newest.values()].reduce((total, cash) => total + cash, 0n));
}
