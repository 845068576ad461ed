import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ListShipmentsQuery, ShipmentAnswer } from './shipment.schema.ts';
import { shipmentView } from './shipment-view.ts';

/** Newest first. */
export async function listShipments(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListShipmentsQuery,
): Promise<Page<ShipmentAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<ShipmentRow>(
    `
    SELECT * FROM shipment
    WHERE account_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR status = $3)
      AND ($4::text IS NULL OR reference = $4) AND ($5::text IS NULL OR original_id = $5)
      ${query.alarms ? "AND alarms <> '{}'" : ''}
    ORDER BY id DESC LIMIT $6`,
    [
      accountId,
      before?.[0] ?? null,
      query.status ?? null,
      query.referenceNumber ?? null,
      query.originalShipmentId ?? null,
      size + 1,
    ],
  );
  return pageOf(rows, size, { item: shipmentView, key: (row) => [row.id] });
}
