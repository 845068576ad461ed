import type { CourierName } from '../companies.ts';
import type { ParcelRow, ScanRow } from '../entities/parcel.entity.ts';
import { performWithFaults } from '../faults/perform-with-faults.ts';
import type { Sandbox } from '../sandbox.ts';
import { findParcel } from './find-parcel.ts';
import { knownScans } from './scans.ts';

export interface Tracking {
  parcel: ParcelRow;
  scans: ScanRow[];
}

/** The scans that the courier publishes, in the order in which they became known. */
export async function trackParcel(
  sandbox: Sandbox,
  { courier, waybill, faultHeader }: { courier: CourierName; waybill: string; faultHeader?: string },
): Promise<Tracking> {
  const parcel = await findParcel(sandbox, sandbox.pool, { courier, waybill });
  const identifiers = [waybill, parcel.reference, parcel.merchant_reference];
  const call = { provider: courier, operation: 'track', identifiers, faultHeader } as const;
  return performWithFaults(sandbox, call, async () => ({
    answer: { parcel, scans: await knownScans(sandbox, parcel) },
  }));
}
