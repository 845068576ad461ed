import type { PoolClient } from 'pg';
import type { Status } from '../state/status.ts';
import { bookCash } from './book-cash.ts';
import { differsEvent, publishCod } from './cod-events.ts';
import { explainSettled } from './explain-settled.ts';
import { cashDiffers } from './judge-cash.ts';
import type { CollectedCash } from './judge-cash.ts';
import { raiseAlarms } from './raise-alarms.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** After a change of a shipment. */
export interface CashChange {
  before: Status;
  /** What the reports say now, when there is a new one. */
  cash?: CollectedCash;
  occurredAtMs: number;
}

/**
 * Books and judges the cash after a change of the shipment. Cash that differs raises COD_DIFFERS; a later report of the
 * courier that makes it right ends the alarm.
 */
export async function settleCash(
  dependencies: Pick<ShipmentDependencies, 'log' | 'metrics' | 'clock'>,
  tx: PoolClient,
  row: ShipmentRow,
  { before, cash, occurredAtMs }: CashChange,
): Promise<ShipmentRow> {
  const hasCash = row.cod_minor !== '0' || row.cod_collected_minor !== null || cash !== undefined;
  if (!hasCash || (cash === undefined && before === row.status)) return row;
  const now = new Date(dependencies.clock());
  const isDue = cash !== undefined || row.status === 'DELIVERED' || before === 'DELIVERED';
  const parcel = isDue ? await book(tx, row, { at: new Date(occurredAtMs), now }) : undefined;
  const collected = cash ?? { totalMinor: minorOrNull(row.cod_collected_minor), isForeign: false };
  const wantedMinor = BigInt(row.cod_minor);
  if (!cashDiffers({ status: row.status, wantedMinor }, collected))
    return cash === undefined ? row : explain(tx, row, now);
  const after = await raiseAlarms(dependencies, tx, row, { alarms: ['COD_DIFFERS'] });
  if (after === row) return row;
  await publishCod(tx, [
    differsEvent({
      owner: { accountId: row.account_id, storeId: row.store_id, mode: row.mode },
      courier: row.courier,
      currency: row.currency,
      amountMinor: (collected.totalMinor ?? 0n) - wantedMinor,
      occurredAt: new Date(occurredAtMs),
      row: after,
      parcel,
      reason: 'COD_DIFFERS',
    }),
  ]);
  return after;
}

/** What a courier paid for the parcel is judged again by what it reports now. */
async function book(
  tx: PoolClient,
  row: ShipmentRow,
  { at, now }: { at: Date; now: Date },
): Promise<ReturnType<Awaited<ReturnType<typeof bookCash>>['get']>> {
  const parcel = (await bookCash(tx, [{ row, at }], now)).get(row.id);
  if (parcel !== undefined && parcel.remitted_minor !== '0')
    await explainSettled(tx, { accountId: row.account_id, courier: row.courier, now, shipmentId: row.id });
  return parcel;
}

function minorOrNull(minor: string | null): bigint | null {
  return minor === null ? null : BigInt(minor);
}

/** The courier has corrected itself: no person has to look any more. */
async function explain(tx: PoolClient, row: ShipmentRow, now: Date): Promise<ShipmentRow> {
  if (!row.alarms.includes('COD_DIFFERS')) return row;
  await tx.query({
    name: 'explain-cash',
    text: `
      UPDATE alarm SET resolved_at = $3, resolved_by = 'courier', resolution = 'The courier corrected the cash.'
      WHERE account_id = $1 AND shipment_id = $2 AND alarm = 'COD_DIFFERS' AND resolved_at IS NULL`,
    values: [row.account_id, row.id, now],
  });
  const { rows } = await tx.query<ShipmentRow>({
    name: 'hide-cash-alarm',
    text: `
      UPDATE shipment SET alarms = array_remove(alarms, 'COD_DIFFERS') WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [row.account_id, row.id],
  });
  return rows[0] as ShipmentRow;
}
