import type { PoolClient } from 'pg';
import { NOTICES } from '../limits.ts';
import type { Entered, ShipmentDependencies } from '../shipments/shipment-dependencies.ts';
import type { ShipmentRow } from '../shipments/shipment.entity.ts';
import type { NoticeSenders } from './channels.ts';
import { noticeKind } from './notice-texts.ts';
import { publishNotice } from './publish-notice.ts';
import { dropWaiting, queueNotices } from './queue-notices.ts';

/**
 * Informs the receiver of the newest of the states that a shipment entered at once. After an outage couriers report
 * days in one call: only where the parcel is now is news, and nothing is once it is too old. A return is left out:
 * its receiver is the store.
 */
export async function notifyReceiver(
  deps: Pick<ShipmentDependencies, 'clock' | 'publicUrl' | 'keys' | 'metrics'>,
  senders: NoticeSenders,
  ...[tx, row, news]: [PoolClient, ShipmentRow, readonly Entered[]]
): Promise<void> {
  const last = row.type === 'RETURN' ? undefined : news.findLast(({ status }) => noticeKind(status) !== undefined);
  const kind = last === undefined ? undefined : noticeKind(last.status);
  if (last === undefined || kind === undefined) return;
  await dropWaiting(deps, tx, row);
  if (deps.clock() - last.occurredAtMs > NOTICES.usableMs) return;
  await publishNotice(deps, tx, row, { ...last, kind });
  await queueNotices(deps, senders, { tx, row, kind, occurredAtMs: last.occurredAtMs });
}
