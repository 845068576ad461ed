import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { invalid } from '@qafila/envelopes/refusal';
import { LIMITS } from '../limits.ts';
import type { Owner, Shipments } from '../shipments.ts';
import { findShipment } from './change-shipment.ts';
import type { HistoryRow, ShipmentRow } from './shipment.entity.ts';
import { historyView, shipmentView } from './shipment-view.ts';
import { STATUSES } from './status.ts';
import type { Status } from './status.ts';

/** §4.6, with the newest entries of its history; the courier's time orders them, ours when he gives the same. */
export async function trackShipment({ pool }: Shipments, { accountId }: Owner, id: string): Promise<Record<string, unknown>> {
  const [row, { rows }] = await Promise.all([findShipment(pool, accountId, id), pool.query<HistoryRow>({
    name: 'history-of', text: 'SELECT * FROM (SELECT * FROM history WHERE account_id = $1 AND shipment_id = $2 ORDER BY no DESC LIMIT $3) newest ORDER BY occurred_at, no', values: [accountId, id, LIMITS.historyShownMax],
  })]);
  return { ...shipmentView(row), history: rows.map((entry) => historyView(entry, row)) };
}

export interface ListQuery { limit?: string; cursor?: string; status?: string; referenceNumber?: string; originalShipmentId?: string; alarms?: string }

/** Newest first. */
export async function listShipments({ pool }: Shipments, { accountId }: Owner, query: ListQuery): Promise<Page<Record<string, unknown>>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 1);
  const { status, alarms = 'false' } = query;
  if (status !== undefined && !STATUSES.includes(status as Status)) throw invalid('status', `status must be one of ${STATUSES.join(', ')}.`, 'VALIDATION_FAILED');
  if (alarms !== 'true' && alarms !== 'false') throw invalid('alarms', 'alarms must be true or false.', 'VALIDATION_FAILED');
  const { rows } = await pool.query<ShipmentRow>(`
    SELECT * FROM shipment WHERE account_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR reference = $4)
      AND ($5::text IS NULL OR original_id = $5) ${alarms === 'true' ? "AND alarms <> '{}'" : ''} ORDER BY id DESC LIMIT $6`,
  [accountId, before?.[0] ?? null, status ?? null, query.referenceNumber ?? null, query.originalShipmentId ?? null, size + 1]);
  return pageOf(rows, size, { item: shipmentView, key: (row) => [row.id] });
}
