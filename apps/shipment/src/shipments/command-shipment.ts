import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { SentRequest } from '@qafila/idempotency/sent';
import type { Owner, Shipments } from '../shipments.ts';
import { changeShipment, findShipment, holdShipment } from './change-shipment.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** §4.5: accepted, not done; the final word is an event. A repeat is as good as the first. */
export async function cancelShipment(shipments: Shipments, owner: Owner, id: string, { body: _, ...sent }: SentRequest): Promise<Answer> {
  return command(shipments, { ...sent, owner }, { id, kind: 'cancel', told: () => 'Cancellation accepted' });
}

/** A booking that the courier refused is asked for again (decision 0015). */
export async function retryBooking(shipments: Shipments, owner: Owner, id: string, { body: _, ...sent }: SentRequest): Promise<Answer> {
  return command(shipments, { ...sent, owner }, {
    id, kind: 'retry-booking', told: ({ status }) => (status === 'BOOKING_FAILED' ? 'Booking will be tried again' : `Nothing to try again: the shipment is ${status}`),
  });
}

/** `told`: of the shipment as the command found it. */
interface Command { id: string; kind: 'cancel' | 'retry-booking'; told: (found: ShipmentRow) => string }

function command(shipments: Shipments, request: Parameters<typeof idempotent>[1], { id, kind, told }: Command): Promise<Answer> {
  return idempotent(shipments, request, {
    begin: async (tx) => {
      const held = await holdShipment(tx, request.owner.accountId, id);
      const message = told(held);
      await changeShipment(shipments, tx, held, { command: { kind }, source: 'merchant' });
      return { answer: { status: 202, body: shipmentSuccess(202, message, {}) } };
    },
  });
}

/** A person has looked at what was raised. */
export async function clearAlarms(shipments: Shipments, { accountId }: Owner, id: string): Promise<void> {
  await findShipment(shipments.pool, accountId, id);
  await shipments.pool.query("UPDATE shipment SET alarms = '{}' WHERE account_id = $1 AND id = $2", [accountId, id]);
}
