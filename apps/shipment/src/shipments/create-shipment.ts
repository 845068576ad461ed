import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { readCreateBody } from '../body/create-body.ts';
import { warningsOf } from '../body/warnings.ts';
import type { Warning } from '../body/warnings.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { newShipment } from './new-shipment.ts';
import type { NewShipment } from './new-shipment.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/**
 * §4.3. Answered once it is committed; the courier is asked behind it, and what he says is told by events. Under a key, in the transaction
 * that holds the key; without one there is nothing to keep beside it, and it shares a statement with others.
 */
export async function createShipment(shipments: Shipments, owner: Owner, { body, ...request }: SentRequest): Promise<Answer> {
  let warnings: Warning[] = [];
  const read = (couriers: readonly string[]): NewShipment => {
    const wanted = readCreateBody(body, { purpose: 'shipment', couriers, nationalAddress: shipments.nationalAddress });
    warnings = warningsOf(wanted);
    return { request: wanted, couriers };
  };
  if (request.key === undefined) return created('Shipment created', await shipments.creates.submit({ owner, read, characters: request.characters }), warnings);
  const couriers = await shipments.couriers.ofCompany(shipments.pool, owner.accountId);
  return idempotent(shipments, { ...request, owner }, {
    // Read only where it is new: a repeat gets its answer also when the company's couriers are others by then.
    begin: async (tx) => ({ answer: created('Shipment created', await newShipment(shipments, tx, owner, read(couriers)), warnings) }),
  });
}

/** `warnings` only when there are any: §4.3 and §4.4 have the id alone. */
export function created(message: string, { id }: Pick<ShipmentRow, 'id'>, warnings: readonly Warning[]): Answer {
  return { status: 200, body: shipmentSuccess(200, message, { shipmentId: id, ...(warnings.length > 0 && { warnings }) }) };
}
