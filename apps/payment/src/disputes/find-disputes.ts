import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { Owner } from '../owner.ts';
import type { DisputeRow } from './dispute.entity.ts';
import type { DisputeAnswer, ListDisputesQuery } from './dispute.schema.ts';
import { disputeView } from './dispute-view.ts';

export async function findDispute(
  db: Pick<PoolClient, 'query'>,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<DisputeRow> {
  const { rows } = await db.query<DisputeRow>(
    'SELECT * FROM dispute WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND id = $4',
    [accountId, storeId, mode, id],
  );
  if (rows[0] === undefined) throw notFound('dispute', id);
  return rows[0];
}

/** The disputes of a store, the newest first. */
export async function listDisputes(
  { pool }: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  query: ListDisputesQuery,
): Promise<Page<DisputeAnswer>> {
  const size = pageSize(query.limit);
  const before = decodeCursor(query.cursor, 'text');
  const { rows } = await pool.query<DisputeRow>(
    `
    SELECT * FROM dispute WHERE account_id = $1 AND store_id = $2 AND mode = $3 AND ($4::text IS NULL OR id < $4)
    AND ($5::text IS NULL OR status = $5) AND ($6::text IS NULL OR intent_id = $6)
    AND ($7::text IS NULL OR gateway = $7) AND ($8::timestamptz IS NULL OR evidence_due_at < $8)
    ORDER BY id DESC LIMIT $9`,
    [
      ...[accountId, storeId, mode, before?.[0] ?? null, query.status ?? null, query.payment_intent_id ?? null],
      ...[query.gateway ?? null, query.due_before ?? null, size + 1],
    ],
  );
  return pageOf(rows, size, { item: disputeView, key: (row) => [row.id] });
}
