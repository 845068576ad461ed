import type { PoolClient } from 'pg';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import { TOPICS } from '@qafila/contracts/topics';
import { publish } from '@qafila/messaging/outbox';
import { currentTraceparent } from '@qafila/runtime/traces';
import type { HeldIntent } from '../intents/held-intent.ts';
import type { AttemptRow } from '../intents/intent.entity.ts';
import type { SessionRow } from '../wallet/session.entity.ts';
import { bnplNotification } from './bnpl-notification.ts';
import { intentNotification } from './intent-notification.ts';

export const SOURCE = '/qafila/payment';

/** The notification of §6.2, in the transaction of what it tells. */
export async function tellIntent(tx: PoolClient, held: HeldIntent, { refundId, attemptId }: { refundId: string | null; attemptId: string | undefined }): Promise<void> {
  const { row } = held;
  const attempt = held.attempts.find(({ id }) => id === attemptId) ?? toldAttempt(held);
  const timeline = attempt === undefined ? [] : await timelineOf(tx, held, attempt);
  await publish(tx, TOPICS.paymentEvents, cloudEvent({
    source: SOURCE, type: PAYMENT_EVENT.intentNotification, subject: row.id, owner: ownerOf(row), aggregateVersion: row.revision,
    traceparent: currentTraceparent(), data: intentNotification({ row, attempt, timeline, refundId }),
  }));
}

/** The notification of §6.1. */
export async function tellSession(tx: PoolClient, session: SessionRow, held: HeldIntent): Promise<void> {
  const { row } = held;
  await publish(tx, TOPICS.paymentEvents, cloudEvent({
    source: SOURCE, type: PAYMENT_EVENT.bnplNotification, subject: row.id, owner: ownerOf(row), aggregateVersion: row.revision,
    traceparent: currentTraceparent(), data: bnplNotification(session, row, toldAttempt(held)),
  }));
}

export function ownerOf(row: { account_id: string; store_id: string; mode: string }): { accountId: string; storeId: string; mode: string } {
  return { accountId: row.account_id, storeId: row.store_id, mode: row.mode };
}

/** The one that took the money; else the last. */
function toldAttempt({ attempts }: HeldIntent): AttemptRow | undefined {
  return attempts.find((one) => BigInt(one.taken_minor) > 0n && one.status !== 'LATE_CAPTURED') ?? attempts.at(-1);
}

/** What is stored, and what this transaction is about to. */
async function timelineOf(tx: PoolClient, { unsaved }: HeldIntent, attempt: AttemptRow): Promise<string[]> {
  const { rows } = await tx.query<{ status: string }>('SELECT status FROM attempt_event WHERE account_id = $1 AND attempt_id = $2 ORDER BY no', [attempt.account_id, attempt.id]);
  return [...rows, ...unsaved.events.filter((event) => event.attempt_id === attempt.id)].map((event) => event.status);
}
