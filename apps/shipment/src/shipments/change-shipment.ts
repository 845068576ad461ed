import type { Pool, PoolClient } from 'pg';
import { Refusal } from '@qafila/envelopes/refusal';
import type { CourierScan, LabelData } from '../couriers/courier.ts';
import type { Shipments } from '../shipments.ts';
import { stateOf } from './shipment.entity.ts';
import type { HistorySource, ShipmentRow } from './shipment.entity.ts';
import { decide, nextCourierCall } from './shipment.state.ts';
import type { Command, Outcome } from './shipment.state.ts';
import { isFinal } from './status.ts';
import { tellOutcome } from './tell-shipment.ts';

/** Where a command comes from, and what comes with it. */
export interface Change {
  command: Command;
  source: HistorySource;
  reasonCode?: string;
  /** Of a booking. */
  label?: LabelData;
  scan?: CourierScan;
  /** When the courier is asked again, when that is later than at once. */
  dueAtMs?: number;
}

/** A foreign shipment and an unknown one answer the same 404. */
export function shipmentNotFound(id: string): Refusal {
  return new Refusal(404, 'SHIPMENT_NOT_FOUND', `There is no shipment ${JSON.stringify(id)} in this company.`, { param: 'shipment_id' });
}

export async function findShipment(db: Pool | PoolClient, accountId: string, id: string): Promise<ShipmentRow> {
  const { rows: [row] } = await db.query<ShipmentRow>({ name: 'find-shipment', text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = $2', values: [accountId, id] });
  if (row === undefined) throw shipmentNotFound(id);
  return row;
}

/** The same, locked: one writer a shipment. */
export async function holdShipment(tx: PoolClient, accountId: string, id: string): Promise<ShipmentRow> {
  const { rows: [row] } = await tx.query<ShipmentRow>({ name: 'hold-shipment', text: 'SELECT * FROM shipment WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', values: [accountId, id] });
  if (row === undefined) throw shipmentNotFound(id);
  return row;
}

/** Carries a command out on a locked row: state, history and events in the caller's transaction. Throws the state machine's refusals. */
export async function changeShipment(shipments: Shipments, tx: PoolClient, row: ShipmentRow, change: Change): Promise<ShipmentRow> {
  const before = stateOf(row);
  const outcome = decide(before, change.command);
  const now = shipments.clock();
  const { occurredAtMs = now } = change.scan ?? {};
  if (outcome.alarm !== undefined) raise(shipments, row, outcome.alarm);
  const after = outcome.state === before && outcome.alarm === undefined ? row : await write(shipments, tx, row, { ...change, outcome });
  await remember(tx, after, { outcome, change, occurredAtMs, nowMs: now });
  if (outcome.steps.length + outcome.facts.length > 0) {
    await tellOutcome(tx, after, before.status, { outcome, about: { occurredAtMs, reasonCode: change.scan?.reasonCode ?? change.reasonCode } });
  }
  for (const { status } of outcome.steps) shipments.metrics.entered(row.courier, status);
  return after;
}

function raise({ log, metrics }: Shipments, row: ShipmentRow, alarm: ShipmentRow['alarms'][number]): void {
  log.error({ shipment: row.id, courier: row.courier, alarm }, 'shipment.alarm');
  metrics.raised(alarm);
}

async function write(shipments: Shipments, tx: PoolClient, row: ShipmentRow, { outcome, label, scan, dueAtMs }: Change & { outcome: Outcome }): Promise<ShipmentRow> {
  const { state, alarm } = outcome;
  const collected = state.status === 'DELIVERED' ? collectedOf(row, scan) : undefined;
  const now = shipments.clock();
  const owes = nextCourierCall(state) !== undefined;
  const isUnderWay = state.awb !== null && !isFinal(state.status);
  const pollAt = isUnderWay ? row.poll_at ?? new Date(now + (shipments.couriers.find(row.courier)?.pollEveryMs ?? 0)) : null;
  const { rows: [after] } = await tx.query<ShipmentRow>({
    name: 'write-shipment',
    text: `
      UPDATE shipment SET status = $3, version = $4, booking = $5, awb = $6, cancel_wanted = $7, resume_to = $8, scanned_at = $9, label = coalesce($10, label),
        alarms = CASE WHEN $11::text IS NULL OR $11 = ANY (alarms) THEN alarms ELSE alarms || $11::text END, due_at = $12, tries = $13, poll_at = $14,
        cod_collected_minor = coalesce($15, cod_collected_minor), updated_at = $16
      WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [row.account_id, row.id, state.status, state.version, state.booking, state.awb, state.cancelWanted, state.resumeTo, state.scannedAtMs === 0 ? null : new Date(state.scannedAtMs),
      label === undefined ? null : JSON.stringify(label), alarm ?? null, owes ? new Date(dueAtMs ?? now) : null, owes && state.status === row.status ? row.tries : 0, pollAt,
      collected ?? null, new Date(now)],
  });
  return after as ShipmentRow;
}

function collectedOf({ currency }: ShipmentRow, { codCollectedMinor, codCurrency = currency }: Partial<CourierScan> = {}): string | undefined {
  return codCollectedMinor === undefined || codCurrency !== currency ? undefined : String(codCollectedMinor);
}

/** Each state entered is an entry; a scan is one even when it moves nothing, and stands for the last state that it led to. */
async function remember(tx: PoolClient, row: ShipmentRow, { outcome, change, occurredAtMs, nowMs }: { outcome: Outcome; change: Change; occurredAtMs: number; nowMs: number }): Promise<void> {
  const { scan, source, reasonCode } = change;
  const at = { occurred_at: new Date(occurredAtMs), received_at: new Date(nowMs) };
  const own = outcome.steps.filter(({ status }, index) => scan === undefined || index < outcome.steps.length - 1 || status !== scan.status);
  const asked = scan === undefined ? source : 'courier';
  const entries: object[] = own.map(({ status, inferred }) => ({ ...at, status, source: inferred ? 'inferred' : asked, reason_code: reasonCode }));
  if (scan !== undefined) {
    entries.push({
      ...at, status: scan.status, source, reason_code: scan.reasonCode, courier_status_code: scan.courierStatusCode, description: scan.description, description_ar: scan.descriptionAr,
      city: scan.city, country_code: scan.countryCode, package_number: scan.packageNumber ?? 0, signed_by: scan.signedBy,
      cod_collected_minor: collectedOf(row, scan),
    });
  }
  if (entries.length === 0) return;
  await tx.query({
    name: 'remember-shipment',
    text: `
      INSERT INTO history (account_id, shipment_id, status, source, reason_code, courier_status_code, description, description_ar, city, country_code, package_number, signed_by,
        cod_collected_minor, occurred_at, received_at)
      SELECT $1, $2, status, source, reason_code, courier_status_code, description, description_ar, city, country_code, coalesce(package_number, 0), signed_by, cod_collected_minor, occurred_at, received_at
      FROM json_populate_recordset(NULL::history, $3)`,
    values: [row.account_id, row.id, JSON.stringify(entries)],
  });
}
