import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import type { AlarmRow } from '../shipments/alarm.entity.ts';
import type { Owner } from '../shipments/owner.ts';
import type { ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { AlarmAnswer, ListAlarmsQuery } from './alarm.schema.ts';

/** Newest first. */
export async function listAlarms(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  query: ListAlarmsQuery,
): Promise<Page<AlarmAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<AlarmRow>(
    `
    SELECT * FROM alarm
    WHERE account_id = $1 AND ($2::bigint IS NULL OR no < $2) AND ($3::text IS NULL OR shipment_id = $3)
      AND ($4::text IS NULL OR alarm = $4) ${query.resolved === true ? '' : 'AND resolved_at IS NULL'}
    ORDER BY no DESC LIMIT $5`,
    [accountId, numberOf(before?.[0]), query.shipmentId ?? null, query.alarm ?? null, size + 1],
  );
  return pageOf(rows, size, { item: alarmView, key: (row) => [row.no] });
}

function numberOf(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,18}$/.test(text) ? text : null;
}

function alarmView(row: AlarmRow): AlarmAnswer {
  return {
    alarmId: row.no,
    shipmentId: row.shipment_id,
    alarm: row.alarm,
    courierId: row.courier,
    awb: row.awb,
    otherAwb: row.alarm === 'SCAN_UNREADABLE' ? null : row.other_awb,
    scan: row.scan,
    raisedAt: row.raised_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    note: row.resolution,
  };
}
