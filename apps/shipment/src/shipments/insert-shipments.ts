import type { Pool, PoolClient } from 'pg';
import { conflict, Refusal } from '@qafila/envelopes/refusal';
import { stringifyExact } from '@qafila/json/write-json';
import { newId } from '@qafila/runtime/new-id';
import type { ShipmentRequest } from '../body/create-body.ts';
import type { Selection } from '../selection/choose-courier.ts';
import { INITIAL_STATE } from '../state/shipment.state.ts';
import type { Status } from '../state/status.ts';
import type { Owner } from './owner.ts';
import { requestText } from './request-text.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';

export interface NewShipment {
  request: ShipmentRequest;
  couriers: readonly string[];
  /** The choice by the company's rules; null: the courier of the request, else the company's first one. */
  selection: Selection | null;
  originalId?: string;
}

/** Writes one shipment in the caller's transaction. Of two with the same reference the unique key admits one. */
export async function insertShipment(
  dependencies: Pick<ShipmentDependencies, 'clock'>,
  tx: PoolClient,
  owner: Owner,
  shipment: NewShipment,
): Promise<ShipmentRow> {
  const row = shipmentRow(dependencies, owner, shipment);
  if ((await insertShipments(tx, [row])).size === 0) throw await duplicateReference(tx, owner, row.reference);
  return row;
}

/**
 * The whole row, with the values that the table has as defaults, so that nothing is read back. Its courier call is due
 * at once.
 */
export function shipmentRow(
  { clock }: Pick<ShipmentDependencies, 'clock'>,
  owner: Owner,
  { request, couriers, selection, originalId }: NewShipment,
): ShipmentRow {
  const [chosen] = selection?.order ?? [];
  const courier = request.courierId ?? chosen?.courierId ?? couriers[0];
  if (courier === undefined)
    throw new Refusal(400, 'COURIER_UNKNOWN', 'courierId has no default: no courier is configured for this company.', {
      param: 'courierId',
    });
  const now = new Date(clock());
  return {
    account_id: owner.accountId,
    id: newId('shp', now.getTime()),
    store_id: owner.storeId,
    mode: owner.mode,
    reference: request.referenceNumber,
    type: request.shipmentType,
    original_id: originalId ?? null,
    courier,
    service_code: chosen?.serviceCode ?? request.serviceCode ?? null,
    currency: request.currency,
    cod_minor: String(request.codAmount),
    cod_collected_minor: null,
    status: INITIAL_STATE.status,
    version: INITIAL_STATE.version,
    booking: INITIAL_STATE.booking,
    awb: INITIAL_STATE.awb,
    cancel_wanted: INITIAL_STATE.cancelWanted,
    resume_to: INITIAL_STATE.resumeTo,
    scanned_at: null,
    label: null,
    alarms: [],
    due_at: now,
    tries: 0,
    sent_until: null,
    poll_at: null,
    courier_draft: null,
    cancel_reason: null,
    cancel_note: null,
    selection,
    request: requestText(request),
    metadata: request.metadata === undefined ? null : stringifyExact(request.metadata),
    packages: INITIAL_STATE.packages,
    released_reference: null,
    of_deployment: null,
    phone: request.shipmentType === 'RETURN' ? request.shipFrom.phone : request.shipTo.phone,
    silent_since: null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Inserts any number of rows with one prepared statement. Returns the ids that are stored: their references were free,
 * or those of dead shipments.
 */
export async function insertShipments(db: Pool | PoolClient, rows: readonly ShipmentRow[]): Promise<Set<string>> {
  const stored = await insertFree(db, rows);
  const refused = rows.filter(({ id }) => !stored.has(id));
  if (refused.length === 0 || (await releaseReferences(db, refused)) === 0) return stored;
  return new Set([...stored, ...(await insertFree(db, refused))]);
}

/** Ends after which the order is sent again: the receiver has none of the goods (decision 0015). */
const DEAD: readonly Status[] = ['CANCELLED', 'CANCELLED_BY_COURIER', 'RETURNED', 'LOST'];

/**
 * A dead shipment gives its reference to the next one that wants it, and keeps it in another column. The unique key
 * still decides between two that want it. Returns how many were released.
 */
export async function releaseReferences(
  db: Pool | PoolClient,
  rows: readonly Pick<ShipmentRow, 'account_id' | 'reference'>[],
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'release-references',
    text: `
      UPDATE shipment s SET released_reference = s.reference, reference = s.reference || ' (' || s.id || ')'
      FROM unnest($1::text[], $2::text[]) AS wanted (account_id, reference)
      WHERE s.account_id = wanted.account_id AND s.reference = wanted.reference
        AND s.status = ANY ($3)`,
    values: [rows.map((row) => row.account_id), rows.map((row) => row.reference), DEAD],
  });
  return rowCount ?? 0;
}

async function insertFree(db: Pool | PoolClient, rows: readonly ShipmentRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: stored } = await db.query<{ id: string }>({
    name: 'insert-shipments',
    // In key order: two statements with the same references cannot deadlock.
    text: `
      INSERT INTO shipment SELECT * FROM json_populate_recordset(NULL::shipment, $1) ORDER BY account_id, reference
      ON CONFLICT (account_id, reference) DO NOTHING RETURNING id`,
    values: [JSON.stringify(rows)],
  });
  return new Set(stored.map(({ id }) => id));
}

/**
 * The refusal that names the shipment with this reference. Run it after the insert: a new statement sees that commit.
 */
export async function duplicateReference(
  db: Pool | PoolClient,
  { accountId }: Owner,
  reference: string,
): Promise<Refusal> {
  const {
    rows: [existing],
  } = await db.query<{ id: string }>('SELECT id FROM shipment WHERE account_id = $1 AND reference = $2', [
    accountId,
    reference,
  ]);
  return conflict(
    'REFERENCE_DUPLICATE',
    `referenceNumber: ${JSON.stringify(reference)} is the reference of the shipment ${existing?.id}.`,
    { shipmentId: existing?.id },
    'referenceNumber',
  );
}
