import type { Pool, PoolClient } from 'pg';
import type { ParcelRow, ScanKind, ScanRow } from '../entities/parcel.entity.ts';
import { LIMITS } from '../limits.ts';
import type { Sandbox } from '../sandbox.ts';
import { reportedScans } from './journey.ts';
import type { PlannedScan } from './journey.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const AT_ORIGIN: ReadonlySet<ScanKind> = new Set([
  'ready',
  'pickup_failed',
  'picked_up',
  'transit',
  'cancelled',
  'courier_cancelled',
  'returned',
]);

/** When a plan starts: by the sandbox's clock, and in the courier's own time. */
export interface PlanStart {
  at: Date;
  occurredAt: Date;
}
export interface Plan {
  scans: readonly PlannedScan[];
  start: PlanStart;
}

/** Inserts the planned scans after those that exist. */
export async function planScans(
  { courierHourMs }: Sandbox,
  tx: PoolClient,
  parcel: ParcelRow,
  { scans, start }: Plan,
): Promise<void> {
  const plan = reportedScans(parcel.courier, scans, parcel).map(
    ({ kind, hours, minutes = 0, knownHours, reason, piece, hasCallback, copies }, index) => {
      const [city, country] = AT_ORIGIN.has(kind)
        ? [parcel.from_city, parcel.from_country]
        : [parcel.to_city, parcel.to_country];
      return {
        position: index + 1,
        kind,
        reason,
        piece,
        city,
        country,
        has_callback: hasCallback,
        copies,
        occurred_at: later(start.occurredAt, hours * HOUR_MS + minutes * MINUTE_MS),
        happens_at: later(start.at, hours * courierHourMs),
        known_at: later(start.at, knownHours * courierHourMs),
      };
    },
  );
  await tx.query(
    `
    INSERT INTO parcel_scan (courier, waybill, number, kind, reason, piece, city, country, occurred_at, happens_at,
      known_at, tells, copies)
    SELECT $1, $2,
      (SELECT coalesce(max(number), 0) FROM parcel_scan WHERE courier = $1 AND waybill = $2) + plan.position,
      kind, reason, piece, city, country, date_trunc('second', occurred_at), happens_at, known_at, has_callback, copies
    FROM jsonb_to_recordset($3) AS plan (position integer, kind text, reason text, piece integer, city text,
      country text, occurred_at timestamptz, happens_at timestamptz, known_at timestamptz, has_callback boolean,
      copies integer)`,
    [parcel.courier, parcel.waybill, JSON.stringify(plan)],
  );
}

/** The select list of a whole `ScanRow`. */
// eslint-disable-next-line qafila/retired-words -- names of columns
export const SCAN_COLUMNS = `
  courier, waybill, number, kind, reason, piece, city, country, occurred_at, happens_at, known_at,
  tells AS has_callback, told AS callback_stored, copies`;
const SELECT_SCANS = `SELECT ${SCAN_COLUMNS} FROM parcel_scan WHERE courier = $1 AND waybill = $2`;

/** Every scan of a parcel, planned ones too, in the order in which they happen. */
export async function allScans({ pool }: Sandbox, { courier, waybill }: ParcelRow): Promise<ScanRow[]> {
  return (await pool.query<ScanRow>(`${SELECT_SCANS} ORDER BY number`, [courier, waybill])).rows;
}

/** The scans that have happened, in their order. */
export async function happenedScans(
  { clock }: Sandbox,
  database: Pool | PoolClient,
  { courier, waybill }: ParcelRow,
): Promise<ScanRow[]> {
  const { rows } = await database.query<ScanRow>(`${SELECT_SCANS} AND happens_at <= $3 ORDER BY number`, [
    courier,
    waybill,
    clock.now(),
  ]);
  return rows;
}

/** The next planned scan; undefined: none is planned. */
export async function nextScan(
  { clock }: Sandbox,
  tx: PoolClient,
  { courier, waybill }: ParcelRow,
): Promise<ScanRow | undefined> {
  const { rows } = await tx.query<ScanRow>(`${SELECT_SCANS} AND happens_at > $3 ORDER BY happens_at LIMIT 1`, [
    courier,
    waybill,
    clock.now(),
  ]);
  return rows[0];
}

/** The scans that tracking shows, in the order in which they became known. */
export async function knownScans({ clock, pool }: Sandbox, { courier, waybill }: ParcelRow): Promise<ScanRow[]> {
  const { rows } = await pool.query<ScanRow>(`${SELECT_SCANS} AND known_at <= $3 ORDER BY known_at, number`, [
    courier,
    waybill,
    clock.now(),
  ]);
  return rows.flatMap((scan) => Array.from({ length: scan.copies + 1 }, () => scan));
}

/** Deletes the scans that have not happened. */
export async function deletePlannedScans(
  { clock }: Sandbox,
  tx: PoolClient,
  { courier, waybill }: ParcelRow,
): Promise<void> {
  await tx.query('DELETE FROM parcel_scan WHERE courier = $1 AND waybill = $2 AND happens_at > $3', [
    courier,
    waybill,
    clock.now(),
  ]);
}

/** Moves all planned scans forward by `ms`. Their times by the courier's own time stay. */
export async function advancePlan(
  { clock }: Sandbox,
  tx: PoolClient,
  { courier, waybill }: ParcelRow,
  ms: number,
): Promise<void> {
  await tx.query(
    `
    UPDATE parcel_scan SET happens_at = happens_at - $4 * interval '1 ms', known_at = known_at - $4 * interval '1 ms'
    WHERE courier = $1 AND waybill = $2 AND happens_at > $3`,
    [courier, waybill, clock.now(), ms],
  );
}

/**
 * Starts a plan now. In the courier's own time that is after the last scan by the idle hours since, at least a minute,
 * at most a day.
 */
export function planStartNow(
  { clock, courierHourMs }: Sandbox,
  parcel: ParcelRow,
  happened: readonly ScanRow[],
): PlanStart {
  const last = happened.at(-1) ?? { occurred_at: parcel.booked_at as Date, happens_at: parcel.booked_at as Date };
  const idleMs = ((clock.now().getTime() - last.happens_at.getTime()) / courierHourMs) * HOUR_MS;
  const afterMs = Math.min(Math.max(idleMs, MINUTE_MS), LIMITS.idleHoursMax * HOUR_MS);
  return { at: clock.now(), occurredAt: later(last.occurred_at, afterMs) };
}

function later(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
