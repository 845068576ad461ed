import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { fromMinorUnits } from '@qafila/money/minor-units';
import type { CodEntryRow, CodParcelRow } from '../shipments/cod.entity.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { CodEntryAnswer, CodParcelAnswer, ListCodEntriesQuery, ListCodParcelsQuery } from './books.schema.ts';
import { conditions } from './conditions.ts';

type ParcelRow = CodParcelRow & Pick<ShipmentRow, 'reference' | 'released_reference' | 'awb' | 'status'>;

const OWED = { owed: 'p.owed_minor > 0', settled: 'p.owed_minor = 0', overpaid: 'p.owed_minor < 0' } as const;

/** The parcels with cash, the newest first. */
export async function listParcels(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListCodParcelsQuery,
): Promise<Page<CodParcelAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { text, values } = conditions('p.account_id = $1', accountId, [
    [before?.[0], (id) => `p.shipment_id < ${id}`],
    [query.courierId, (courier) => `p.courier = ${courier}`],
    [query.from, (from) => `p.since >= ${from}`],
    [query.to, (to) => `p.since < ${to}`],
  ]);
  const owed = query.status === undefined ? '' : `AND ${OWED[query.status]}`;
  const { rows } = await pool.query<ParcelRow>(
    `SELECT p.*, s.reference, s.released_reference, s.awb, s.status FROM cod_parcel p
    JOIN shipment s ON s.account_id = p.account_id AND s.id = p.shipment_id
    WHERE ${text} ${owed} ORDER BY p.shipment_id DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: parcelView, key: (row) => [row.shipment_id] });
}

function parcelView(row: ParcelRow): CodParcelAnswer {
  const major = (minor: string): number => Number(fromMinorUnits(BigInt(minor), row.currency));
  return {
    shipmentId: row.shipment_id,
    referenceNumber: row.released_reference ?? row.reference,
    courierId: row.courier,
    awb: row.awb,
    shipmentStatus: row.status,
    currency: row.currency,
    expected: major(row.expected_minor),
    collected: row.collected_minor === null ? null : major(row.collected_minor),
    remitted: major(row.remitted_minor),
    fees: major(row.fee_minor),
    adjusted: major(row.adjusted_minor),
    owed: major(row.owed_minor),
    since: row.since.toISOString(),
    remittedAt: row.remitted_at?.toISOString() ?? null,
  };
}

/** The entries of the books, the newest first. */
export async function listEntries(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListCodEntriesQuery,
): Promise<Page<CodEntryAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'number');
  const { text, values } = conditions('account_id = $1', accountId, [
    [before?.[0], (no) => `no < ${no}`],
    [query.shipmentId, (id) => `shipment_id = ${id}`],
    [query.courierId, (courier) => `courier = ${courier}`],
    [query.remittanceId, (id) => `remittance_id = ${id}`],
  ]);
  const { rows } = await pool.query<CodEntryRow>(
    `SELECT * FROM cod_entry WHERE ${text} ORDER BY no DESC LIMIT ${size + 1}`,
    values,
  );
  return pageOf(rows, size, { item: entryView, key: (row) => [row.no] });
}

function entryView(row: CodEntryRow): CodEntryAnswer {
  return {
    entryId: row.no,
    shipmentId: row.shipment_id,
    courierId: row.courier,
    kind: row.kind,
    currency: row.currency,
    amount: Number(fromMinorUnits(BigInt(row.amount_minor), row.currency)),
    occurredAt: row.at.toISOString(),
    remittanceId: row.remittance_id,
    exceptionId: row.exception_id,
  };
}
