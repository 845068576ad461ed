import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readCreateBody } from '../body/create-body.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { newShipment } from './new-shipment.ts';

/** §4.3. Answered once it is committed; the courier is asked behind it, and what he says is told by events. */
export async function createShipment(shipments: Shipments, owner: Owner, { body, ...request }: SentRequest): Promise<Answer> {
  const couriers = await shipments.couriers.ofCompany(shipments.pool, owner.accountId);
  const wanted = readCreateBody(body, { purpose: 'shipment', couriers, nationalAddress: shipments.nationalAddress });
  return idempotent(shipments, { ...request, owner }, {
    isOneStatement: true,
    begin: async (tx) => ({ answer: created('Shipment created', (await newShipment(shipments, tx, owner, { request: wanted, couriers })).id) }),
  });
}

export function created(message: string, shipmentId: string): Answer {
  return { status: 200, body: shipmentSuccess(200, message, { shipmentId }) };
}
