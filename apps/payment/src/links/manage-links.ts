import { paymentSuccess } from '@qafila/envelopes/payment';
import { conflict, invalid, notFound } from '@qafila/envelopes/refusal';
import { idempotent } from '@qafila/idempotency/idempotent';
import type { Answer, RequestIdentity } from '@qafila/idempotency/idempotent';
import { PAYMENT_LINK_EVENT } from '@qafila/contracts/payment-link-events';
import type { PaymentLinkNotification } from '@qafila/contracts/payment-link-events';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { newId } from '@qafila/runtime/new-id';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { requireSecureReturn } from '../intents/return-addresses.ts';
import { secretHash } from '../keys.ts';
import { readAmount } from '../money/amount.ts';
import { publishNotification } from '../notifications/publish-notification.ts';
import { requesterOf } from '../owner.ts';
import type { Owner } from '../owner.ts';
import { offerOf, offerOfStore } from '../store/offered-methods.ts';
import { lockLink } from './find-links.ts';
import { linkView } from './link-view.ts';
import type { KnownLink } from './link-view.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';
import type { ChangePaymentLinkBody, CreatePaymentLinkBody, PaymentLinkAnswer } from './payment-link.schema.ts';

type Sent = Omit<RequestIdentity, 'owner'> & { body: CreatePaymentLinkBody };

export async function createPaymentLink(
  deps: PaymentDependencies,
  owner: Owner,
  { body, ...request }: Sent,
): Promise<Answer> {
  requireSecureReturn(deps.mode, body);
  offerOf(body, await offerOfStore(deps, owner), null);
  const wanted = linkRow(deps, owner, body);
  const begin = async (tx: PoolClient): Promise<{ answer: Answer }> => {
    const link = await insertLink(tx, wanted);
    await publish(deps, tx, { link, last: null }, PAYMENT_LINK_EVENT.created);
    const answer = paymentSuccess('Payment link created', linkView({ link, last: null }, deps));
    return { answer: { status: 200, body: answer } };
  };
  const answer =
    request.key === undefined
      ? (await inTransaction(deps.pool, begin)).answer
      : await idempotent(deps, { ...request, owner }, { begin });
  deps.onCommit();
  return answer;
}

/** A link for one payment that was paid stays as it is. */
export async function changePaymentLink(
  deps: PaymentDependencies,
  owner: Owner,
  { id, body: { status } }: { id: string; body: ChangePaymentLinkBody },
): Promise<PaymentLinkAnswer> {
  const changed = await inTransaction(deps.pool, async (tx) => {
    const known = await lockLink(tx, owner.accountId, id);
    if (known === undefined || known.link.store_id !== owner.storeId || known.link.mode !== owner.mode)
      throw notFound('payment link', id);
    if (linkView(known, deps).status === 'used')
      throw conflict('illegal_transition', 'This payment link was paid, and makes no further payment.');
    const enabled = status === 'active';
    if (known.link.enabled === enabled) return known;
    const { rows } = await tx.query<PaymentLinkRow>(
      `UPDATE payment_link SET enabled = $3, revision = revision + 1, updated_at = $4 WHERE account_id = $1 AND id = $2
        RETURNING *`,
      [owner.accountId, id, enabled, new Date(deps.clock())],
    );
    const next: KnownLink = { link: rows[0] as PaymentLinkRow, last: known.last };
    await publish(deps, tx, next, PAYMENT_LINK_EVENT.updated);
    return next;
  });
  deps.onCommit();
  return linkView(changed, deps);
}

function publish(deps: PaymentDependencies, tx: PoolClient, known: KnownLink, type: string): Promise<void> {
  const { link } = known;
  const view = linkView(known, deps);
  const data: PaymentLinkNotification = {
    version: 1,
    _id: link.id,
    status: view.status,
    reusable: link.reusable,
    currency: link.currency,
    amount: view.amount,
    reference_prefix: link.reference_prefix,
    description: link.description,
    payments: link.payments,
    expires_at: view.expires_at,
    created_at: view.created_at,
    updated_at: view.updated_at,
    store_id: link.store_id,
    mode: link.mode,
    account_id: link.account_id,
  };
  return publishNotification(tx, link, { type, data });
}

function linkRow(
  { clock, keys }: PaymentDependencies,
  owner: Owner,
  body: CreatePaymentLinkBody,
): Omit<PaymentLinkRow, 'page_hash'> & { page_hash: string } {
  const now = new Date(clock());
  const id = newId('pl', now.getTime());
  const minor = (name: 'amount' | 'amount_min' | 'amount_max'): string | null =>
    body[name] === undefined ? null : String(readAmount(body[name], body.currency, name));
  const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
  if (expiresAt !== null && expiresAt <= now) throw invalid('expires_at', 'expires_at must be in the future.');
  return {
    account_id: owner.accountId,
    id,
    store_id: owner.storeId,
    mode: owner.mode,
    page_hash: `\\x${secretHash(keys.pageToken(owner.accountId, id)).toString('hex')}`,
    enabled: true,
    reusable: body.reusable ?? false,
    currency: body.currency,
    amount_minor: minor('amount'),
    amount_min_minor: minor('amount_min'),
    amount_max_minor: minor('amount_max'),
    reference_prefix: body.reference_prefix ?? id,
    description: body.description ?? '',
    capture_method: body.capture_method ?? 'automatic',
    methods: body.payment_methods ?? null,
    metadata: body.metadata ?? {},
    success_url: body.success_url ?? '',
    failure_url: body.failure_url ?? '',
    expires_at: expiresAt,
    payments: 0,
    last_intent: null,
    revision: 1,
    created_at: now,
    created_by: requesterOf(owner),
    updated_at: now,
  };
}

async function insertLink(tx: PoolClient, row: object): Promise<PaymentLinkRow> {
  const { rows } = await tx.query<PaymentLinkRow>(
    'INSERT INTO payment_link SELECT * FROM json_populate_record(NULL::payment_link, $1) RETURNING *',
    [JSON.stringify(row)],
  );
  return rows[0] as PaymentLinkRow;
}
