import type { PoolClient } from 'pg';
import type { CourierScan } from '../couriers/courier.ts';
import type { CashReportRow } from './cash-report.entity.ts';
import { cashOfReports } from './judge-cash.ts';
import type { CollectedCash } from './judge-cash.ts';
import type { ShipmentRow } from './shipment.entity.ts';

/** A scan that reports cash, and the times of it. */
export interface CashScan {
  scan: CourierScan;
  judgedAtMs: number;
  receivedAtMs: number;
}

/**
 * Stores what a scan reports of the cash, and returns what all reports of the shipment say together; undefined when it
 * says nothing new. A courier that corrects an amount may send the same scan again, and may correct it back: what
 * differs from the newest report of the scan is a report. The caller has locked the shipment.
 */
export async function reportCash(
  tx: PoolClient,
  row: ShipmentRow,
  { scan, judgedAtMs, receivedAtMs }: CashScan,
): Promise<CollectedCash | undefined> {
  if (scan.codCollectedMinor === undefined) return undefined;
  await copyFromHistory(tx, row);
  const { rowCount } = await tx.query({
    name: 'report-cash',
    text: `
      INSERT INTO cash_report (account_id, shipment_id, package_number, code, amount_minor, currency, occurred_at,
        judged_at, received_at, correction)
      WITH of_scan AS (
        SELECT no, amount_minor = $5 AND currency = $6 AS is_same FROM cash_report
        WHERE account_id = $1 AND shipment_id = $2 AND package_number = $3 AND code = $4 AND occurred_at = $7
      )
      SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT count(*) FROM of_scan WHERE is_same)
      WHERE (SELECT is_same FROM of_scan ORDER BY no DESC LIMIT 1) IS NOT TRUE ON CONFLICT DO NOTHING`,
    values: [
      row.account_id,
      row.id,
      scan.packageNumber ?? 0,
      scan.courierStatusCode,
      String(scan.codCollectedMinor),
      scan.codCurrency ?? row.currency,
      new Date(scan.occurredAtMs),
      new Date(judgedAtMs),
      new Date(receivedAtMs),
    ],
  });
  return rowCount === 0 ? undefined : readCash(tx, row);
}

/** What the courier has reported so far. */
export async function readCash(tx: PoolClient, row: ShipmentRow): Promise<CollectedCash> {
  const { rows } = await tx.query<CashReportRow>({
    name: 'cash-reports',
    text: 'SELECT * FROM cash_report WHERE account_id = $1 AND shipment_id = $2 ORDER BY judged_at, no',
    values: [row.account_id, row.id],
  });
  return cashOfReports(
    rows.map((report) => ({
      packageNumber: report.package_number,
      amountMinor: BigInt(report.amount_minor),
      currency: report.currency,
    })),
    row.currency,
  );
}

/** Versions before the reports had rows wrote them to the history alone, and replicas of them still may. */
async function copyFromHistory(tx: PoolClient, row: ShipmentRow): Promise<void> {
  await tx.query({
    name: 'copy-cash-reports',
    text: `
      INSERT INTO cash_report (account_id, shipment_id, package_number, code, amount_minor, currency, occurred_at,
        judged_at, received_at)
      SELECT account_id, shipment_id, package_number, coalesce(courier_status_code, ''), cod_collected_minor, $3,
        occurred_at, least(occurred_at, received_at), received_at
      FROM history WHERE account_id = $1 AND shipment_id = $2 AND cod_collected_minor IS NOT NULL ORDER BY no
      ON CONFLICT DO NOTHING`,
    values: [row.account_id, row.id, row.currency],
  });
}
