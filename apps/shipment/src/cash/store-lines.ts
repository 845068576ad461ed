import type { PoolClient } from 'pg';
import { bookCash, insertEntries } from '../shipments/book-cash.ts';
import type { AddedCash, CashBooking } from '../shipments/book-cash.ts';
import { entryEvent, publishCod } from '../shipments/cod-events.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import { openExceptions } from './exceptions.ts';
import { judgeLines, judgeRepeat } from './judge-lines.ts';
import type { FoundException, JudgedLine, JudgedLines } from './judge-lines.ts';
import { loadParcels, recordCollected } from './load-parcels.ts';
import type { RemittanceRules } from './mapping.ts';
import type { RemittanceLine } from './remittance-line.ts';
import type { RemittanceLineRow } from './remittance.entity.ts';

/** What became of a part of a report. */
export interface StoredLines {
  added: number;
  repeated: number;
  matched: number;
  exceptions: number;
}

export interface PartOfReport {
  owner: Owner;
  courier: string;
  lines: readonly RemittanceLine[];
  importId: string;
  rules: RemittanceRules;
  now: Date;
}

/** Stores a part of a report under the lock of its source: new lines are judged and booked, known ones compared. */
export async function storeLines(tx: PoolClient, part: PartOfReport): Promise<StoredLines> {
  const { owner, courier, now } = part;
  const { fresh, wrong } = await sortOut(tx, part);
  const { rows, parcels } = await loadParcels(tx, { accountId: owner.accountId, courier }, fresh);
  const judged = judgeLines(fresh, parcels, part.rules);
  await insertLines(tx, part, judged);
  const paid = await recordCollected(tx, rows, judged.collected, now);
  await bookCash(tx, bookingsOf(judged, paid), now);
  await bookWithoutParcel(tx, part, judged);
  const exceptions = await openExceptions(tx, { owner, courier, now, rows: paid }, [...wrong, ...judged.exceptions]);
  return {
    added: fresh.length,
    repeated: part.lines.length - fresh.length,
    matched: judged.lines.filter(({ state }) => state === 'matched').length,
    exceptions,
  };
}

async function sortOut(
  tx: PoolClient,
  { owner, courier, lines }: PartOfReport,
): Promise<{ fresh: RemittanceLine[]; wrong: FoundException[] }> {
  const { rows } = await tx.query<RemittanceLineRow>({
    name: 'known-remittance-lines',
    text: 'SELECT * FROM remittance_line WHERE account_id = $1 AND courier = $2 AND line_key = ANY ($3)',
    values: [owner.accountId, courier, lines.map(({ key }) => key)],
  });
  const known = new Map<string, Pick<RemittanceLine, 'kind' | 'currency' | 'amount' | 'fee'>>(
    rows.map((row) => [
      row.line_key,
      { kind: row.kind, currency: row.currency, amount: BigInt(row.amount_minor), fee: BigInt(row.fee_minor) },
    ]),
  );
  const fresh: RemittanceLine[] = [];
  const wrong: FoundException[] = [];
  for (const line of lines) {
    const stored = known.get(line.key);
    const reissued = stored === undefined ? undefined : judgeRepeat(line, stored);
    if (stored === undefined) {
      fresh.push(line);
      known.set(line.key, line);
    } else if (reissued !== undefined) wrong.push(reissued);
  }
  return { fresh, wrong };
}

async function insertLines(
  tx: PoolClient,
  { owner, courier, importId }: PartOfReport,
  { lines }: JudgedLines,
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ line, state, parcel }): RemittanceLineRow => ({
    account_id: owner.accountId,
    courier,
    line_key: line.key,
    import_id: importId,
    kind: line.kind,
    refs: [...line.references],
    currency: line.currency,
    amount_minor: String(line.amount),
    fee_minor: String(line.fee),
    remittance_id: line.remittanceId,
    at: line.at,
    state,
    shipment_id: parcel?.shipmentId ?? null,
  }));
  await tx.query({
    name: 'insert-remittance-lines',
    text: 'INSERT INTO remittance_line SELECT * FROM json_populate_recordset(NULL::remittance_line, $1)',
    values: [JSON.stringify(rows)],
  });
}

/** Several lines of one parcel are one booking: a statement cannot change its sums twice. */
function bookingsOf({ lines }: JudgedLines, rows: ReadonlyMap<string, ShipmentRow>): CashBooking[] {
  const byParcel = new Map<string, { row: ShipmentRow; at: Date; added: AddedCash[] }>();
  for (const { line, parcel } of lines) {
    if (parcel === undefined) continue;
    const booking = byParcel.get(parcel.shipmentId) ?? {
      row: rows.get(parcel.shipmentId) as ShipmentRow,
      at: line.at,
      added: [],
    };
    booking.added.push(...partsOf(line));
    byParcel.set(parcel.shipmentId, booking);
  }
  return [...byParcel.values()];
}

function partsOf({ key: lineKey, remittanceId, amount, fee }: RemittanceLine): AddedCash[] {
  return [
    { kind: 'remitted', amountMinor: amount, remittanceId, lineKey },
    { kind: 'fee', amountMinor: fee, remittanceId, lineKey },
  ];
}

/** A fee is kept whether its line names a parcel or not. */
async function bookWithoutParcel(tx: PoolClient, part: PartOfReport, { lines }: JudgedLines): Promise<void> {
  const { owner, courier, now } = part;
  const fees = lines.filter((judged: JudgedLine) => judged.parcel === undefined && judged.line.fee !== 0n);
  if (fees.length === 0) return;
  const stored = await insertEntries(
    tx,
    fees.map(({ line }) => ({
      account_id: owner.accountId,
      store_id: owner.storeId,
      mode: owner.mode,
      courier,
      shipment_id: null,
      kind: 'fee',
      amount_minor: String(line.fee),
      currency: line.currency,
      at: line.at,
      remittance_id: line.remittanceId,
      line_key: line.key,
      exception_id: null,
      booked_at: now,
    })),
  );
  await publishCod(
    tx,
    stored.map((entry) => entryEvent(entry, {})),
  );
}
