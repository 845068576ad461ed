import type { Pool, PoolClient } from 'pg';
import type { Sandbox } from '../sandbox.ts';
import { LIMITS } from '../limits.ts';
import { shown } from './journey.ts';
import type { Step } from './journey.ts';
import type { ParcelRow, ScanKind, ScanRow } from './parcel.entity.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const AT_ORIGIN: ReadonlySet<ScanKind> = new Set(['ready', 'pickup_failed', 'picked_up', 'transit', 'cancelled', 'courier_cancelled', 'returned']);

/** Where a plan begins: by our clock, and in the courier's own time. */
export interface Start { at: Date; occurredAt: Date }
export interface Plan { steps: readonly Step[]; start: Start }

/** Writes the scans to come, after those that are there. */
export async function planScans({ courierHourMs }: Sandbox, tx: PoolClient, parcel: ParcelRow, { steps, start }: Plan): Promise<void> {
  const plan = shown(parcel.courier, steps, parcel).map(({ kind, hours, minutes = 0, knownHours, reason, tells, copies }, at) => {
    const [city, country] = AT_ORIGIN.has(kind) ? [parcel.from_city, parcel.from_country] : [parcel.to_city, parcel.to_country];
    return {
      at: at + 1, kind, reason, city, country, tells, copies, occurred_at: later(start.occurredAt, hours * HOUR_MS + minutes * MINUTE_MS),
      happens_at: later(start.at, hours * courierHourMs), known_at: later(start.at, knownHours * courierHourMs),
    };
  });
  await tx.query(`
    INSERT INTO parcel_scan (courier, waybill, number, kind, reason, city, country, occurred_at, happens_at, known_at, tells, copies)
    SELECT $1, $2, (SELECT coalesce(max(number), 0) FROM parcel_scan WHERE courier = $1 AND waybill = $2) + plan.at, kind, reason, city, country,
      date_trunc('second', occurred_at), happens_at, known_at, tells, copies
    FROM jsonb_to_recordset($3) AS plan (at integer, kind text, reason text, city text, country text, occurred_at timestamptz, happens_at timestamptz, known_at timestamptz,
      tells boolean, copies integer)`, [parcel.courier, parcel.waybill, JSON.stringify(plan)]);
}

/** What has happened, in its order. */
export async function happenedScans({ clock }: Sandbox, database: Pool | PoolClient, { courier, waybill }: ParcelRow): Promise<ScanRow[]> {
  const { rows } = await database.query<ScanRow>(`
    SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND happens_at <= $3 ORDER BY number`, [courier, waybill, clock.now()]);
  return rows;
}

/** What the courier lets know, the newest knowledge last. */
export async function knownScans({ clock, pool }: Sandbox, { courier, waybill }: ParcelRow): Promise<ScanRow[]> {
  const { rows } = await pool.query<ScanRow>(`
    SELECT * FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND known_at <= $3 ORDER BY known_at, number`, [courier, waybill, clock.now()]);
  return rows.flatMap((scan) => Array.from({ length: scan.copies + 1 }, () => scan));
}

/** What has not happened will not. */
export async function dropPlan({ clock }: Sandbox, tx: PoolClient, { courier, waybill }: ParcelRow): Promise<void> {
  await tx.query('DELETE FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND happens_at > $3', [courier, waybill, clock.now()]);
}

/** All that is to come comes so much earlier; in the courier's own time nothing changes. */
export async function hurryPlan({ clock }: Sandbox, tx: PoolClient, { courier, waybill }: ParcelRow, ms: number): Promise<void> {
  await tx.query(`
    UPDATE parcel_scan SET happens_at = happens_at - $4 * interval '1 ms', known_at = known_at - $4 * interval '1 ms'
    WHERE courier = $1 AND waybill = $2 AND happens_at > $3`, [courier, waybill, clock.now(), ms]);
}

/** Now, in the courier's own time: after the last scan, and as much later as its hours say, up to a day. */
export function startNow({ clock, courierHourMs }: Sandbox, parcel: ParcelRow, done: readonly ScanRow[]): Start {
  const last = done.at(-1) ?? { occurred_at: parcel.booked_at as Date, happens_at: parcel.booked_at as Date };
  const idleMs = (clock.now().getTime() - last.happens_at.getTime()) / courierHourMs * HOUR_MS;
  const afterMs = Math.min(Math.max(idleMs, MINUTE_MS), LIMITS.idleHoursMax * HOUR_MS);
  return { at: clock.now(), occurredAt: later(last.occurred_at, afterMs) };
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
