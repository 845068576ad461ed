import type { Pool, PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { stringifyExact } from '@qafila/json/write-json';
import { newId } from '@qafila/runtime/new-id';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { requestText } from './request-text.ts';
import type { ShipmentRow } from './shipment.entity.ts';

export interface NewShipment { request: ShipmentRequest; couriers: readonly string[]; originalId?: string }

/** Writes a shipment that waits for its courier, in the caller's transaction. The reference's unique key decides between two of the same name. */
export async function newShipment(shipments: Pick<Shipments, 'clock'>, tx: PoolClient, owner: Owner, wanted: NewShipment): Promise<ShipmentRow> {
  const row = shipmentRow(shipments, owner, wanted);
  if ((await insertShipments(tx, [row])).size === 0) throw await duplicate(tx, owner, row.reference);
  return row;
}

/** The row whole, so that nothing is read back: what the table would fill in by itself is written here too. */
export function shipmentRow({ clock }: Pick<Shipments, 'clock'>, owner: Owner, { request, couriers, originalId }: NewShipment): ShipmentRow {
  const courier = request.courierId ?? couriers[0];
  if (courier === undefined) throw new Refusal(400, 'COURIER_UNKNOWN', 'courierId: no courier is configured for this company', { param: 'courierId' });
  const now = new Date(clock());
  return {
    account_id: owner.accountId, id: newId('shp', now.getTime()), store_id: owner.storeId, mode: owner.mode, reference: request.referenceNumber, type: request.shipmentType,
    original_id: originalId ?? null, courier, service_code: request.serviceCode ?? null, currency: request.currency, cod_minor: String(request.codAmount), cod_collected_minor: null,
    status: 'PENDING', version: 1, booking: 'unasked', awb: null, cancel_wanted: false, resume_to: null, scanned_at: null, label: null, alarms: [], due_at: now, tries: 0,
    sent_until: null, poll_at: null, request: requestText(request), metadata: request.metadata === undefined ? null : stringifyExact(request.metadata), created_at: now, updated_at: now,
  };
}

/** Any number of them by one statement, whose text is always the same. Answers the ids of those whose reference was free: they are stored. */
export async function insertShipments(db: Pool | PoolClient, rows: readonly ShipmentRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: stored } = await db.query<{ id: string }>({
    name: 'insert-shipments',
    // In the order of the key: two statements that want the same references wait for each other in one direction only.
    text: `
      INSERT INTO shipment SELECT * FROM json_populate_recordset(NULL::shipment, $1) ORDER BY account_id, reference
      ON CONFLICT (account_id, reference) DO NOTHING RETURNING id`,
    values: [JSON.stringify(rows)],
  });
  return new Set(stored.map(({ id }) => id));
}

/** Committed before our insert met it, so a statement of its own sees it. */
export async function duplicate(db: Pool | PoolClient, { accountId }: Owner, reference: string): Promise<Refusal> {
  const { rows: [known] } = await db.query<{ id: string }>('SELECT id FROM shipment WHERE account_id = $1 AND reference = $2', [accountId, reference]);
  return conflict('REFERENCE_DUPLICATE', `referenceNumber: ${JSON.stringify(reference)} is the reference of the shipment ${known?.id}.`, { shipmentId: known?.id }, 'referenceNumber');
}
