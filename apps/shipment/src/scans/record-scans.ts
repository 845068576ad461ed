import { inTransaction } from '@qafila/runtime/in-transaction';
import { isUnreadable } from '../couriers/courier.ts';
import type { CourierScan, ReportedScan } from '../couriers/courier.ts';
import { COURIER } from '../limits.ts';
import { changeShipment, correctCash } from '../shipments/change-shipment.ts';
import { findByWaybill, lockShipment } from '../shipments/find-shipment.ts';
import { requestOf } from '../shipments/request-text.ts';
import type { Entered, ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import { judgedTime } from './judged-time.ts';
import { keepUnreadable } from './keep-unreadable.ts';
import { learnPieces, withPackages } from './pieces.ts';

/**
 * Records the scans of one waybill under the shipment's lock. They may come in any order and repeatedly: each counts
 * once. Returns false for a waybill that we do not know.
 */
export async function recordScans(
  dependencies: ShipmentDependencies,
  { awb, source, ...of }: { courier: string; accountId?: string; awb: string; source: 'webhook' | 'poll' },
  reported: readonly ReportedScan[],
): Promise<boolean> {
  const scans = reported.filter((scan): scan is CourierScan => !isUnreadable(scan));
  const shipment = await findByWaybill(dependencies.pool, of, awb);
  if (shipment === undefined) return false;
  const recorded = await inTransaction(dependencies.pool, async (tx) => {
    let row = await learnPieces(tx, await lockShipment(tx, shipment.accountId, shipment.id), scans);
    const ordered = withPackages(scans, row).sort((a, b) => a.occurredAtMs - b.occurredAtMs);
    const { rows: known } = await tx.query<{ courier_status_code: string; occurred_at: Date; package_number: number }>({
      name: 'known-scans',
      text: `
        SELECT courier_status_code, occurred_at, package_number FROM history
        WHERE account_id = $1 AND shipment_id = $2 AND courier_status_code IS NOT NULL`,
      values: [shipment.accountId, shipment.id],
    });
    const seen = new Set(
      known.map((scan) => keyOf(scan.courier_status_code, scan.occurred_at.getTime(), scan.package_number)),
    );
    const before = seen.size;
    let corrected = 0;
    const bounds = {
      nowMs: dependencies.clock(),
      createdAtMs: row.created_at.getTime(),
      aheadMsMax: dependencies.couriers.shared(of.courier)?.scanAheadMsMax ?? COURIER.scanAheadMsMax,
    };
    const lastCash = lastCashOf(ordered);
    const news: Entered[] = [];
    for (const scan of ordered) {
      const key = keyOf(scan.courierStatusCode, scan.occurredAtMs, scan.packageNumber ?? 0);
      const { occurredAtMs, alarms } = judgedTime(scan, bounds);
      if (seen.has(key)) {
        if (lastCash.get(key) !== scan) continue;
        const before = row;
        row = await correctCash(dependencies, tx, row, { scan, judgedAtMs: occurredAtMs });
        if (row !== before) corrected += 1;
        continue;
      }
      seen.add(key);
      const packageCount = scan.packageNumber === undefined ? undefined : requestOf(row.request).packages.length;
      const command = { kind: 'scan', scan: { ...scan, occurredAtMs }, packageCount } as const;
      const holdNews = (entered: Entered): void => void news.push(entered);
      row = await changeShipment(dependencies, tx, row, { command, scan, source, alarms, holdNews });
    }
    const kept = await keepUnreadable(dependencies, tx, row, reported.filter(isUnreadable));
    await dependencies.notifyReceiver(tx, row, news);
    return seen.size - before + corrected + kept;
  });
  if (recorded > 0) dependencies.onCommit();
  return true;
}

/** Of a scan that one call reports several times the last amount counts: the others would correct it each time. */
function lastCashOf(scans: readonly CourierScan[]): ReadonlyMap<string, CourierScan> {
  const withCash = scans.filter(({ codCollectedMinor }) => codCollectedMinor !== undefined);
  return new Map(
    withCash.map((scan) => [keyOf(scan.courierStatusCode, scan.occurredAtMs, scan.packageNumber ?? 0), scan]),
  );
}

/** Identifies a scan within its shipment, as the unique index on `history` does. */
function keyOf(code: string, occurredAtMs: number, packageNumber: number): string {
  return `${code} ${occurredAtMs} ${packageNumber}`;
}
