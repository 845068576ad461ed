import type { PoolClient } from 'pg';
import { entryEvent, publishCod } from './cod-events.ts';
import type { CodEntryRow, CodKind, CodParcelRow } from './cod.entity.ts';
import type { ShipmentRow } from './shipment.entity.ts';

interface CashPart {
  kind: CodKind;
  amountMinor: bigint;
  remittanceId?: string;
  lineKey?: string;
  exceptionId?: string;
}

/** What a remittance or a person adds to the books of a parcel. */
export interface AddedCash extends CashPart {
  kind: 'remitted' | 'fee' | 'adjusted';
}

/** A parcel, locked, whose books are brought up to its row, and what is added to them. */
export interface CashBooking {
  row: ShipmentRow;
  /** When it happened. */
  at: Date;
  added?: readonly AddedCash[];
}

type Parcel = Omit<CodParcelRow, 'owed_minor'>;
type Entry = Omit<CodEntryRow, 'no'>;

/**
 * Books the cash of parcels of one company: an entry for each change, the sums of the parcel, and the event of each
 * entry, in the caller's transaction, which has locked the shipments. What the courier has of a parcel follows from its
 * row, so a parcel that was never booked is booked whole.
 */
export async function bookCash(
  tx: PoolClient,
  bookings: readonly CashBooking[],
  now: Date,
): Promise<ReadonlyMap<string, Parcel>> {
  const accountId = bookings[0]?.row.account_id;
  if (accountId === undefined) return new Map();
  const parcels = await loadParcels(tx, accountId, bookings);
  const entries: Entry[] = [];
  for (const booking of bookings) {
    const before = parcels.get(booking.row.id);
    const added = entriesOf(booking, before, now);
    if (added.length === 0) continue;
    entries.push(...added);
    parcels.set(booking.row.id, parcelAfter(booking, before, { entries: added, now }));
  }
  if (entries.length === 0) return parcels;
  const touched = new Set(entries.map((entry) => entry.shipment_id as string));
  await saveParcels(
    tx,
    [...touched].map((id) => parcels.get(id) as Parcel),
  );
  const stored = await insertEntries(tx, entries);
  const rows = new Map(bookings.map(({ row }) => [row.id, row]));
  const events = stored.map((entry) => {
    const id = entry.shipment_id as string;
    return entryEvent(entry, { row: rows.get(id), parcel: parcels.get(id) });
  });
  await publishCod(tx, events);
  return parcels;
}

async function loadParcels(
  tx: PoolClient,
  accountId: string,
  bookings: readonly CashBooking[],
): Promise<Map<string, Parcel>> {
  const { rows } = await tx.query<CodParcelRow>({
    name: 'cod-parcels',
    text: 'SELECT * FROM cod_parcel WHERE account_id = $1 AND shipment_id = ANY ($2)',
    values: [accountId, bookings.map(({ row }) => row.id)],
  });
  return new Map(rows.map((parcel) => [parcel.shipment_id, parcel]));
}

/** The entries that bring the books of a parcel up to its row, and what is added. Pure. */
export function entriesOf({ row, at, added = [] }: CashBooking, parcel: Parcel | undefined, now: Date): Entry[] {
  const expected = row.status === 'DELIVERED' ? BigInt(row.cod_minor) : 0n;
  const due: CashPart = { kind: 'expected', amountMinor: expected - BigInt(parcel?.expected_minor ?? 0) };
  const [isDue, ofLines] = [due.amountMinor !== 0n, added.filter(({ amountMinor }) => amountMinor !== 0n)];
  const collected = collectedPart(row, parcel, isDue || ofLines.length > 0);
  return [...(isDue ? [due] : []), ...collected, ...ofLines].map((change) => ({
    account_id: row.account_id,
    store_id: row.store_id,
    mode: row.mode,
    courier: row.courier,
    shipment_id: row.id,
    kind: change.kind,
    amount_minor: String(change.amountMinor),
    currency: row.currency,
    at,
    remittance_id: change.remittanceId ?? null,
    line_key: change.lineKey ?? null,
    exception_id: change.exceptionId ?? null,
    booked_at: now,
  }));
}

/**
 * A report of no cash is an entry too, of 0: without a report the courier owes what is expected. A parcel without books
 * has none to change by it.
 */
function collectedPart(
  { cod_collected_minor: reported }: ShipmentRow,
  parcel: Parcel | undefined,
  hasOther: boolean,
): CashPart[] {
  const before = parcel?.collected_minor ?? null;
  if (reported === before || (reported === '0' && parcel === undefined && !hasOther)) return [];
  return [{ kind: 'collected', amountMinor: BigInt(reported ?? 0) - BigInt(before ?? 0) }];
}

function parcelAfter(
  { row, at }: CashBooking,
  before: Parcel | undefined,
  { entries, now }: { entries: readonly Entry[]; now: Date },
): Parcel {
  const plus = (kind: CodKind, minor = '0'): string =>
    String(
      entries
        .filter((entry) => entry.kind === kind)
        .reduce((sum, { amount_minor: amount }) => sum + BigInt(amount), BigInt(minor)),
    );
  const isRemitted = entries.some(({ kind }) => kind === 'remitted');
  return {
    account_id: row.account_id,
    shipment_id: row.id,
    courier: row.courier,
    currency: row.currency,
    expected_minor: plus('expected', before?.expected_minor),
    collected_minor: row.cod_collected_minor,
    remitted_minor: plus('remitted', before?.remitted_minor),
    fee_minor: plus('fee', before?.fee_minor),
    adjusted_minor: plus('adjusted', before?.adjusted_minor),
    since: before?.since ?? at,
    remitted_at: isRemitted ? at : (before?.remitted_at ?? null),
    updated_at: now,
  };
}

async function saveParcels(tx: PoolClient, parcels: readonly Parcel[]): Promise<void> {
  const columns = `account_id, shipment_id, courier, currency, expected_minor, collected_minor, remitted_minor,
    fee_minor, adjusted_minor, since, remitted_at, updated_at`;
  await tx.query({
    name: 'save-cod-parcels',
    text: `
      INSERT INTO cod_parcel (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::cod_parcel, $1)
      ON CONFLICT (account_id, shipment_id) DO UPDATE SET courier = excluded.courier, currency = excluded.currency,
        expected_minor = excluded.expected_minor, collected_minor = excluded.collected_minor,
        remitted_minor = excluded.remitted_minor, fee_minor = excluded.fee_minor,
        adjusted_minor = excluded.adjusted_minor, remitted_at = excluded.remitted_at, updated_at = excluded.updated_at`,
    values: [JSON.stringify(parcels)],
  });
}

/** Returns them with their numbers, in the order given. */
export async function insertEntries(tx: PoolClient, entries: readonly Entry[]): Promise<CodEntryRow[]> {
  const columns = `account_id, store_id, mode, courier, shipment_id, kind, amount_minor, currency, at, remittance_id,
    line_key, exception_id, booked_at`;
  const { rows } = await tx.query<CodEntryRow>({
    name: 'insert-cod-entries',
    text: `
      INSERT INTO cod_entry (${columns})
      SELECT ${columns} FROM ROWS FROM (json_populate_recordset(NULL::cod_entry, $1)) WITH ORDINALITY AS e
      ORDER BY e.ordinality RETURNING *`,
    values: [JSON.stringify(entries)],
  });
  return rows.sort((a, b) => Number(BigInt(a.no) - BigInt(b.no)));
}
