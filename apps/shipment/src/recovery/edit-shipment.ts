import type { PoolClient } from 'pg';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { fillParties } from '../addresses/fill-parties.ts';
import { readCreateBody } from '../body/create-body.ts';
import type { ShipmentRequest } from '../body/create-body.ts';
import { warningsOf } from '../body/warnings.ts';
import { changeShipment } from '../shipments/change-shipment.ts';
import { findShipment, lockShipment } from '../shipments/find-shipment.ts';
import { duplicateReference, releaseReferences, shipmentRow } from '../shipments/insert-shipments.ts';
import type { NewShipment } from '../shipments/insert-shipments.ts';
import type { Person } from '../shipments/owner.ts';
import { reserveAgain } from '../shipments/return-shipment.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { ShipmentEditedAnswer } from '../shipments/shipment.schema.ts';

/** Replaces the body of a shipment that no courier has been asked to book. */
export async function editShipment(
  dependencies: ShipmentDependencies,
  person: Person,
  id: string,
  { body: sent, ...request }: IdempotentRequest,
): Promise<Answer> {
  const { nationalAddress, pool } = dependencies;
  const couriers = await dependencies.couriers.ofCompany(pool, person.accountId);
  const { type } = await findShipment(pool, person.accountId, id);
  const purpose = type === 'RETURN' ? 'return' : 'shipment';
  const { body, warnings: ofAddresses } = await fillParties(dependencies.addresses, sent);
  const readBody = (): ShipmentRequest => readCreateBody(body, { purpose, couriers, nationalAddress });
  const choose = await dependencies.selector.prepare(person.accountId, readBody);
  return idempotent(
    dependencies,
    { ...request, owner: person },
    {
      begin: async (tx) => {
        const before = await lockShipment(tx, person.accountId, id);
        const edited = await changeShipment(dependencies, tx, before, {
          command: { kind: 'edit' },
          source: 'merchant',
          person: { actor: person.keyId, action: 'edit' },
        });
        const read = readBody();
        if (purpose === 'return') await reserveAgain(tx, edited, read);
        const { status } = await replaceBody(dependencies, tx, edited, {
          request: read,
          couriers,
          selection: choose(read, couriers),
        });
        const warnings = warningsOf(read, ofAddresses);
        const data: ShipmentEditedAnswer = { shipmentStatus: status, ...(warnings.length > 0 && { warnings }) };
        return { answer: { status: 200, body: shipmentSuccess(200, 'Shipment edited', data) } };
      },
    },
  );
}

async function replaceBody(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  shipment: NewShipment,
): Promise<ShipmentRow> {
  const owner = { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
  const next = shipmentRow(dependencies, owner, shipment);
  if (next.reference !== row.reference) await releaseReferences(tx, [next]);
  await tx.query('SAVEPOINT before_reference');
  try {
    await tx.query(
      `
      UPDATE shipment SET reference = $3, type = $4, courier = $5, service_code = $6, currency = $7, cod_minor = $8,
        request = $9, metadata = $10, phone = $11, selection = $12
      WHERE account_id = $1 AND id = $2`,
      [
        row.account_id,
        row.id,
        next.reference,
        next.type,
        next.courier,
        next.service_code,
        next.currency,
        next.cod_minor,
        next.request,
        next.metadata,
        next.phone,
        next.selection === null ? null : JSON.stringify(next.selection),
      ],
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'shipment_reference') throw error;
    await tx.query('ROLLBACK TO SAVEPOINT before_reference');
    throw await duplicateReference(tx, owner, next.reference);
  }
  return { ...row, courier: next.courier };
}
