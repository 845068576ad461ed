import type { PoolClient } from 'pg';
import type { CallbackRow } from '../callbacks/deliver-callbacks.ts';
import { inTransaction } from '../in-transaction.ts';
import { LIMITS } from '../limits.ts';
import { serviceName } from '../parcels/book-parcel.ts';
import { findParcel, holdParcel } from '../parcels/find-parcel.ts';
import { fromAct, fromPickup, mayAct } from '../parcels/journey.ts';
import type { Act } from '../parcels/journey.ts';
import { hasEnded } from '../parcels/parcel.entity.ts';
import type { ParcelRow, ScanRow } from '../parcels/parcel.entity.ts';
import { dropPlan, happenedScans, hurryPlan, planScans, startNow } from '../parcels/scans.ts';
import { unknownReference } from '../payments/find-payment.ts';
import { illegalStatus } from '../payments/move-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import { resendCallback } from './look-at-payment.ts';

/** What can be done with a parcel by hand, and what the page says of it. */
export const PARCEL_ACTS = {
  'next': 'Next scan now', 'pick-up': 'Pick up now', 'deliver': 'Deliver now', 'fail': 'Fail the delivery', 'hold': 'Hold', 'return': 'Return to sender', 'lose': 'Lose', 'cancel': 'Cancel by the courier',
  'resend': 'Send the last webhook again',
} as const;
export type ParcelAct = keyof typeof PARCEL_ACTS;

/** What makes no sense any more (delivering a lost parcel) is refused and changes nothing. */
export async function steerParcel(sandbox: Sandbox, waybill: string, act: ParcelAct): Promise<ParcelRow> {
  const parcel = await inTransaction(sandbox.pool, async (tx) => {
    const held = await holdParcel(tx, await findParcel(sandbox, tx, { waybill }));
    await (act === 'resend' ? resendLast(sandbox, tx, held) : steer(sandbox, tx, { parcel: held, act }));
    return held;
  });
  sandbox.wake();
  return parcel;
}

async function steer(sandbox: Sandbox, tx: PoolClient, { parcel, act }: { parcel: ParcelRow; act: 'next' | 'pick-up' | Act }): Promise<void> {
  const scans = await happenedScans(sandbox, tx, parcel);
  const done = scans.map(({ kind }) => kind);
  if (hasEnded(done) || (act !== 'next' && !mayAct(act, done))) throw illegalStatus(done.at(-1) ?? 'booked');
  if (act === 'next') return hurryNext(sandbox, tx, parcel);
  const { levers, from_country: from, to_country: to } = parcel;
  await dropPlan(sandbox, tx, parcel);
  await planScans(sandbox, tx, parcel, { steps: act === 'pick-up' ? fromPickup({ levers, international: from !== to }) : fromAct(act, done), start: startNow(sandbox, parcel, scans) });
}

async function hurryNext(sandbox: Sandbox, tx: PoolClient, parcel: ParcelRow): Promise<void> {
  const now = sandbox.clock.now();
  const { rows: [next] } = await tx.query<ScanRow>('SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND happens_at > $3 ORDER BY happens_at LIMIT 1', [parcel.courier, parcel.waybill, now]);
  if (next === undefined) throw illegalStatus('still: nothing is planned');
  await hurryPlan(sandbox, tx, parcel, next.happens_at.getTime() - now.getTime());
}

async function resendLast(sandbox: Sandbox, tx: PoolClient, { courier, waybill }: ParcelRow): Promise<void> {
  const { rows: [last] } = await tx.query<{ id: string }>('SELECT id FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence DESC LIMIT 1', [courier, waybill]);
  if (last === undefined) throw unknownReference();
  await resendCallback(sandbox, last.id);
}

export async function listParcels({ pool }: Sandbox): Promise<ParcelRow[]> {
  const { rows } = await pool.query<ParcelRow>('SELECT * FROM parcel WHERE booked_at IS NOT NULL ORDER BY created_at DESC, waybill LIMIT $1', [LIMITS.listedMax]);
  return rows;
}

export interface SeenScan { kind: string; state: 'known' | 'happened' | 'planned'; reason: string | null; city: string; occurred_at: string; happens_at: string; known_at: string; tells: boolean }
export interface SeenCallback { callback_id: string; sequence: number; event: string; url: string; state: string; attempts: number; last_status: number | null; due_at: string }
export interface SeenParcel {
  courier: string; waybill: string; reference: string; merchant_reference: string; levers: readonly string[]; service: string; sort_code: string; pieces: number; cod_minor: string; currency: string | null;
  booked_at: string | null; cancelled_at: string | null; scans: SeenScan[]; callbacks: SeenCallback[];
}

/** Everything about one parcel, also what is still to come. */
export async function lookAtParcel(sandbox: Sandbox, parcel: ParcelRow): Promise<SeenParcel> {
  const key = [parcel.courier, parcel.waybill];
  const now = sandbox.clock.now();
  const { rows: scans } = await sandbox.pool.query<ScanRow>('SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 ORDER BY number', key);
  const { rows: callbacks } = await sandbox.pool.query<CallbackRow>('SELECT * FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence', key);
  return {
    courier: parcel.courier, waybill: parcel.waybill, reference: parcel.reference, merchant_reference: parcel.merchant_reference, levers: parcel.levers, service: serviceName(parcel), sort_code: parcel.sort_code,
    pieces: parcel.pieces, cod_minor: parcel.cod_minor, currency: parcel.currency, booked_at: parcel.booked_at?.toISOString() ?? null, cancelled_at: parcel.cancelled_at?.toISOString() ?? null,
    scans: scans.map((scan) => ({
      kind: scan.kind, state: scan.known_at <= now ? 'known' : scan.happens_at <= now ? 'happened' : 'planned', reason: scan.reason, city: scan.city, occurred_at: scan.occurred_at.toISOString(),
      happens_at: scan.happens_at.toISOString(), known_at: scan.known_at.toISOString(), tells: scan.tells,
    })),
    callbacks: callbacks.map(({ id, sequence, event, url, state, attempts, last_status, due_at }) => ({ callback_id: id, sequence, event, url, state, attempts, last_status, due_at: due_at.toISOString() })),
  };
}
