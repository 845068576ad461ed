import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { CourierName } from '../companies.ts';
import type { ParcelRow } from '../entities/parcel.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { PerformedCall } from '../faults/perform-with-faults.ts';
import { duplicateReference } from '../http/refusals.ts';
import { courierLevers } from '../levers/courier-levers.ts';
import type { CourierLever } from '../levers/courier-levers.ts';
import { LIMITS } from '../limits.ts';
import { lockReference } from '../lock-reference.ts';
import type { Sandbox } from '../sandbox.ts';
import { isBooked } from './find-parcel.ts';
import { wholeJourney } from './journey.ts';
import { planScans } from './scans.ts';

export interface Place {
  name: string;
  phone: string;
  address: string;
  city: string;
  country: string;
}
export interface BookingRequest {
  courier: CourierName;
  reference: string;
  merchantReference: string;
  service: string;
  pieces: number;
  weightGrams: number;
  cod: { minor: bigint; currency: string } | null;
  from: Place;
  to: Place;
  callbackUrl: string;
  faultHeader?: string;
}
export interface Booking {
  parcel: ParcelRow;
  replayed: boolean;
}

const PREFIX: Record<CourierName, string> = { 'sandbox-express': 'SXP', 'sandbox-economy': 'SEC' };
/** The name of each service, by courier. */
export const SERVICES: Record<CourierName, Record<string, string>> = {
  'sandbox-express': { STANDARD: 'Sandbox Express', NOON: 'Sandbox Express 12:00' },
  'sandbox-economy': { ECONOMY: 'Sandbox Economy' },
};

export function serviceName({ courier, service }: ParcelRow): string {
  return SERVICES[courier][service] ?? service;
}

/** Books once under one reference. Most levers apply to the first request alone. */
export async function bookParcel(sandbox: Sandbox, request: BookingRequest): Promise<Booking> {
  const { courier, reference, merchantReference, faultHeader } = request;
  const levers = courierLevers(merchantReference, request.to.phone);
  const identifiers = [reference, merchantReference];
  const call = { provider: courier, operation: 'create', identifiers, faultHeader } as const;
  return performWithFaults(sandbox, call, async ({ decline }) => {
    requireService(request);
    if (decline !== null || levers.includes('REFUSE'))
      throw new Refusal(422, 'not_served', 'We do not deliver to this address.');
    const { isFirst, ...booking } = await inTransaction(sandbox.pool, (tx) =>
      insertBooking(sandbox, tx, { request, levers }),
    );
    return isFirst ? firstAnswer(booking, levers) : { answer: booking };
  });
}

function requireService({ courier, service }: BookingRequest): void {
  const services = SERVICES[courier];
  if (Object.hasOwn(services, service)) return;
  const choices = Object.keys(services).join(' or ');
  throw new Refusal(422, 'unknown_service', `There is no service ${service}. Choose ${choices}.`);
}

function firstAnswer(answer: Booking, levers: readonly CourierLever[]): PerformedCall<Booking> {
  if (levers.includes('DOWN'))
    throw new Refusal(503, 'down', 'The courier is down. Nothing was done.', { retryAfterSeconds: 1 });
  if (levers.includes('GHOST') || levers.includes('VANISH')) return { answer, replyFault: 'ghost' };
  return { answer, replyFault: levers.includes('TIMEOUT') ? 'lost' : null };
}

interface BookingContext {
  request: BookingRequest;
  levers: readonly CourierLever[];
}

async function insertBooking(
  sandbox: Sandbox,
  tx: PoolClient,
  { request, levers }: BookingContext,
): Promise<Booking & { isFirst: boolean }> {
  const { courier, reference } = request;
  await lockReference(tx, courier, reference);
  const row = newParcel(sandbox, request, levers);
  const columns = Object.keys(row);
  const { rowCount } = await tx.query(
    `INSERT INTO parcel (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    ON CONFLICT (courier, reference) DO NOTHING`,
    Object.values(row),
  );
  if (rowCount === 1) {
    if (row.booked_at !== null) await planJourney(sandbox, tx, row);
    return { parcel: row, replayed: false, isFirst: true };
  }
  const {
    rows: [found],
  } = await tx.query<ParcelRow>('SELECT * FROM parcel WHERE courier = $1 AND reference = $2 FOR UPDATE', [
    courier,
    reference,
  ]);
  if (found === undefined || !found.asked_digest.equals(row.asked_digest)) throw duplicateReference();
  if (isBooked(sandbox, found)) return { parcel: found, replayed: true, isFirst: false };
  return { parcel: await bookNow(sandbox, tx, found), replayed: found.booked_at !== null, isFirst: false };
}

/** A repeat brings a booking that is not in force yet into force, so that neither request does it later. */
async function bookNow(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<ParcelRow> {
  const booked: ParcelRow = { ...parcel, booked_at: sandbox.clock.now() };
  const { courier, waybill } = booked;
  await tx.query('UPDATE parcel SET booked_at = $3 WHERE courier = $1 AND waybill = $2', [
    courier,
    waybill,
    booked.booked_at,
  ]);
  await tx.query('DELETE FROM parcel_scan WHERE courier = $1 AND waybill = $2', [courier, waybill]);
  await planJourney(sandbox, tx, booked);
  return booked;
}

function newParcel({ clock, keys }: Sandbox, request: BookingRequest, levers: readonly CourierLever[]): ParcelRow {
  const { courier, reference, merchantReference, service, pieces, cod, from, to, callbackUrl } = request;
  const values = [
    merchantReference,
    service,
    pieces,
    request.weightGrams,
    cod?.minor.toString(),
    cod?.currency,
    from,
    to,
  ];
  const neverBooked = levers.includes('DOWN') || levers.includes('VANISH');
  return {
    courier,
    waybill: PREFIX[courier] + keys.derive('waybill', [courier, reference], 12).toUpperCase(),
    reference,
    merchant_reference: merchantReference,
    levers,
    service,
    pieces,
    sort_code: `${to.country}-${keys.derive('sort', [to.city], 3).toUpperCase()}`,
    cod_minor: (cod?.minor ?? 0n).toString(),
    currency: cod?.currency ?? null,
    signed_by: to.name,
    from_city: from.city,
    from_country: from.country,
    to_city: to.city,
    to_country: to.country,
    callback_url: callbackUrl,
    asked_digest: createHash('sha256').update(JSON.stringify(values)).digest(),
    booked_at: neverBooked ? null : clock.after(levers.includes('GHOST') ? LIMITS.bookingLateMs : 0),
    cancelled_at: null,
    sequence: 0,
    created_at: clock.now(),
  };
}

async function planJourney(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const at = parcel.booked_at as Date;
  const scans = wholeJourney({ levers: parcel.levers, international: parcel.from_country !== parcel.to_country });
  await planScans(sandbox, tx, parcel, { scans, start: { at, occurredAt: at } });
}
