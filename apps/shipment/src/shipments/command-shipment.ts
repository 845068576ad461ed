import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { changeShipment } from './change-shipment.ts';
import { lockShipment } from './find-shipment.ts';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';
import type { BookingRetryAnswer } from './shipment.schema.ts';

/** §4.5: 202 accepts the cancellation; an event reports its result. A repeat changes nothing. */
export async function cancelShipment(
  dependencies: ShipmentDependencies,
  owner: Owner,
  id: string,
  { body: _, ...request }: IdempotentRequest,
): Promise<Answer> {
  return runCommand(
    dependencies,
    { ...request, owner },
    { id, kind: 'cancel', messageFor: () => 'Cancellation accepted' },
  );
}

/** Books a shipment again whose booking the courier refused (decision 0015). */
export async function retryBooking(
  dependencies: ShipmentDependencies,
  owner: Owner,
  id: string,
  { body: _, ...request }: IdempotentRequest,
): Promise<Answer> {
  return runCommand(
    dependencies,
    { ...request, owner },
    {
      id,
      kind: 'retry-booking',
      messageFor: ({ status }) =>
        status === 'BOOKING_FAILED' ? 'Booking will be tried again' : `Nothing to try again: the shipment is ${status}`,
      dataFor: (before, after): BookingRetryAnswer => ({
        retried: after.version !== before.version,
        shipmentStatus: after.status,
      }),
    },
  );
}

interface MerchantCommand {
  id: string;
  kind: 'cancel' | 'retry-booking';
  /** The message of the answer, by the shipment as it was before the command. */
  messageFor: (before: ShipmentRow) => string;
  /** §4.5: the data of cancel is an empty object. */
  dataFor?: (before: ShipmentRow, after: ShipmentRow) => object;
}

function runCommand(
  dependencies: ShipmentDependencies,
  request: Parameters<typeof idempotent>[1],
  { id, kind, messageFor, dataFor = () => ({}) }: MerchantCommand,
): Promise<Answer> {
  return idempotent(dependencies, request, {
    begin: async (tx) => {
      const before = await lockShipment(tx, request.owner.accountId, id);
      const after = await changeShipment(dependencies, tx, before, { command: { kind }, source: 'merchant' });
      return { answer: { status: 202, body: shipmentSuccess(202, messageFor(before), dataFor(before, after)) } };
    },
  });
}
