import type { PoolClient, Pool } from 'pg';
import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import { holdIntent } from './held-intent.ts';
import type { HeldIntent } from './held-intent.ts';
import type { Owner, Payments } from '../payments.ts';
import { readChoice } from '../reading.ts';
import type { AttemptRow, IntentRow } from './intent.entity.ts';
import { INTENT_STATUSES } from './intent.state.ts';
import { intentView } from './intent-view.ts';

/** A foreign intent and an unknown one answer the same 404. */
export async function findIntent(db: Pool | PoolClient, owner: Owner, id: string): Promise<IntentRow> {
  const { rows: [row] } = await db.query<IntentRow>('SELECT * FROM intent WHERE account_id = $1 AND id = $2 AND store_id = $3 AND mode = $4', [owner.accountId, id, owner.storeId, owner.mode]);
  if (row === undefined) throw notFound('payment intent', id);
  return row;
}

/** The same, locked, with its attempts. */
export async function holdOwn(tx: PoolClient, owner: Owner, id: string): Promise<HeldIntent> {
  const held = await holdIntent(tx, owner.accountId, id);
  if (held?.row.store_id !== owner.storeId || held.row.mode !== owner.mode) throw notFound('payment intent', id);
  return held;
}

export async function listIntents(payments: Payments, owner: Owner, { limit, cursor, status }: { limit?: string; cursor?: string; status?: string }): Promise<Page<Record<string, unknown>>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 1);
  const { rows } = await payments.pool.query<IntentRow>(`
    SELECT * FROM intent WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND ($4::text IS NULL OR id < $4) AND ($5::text IS NULL OR status = $5) ORDER BY id DESC LIMIT $6`,
  [owner.accountId, owner.storeId, owner.mode, before?.[0] ?? null, readChoice(status, 'status', INTENT_STATUSES) ?? null, size + 1]);
  return pageOf(rows, size, { item: (row) => intentView(row, payments), key: (row) => [row.id] });
}

export async function attemptsOf(db: Pool | PoolClient, accountId: string, intentId: string): Promise<AttemptRow[]> {
  const { rows } = await db.query<AttemptRow>('SELECT * FROM attempt WHERE account_id = $1 AND intent_id = $2 ORDER BY no', [accountId, intentId]);
  return rows;
}
