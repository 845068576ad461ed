import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import type { Done } from '../faults/perform.ts';
import { courierLevers } from '../levers/courier-levers.ts';
import type { CourierLever } from '../levers/courier-levers.ts';
import { LIMITS } from '../limits.ts';
import { duplicateReference, lockReference } from '../payments/claim.ts';
import type { Sandbox } from '../sandbox.ts';
import { isBooked } from './find-parcel.ts';
import { wholeJourney } from './journey.ts';
import type { CourierName, ParcelRow } from './parcel.entity.ts';
import { planScans } from './scans.ts';

export interface Place { name: string; phone: string; address: string; city: string; country: string }
export interface AskedBooking {
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
  header?: string;
}
export interface Booking { parcel: ParcelRow; replayed: boolean }

const PREFIX: Record<CourierName, string> = { 'sandbox-express': 'SXP', 'sandbox-economy': 'SEC' };
const SERVICES: Record<CourierName, Record<string, string>> = {
  'sandbox-express': { STANDARD: 'Sandbox Express', NOON: 'Sandbox Express 12:00' }, 'sandbox-economy': { ECONOMY: 'Sandbox Economy' },
};

export function serviceName({ courier, service }: ParcelRow): string {
  return SERVICES[courier][service] ?? service;
}

/** Books once under one reference. What a lever does to the first request, it does not do to the next. */
export async function bookParcel(sandbox: Sandbox, asked: AskedBooking): Promise<Booking> {
  const { courier, reference, merchantReference } = asked;
  const levers = courierLevers(merchantReference, asked.to.phone);
  return perform(sandbox, { provider: courier, operation: 'create', names: [reference, merchantReference], header: asked.header }, async ({ decline }) => {
    const services = SERVICES[courier];
    if (!Object.hasOwn(services, asked.service)) throw new Refusal(422, 'unknown_service', `There is no service ${asked.service}. Choose ${Object.keys(services).join(' or ')}.`);
    if (decline !== null || levers.includes('REFUSE')) throw new Refusal(422, 'not_served', 'We do not deliver to this address.');
    const { isFirst, ...booking } = await inTransaction(sandbox.pool, (tx) => takeBooking(sandbox, tx, { asked, levers }));
    return isFirst ? firstAnswer(booking, levers) : { answer: booking };
  });
}

function firstAnswer(booking: Booking, levers: readonly CourierLever[]): Done<Booking> {
  if (levers.includes('DOWN')) throw new Refusal(503, 'down', 'The courier is down. Nothing was done.', { retryAfterSeconds: 1 });
  return { answer: booking, lost: levers.includes('GHOST') || levers.includes('VANISH') ? 'ghost' : levers.includes('TIMEOUT') ? 'lost' : null };
}

interface Taking { asked: AskedBooking; levers: readonly CourierLever[] }

async function takeBooking(sandbox: Sandbox, tx: PoolClient, { asked, levers }: Taking): Promise<Booking & { isFirst: boolean }> {
  await lockReference(tx, asked.courier, asked.reference);
  const row = newParcel(sandbox, asked, levers);
  const names = Object.keys(row);
  const { rowCount } = await tx.query(`INSERT INTO parcel (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})
    ON CONFLICT (courier, reference) DO NOTHING`, Object.values(row));
  if (rowCount === 1) {
    if (row.booked_at !== null) await plan(sandbox, tx, row);
    return { parcel: row, replayed: false, isFirst: true };
  }
  const { rows: [found] } = await tx.query<ParcelRow>('SELECT * FROM parcel WHERE courier = $1 AND reference = $2 FOR UPDATE', [asked.courier, asked.reference]);
  if (found === undefined || !found.asked_digest.equals(row.asked_digest)) throw duplicateReference();
  if (isBooked(sandbox, found)) return { parcel: found, replayed: true, isFirst: false };
  // Not in force yet: this request brings it into force now, so that none of the two can do it later.
  const booked: ParcelRow = { ...found, booked_at: sandbox.clock.now() };
  await tx.query('UPDATE parcel SET booked_at = $3 WHERE courier = $1 AND waybill = $2', [booked.courier, booked.waybill, booked.booked_at]);
  await tx.query('DELETE FROM parcel_scan WHERE courier = $1 AND waybill = $2', [booked.courier, booked.waybill]);
  await plan(sandbox, tx, booked);
  return { parcel: booked, replayed: found.booked_at !== null, isFirst: false };
}

function newParcel({ clock, keys }: Sandbox, asked: AskedBooking, levers: readonly CourierLever[]): ParcelRow {
  const { courier, reference, merchantReference, service, pieces, cod, from, to, callbackUrl } = asked;
  const values = [merchantReference, service, pieces, asked.weightGrams, cod?.minor.toString(), cod?.currency, from, to];
  const never = levers.includes('DOWN') || levers.includes('VANISH');
  return {
    courier, waybill: PREFIX[courier] + keys.derive('waybill', [courier, reference], 12).toUpperCase(), reference, merchant_reference: merchantReference, levers, service, pieces,
    sort_code: `${to.country}-${keys.derive('sort', [to.city], 3).toUpperCase()}`, cod_minor: (cod?.minor ?? 0n).toString(), currency: cod?.currency ?? null, signed_by: to.name,
    from_city: from.city, from_country: from.country, to_city: to.city, to_country: to.country, callback_url: callbackUrl,
    asked_digest: createHash('sha256').update(JSON.stringify(values)).digest(),
    booked_at: never ? null : clock.after(levers.includes('GHOST') ? LIMITS.bookingLateMs : 0), cancelled_at: null, sequence: 0, created_at: clock.now(),
  };
}

async function plan(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const at = parcel.booked_at as Date;
  const steps = wholeJourney({ levers: parcel.levers, international: parcel.from_country !== parcel.to_country });
  await planScans(sandbox, tx, parcel, { steps, start: { at, occurredAt: at } });
}
