import type { Pool } from 'pg';
import type { LabelFormat } from '../label/label.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { AwbFile } from './awb-url.ts';

/** Digests of the labels that the courier made for this shipment, by format. They are used instead of ours. */
export async function courierLabels(
  pool: Pool,
  { account_id: accountId, id }: ShipmentRow,
): Promise<ReadonlyMap<LabelFormat, string>> {
  const { rows } = await pool.query<{ format: LabelFormat; digest: string }>({
    name: 'courier-labels',
    text: `
      SELECT DISTINCT ON (format) format, digest FROM courier_document
      WHERE account_id = $1 AND shipment_id = $2 AND kind = 'label' ORDER BY format, no`,
    values: [accountId, id],
  });
  return new Map(rows.map(({ format, digest }) => [format, digest]));
}

/** The courier's own label of an address; undefined when the address is of one that we draw. */
export async function courierLabelBytes(pool: Pool, file: AwbFile): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ bytes: Buffer }>({
    name: 'courier-label-bytes',
    text: `
      SELECT bytes FROM courier_document
      WHERE account_id = $1 AND shipment_id = $2 AND kind = 'label' AND format = $3 AND digest = $4 LIMIT 1`,
    values: [file.accountId, file.shipmentId, file.format, file.digest],
  });
  return rows[0]?.bytes;
}
