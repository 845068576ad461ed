import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readCreateBody } from '../body/create-body.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { newShipment } from './new-shipment.ts';
import type { NewShipment } from './new-shipment.ts';

/**
 * §4.3. Answered once it is committed; the courier is asked behind it, and what he says is told by events. Under a key, in the transaction
 * that holds the key; without one there is nothing to keep beside it, and it shares a statement with others.
 */
export async function createShipment(shipments: Shipments, owner: Owner, { body, ...request }: SentRequest): Promise<Answer> {
  const read = (couriers: readonly string[]): NewShipment => (
    { request: readCreateBody(body, { purpose: 'shipment', couriers, nationalAddress: shipments.nationalAddress }), couriers });
  if (request.key === undefined) return created('Shipment created', (await shipments.creates.submit({ owner, read, characters: request.characters })).id);
  const couriers = await shipments.couriers.ofCompany(shipments.pool, owner.accountId);
  return idempotent(shipments, { ...request, owner }, {
    // Read only where it is new: a repeat gets its answer also when the company's couriers are others by then.
    begin: async (tx) => ({ answer: created('Shipment created', (await newShipment(shipments, tx, owner, read(couriers))).id) }),
  });
}

export function created(message: string, shipmentId: string): Answer {
  return { status: 200, body: shipmentSuccess(200, message, { shipmentId }) };
}
