import type { PoolClient } from 'pg';
import type { OperationRow } from '../operations/operation.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { SAVE_HELD } from './save-held.sql.ts';

/** One line of a transaction's timeline. */
export interface AttemptEvent { account_id: string; attempt_id: string; at: Date; status: string; actor: string; note: string }

/** Rows that were changed, or made, in memory; `saveHeld` writes them. */
export interface Unsaved {
  intent: boolean;
  attempts: Set<AttemptRow>;
  operations: Set<OperationRow>;
  newAttempts: AttemptRow[];
  newOperations: OperationRow[];
  events: AttemptEvent[];
}

/** An intent and its attempts, read under its row's lock: one writer at a time. */
export interface HeldIntent { row: IntentRow; attempts: AttemptRow[]; unsaved: Unsaved }

/** Locks an intent. Undefined when there is none. */
export async function holdIntent(tx: PoolClient, accountId: string, id: string): Promise<HeldIntent | undefined> {
  const { rows: [row] } = await tx.query<IntentRow>({ name: 'hold-intent', text: 'SELECT * FROM intent WHERE account_id = $1 AND id = $2 FOR UPDATE', values: [accountId, id] });
  if (row === undefined) return undefined;
  // Read by a statement of its own, once the lock is held: the one that waited for it would see the attempts of before.
  const { rows: attempts } = row.tries === 0 ? { rows: [] } : await tx.query<AttemptRow>({
    name: 'held-attempts', text: 'SELECT * FROM attempt WHERE account_id = $1 AND intent_id = $2 ORDER BY no', values: [accountId, id],
  });
  return heldOf(row, attempts);
}

export function heldOf(row: IntentRow, attempts: AttemptRow[]): HeldIntent {
  return { row, attempts, unsaved: nothing() };
}

function nothing(): Unsaved {
  return { intent: false, attempts: new Set(), operations: new Set(), newAttempts: [], newOperations: [], events: [] };
}

export function noteEvent({ unsaved }: HeldIntent, attempt: AttemptRow, event: { at: Date; status: string; actor: string; note?: string }): void {
  unsaved.events.push({ account_id: attempt.account_id, attempt_id: attempt.id, at: event.at, status: event.status, actor: event.actor, note: event.note ?? '' });
}

/** Writes all that is unsaved, in the transaction that holds the intent. */
export async function saveHeld(tx: PoolClient, held: HeldIntent): Promise<void> {
  const { intent, attempts, operations, newAttempts, newOperations, events } = held.unsaved;
  // The page's hash is never changed, and no JSON.
  const { page_hash: _, ...row } = held.row;
  const parts = [newAttempts, newOperations, events, [...attempts], [...operations], intent ? [row] : []];
  if (parts.every((part) => part.length === 0)) return;
  if (attempts.size > 1 || operations.size > 1) throw new RangeError('a command changes one attempt and one operation at most');
  held.unsaved = nothing();
  const [attempt, operation] = [[...attempts][0], [...operations][0]];
  await tx.query({ ...SAVE_HELD, values: [...parts.map((part) => JSON.stringify(part)), row.account_id, row.id, attempt?.id ?? null, operation?.id ?? null] });
}
