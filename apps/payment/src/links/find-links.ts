import { decodeCursor, pageOf, pageSize } from '@qafila/envelopes/page';
import type { Page } from '@qafila/envelopes/page';
import { notFound } from '@qafila/envelopes/refusal';
import type { Pool, PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import type { IntentStatus } from '../intents/intent-status.ts';
import { LINKS } from '../limits.ts';
import { majorNumber } from '../money/amount.ts';
import type { Owner } from '../owner.ts';
import { linkView } from './link-view.ts';
import type { KnownLink } from './link-view.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';
import type { ListPaymentLinksQuery, PaymentLinkAnswer, PaymentLinkInFull } from './payment-link.schema.ts';

type Row = PaymentLinkRow & { last_status: IntentStatus | null };

const SELECT = `SELECT l.*, i.status AS last_status FROM payment_link l
  LEFT JOIN intent i ON i.account_id = l.account_id AND i.id = l.last_intent`;

export async function linkOfPage(pool: Pool, pageHash: Buffer): Promise<KnownLink | undefined> {
  const {
    rows: [row],
  } = await pool.query<Row>({
    name: 'link-of-page',
    text: `${SELECT} WHERE l.page_hash = $1`,
    values: [pageHash],
  });
  return row === undefined ? undefined : partsOf(row);
}

/** Locks the link first: all visits and changes of it take turns. */
export async function lockLink(tx: PoolClient, accountId: string, id: string): Promise<KnownLink | undefined> {
  await tx.query('SELECT 1 FROM payment_link WHERE account_id = $1 AND id = $2 FOR UPDATE', [accountId, id]);
  const {
    rows: [row],
  } = await tx.query<Row>(`${SELECT} WHERE l.account_id = $1 AND l.id = $2`, [accountId, id]);
  return row === undefined ? undefined : partsOf(row);
}

export async function listLinks(
  deps: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  { limit, cursor, status }: ListPaymentLinksQuery,
): Promise<Page<PaymentLinkAnswer>> {
  const size = pageSize(limit);
  const before = decodeCursor(cursor, 'text');
  const { rows } = await deps.pool.query<Row>(
    `${SELECT} WHERE l.account_id = $1 AND l.store_id = $2 AND l.mode = $3 AND ($4::text IS NULL OR l.id < $4)
    AND ($5::boolean IS NULL OR l.enabled = $5) ORDER BY l.id DESC LIMIT $6`,
    [accountId, storeId, mode, before?.[0] ?? null, status === undefined ? null : status === 'active', size + 1],
  );
  return pageOf(rows, size, { item: (row) => linkView(partsOf(row), deps), key: (row) => [row.id] });
}

export async function getLink(
  deps: PaymentDependencies,
  { accountId, storeId, mode }: Owner,
  id: string,
): Promise<PaymentLinkInFull> {
  const {
    rows: [row],
  } = await deps.pool.query<Row>(
    `${SELECT} WHERE l.account_id = $1 AND l.id = $2 AND l.store_id = $3 AND l.mode = $4`,
    [accountId, id, storeId, mode],
  );
  if (row === undefined) throw notFound('payment link', id);
  const { rows: intents } = await deps.pool.query<{
    id: string;
    status: IntentStatus;
    amount_minor: string;
    created_at: Date;
  }>(
    `SELECT i.id, i.status, i.amount_minor, i.created_at FROM payment_link_intent v
      JOIN intent i ON i.account_id = v.account_id AND i.id = v.intent_id
    WHERE v.account_id = $1 AND v.link_id = $2 ORDER BY v.intent_id DESC LIMIT ${LINKS.intentsShown}`,
    [accountId, id],
  );
  return {
    ...linkView(partsOf(row), deps),
    payment_intents: intents.map((intent) => ({
      payment_intent_id: intent.id,
      pi_status: intent.status,
      amount: majorNumber(BigInt(intent.amount_minor), row.currency),
      created_at: intent.created_at.toISOString(),
    })),
  };
}

function partsOf({ last_status: last, ...link }: Row): KnownLink {
  return { link, last };
}
