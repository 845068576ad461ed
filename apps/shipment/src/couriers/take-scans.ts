import { inTransaction } from '@qafila/runtime/in-transaction';
import type { Shipments } from '../shipments.ts';
import { changeShipment, holdShipment } from '../shipments/change-shipment.ts';
import type { CourierScan } from './courier.ts';
import { ownerOfWaybill } from './ask-courier.ts';

/** One waybill's scans, in any order and as often as the courier likes: each is kept once, under the shipment's lock. Answers false for a waybill that we do not know. */
export async function takeScans(shipments: Shipments, { courier, awb, source }: { courier: string; awb: string; source: 'webhook' | 'poll' }, scans: readonly CourierScan[]): Promise<boolean> {
  const owner = await ownerOfWaybill(shipments, courier, awb);
  if (owner === undefined) return false;
  const ordered = [...scans].sort((a, b) => a.occurredAtMs - b.occurredAtMs);
  const taken = await inTransaction(shipments.pool, async (tx) => {
    let row = await holdShipment(tx, owner.accountId, owner.id);
    const { rows: known } = await tx.query<{ courier_status_code: string; occurred_at: Date; package_number: number }>({
      name: 'known-scans', text: 'SELECT courier_status_code, occurred_at, package_number FROM history WHERE account_id = $1 AND shipment_id = $2 AND courier_status_code IS NOT NULL', values: [owner.accountId, owner.id],
    });
    const seen = new Set(known.map((one) => keyOf(one.courier_status_code, one.occurred_at.getTime(), one.package_number)));
    const before = seen.size;
    for (const scan of ordered) {
      const key = keyOf(scan.courierStatusCode, scan.occurredAtMs, scan.packageNumber ?? 0);
      if (seen.has(key)) continue;
      seen.add(key);
      row = await changeShipment(shipments, tx, row, { command: { kind: 'scan', scan }, scan, source });
    }
    return seen.size - before;
  });
  if (taken > 0) shipments.onCommit();
  return true;
}

function keyOf(code: string, occurredAtMs: number, packageNumber: number): string {
  return `${code} ${occurredAtMs} ${packageNumber}`;
}
