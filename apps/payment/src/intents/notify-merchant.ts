import { PAYMENT_EVENT } from '@qafila/contracts/payment-events';
import type { SettledOperation } from '@qafila/contracts/payment-events';
import type { PoolClient } from 'pg';
import { bnplNotification } from '../notifications/bnpl-notification.ts';
import { intentNotification } from '../notifications/intent-notification.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import type { AttemptRow } from './intent.entity.ts';
import type { LockedIntent } from './locked-intent.ts';
import type { SessionRow } from './session.entity.ts';

/**
 * Publishes the notification of §6.2 in the transaction that changes the intent. Without `attemptId` it shows the
 * decisive attempt.
 */
export async function notifyOfIntent(
  tx: PoolClient,
  locked: LockedIntent,
  { operation, attemptId }: { operation: SettledOperation | undefined; attemptId: string | undefined },
): Promise<void> {
  const { row } = locked;
  const attempt = locked.attempts.find(({ id }) => id === attemptId) ?? decisiveAttempt(locked);
  const timeline = attempt === undefined ? [] : await timelineOf(tx, locked, attempt);
  await publishNotification(tx, row, {
    type: PAYMENT_EVENT.intentNotification,
    data: intentNotification({ row, attempt, timeline, operation }),
  });
}

/** Publishes the notification of §6.1 in the transaction that ends the wallet session. */
export async function notifyOfSession(tx: PoolClient, session: SessionRow, locked: LockedIntent): Promise<void> {
  await publishNotification(tx, locked.row, {
    type: PAYMENT_EVENT.bnplNotification,
    data: bnplNotification(session, locked.row, decisiveAttempt(locked)),
  });
}

/** The attempt that took the money, or else the last one. */
function decisiveAttempt({ attempts }: LockedIntent): AttemptRow | undefined {
  const paid = attempts.find(({ taken_minor: taken, status }) => BigInt(taken) > 0n && status !== 'LATE_CAPTURED');
  return paid ?? attempts.at(-1);
}

/** The stored statuses of an attempt, and those that this transaction has not saved yet. */
async function timelineOf(tx: PoolClient, { unsaved }: LockedIntent, attempt: AttemptRow): Promise<string[]> {
  const { rows } = await tx.query<{ status: string }>(
    'SELECT status FROM attempt_event WHERE account_id = $1 AND attempt_id = $2 ORDER BY no',
    [attempt.account_id, attempt.id],
  );
  return [...rows, ...unsaved.events.filter((event) => event.attempt_id === attempt.id)].map((event) => event.status);
}
