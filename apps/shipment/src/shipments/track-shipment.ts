import { LIMITS } from '../limits.ts';
import { findShipment } from './find-shipment.ts';
import type { Owner } from './owner.ts';
import type { ShipmentDependencies } from './shipment-dependencies.ts';
import type { HistoryRow } from './history.entity.ts';
import { historyView, shipmentView } from './shipment-view.ts';
import type { FailedDelivery, ShipmentHistoryEntry, TrackingAnswer } from './tracking.schema.ts';

/** §4.6, with the newest history entries. The courier's time orders them; entries of the same time keep our order. */
export async function trackShipment(
  { pool }: ShipmentDependencies,
  { accountId }: Owner,
  id: string,
): Promise<TrackingAnswer> {
  const [row, { rows: history }] = await Promise.all([
    findShipment(pool, accountId, id),
    pool.query<HistoryRow>({
      name: 'history-of',
      text: `
        SELECT * FROM (
          SELECT * FROM history WHERE account_id = $1 AND shipment_id = $2 ORDER BY no DESC LIMIT $3
        ) newest ORDER BY occurred_at, no`,
      values: [accountId, id, LIMITS.historyShownMax],
    }),
  ]);
  const entries = history.map((entry) => historyView(entry, row));
  return { ...shipmentView(row), failedDeliveries: failedDeliveriesOf(entries), history: entries };
}

/** Each scan of a failed delivery is an attempt of its own; an inferred one would be none. */
function failedDeliveriesOf(entries: readonly ShipmentHistoryEntry[]): FailedDelivery[] {
  return entries
    .filter(({ status, source }) => status === 'DELIVERY_FAILED' && (source === 'webhook' || source === 'poll'))
    .map(({ occurredAt, reasonCode, reason, packageNumber }) => ({ occurredAt, reasonCode, reason, packageNumber }));
}
