import { perform } from '../faults/perform.ts';
import type { Sandbox } from '../sandbox.ts';
import { findParcel } from './find-parcel.ts';
import type { CourierName, ParcelRow, ScanRow } from './parcel.entity.ts';
import { knownScans } from './scans.ts';

export interface Tracked { parcel: ParcelRow; scans: ScanRow[] }

/** What the courier lets know of a parcel, in the order in which it became known. */
export async function trackParcel(sandbox: Sandbox, { courier, waybill, header }: { courier: CourierName; waybill: string; header?: string }): Promise<Tracked> {
  const parcel = await findParcel(sandbox, sandbox.pool, { courier, waybill });
  return perform(sandbox, { provider: courier, operation: 'track', names: [waybill, parcel.reference, parcel.merchant_reference], header },
    async () => ({ answer: { parcel, scans: await knownScans(sandbox, parcel) } }));
}
