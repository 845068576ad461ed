import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { fillParties } from '../addresses/fill-parties.ts';
import { readCreateBody } from '../body/create-body.ts';
import type { ShipmentRequest } from '../body/create-body.ts';
import { warningsOf } from '../body/warnings.ts';
import type { Warning } from '../body/warnings.ts';
import { insertShipment } from './insert-shipments.ts';
import type { NewShipment } from './insert-shipments.ts';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { ShipmentCreatedAnswer } from './shipment.schema.ts';

/**
 * §4.3. Answers once the row is committed; the courier is called afterwards, and events report the result. With an
 * idempotency key the row commits together with the key; without one it shares an INSERT with other creates.
 */
export async function createShipment(
  dependencies: ShipmentDependencies,
  owner: Owner,
  { body: sent, ...request }: IdempotentRequest,
): Promise<Answer> {
  const { body, warnings: ofAddresses } = await fillParties(dependencies.addresses, sent);
  let warnings: Warning[] = [];
  const { nationalAddress, pool } = dependencies;
  const readBody = (couriers: readonly string[]): ShipmentRequest =>
    readCreateBody(body, { purpose: 'shipment', couriers, nationalAddress });
  const choose = await dependencies.selector.prepare(owner.accountId, readBody);
  const read = (couriers: readonly string[]): NewShipment => {
    const shipmentRequest = readBody(couriers);
    warnings = warningsOf(shipmentRequest, ofAddresses);
    return { request: shipmentRequest, couriers, selection: choose(shipmentRequest, couriers) };
  };
  if (request.key === undefined)
    return createdAnswer(
      'Shipment created',
      await dependencies.createQueue.submit({ owner, read, characters: request.characters }),
      warnings,
    );
  const couriers = await dependencies.couriers.ofCompany(pool, owner.accountId);
  return idempotent(
    dependencies,
    { ...request, owner },
    {
      // Reads the body for a new request only: a repeat gets its answer even when the company has changed its couriers.
      begin: async (tx) => ({
        answer: createdAnswer(
          'Shipment created',
          await insertShipment(dependencies, tx, owner, read(couriers)),
          warnings,
        ),
      }),
    },
  );
}

/** §4.3 and §4.4 have the id alone: `warnings` is present only when there are any. */
export function createdAnswer(message: string, { id }: Pick<ShipmentRow, 'id'>, warnings: readonly Warning[]): Answer {
  const data: ShipmentCreatedAnswer = { shipmentId: id, ...(warnings.length > 0 && { warnings: [...warnings] }) };
  return { status: 200, body: shipmentSuccess(200, message, data) };
}
