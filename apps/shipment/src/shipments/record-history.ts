import type { PoolClient } from 'pg';
import type { CourierScan, UnreadableScan } from '../couriers/courier.ts';
import type { EnteredStatus } from '../state/shipment.state.ts';
import type { HistorySource } from './history.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';

export interface HistoryChange {
  entered: readonly EnteredStatus[];
  source: HistorySource;
  reasonCode?: string;
  reason?: string;
  scan?: CourierScan;
  person?: { actor: string; action: string; note?: string };
  occurredAtMs: number;
  receivedAtMs: number;
}

/**
 * Writes an entry for each status entered, and last an entry for the scan, even when it changes nothing. When the last
 * status entered is the scanned one, the scan's entry stands for both.
 */
export async function recordHistory(tx: PoolClient, row: ShipmentRow, change: HistoryChange): Promise<void> {
  const entries = [...statusEntries(change), ...scanEntries(row, change)];
  const { person, entered, receivedAtMs } = change;
  if (person !== undefined && entered.length === 0)
    await recordAction(tx, row, { ...person, description: person.note, atMs: receivedAtMs });
  if (entries.length === 0) return;
  await tx.query({
    name: 'record-history',
    text: `
      INSERT INTO history (
        account_id, shipment_id, status, source, reason_code, courier_status_code, description, description_ar, city,
        country_code, package_number, signed_by, cod_collected_minor, occurred_at, received_at, reason, latitude,
        longitude, proof_url, actor, action)
      SELECT $1, $2, status, source, reason_code, courier_status_code, description, description_ar, city,
        country_code, coalesce(package_number, 0), signed_by, cod_collected_minor, occurred_at, received_at, reason,
        latitude, longitude, proof_url, actor, action
      FROM json_populate_recordset(NULL::history, $3)`,
    values: [row.account_id, row.id, JSON.stringify(entries)],
  });
}

/** Cash that the scan reports, as the column has it; undefined when it is in another currency than the shipment's. */
export function collectedMinor({ currency }: ShipmentRow, scan: CourierScan | undefined): string | undefined {
  const { codCollectedMinor, codCurrency = currency } = scan ?? {};
  return codCollectedMinor === undefined || codCurrency !== currency ? undefined : String(codCollectedMinor);
}

function statusEntries({ entered, source, reasonCode, reason, scan, person, ...times }: HistoryChange): object[] {
  const isScanned = scan !== undefined && entered.at(-1)?.status === scan.status;
  const withoutScanned = isScanned ? entered.slice(0, -1) : entered;
  // A scan's own source says how it arrived (webhook or poll); a status entered beside it comes from the courier.
  const statusSource = scan === undefined ? source : 'courier';
  return withoutScanned.map(({ status, inferred }) => ({
    ...timeColumns(times),
    status,
    source: inferred ? 'inferred' : statusSource,
    reason_code: reasonCode,
    reason,
    actor: person?.actor,
    action: person?.action,
    description: person?.note,
  }));
}

function scanEntries(row: ShipmentRow, { source, scan, ...times }: HistoryChange): object[] {
  if (scan === undefined) return [];
  return [
    {
      ...timeColumns(times),
      status: scan.status,
      source,
      reason_code: scan.reasonCode,
      reason: scan.reason,
      courier_status_code: scan.courierStatusCode,
      description: scan.description,
      description_ar: scan.descriptionAr,
      city: scan.city,
      country_code: scan.countryCode,
      latitude: scan.latitude,
      longitude: scan.longitude,
      package_number: scan.packageNumber ?? 0,
      signed_by: scan.signedBy,
      proof_url: scan.proofUrl,
      cod_collected_minor: collectedMinor(row, scan),
    },
  ];
}

function timeColumns({ occurredAtMs, receivedAtMs }: Pick<HistoryChange, 'occurredAtMs' | 'receivedAtMs'>): object {
  return { occurred_at: new Date(occurredAtMs), received_at: new Date(receivedAtMs) };
}

/** A scan that the adapter cannot read. Without a time of its own it has that of the receipt. */
export async function recordUnreadable(
  tx: PoolClient,
  row: Pick<ShipmentRow, 'account_id' | 'id' | 'status'>,
  { courierStatusCode, writtenAt, occurredAtMs, description, city }: UnreadableScan,
  receivedAtMs: number,
): Promise<void> {
  await tx.query({
    name: 'record-unreadable',
    text: `
      INSERT INTO history (
        account_id, shipment_id, status, source, action, unreadable_code, written_at, description, city, occurred_at,
        received_at)
      VALUES ($1, $2, $3, 'courier', 'unreadable-scan', $4, $5, $6, $7, $8, $9)`,
    values: [
      row.account_id,
      row.id,
      row.status,
      courierStatusCode,
      writtenAt,
      description ?? null,
      city ?? null,
      new Date(occurredAtMs ?? receivedAtMs),
      new Date(receivedAtMs),
    ],
  });
}

/** Something that was done to a shipment whose status stays as it is. */
export interface Action {
  /** The key of the person; undefined: the courier. */
  actor?: string;
  action: string;
  description?: string;
  reasonCode?: string;
  reason?: string;
  atMs: number;
}

/** What a person or the courier did to a shipment; the status stays as it is. */
export async function recordAction(
  tx: PoolClient,
  row: Pick<ShipmentRow, 'account_id' | 'id' | 'status'>,
  { actor, action, description, reasonCode, reason, atMs }: Action,
): Promise<void> {
  await tx.query({
    name: 'record-action',
    text: `
      INSERT INTO history (
        account_id, shipment_id, status, source, actor, action, description, reason_code, reason, occurred_at,
        received_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    values: [
      row.account_id,
      row.id,
      row.status,
      actor === undefined ? 'courier' : 'merchant',
      actor ?? null,
      action,
      description ?? null,
      reasonCode ?? null,
      reason ?? null,
      new Date(atMs),
    ],
  });
}
