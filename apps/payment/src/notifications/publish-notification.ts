import { cloudEvent } from '@qafila/contracts/cloud-event';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
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

/** Publishes a notification about a row, in the transaction that changes the row. */
export async function publishNotification<Type extends string>(
  tx: PoolClient,
  row: NotifiedRow,
  notification: { type: Type; data: object },
): Promise<void> {
  await publish(
    tx,
    TOPICS.paymentEvents,
    cloudEvent({
      source: '/qafila/payment',
      subject: row.id,
      owner: ownerOf(row),
      aggregateVersion: row.revision,
      traceparent: currentTraceparent(),
      ...notification,
    }),
  );
}
