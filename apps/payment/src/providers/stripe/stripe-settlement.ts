import type Stripe from 'stripe';
import type { ProviderLineKind, ProviderSettlementLine, SettlementPage, SettlementPeriod } from '../settlement-line.ts';
import { fromStripe } from './stripe-money.ts';
import { OPERATION } from './stripe-reports.ts';

const LINES_PER_PAGE = 100;
const KINDS: Partial<Record<string, ProviderLineKind>> = {
  charge: 'capture',
  payment: 'capture',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_reversal',
  payment_failure_refund: 'capture_reversal',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
};

/**
 * Where a reader of a period is. First come all its balance transactions. Then come its payouts one by one, each
 * followed by what it contains, which may be older than the period.
 */
type Cursor =
  | { read: 'booked'; after?: string }
  | { read: 'payouts'; after?: string }
  | { read: 'paid'; payout: string; line: string; after?: string };

/** One request to Stripe. It lists the newest first, so pages of a period that has ended do not move. */
export async function stripeSettlementPage(
  client: Stripe,
  { fromMs, toMs }: SettlementPeriod,
  cursor: string | null,
): Promise<SettlementPage> {
  const at: Cursor = cursor === null ? { read: 'booked' } : (JSON.parse(cursor) as Cursor);
  const created = { gte: Math.floor(fromMs / 1_000), lt: Math.ceil(toMs / 1_000) };
  const which = { booked: { created }, payouts: { created, type: 'payout' }, paid: { payout: payoutOf(at) } }[at.read];
  const { data, has_more: hasMore } = await client.balanceTransactions.list({
    ...which,
    // The payouts are read one by one.
    limit: at.read === 'payouts' ? 1 : LINES_PER_PAGE,
    expand: ['data.source'],
    ...(at.after === undefined ? {} : { starting_after: at.after }),
  });
  const last = data.at(-1);
  if (at.read === 'payouts') return { lines: [], next: last === undefined ? null : write(afterPayout(last)) };
  const lines = data.map((line) => lineOf(line, payoutOf(at) ?? null));
  if (hasMore && last !== undefined) return { lines, next: write({ ...at, after: last.id }) };
  return { lines, next: write(at.read === 'paid' ? { read: 'payouts', after: at.line } : { read: 'payouts' }) };
}

/** Stripe does not say what a payout contains that a person made, and refuses the question. */
function afterPayout(line: Stripe.BalanceTransaction): Cursor {
  const { id, automatic } = sourceOf(line);
  if (id === undefined || automatic === false) return { read: 'payouts', after: line.id };
  return { read: 'paid', payout: id, line: line.id };
}

function payoutOf(cursor: Cursor): string | undefined {
  return cursor.read === 'paid' ? cursor.payout : undefined;
}

function write(cursor: Cursor): string {
  return JSON.stringify(cursor);
}

function lineOf(line: Stripe.BalanceTransaction, payoutId: string | null): ProviderSettlementLine {
  const source = sourceOf(line);
  const kind = kindOf(line);
  const isPayout = kind === 'payout' || kind === 'payout_reversal';
  return {
    key: line.id,
    kind,
    references: [source.metadata?.[OPERATION], source.payment_intent, source.charge, source.id].filter(
      (reference): reference is string => typeof reference === 'string' && reference !== '',
    ),
    currency: line.currency.toUpperCase(),
    gross: fromStripe(line.amount, line.currency),
    fee: fromStripe(line.amount - line.net, line.currency),
    statedFee: fromStripe(line.fee, line.currency),
    payoutId: payoutId ?? (isPayout ? (source.id ?? null) : null),
    at: new Date(line.created * 1_000),
    ...exchangedOf(line, source),
  };
}

/**
 * Stripe settles in the currency of the account's bank. The amount is that of the charge, refund or dispute itself: its
 * rate is rounded, and Stripe does not say how it counts the units of a currency without two decimals.
 */
function exchangedOf(line: Stripe.BalanceTransaction, source: Source): Pick<ProviderSettlementLine, 'exchanged'> {
  const { exchange_rate: rate, amount: settled } = line;
  const { currency, amount_captured: captured, amount = captured } = source;
  if (rate === null || currency === undefined || currency === line.currency || amount === undefined) return {};
  const minor = fromStripe(captured ?? amount, currency);
  return { exchanged: { currency: currency.toUpperCase(), amount: settled < 0 ? -minor : minor, within: 0n } };
}

interface Source {
  id?: string;
  /** Of a payout: false when a person made it. */
  automatic?: boolean;
  payment_intent?: unknown;
  charge?: unknown;
  currency?: string;
  amount?: number;
  /** Of a charge: `amount` is what was authorised. */
  amount_captured?: number;
  metadata?: Record<string, string> | null;
}

/** Without the object only its id is known. */
function sourceOf({ source }: Stripe.BalanceTransaction): Source {
  if (source === null) return {};
  return typeof source === 'string' ? { id: source } : (source as unknown as Source);
}

/** A dispute is an adjustment whose reporting category names it. */
function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): ProviderLineKind {
  if (category === 'dispute') return 'dispute';
  if (category === 'dispute_reversal') return 'dispute_reversal';
  return KINDS[type] ?? 'adjustment';
}
