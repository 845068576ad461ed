import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import { intentView } from './intent-view.ts';
import type { IntentAnswer, ListIntentsQuery } from './intent.schema.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { lastAttemptsOf } from './last-attempts.ts';
import { lockIntent } from './locked-intent.ts';
import type { LockedIntent } from './locked-intent.ts';

/** Another store's intent and an unknown one give the same 404. */
export async function findIntent(db: Pool | PoolClient, owner: Owner, id: string): Promise<IntentRow> {
  const {
    rows: [row],
  } = await db.query<IntentRow>(
    'SELECT * FROM intent WHERE account_id = $1 AND id = $2 AND store_id = $3 AND mode = $4',
    [owner.accountId, id, owner.storeId, owner.mode],
  );
  if (row === undefined) throw notFound('payment intent', id);
  return row;
}

/** Locks the owner's intent and reads its attempts. */
export async function lockOwnIntent(tx: PoolClient, owner: Owner, id: string): Promise<LockedIntent> {
  const locked = await lockIntent(tx, owner.accountId, id);
  if (locked?.row.store_id !== owner.storeId || locked.row.mode !== owner.mode) throw notFound('payment intent', id);
  return locked;
}

export async function listIntents(
  deps: PaymentDependencies,
  owner: Owner,
  { limit, cursor, status }: ListIntentsQuery,
): Promise<Page<IntentAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'text');
  const { rows } = await deps.pool.query<IntentRow>(
    `
    SELECT * FROM intent WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND ($4::text IS NULL OR id < $4)
    AND ($5::text IS NULL OR status = $5) ORDER BY id DESC LIMIT $6`,
    [owner.accountId, owner.storeId, owner.mode, before?.[0] ?? null, status ?? null, size + 1],
  );
  const last = await lastAttemptsOf(deps.pool, rows);
  return pageOf(rows, size, { item: (row) => intentView(row, deps, last.get(row.id)), key: (row) => [row.id] });
}

/** An intent as answers show it, with its last attempt. */
export async function intentAnswer(deps: PaymentDependencies, row: IntentRow): Promise<IntentAnswer> {
  return intentView(row, deps, (await lastAttemptsOf(deps.pool, [row])).get(row.id));
}

export async function attemptsOf(db: Pool | PoolClient, accountId: string, intentId: string): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>(
    'SELECT * FROM attempt WHERE account_id = $1 AND intent_id = $2 ORDER BY no',
    [accountId, intentId],
  );
  return rows;
}
