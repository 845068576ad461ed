import type { CallbackRow } from '../callbacks/deliver-callbacks.ts';
import { LIMITS } from '../limits.ts';
import { serviceName } from '../parcels/book-parcel.ts';
import type { ParcelRow, ScanRow } from '../parcels/parcel.entity.ts';
import type { Sandbox } from '../sandbox.ts';

export interface SeenScan {
  kind: string; state: 'known' | 'happened' | 'planned'; reason: string | null; city: string; occurred_at: string; happens_at: string; known_at: string; tells: boolean;
}
export interface SeenCallback { callback_id: string; sequence: number; event: string; url: string; state: string; attempts: number; last_status: number | null; due_at: string }
export interface SeenParcel {
  courier: string; waybill: string; reference: string; merchant_reference: string; levers: readonly string[]; service: string; sort_code: string; pieces: number;
  cod_minor: string; currency: string | null; booked_at: string | null; cancelled_at: string | null; scans: SeenScan[]; callbacks: SeenCallback[];
}

export async function listParcels({ pool }: Sandbox): Promise<ParcelRow[]> {
  const { rows } = await pool.query<ParcelRow>('SELECT * FROM parcel WHERE booked_at IS NOT NULL ORDER BY created_at DESC, waybill LIMIT $1', [LIMITS.listedMax]);
  return rows;
}

/** Everything about one parcel, also what is still to come. */
export async function lookAtParcel({ pool, clock }: Sandbox, parcel: ParcelRow): Promise<SeenParcel> {
  const { courier, waybill, reference, merchant_reference, levers, sort_code, pieces, cod_minor, currency } = parcel;
  const now = clock.now();
  const { rows: scans } = await pool.query<ScanRow>('SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 ORDER BY number', [courier, waybill]);
  const { rows: callbacks } = await pool.query<CallbackRow>('SELECT * FROM callback WHERE provider = $1 AND payment_id = $2 ORDER BY sequence', [courier, waybill]);
  return {
    courier, waybill, reference, merchant_reference, levers, service: serviceName(parcel), sort_code, pieces, cod_minor, currency,
    booked_at: parcel.booked_at?.toISOString() ?? null, cancelled_at: parcel.cancelled_at?.toISOString() ?? null,
    scans: scans.map((scan) => seenScan(scan, now)), callbacks: callbacks.map(seenCallback),
  };
}

function seenScan({ kind, reason, city, tells, occurred_at: occurredAt, happens_at: happensAt, known_at: knownAt }: ScanRow, now: Date): SeenScan {
  const state = knownAt <= now ? 'known' : happensAt <= now ? 'happened' : 'planned';
  return { kind, state, reason, city, occurred_at: occurredAt.toISOString(), happens_at: happensAt.toISOString(), known_at: knownAt.toISOString(), tells };
}

function seenCallback({ id, sequence, event, url, state, attempts, last_status, due_at: dueAt }: CallbackRow): SeenCallback {
  return { callback_id: id, sequence, event, url, state, attempts, last_status, due_at: dueAt.toISOString() };
}
