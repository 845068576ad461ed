import { Refusal } from '@qafila/envelopes/refusal';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import { bookCash, insertEntries } from '../shipments/book-cash.ts';
import { entryEvent, owedOf, publishCod } from '../shipments/cod-events.ts';
import type { CodEntryRow, CodParcelRow } from '../shipments/cod.entity.ts';
import { lockShipment } from '../shipments/find-shipment.ts';
import type { Person } from '../shipments/owner.ts';
import { recordAction } from '../shipments/record-history.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ResolveCodExceptionBody } from './remittance.schema.ts';
import { lockSource } from './import-remittance.ts';
import type { RemittanceExceptionRow, RemittanceLineRow } from './remittance.entity.ts';
import { explainSettled } from '../shipments/explain-settled.ts';
import { openExceptions } from './exceptions.ts';
import { judgeLines } from './judge-lines.ts';
import type { JudgedLines } from './judge-lines.ts';
import { loadParcels, recordCollected } from './load-parcels.ts';
import { DEFAULT_RULES } from './mapping.ts';
import { settleRemittances } from './settle-remittances.ts';

/**
 * Records what a person found out. `adjust` writes the difference off; `match` says which parcel a line pays. It locks
 * the source first, as imports do, so that an import judges by the state before or after, and never between.
 */
export async function resolveException(
  { pool, clock, log, onCommit }: ShipmentDependencies,
  caller: Person,
  id: string,
  body: ResolveCodExceptionBody,
): Promise<RemittanceExceptionRow> {
  const { courier } = await findException(pool, caller.accountId, id);
  const row = await inTransaction(pool, async (tx) => {
    await lockSource(tx, caller.accountId, courier);
    const open = await findException(tx, caller.accountId, id);
    if (open.state !== 'open')
      throw new Refusal(409, 'COD_EXCEPTION_RESOLVED', `This exception is resolved: ${open.resolution}.`);
    const now = new Date(clock());
    const adjusted = await apply(tx, caller, { open, body, now });
    return close(tx, open, { body, adjusted, keyId: caller.keyId, now });
  });
  onCommit();
  log.info({ exception: id, kind: row.kind, action: body.action, key: caller.keyId }, 'cod.exception_resolved');
  return row;
}

interface Resolving {
  open: RemittanceExceptionRow;
  body: ResolveCodExceptionBody;
  now: Date;
}

/** Returns what was written off. */
async function apply(tx: PoolClient, caller: Person, resolving: Resolving): Promise<bigint> {
  const { open, body } = resolving;
  if (body.action === 'accept') return 0n;
  const line = await unmatchedLine(tx, open);
  if (body.action === 'match') return matchLine(tx, caller, { ...resolving, line });
  if (line !== undefined) return writeOffLine(tx, caller, { ...resolving, line });
  if (open.shipment_id === null || open.kind === 'fee_differs')
    throw notPossible(`There is nothing to adjust in an exception ${open.kind}: accept it.`);
  return writeOffParcel(tx, caller, resolving);
}

async function unmatchedLine(tx: PoolClient, open: RemittanceExceptionRow): Promise<RemittanceLineRow | undefined> {
  if (open.line_key === null || open.kind === 'fee_differs' || open.kind === 'reissued_line') return undefined;
  const { rows } = await tx.query<RemittanceLineRow>(
    `SELECT * FROM remittance_line WHERE account_id = $1 AND courier = $2 AND line_key = $3 AND state = 'exception'`,
    [open.account_id, open.courier, open.line_key],
  );
  return rows[0];
}

async function matchLine(
  tx: PoolClient,
  caller: Person,
  { open, body, now, line }: Resolving & { line: RemittanceLineRow | undefined },
): Promise<bigint> {
  if (line === undefined || body.shipmentId === undefined)
    throw notPossible('To match needs a line that pays no parcel yet, and the shipmentId of its parcel.');
  const row = await lockShipment(tx, caller.accountId, body.shipmentId);
  if (row.currency !== line.currency || row.courier !== open.courier)
    throw notPossible(
      `The parcel is of ${row.courier} in ${row.currency}, the line of ${open.courier} in ${line.currency}.`,
    );
  const { judged, rows } = await judgeMatch(tx, row, { line, now });
  const part = { remittanceId: line.remittance_id, lineKey: line.line_key, exceptionId: open.id };
  const added = [{ kind: 'remitted', amountMinor: BigInt(line.amount_minor), ...part } as const];
  await bookCash(tx, [{ row: rows.get(row.id) as ShipmentRow, at: line.at, added }], now);
  await openExceptions(tx, { owner: caller, courier: open.courier, now, rows }, judged.exceptions);
  await explainSettled(tx, { accountId: caller.accountId, courier: open.courier, now });
  await recordAction(tx, row, action(caller, 'match-cash', body.note, now));
  await settleLine(tx, caller, { line, shipmentId: row.id, now });
  return 0n;
}

