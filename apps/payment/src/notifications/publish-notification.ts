import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publishAll } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { PoolClient } from 'pg';
import { ownerOf } from '../owner.ts';

/** The row that a notification is about. */
export interface NotifiedRow {
  account_id: string;
  id: string;
  store_id: string;
  mode: string;
  revision: number;
}

export interface NewNotification {
  type: string;
  data: object;
}

/** Publishes a notification about a row, in the transaction that changes the row. */
export function publishNotification(tx: PoolClient, row: NotifiedRow, notification: NewNotification): Promise<void> {
  return publishNotifications(tx, row, [notification]);
}

/** Publishes what one change of a row reports, in this order. */
export async function publishNotifications(
  tx: PoolClient,
  row: NotifiedRow,
  notifications: readonly NewNotification[],
): Promise<void> {
  const events = notifications.map((notification) =>
    cloudEvent({
      source: '/qafila/payment',
      subject: row.id,
      owner: ownerOf(row),
      aggregateVersion: row.revision,
      traceparent: currentTraceparent(),
      ...notification,
    }),
  );
  await publishAll(tx, TOPICS.paymentEvents, events);
}
