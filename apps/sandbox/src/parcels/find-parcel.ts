import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { CourierName } from '../companies.ts';
import type { ParcelRow } from '../entities/parcel.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import { unknownReference } from '../http/refusals.ts';
import { lockReference } from '../lock-reference.ts';
import type { Sandbox } from '../sandbox.ts';

/** `pending`: requested, but not in force yet. */
export interface FoundBooking {
  parcel: ParcelRow;
  pending: boolean;
}

/** Finds a booking by the platform's reference; null: there is none. It waits for a request that is still running. */
export async function findBooking(
  sandbox: Sandbox,
  { courier, reference, faultHeader }: { courier: CourierName; reference: string; faultHeader?: string },
): Promise<FoundBooking | null> {
  const call = { provider: courier, operation: 'inquiry', identifiers: [reference], faultHeader } as const;
  return performWithFaults(sandbox, call, async () => {
    const parcel = await inTransaction(sandbox.pool, async (tx) => {
      await lockReference(tx, courier, reference);
      const {
        rows: [row],
      } = await tx.query<ParcelRow>(
        'SELECT * FROM parcel WHERE courier = $1 AND reference = $2 AND booked_at IS NOT NULL',
        [courier, reference],
      );
      return row;
    });
    return { answer: parcel === undefined ? null : { parcel, pending: !isBooked(sandbox, parcel) } };
  });
}

export function isBooked({ clock }: Sandbox, { booked_at: at }: ParcelRow): boolean {
  return at !== null && at <= clock.now();
}

/** Finds a parcel whose booking is in force; without `courier`, of any courier. */
export async function findParcel(
  sandbox: Sandbox,
  database: Pool | PoolClient,
  { courier, waybill }: { courier?: CourierName; waybill: string },
): Promise<ParcelRow> {
  const {
    rows: [row],
  } = await database.query<ParcelRow>(
    'SELECT * FROM parcel WHERE ($1::text IS NULL OR courier = $1) AND waybill = $2',
    [courier ?? null, waybill],
  );
  if (row === undefined || !isBooked(sandbox, row)) throw unknownReference();
  return row;
}

export async function lockParcel(tx: PoolClient, { courier, waybill }: ParcelRow): Promise<ParcelRow> {
  const {
    rows: [row],
  } = await tx.query<ParcelRow>('SELECT * FROM parcel WHERE courier = $1 AND waybill = $2 FOR UPDATE', [
    courier,
    waybill,
  ]);
  if (row === undefined) throw unknownReference();
  return row;
}
