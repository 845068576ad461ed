import type { PoolClient } from 'pg';
import { truncate } from '@qafila/runtime/truncate';
import type { UnreadableScan } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { raiseAlarms } from '../shipments/raise-alarms.ts';
import { recordUnreadable } from '../shipments/record-history.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';

/**
 * Keeps scans that the adapter cannot read, under the shipment's lock: each once by its code and its time as they are
 * written. The first one of a code raises an alarm. Returns how many are new.
 */
export async function keepUnreadable(
  dependencies: ShipmentDependencies,
  tx: PoolClient,
  row: ShipmentRow,
  scans: readonly UnreadableScan[],
): Promise<number> {
  if (scans.length === 0) return 0;
  const { rows: known } = await tx.query<{ unreadable_code: string; written_at: string }>({
    name: 'known-unreadable',
    text: `
      SELECT unreadable_code, written_at FROM history
      WHERE account_id = $1 AND shipment_id = $2 AND unreadable_code IS NOT NULL`,
    values: [row.account_id, row.id],
  });
  const keyOf = (code: string, writtenAt: string): string => JSON.stringify([code, writtenAt]);
  const seen = new Set(known.map((entry) => keyOf(entry.unreadable_code, entry.written_at)));
  const codes = new Set(known.map((entry) => entry.unreadable_code));
  const before = seen.size;
  let after = row;
  for (const scan of scans.map(cut)) {
    const key = keyOf(scan.courierStatusCode, scan.writtenAt);
    if (seen.has(key) || seen.size >= COURIER.unreadableScansMax) continue;
    seen.add(key);
    await recordUnreadable(tx, after, scan, dependencies.clock());
    if (codes.has(scan.courierStatusCode)) continue;
    codes.add(scan.courierStatusCode);
    after = await raiseAlarms(dependencies, tx, after, { alarms: ['SCAN_UNREADABLE'], scan });
  }
  return seen.size - before;
}

/** What cannot be read may be of any length. */
function cut(scan: UnreadableScan): UnreadableScan {
  return {
    ...scan,
    courierStatusCode: truncate(scan.courierStatusCode, COURIER.unreadableCharactersMax),
    writtenAt: truncate(scan.writtenAt, COURIER.unreadableCharactersMax),
  };
}
