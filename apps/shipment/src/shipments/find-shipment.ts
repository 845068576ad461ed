import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { Owner } from './owner.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** A shipment of another company gets the same 404 as an unknown one. */
export async function findShipment(db: Pool | PoolClient, accountId: string, id: string): Promise<ShipmentRow> {
  const {
    rows: [row],
  } = await db.query<ShipmentRow>({
    name: 'find-shipment',
    text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = $2',
    values: [accountId, id],
  });
  if (row === undefined) throw shipmentNotFound(id);
  return row;
}

/** Finds the shipment and locks its row: a shipment has one writer at a time. */
export async function lockShipment(tx: PoolClient, accountId: string, id: string): Promise<ShipmentRow> {
  const {
    rows: [row],
  } = await tx.query<ShipmentRow>({
    name: 'lock-shipment',
    text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [accountId, id],
  });
  if (row === undefined) throw shipmentNotFound(id);
  return row;
}

/** The shipment of a courier's waybill; undefined when we have none. An account of a company knows only its own. */
export async function findByWaybill(
  pool: Pool,
  { courier, accountId }: { courier: string; accountId?: string },
  awb: string,
): Promise<(Owner & { id: string }) | undefined> {
  const {
    rows: [row],
  } = await pool.query<ShipmentRow>({
    name: 'waybill-owner',
    text: `
      SELECT account_id, id, store_id, mode FROM shipment
      WHERE courier = $1 AND awb = $2 AND ($3::text IS NULL OR account_id = $3)`,
    values: [courier, awb, accountId ?? null],
  });
  return row === undefined
    ? undefined
    : { accountId: row.account_id, storeId: row.store_id, mode: row.mode, id: row.id };
}

/** The id is of no shipment of this company. */
export function shipmentNotFound(id: string): Refusal {
  return new Refusal(404, 'SHIPMENT_NOT_FOUND', `There is no shipment ${JSON.stringify(id)} in this company.`, {
    param: 'shipment_id',
  });
}
