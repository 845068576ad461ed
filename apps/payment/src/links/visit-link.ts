import { notFound } from '@qafila/envelopes/refusal';
import { MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { PoolClient } from 'pg';
import type { PaymentDependencies } from '../dependencies.ts';
import { addressOf } from '../intents/address.schema.ts';
import { customerOf } from '../intents/customer.schema.ts';
import { newIntent } from '../intents/new-intent.ts';
import { LIMITS, LINKS } from '../limits.ts';
import { ownerOf } from '../owner.ts';
import { digitsOf } from '../pages/read-forms.ts';
import { lockLink } from './find-links.ts';
import { continues, linkStatus } from './link.state.ts';
import type { KnownLink } from './link-view.ts';
import type { PaymentLinkRow } from './payment-link.entity.ts';

/** Where a visit leads: to the page of an intent, or back with a reason. */
export type Visit = { intentId: string } | { refused: 'amountWrong' | 'linkBusy' | 'closed' };

/**
 * Begins a payment of a link. The link's lock decides between visits: a link for one payment leads all of them to the
 * one intent that can be paid.
 */
export async function visitLink(deps: PaymentDependencies, { link }: KnownLink, typed: unknown): Promise<Visit> {
  return inTransaction(deps.pool, async (tx) => {
    const known = await lockLink(tx, link.account_id, link.id);
    if (known === undefined) throw notFound('page', link.id);
    if (continues(known.link, known.last)) return { intentId: known.link.last_intent as string };
    if (linkStatus(known.link, known.last, deps.clock()) !== 'active') return { refused: 'closed' };
    const amount = amountOf(known.link, typed);
    if (amount === null) return { refused: 'amountWrong' };
    if (await isBusy(tx, known.link, deps.clock())) return { refused: 'linkBusy' };
    return { intentId: await beginPayment(deps, tx, known.link, amount) };
  });
}

async function beginPayment(
  deps: PaymentDependencies,
  tx: PoolClient,
  link: PaymentLinkRow,
  amount: bigint,
): Promise<string> {
  const orderReference = `${link.reference_prefix}-${link.payments + 1}`;
  const intent = await newIntent(deps, tx, ownerOf(link), {
    source: 'checkout',
    amount,
    currency: link.currency,
    captureMethod: link.capture_method,
    customer: customerOf(undefined),
    shipping: addressOf(undefined),
    billing: addressOf(undefined),
    metadata: { ...link.metadata, order_reference: orderReference, payment_link_id: link.id },
    orderReference,
    description: link.description,
    successUrl: link.success_url,
    failureUrl: link.failure_url,
    methods: link.methods,
    gateway: null,
  });
  await tx.query(
    'INSERT INTO payment_link_intent (account_id, link_id, intent_id, created_at) VALUES ($1, $2, $3, $4)',
    [link.account_id, link.id, intent.id, intent.created_at],
  );
  await tx.query(
    'UPDATE payment_link SET payments = payments + 1, last_intent = $3 WHERE account_id = $1 AND id = $2',
    [link.account_id, link.id, intent.id],
  );
  return intent.id;
}

/** The fixed amount, or the one that the customer typed; null when it is none, or beyond the bounds. */
export function amountOf(link: PaymentLinkRow, typed: unknown): bigint | null {
  if (link.amount_minor !== null) return BigInt(link.amount_minor);
  const minor = typedAmount(typed, link.currency);
  if (minor === null || minor <= 0n || minor > LIMITS.amountMinorMax) return null;
  if (link.amount_min_minor !== null && minor < BigInt(link.amount_min_minor)) return null;
  return link.amount_max_minor !== null && minor > BigInt(link.amount_max_minor) ? null : minor;
}

/** Digits of our three languages, with a point or an Arabic decimal separator. A comma could mean two things. */
function typedAmount(typed: unknown, currency: string): bigint | null {
  if (typeof typed !== 'string' || typed.length > LINKS.typedCharactersMax) return null;
  const text = digitsOf(typed.replace(/٫/g, '.').replace(/٬/g, '').replace(/-/g, '!'));
  if (!/^\d+(\.\d+)?$/.test(text)) return null;
  try {
    return toMinorUnits(text, currency);
  } catch (error) {
    if (error instanceof MoneyRefusal) return null;
    throw error;
  }
}

/** Too many payments of this link were started in the life of a page: a program visits it. */
async function isBusy(tx: PoolClient, link: PaymentLinkRow, nowMs: number): Promise<boolean> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM payment_link_intent WHERE account_id = $1 AND link_id = $2
      AND intent_id >= $3 LIMIT ${LINKS.startedMax}) started`,
    [link.account_id, link.id, `pi_${(nowMs - LIMITS.pageMs).toString(16).padStart(11, '0')}`],
  );
  return (rows[0]?.count ?? 0) >= LINKS.startedMax;
}