/** Judges a line as an import would that had found the parcel. Its fee is booked and judged already. */
async function judgeMatch(
  tx: PoolClient,
  row: ShipmentRow,
  { line, now }: { line: RemittanceLineRow; now: Date },
): Promise<{ judged: JudgedLines; rows: ReadonlyMap<string, ShipmentRow> }> {
  const { line_key: key, kind, currency, remittance_id: remittanceId, at } = line;
  const amount = BigInt(line.amount_minor);
  const lines = [{ key, kind, references: [row.id], currency, amount, fee: 0n, statedFee: 0n, remittanceId, at }];
  const { rows, parcels } = await loadParcels(tx, { accountId: row.account_id, courier: row.courier }, lines);
  const judged = judgeLines(lines, parcels, DEFAULT_RULES);
  if (judged.lines[0]?.parcel === undefined) throw notPossible(`No match: ${judged.exceptions[0]?.why}.`);
  return { judged, rows: await recordCollected(tx, rows, judged.collected, now) };
}

/** Money of no parcel came all the same: it is booked as remitted, and written off. */
async function writeOffLine(
  tx: PoolClient,
  caller: Person,
  { open, now, line }: Resolving & { line: RemittanceLineRow },
): Promise<bigint> {
  const entry: Omit<CodEntryRow, 'no' | 'kind' | 'amount_minor'> = {
    account_id: caller.accountId,
    store_id: caller.storeId,
    mode: caller.mode,
    courier: open.courier,
    shipment_id: null,
    currency: line.currency,
    at: line.at,
    remittance_id: line.remittance_id,
    line_key: line.line_key,
    exception_id: open.id,
    booked_at: now,
  };
  const amount = BigInt(line.amount_minor);
  const stored = await insertEntries(tx, [
    { ...entry, kind: 'remitted', amount_minor: String(amount) },
    { ...entry, kind: 'adjusted', amount_minor: String(-amount) },
  ]);
  await publishCod(
    tx,
    stored.map((each) => entryEvent(each, {})),
  );
  await settleLine(tx, caller, { line, shipmentId: null, now });
  return -amount;
}

/** What the courier owes of the parcel, or paid too much, is written off. */
async function writeOffParcel(tx: PoolClient, caller: Person, { open, body, now }: Resolving): Promise<bigint> {
  const row = await lockShipment(tx, caller.accountId, open.shipment_id as string);
  const { rows } = await tx.query<CodParcelRow>('SELECT * FROM cod_parcel WHERE account_id = $1 AND shipment_id = $2', [
    row.account_id,
    row.id,
  ]);
  const amountMinor = rows[0] === undefined ? 0n : owedOf(rows[0]);
  const added = [
    { kind: 'adjusted', amountMinor, exceptionId: open.id, remittanceId: open.remittance_id ?? undefined } as const,
  ];
  await bookCash(tx, [{ row, at: now, added }], now);
  await recordAction(tx, row, action(caller, 'adjust-cash', body.note, now));
  return amountMinor;
}

async function settleLine(
  tx: PoolClient,
  caller: Person,
  { line, shipmentId, now }: { line: RemittanceLineRow; shipmentId: string | null; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE remittance_line SET state = 'matched', shipment_id = $4
    WHERE account_id = $1 AND courier = $2 AND line_key = $3`,
    [line.account_id, line.courier, line.line_key, shipmentId],
  );
  await settleRemittances(tx, { owner: caller, courier: line.courier, remittanceIds: [line.remittance_id], now });
}

function action(
  { keyId }: Person,
  name: string,
  note: string,
  now: Date,
): { actor: string; action: string; description: string; atMs: number } {
  return { actor: keyId, action: name, description: note, atMs: now.getTime() };
}

async function close(
  tx: PoolClient,
  { account_id: accountId, id }: RemittanceExceptionRow,
  { body, adjusted, keyId, now }: { body: ResolveCodExceptionBody; adjusted: bigint; keyId: string; now: Date },
): Promise<RemittanceExceptionRow> {
  const { rows } = await tx.query<RemittanceExceptionRow>(
    `UPDATE remittance_exception SET state = 'resolved', resolution = $3, note = $4, resolved_by = $5,
      resolved_at = $6, adjusted_minor = adjusted_minor + $7
    WHERE account_id = $1 AND id = $2 RETURNING *`,
    [accountId, id, RESOLUTION[body.action], body.note, keyId, now, String(adjusted)],
  );
  return rows[0] as RemittanceExceptionRow;
}

const RESOLUTION = { accept: 'accepted', adjust: 'adjusted', match: 'matched' } as const;

async function findException(
  db: Pick<PoolClient, 'query'>,
  accountId: string,
  id: string,
): Promise<RemittanceExceptionRow> {
  const { rows } = await db.query<RemittanceExceptionRow>(
    'SELECT * FROM remittance_exception WHERE account_id = $1 AND id = $2',
    [accountId, id],
  );
  if (rows[0] === undefined)
    throw new Refusal(404, 'COD_EXCEPTION_NOT_FOUND', `There is no exception ${JSON.stringify(id)} in this company.`);
  return rows[0];
}

function notPossible(message: string): Refusal {
  return new Refusal(409, 'COD_RESOLUTION_NOT_POSSIBLE', message);
}
