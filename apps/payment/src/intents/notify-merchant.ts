import { PAYMENT_CAPTURE_EVENT } from '@qafila/contracts/payment-capture-events';
import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import { REFUND_EVENT } from '@qafila/contracts/refund-events';
import type { PoolClient } from 'pg';
import { bnplNotification } from '../notifications/bnpl-notification.ts';
import { captureNotification, lateNotification } from '../notifications/capture-notification.ts';
import { intentNotification } from '../notifications/intent-notification.ts';
import type { NewNotification } from '../notifications/publish-notification.ts';
import { refundNotification } from '../notifications/refund-notification.ts';
import type { Known, Notification } from './changes.ts';
import type { AttemptRow } from './intent.entity.ts';
import { statusOf } from './operation.ts';
import type { SessionRow } from './session.entity.ts';

/** The body of a notification, after the rows and the timeline are saved. */
export async function notificationOf(
  tx: Pick<PoolClient, 'query'>,
  known: Known,
  notification: Notification,
): Promise<NewNotification> {
  switch (notification.kind) {
    case 'session':
      return sessionNotification(known);
    case 'refund':
      return refundEvent(known, notification);
    case 'money':
      return moneyEvent(known, notification);
    case 'intent':
      return intentChange(tx, known, notification);
  }
}

/** §6.2. Without `attemptId` it shows the decisive attempt. */
async function intentChange(
  tx: Pick<PoolClient, 'query'>,
  known: Known,
  { attemptId, operation }: Extract<Notification, { kind: 'intent' }>,
): Promise<NewNotification> {
  const attempt = known.attempts.find(({ id }) => id === attemptId) ?? decisiveAttempt(known);
  const timeline = attempt === undefined ? [] : await timelineOf(tx, attempt);
  return {
    type: PAYMENT_EVENT.intentNotification,
    data: intentNotification({ row: known.row, attempt, timeline, operation }),
  };
}

/** §6.1. */
function sessionNotification(known: Known): NewNotification {
  return {
    type: PAYMENT_EVENT.bnplNotification,
    data: bnplNotification(known.session as SessionRow, known.row, decisiveAttempt(known)),
  };
}

function refundEvent({ row }: Known, { operation }: Extract<Notification, { kind: 'refund' }>): NewNotification {
  const status = statusOf(operation);
  if (status === 'pending') throw new RangeError(`${operation.id} has not ended`);
  return {
    type: status === 'succeeded' ? REFUND_EVENT.succeeded : REFUND_EVENT.failed,
    data: refundNotification(row, operation, status),
  };
}

function moneyEvent(
  { row, attempts, operation }: Known,
  { event, attemptId, amount, status = 'returning' }: Extract<Notification, { kind: 'money' }>,
): NewNotification {
  const attempt = attempts.find(({ id }) => id === attemptId) as AttemptRow;
  const facts = { row, attempt, operation, amount };
  if (event === 'late') return { type: PAYMENT_CAPTURE_EVENT.late, data: lateNotification(facts, status) };
  return { type: PAYMENT_CAPTURE_EVENT[event], data: captureNotification(facts) };
}

/** The attempt that took the money, or else the last one. */
function decisiveAttempt({ attempts }: Known): AttemptRow | undefined {
  const paid = attempts.find(({ taken_minor: taken, status }) => BigInt(taken) > 0n && status !== 'LATE_CAPTURED');
  return paid ?? attempts.at(-1);
}

async function timelineOf(tx: Pick<PoolClient, 'query'>, attempt: AttemptRow): Promise<string[]> {
  const { rows } = await tx.query<{ status: string }>(
    'SELECT status FROM attempt_event WHERE account_id = $1 AND attempt_id = $2 ORDER BY no',
    [attempt.account_id, attempt.id],
  );
  return rows.map(({ status }) => status);
}
