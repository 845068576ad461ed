import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { postEntries } from '../ledger/post-entry.ts';
import { publishNotifications } from '../notifications/publish-notification.ts';
import { writeSession } from './change-session.ts';
import { isEnd } from './changes.ts';
import type { Changes, Known } from './changes.ts';
import type { AttemptRow } from './intent.entity.ts';
import type { LockedIntent } from './locked-intent.ts';
import { notificationOf } from './notify-merchant.ts';
import { operationRow } from './operation.ts';
import type { OperationRow } from './operation.entity.ts';
import { SAVE_LOCKED } from './save-locked.sql.ts';

/**
 * The only writer of an intent. It writes rows, timeline, postings and notifications in the transaction that locked the
 * intent. `before` is what the changes were decided on. Returns the operations that it inserted.
 */
export async function writeChanges(
  deps: PaymentDependencies,
  tx: PoolClient,
  { locked, before }: { locked: LockedIntent; before: Known },
  changes: Changes,
): Promise<OperationRow[]> {
  const { after } = changes;
  const operations = changes.newOperations.map((wanted) =>
    operationRow(attemptOf(after, wanted.attemptId), { ...wanted, nowMs: deps.clock() }),
  );
  await saveRows(tx, before, changes, operations);
  if (after.session !== undefined && after.session !== before.session) await writeSession(tx, after.session);
  await inquireNow(tx, changes, new Date(deps.clock()));
  await post(deps, tx, changes);
  const notifications = [];
  for (const notification of changes.notifications) notifications.push(await notificationOf(tx, after, notification));
  await publishNotifications(tx, after.row, notifications);
  if (isEnd(before.row.status, after.row.status)) deps.metrics.ended(after.row.status);
  for (const { kind, attempt_id: transaction } of operations)
    if (kind === 'reverse') deps.log.warn({ intent: after.row.id, transaction }, 'payment.late_money_reversed');
  Object.assign(locked, { row: after.row, attempts: after.attempts });
  return operations;
}

function attemptOf({ attempts }: Known, id: string): AttemptRow {
  return attempts.find((attempt) => attempt.id === id) as AttemptRow;
}

/**
 * One statement, because a change moves one attempt and one operation, with few exceptions: each further row that
 * changed takes one more.
 */
async function saveRows(
  tx: PoolClient,
  before: Known,
  { after, events }: Changes,
  newOperations: readonly OperationRow[],
): Promise<void> {
  const earlier = new Map(before.attempts.map((attempt) => [attempt.id, attempt]));
  const newAttempts = after.attempts.filter(({ id }) => !earlier.has(id));
  const attempts = after.attempts.filter((attempt) => earlier.has(attempt.id) && earlier.get(attempt.id) !== attempt);
  const operation = after.operation === before.operation ? undefined : after.operation;
  // The page's hash never changes, and JSON cannot represent it.
  const { page_hash: _, ...row } = after.row;
  const save = async (parts: readonly (readonly object[])[], changed: { attempt?: string; operation?: string }) => {
    if (parts.every((part) => part.length === 0)) return;
    const values = parts.map((part) => JSON.stringify(part));
    const ids = [row.account_id, row.id, changed.attempt ?? null, changed.operation ?? null];
    await tx.query({ ...SAVE_LOCKED, values: [...values, ...ids] });
  };
  const [first, ...more] = attempts;
  await save(
    [
      newAttempts,
      newOperations,
      events,
      first === undefined ? [] : [first],
      operation === undefined ? [] : [operation],
      after.row === before.row ? [] : [row],
    ],
    { attempt: first?.id, operation: operation?.id },
  );
  for (const attempt of more) await save([[], [], [], [attempt], [], []], { attempt: attempt.id });
}

async function inquireNow(tx: PoolClient, { after: { row }, inquireNow: attempts }: Changes, now: Date): Promise<void> {
  for (const id of attempts)
    await tx.query(
      "UPDATE operation SET inquire_at = $3 WHERE account_id = $1 AND attempt_id = $2 AND state = 'pending'",
      [row.account_id, id, now],
    );
}

async function post(deps: PaymentDependencies, tx: PoolClient, { after, postings }: Changes): Promise<void> {
  const at = new Date(deps.clock());
  for (const attemptId of new Set(postings.map((posting) => posting.attemptId))) {
    const own = postings.filter((posting) => posting.attemptId === attemptId);
    const { gateway } = attemptOf(after, attemptId);
    await postEntries(tx, after.row, { postings: own, attemptId, gateway, at });
  }
}
