import type { PoolClient } from 'pg';
import { isUnreadable } from '../couriers/courier.ts';
import type { ReportedScan } from '../couriers/courier.ts';
import { publishAlarms } from './publish-shipment-events.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { AlarmName, ShipmentRow } from './shipment.entity.ts';

/** What a person needs to decide about an alarm. */
export interface Raised {
  alarms: readonly AlarmName[];
  /** The waybill that the courier named, where it is not the shipment's own. */
  otherAwb?: string;
  scan?: ReportedScan;
}

/**
 * Raises alarms in the transaction of what caused them: each has a row until a person resolves it, and an event. One
 * that is open already, for the same waybill, is not raised again.
 */
export async function raiseAlarms(
  { log, metrics, clock }: Pick<ShipmentDependencies, 'log' | 'metrics' | 'clock'>,
  tx: PoolClient,
  row: ShipmentRow,
  { alarms, otherAwb, scan }: Raised,
): Promise<ShipmentRow> {
  if (alarms.length === 0) return row;
  const other = otherAwb === row.awb ? null : (otherAwb ?? null);
  const { rows: raised } = await tx.query<{ alarm: AlarmName }>({
    name: 'raise-alarms',
    text: `
      INSERT INTO alarm (account_id, shipment_id, alarm, courier, awb, other_awb, scan, raised_at)
      SELECT $1, $2, alarm, $4, $5, $6, $7, $8 FROM unnest($3::text[]) alarm
      ON CONFLICT (account_id, shipment_id, alarm, coalesce(other_awb, '')) WHERE resolved_at IS NULL DO NOTHING
      RETURNING alarm`,
    values: [
      row.account_id,
      row.id,
      [...new Set(alarms)],
      row.courier,
      row.awb,
      scan !== undefined && isUnreadable(scan) ? scan.courierStatusCode : other,
      scan === undefined ? null : scanText(scan),
      new Date(clock()),
    ],
  });
  if (raised.length === 0) return row;
  const {
    rows: [after],
  } = await tx.query<ShipmentRow>({
    name: 'show-alarms',
    text: `
      UPDATE shipment SET alarms = alarms || ARRAY(SELECT unnest($3::text[]) EXCEPT SELECT unnest(alarms))
      WHERE account_id = $1 AND id = $2 RETURNING *`,
    values: [row.account_id, row.id, raised.map(({ alarm }) => alarm)],
  });
  await publishAlarms(tx, after as ShipmentRow, {
    alarms: raised.map(({ alarm }) => alarm),
    otherAwb: other,
    occurredAtMs: scan?.occurredAtMs ?? clock(),
  });
  for (const { alarm } of raised) {
    log.error({ shipment: row.id, courier: row.courier, alarm, awb: row.awb, otherAwb: other }, 'shipment.alarm');
    metrics.raised(alarm);
  }
  return after as ShipmentRow;
}

/** The scan as a person reads it in the list of alarms. */
function scanText(scan: ReportedScan): string {
  if (isUnreadable(scan)) return `unreadable ${scan.unreadable} (${scan.courierStatusCode}) at ${scan.writtenAt}`;
  const { status, occurredAtMs, packageNumber, courierStatusCode } = scan;
  const parcel = packageNumber === undefined ? '' : ` of package ${packageNumber}`;
  return `${status} (${courierStatusCode})${parcel} at ${new Date(occurredAtMs).toISOString()}`;
}
