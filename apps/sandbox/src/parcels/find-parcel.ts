import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { perform } from '../faults/perform.ts';
import { lockReference } from '../payments/claim.ts';
import { unknownReference } from '../payments/find-payment.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CourierName, ParcelRow } from './parcel.entity.ts';

/** `pending`: asked for, not yet in force. */
export interface Found { parcel: ParcelRow; pending: boolean }

/** By the platform's reference; null: not booked. A request that is still running is waited for. */
export async function findBooking(sandbox: Sandbox, { courier, reference, header }: { courier: CourierName; reference: string; header?: string }): Promise<Found | null> {
  return perform(sandbox, { provider: courier, operation: 'inquiry', names: [reference], header }, async () => {
    const parcel = await inTransaction(sandbox.pool, async (tx) => {
      await lockReference(tx, courier, reference);
      const { rows: [row] } = await tx.query<ParcelRow>('SELECT * FROM parcel WHERE courier = $1 AND reference = $2 AND booked_at IS NOT NULL', [courier, reference]);
      return row;
    });
    return { answer: parcel === undefined ? null : { parcel, pending: !isBooked(sandbox, parcel) } };
  });
}

export function isBooked({ clock }: Sandbox, { booked_at: at }: ParcelRow): boolean {
  return at !== null && at <= clock.now();
}

/** A waybill in force; of any courier where none is named. */
export async function findParcel(sandbox: Sandbox, database: Pool | PoolClient, named: { courier?: CourierName; waybill: string }): Promise<ParcelRow> {
  const { rows: [row] } = await database.query<ParcelRow>('SELECT * FROM parcel WHERE ($1::text IS NULL OR courier = $1) AND waybill = $2', [named.courier ?? null, named.waybill]);
  if (row === undefined || !isBooked(sandbox, row)) throw unknownReference();
  return row;
}

export async function holdParcel(tx: PoolClient, { courier, waybill }: ParcelRow): Promise<ParcelRow> {
  const { rows: [row] } = await tx.query<ParcelRow>('SELECT * FROM parcel WHERE courier = $1 AND waybill = $2 FOR UPDATE', [courier, waybill]);
  if (row === undefined) throw unknownReference();
  return row;
}
