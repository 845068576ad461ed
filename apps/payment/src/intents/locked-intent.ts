import type { PoolClient } from 'pg';
import type { TransactionStatus } from './intent-status.ts';
import type { AttemptEventRow } from './attempt-event.entity.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import type { OperationRow } from './operation.entity.ts';
import { SAVE_LOCKED } from './save-locked.sql.ts';

/** A step of a transaction before the table numbers it. */
export type AttemptEvent = Omit<AttemptEventRow, 'no'>;

/** New and changed rows in memory; `saveLocked` writes them. */
export interface Unsaved {
  intent: boolean;
  attempts: Set<AttemptRow>;
  operations: Set<OperationRow>;
  newAttempts: AttemptRow[];
  newOperations: OperationRow[];
  events: AttemptEvent[];
}

/** An intent and its attempts, read under the lock of the intent's row. The lock allows one writer at a time. */
export interface LockedIntent {
  row: IntentRow;
  attempts: AttemptRow[];
  unsaved: Unsaved;
}

/** Locks an intent. Returns undefined when there is none. */
export async function lockIntent(tx: PoolClient, accountId: string, id: string): Promise<LockedIntent | undefined> {
  const {
    rows: [row],
  } = await tx.query<IntentRow>({
    name: 'lock-intent',
    text: 'SELECT * FROM intent WHERE account_id = $1 AND id = $2 FOR UPDATE',
    values: [accountId, id],
  });
  if (row === undefined) return undefined;
  // A separate statement reads the attempts after the lock is acquired. One statement for both would see the attempts
  // from before the wait.
  const { rows: attempts } =
    row.tries === 0
      ? { rows: [] }
      : await tx.query<AttemptRow>({
          name: 'attempts-of-intent',
          text: 'SELECT * FROM attempt WHERE account_id = $1 AND intent_id = $2 ORDER BY no',
          values: [accountId, id],
        });
  return lockedIntentOf(row, attempts);
}

export function lockedIntentOf(row: IntentRow, attempts: AttemptRow[]): LockedIntent {
  return { row, attempts, unsaved: nothing() };
}

function nothing(): Unsaved {
  return { intent: false, attempts: new Set(), operations: new Set(), newAttempts: [], newOperations: [], events: [] };
}

export function addEvent(
  { unsaved }: LockedIntent,
  attempt: AttemptRow,
  event: { at: Date; status: TransactionStatus; actor: string; note?: string },
): void {
  unsaved.events.push({
    account_id: attempt.account_id,
    attempt_id: attempt.id,
    at: event.at,
    status: event.status,
    actor: event.actor,
    note: event.note ?? '',
  });
}

/** Writes everything unsaved, in the transaction that locked the intent. */
export async function saveLocked(tx: PoolClient, locked: LockedIntent): Promise<void> {
  const { intent, attempts, operations, newAttempts, newOperations, events } = locked.unsaved;
  // The page's hash never changes, and JSON cannot represent it.
  const { page_hash: _, ...row } = locked.row;
  const parts = [newAttempts, newOperations, events, [...attempts], [...operations], intent ? [row] : []];
  if (parts.every((part) => part.length === 0)) return;
  if (attempts.size > 1 || operations.size > 1)
    throw new RangeError('a command changes one attempt and one operation at most');
  locked.unsaved = nothing();
  const [attempt, operation] = [[...attempts][0], [...operations][0]];
  await tx.query({
    ...SAVE_LOCKED,
    values: [
      ...parts.map((part) => JSON.stringify(part)),
      row.account_id,
      row.id,
      attempt?.id ?? null,
      operation?.id ?? null,
    ],
  });
}
