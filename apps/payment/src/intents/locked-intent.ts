import type { PoolClient } from 'pg';
import type { AttemptRow, IntentRow } from './intent.entity.ts';

/**
 * An intent and its attempts, read under the lock of the intent's row. The lock allows one writer at a time.
 * `writeChanges` replaces both by what it wrote.
 */
export interface LockedIntent {
  row: IntentRow;
  attempts: readonly AttemptRow[];
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
  return { row, attempts };
}
