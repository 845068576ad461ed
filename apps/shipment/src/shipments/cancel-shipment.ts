import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { changeShipment } from './change-shipment.ts';
import { lockShipment } from './find-shipment.ts';
import type { Person } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';

/** §4.5: 202 accepts the cancellation; an event reports its result. A repeat changes nothing. */
export async function cancelShipment(
  dependencies: ShipmentDependencies,
  owner: Person,
  id: string,
  { body: _, ...request }: IdempotentRequest,
): Promise<Answer> {
  return idempotent(
    dependencies,
    { ...request, owner },
    {
      begin: async (tx) => {
        await changeShipment(dependencies, tx, await lockShipment(tx, owner.accountId, id), {
          command: { kind: 'cancel' },
          source: 'merchant',
          person: { actor: owner.keyId, action: 'cancel' },
        });
        return { answer: { status: 202, body: shipmentSuccess(202, 'Cancellation accepted', {}) } };
      },
    },
  );
}
