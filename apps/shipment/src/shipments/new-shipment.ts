import type { PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { stringifyExact } from '@qafila/json/write-json';
import { newId } from '@qafila/runtime/new-id';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Owner, Shipments } from '../shipments.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import { requestText } from './request-text.ts';

export interface NewShipment { request: ShipmentRequest; couriers: readonly string[]; originalId?: string }

/** Writes a shipment that waits for its courier: one row, one statement. The reference's unique key decides between two of the same name. */
export async function newShipment({ clock }: Shipments, tx: PoolClient, owner: Owner, { request, couriers, originalId }: NewShipment): Promise<ShipmentRow> {
  const nowMs = clock();
  const courier = request.courierId ?? couriers[0];
  if (courier === undefined) throw new Refusal(400, 'COURIER_UNKNOWN', 'courierId: no courier is configured for this company', { param: 'courierId' });
  const { rows: [row] } = await tx.query<ShipmentRow>({
    name: 'new-shipment',
    text: `
      INSERT INTO shipment (account_id, id, store_id, mode, reference, type, original_id, courier, service_code, currency, cod_minor, due_at, request, metadata, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $12, $12) ON CONFLICT (account_id, reference) DO NOTHING RETURNING *`,
    values: [owner.accountId, newId('shp', nowMs), owner.storeId, owner.mode, request.referenceNumber, request.shipmentType, originalId ?? null, courier, request.serviceCode ?? null,
      request.currency, String(request.codAmount), new Date(nowMs), requestText(request), request.metadata === undefined ? null : stringifyExact(request.metadata)],
  });
  if (row === undefined) throw await duplicate(tx, owner, request.referenceNumber);
  return row;
}

/** Committed before our insert met it, so a statement of its own sees it. */
async function duplicate(tx: PoolClient, { accountId }: Owner, reference: string): Promise<Refusal> {
  const { rows: [known] } = await tx.query<{ id: string }>('SELECT id FROM shipment WHERE account_id = $1 AND reference = $2', [accountId, reference]);
  return conflict('REFERENCE_DUPLICATE', `referenceNumber: ${JSON.stringify(reference)} is the reference of the shipment ${known?.id}.`, { shipmentId: known?.id }, 'referenceNumber');
}
