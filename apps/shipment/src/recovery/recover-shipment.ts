import type { PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { shipmentSuccess } from '@qafila/envelopes/shipment';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer } from '@qafila/idempotency/idempotent';
import type { IdempotentRequest } from '@qafila/idempotency/idempotent-request';
import { closeAlarms } from '../alarms/resolve-alarms.ts';
import { changeShipment } from '../shipments/change-shipment.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import type { Person } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { BookingRetryAnswer } from '../shipments/shipment.schema.ts';
import type { NoteBody, RetryBookingBody, SetWaybillBody } from './recovery.schema.ts';

/** Books a shipment again whose booking failed, if wanted with another courier or service (decision 0015). */
export async function retryBooking(
  dependencies: ShipmentDependencies,
  person: Person,
  { id, request, body }: { id: string; request: IdempotentRequest; body: RetryBookingBody },
): Promise<Answer> {
  const courier = await ownCourier(dependencies, person, body.courierId);
  return recover(dependencies, person, { id, request }, async (tx, before) => {
    const after = await changeShipment(dependencies, tx, before, {
      command: { kind: 'retry-booking', courier },
      source: 'merchant',
      person: { actor: person.keyId, action: 'retry-booking' },
    });
    const retried = after.version !== before.version;
    if (retried) await storeService(tx, after, body.serviceCode);
    if (retried && courier !== undefined) await endChoice(tx, after);
    return {
      message: retried ? 'Booking will be tried again' : `Nothing to try again: the shipment is ${before.status}`,
      data: { retried, shipmentStatus: after.status } satisfies BookingRetryAnswer,
    };
  });
}

/** Takes in a waybill that a person got from the courier by another way. */
export async function setWaybill(
  dependencies: ShipmentDependencies,
  person: Person,
  { id, request, body }: { id: string; request: IdempotentRequest; body: SetWaybillBody },
): Promise<Answer> {
  const { awb, courierId, note } = body;
  const courier = await ownCourier(dependencies, person, courierId);
  return recover(dependencies, person, { id, request }, async (tx, before) => {
    refuseWhileSent(before, dependencies.clock());
    const command = { kind: 'set-waybill', awb, courier: courier ?? before.courier } as const;
    const after = await changeShipment(dependencies, tx, before, {
      command,
      source: 'merchant',
      person: { actor: person.keyId, action: 'set-waybill', note: [awb, note].filter(Boolean).join(': ') },
    }).catch((error: unknown) => {
      throw asWaybillTaken(error, command);
    });
    await closeAlarms(tx, person, after, { alarm: 'COURIER_SILENT', note, atMs: dependencies.clock() });
    return { message: 'Waybill set', data: { shipmentStatus: after.status } };
  });
}

/** Ends the look-up of a booking that does not exist; the shipment can then be booked again, edited or cancelled. */
export async function declareAbsent(
  dependencies: ShipmentDependencies,
  person: Person,
  { id, request, body: { note } }: { id: string; request: IdempotentRequest; body: NoteBody },
): Promise<Answer> {
  return recover(dependencies, person, { id, request }, async (tx, before) => {
    refuseWhileSent(before, dependencies.clock());
    const after = await changeShipment(dependencies, tx, before, {
      command: { kind: 'declare-absent' },
      source: 'merchant',
      reasonCode: 'declared_absent',
      person: { actor: person.keyId, action: 'declare-absent', note },
    });
    await closeAlarms(tx, person, after, { alarm: 'COURIER_SILENT', note, atMs: dependencies.clock() });
    return { message: 'Booking declared absent', data: { shipmentStatus: after.status } };
  });
}

/** Runs a person's command under the shipment's lock, once for each idempotency key. */
export function recover(
  dependencies: ShipmentDependencies,
  owner: Person,
  { id, request: { body: _, ...request } }: { id: string; request: IdempotentRequest },
  work: (tx: PoolClient, before: ShipmentRow) => Promise<{ message: string; data: object }>,
): Promise<Answer> {
  return idempotent(
    dependencies,
    { ...request, owner },
    {
      begin: async (tx) => {
        const { message, data } = await work(tx, await lockShipment(tx, owner.accountId, id));
        return { answer: { status: 202, body: shipmentSuccess(202, message, data) } };
      },
    },
  );
}

/** Throws a 400 refusal unless the courier is one of the company; undefined stays undefined. */
async function ownCourier(
  { couriers, pool }: ShipmentDependencies,
  { accountId }: Person,
  courierId: string | undefined,
): Promise<string | undefined> {
  if (courierId === undefined) return undefined;
  const own = await couriers.ofCompany(pool, accountId);
  if (own.includes(courierId)) return courierId;
  throw new Refusal(400, 'COURIER_UNKNOWN', `courierId is not one of your couriers (${own.join(', ') || 'none'}).`, {
    param: 'courierId',
  });
}

async function storeService(tx: PoolClient, row: ShipmentRow, serviceCode: string | undefined): Promise<void> {
  if (serviceCode === undefined || serviceCode === row.service_code) return;
  // A draft is of the service that it was made for.
  await tx.query('UPDATE shipment SET service_code = $3, courier_draft = NULL WHERE account_id = $1 AND id = $2', [
    row.account_id,
    row.id,
    serviceCode,
  ]);
}

/** A person who names the courier wants that one, and no other after it. */
async function endChoice(tx: PoolClient, { account_id: accountId, id, selection }: ShipmentRow): Promise<void> {
  if (selection === null) return;
  await tx.query('UPDATE shipment SET selection = $3 WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
    JSON.stringify({ ...selection, remaining: [] }),
  ]);
}

function refuseWhileSent({ sent_until: sentUntil, status, booking }: ShipmentRow, nowMs: number): void {
  if (sentUntil === null || sentUntil.getTime() <= nowMs || status !== 'PENDING' || booking !== 'asked') return;
  throw conflict(
    'BOOKING_NOT_OPEN',
    `A request to the courier is under way until ${sentUntil.toISOString()}: it may still book. Try again then.`,
    { status },
  );
}

/** The database decides: a company has a waybill once, and a courier of the deployment has it once among all. */
function asWaybillTaken(error: unknown, { awb, courier }: { awb: string; courier: string }): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505' || constraint?.startsWith('shipment_waybill') !== true) return error;
  return waybillTaken({ courier, awb });
}

function waybillTaken({ courier, awb }: { courier: string; awb: string }): Refusal {
  return conflict('WAYBILL_TAKEN', `Another shipment of ${courier} has the waybill ${awb}.`, {}, 'awb');
}
