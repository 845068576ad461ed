import type { Pool, PoolClient } from 'pg';
import { kilograms } from '../shipments/waiting-parcel.ts';
import type { PickupRow } from './pickup.entity.ts';
import type { PickupAnswer } from './pickup.schema.ts';

export type PickupWithParcels = PickupRow & { shipment_ids: string[] };

/** The select list of a pick-up with the ids of its shipments. */
export const PICKUP_COLUMNS = `
  p.*, ARRAY(
    SELECT shipment_id FROM pickup_parcel m WHERE m.account_id = p.account_id AND m.pickup_id = p.id
    ORDER BY shipment_id) AS shipment_ids`;

export async function findPickup(
  db: Pool | PoolClient,
  accountId: string,
  id: string,
): Promise<PickupWithParcels | undefined> {
  const { rows } = await db.query<PickupWithParcels>(
    `SELECT ${PICKUP_COLUMNS} FROM pickup p WHERE p.account_id = $1 AND p.id = $2`,
    [accountId, id],
  );
  return rows[0];
}

export function pickupView(row: PickupWithParcels): PickupAnswer {
  return {
    pickupId: row.id,
    courierId: row.courier,
    pickupStatus: row.state,
    address: row.address,
    date: row.day,
    readyTime: row.ready_time,
    closeTime: row.close_time,
    timeZone: row.time_zone,
    shipmentIds: row.shipment_ids,
    pieces: row.pieces,
    weight: kilograms(BigInt(row.weight_grams)),
    note: row.note,
    confirmation: row.confirmation,
    reasonCode: row.reason_code,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    resolvedBy: row.resolved_by,
    resolution: row.resolution,
  };
}
