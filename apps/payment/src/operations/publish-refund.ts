import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { PoolClient } from 'pg';
import type { IntentRow } from '../intents/intent.entity.ts';
import { statusOf } from '../intents/operation.ts';
import type { OperationRow } from '../intents/operation.entity.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import { refundNotification } from '../notifications/refund-notification.ts';

/** Publishes how a refund ended, in the transaction that settles it. Nothing while it is pending. */
export async function publishRefundSettled(tx: PoolClient, row: IntentRow, operation: OperationRow): Promise<void> {
  const status = statusOf(operation);
  if (status === 'pending') return;
  await publishNotification(tx, row, {
    type: status === 'succeeded' ? PAYMENT_EVENT.refundSucceeded : PAYMENT_EVENT.refundFailed,
    data: refundNotification(row, operation, status),
  });
}
