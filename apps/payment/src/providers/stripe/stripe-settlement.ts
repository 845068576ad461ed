import type Stripe from 'stripe';
import type { ProviderLineKind, ProviderSettlementLine, SettlementPeriod } from '../settlement-line.ts';
import { fromStripe } from './stripe-money.ts';
import { idOf, OPERATION } from './stripe-reports.ts';

const LINES_PER_PAGE = 100;
const KINDS: Partial<Record<string, ProviderLineKind>> = {
  charge: 'capture',
  payment: 'capture',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'capture',
  payment_failure_refund: 'capture_reversal',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout_reversal',
  payout_failure: 'payout_reversal',
};

/** The balance transactions of a period. Those of a payout in it name the payout. */
export async function* stripeSettlementLines(
  client: Stripe,
  { fromMs, toMs }: SettlementPeriod,
): AsyncIterable<ProviderSettlementLine> {
  const created = { gte: Math.floor(fromMs / 1_000), lt: Math.ceil(toMs / 1_000) };
  const payouts = new Map<string, string>();
  for await (const { source } of client.balanceTransactions.list({ created, type: 'payout', limit: LINES_PER_PAGE })) {
    const payout = idOf(source);
    if (payout === null) continue;
    for await (const { id } of client.balanceTransactions.list({ payout, limit: LINES_PER_PAGE }))
      payouts.set(id, payout);
  }
  const all = client.balanceTransactions.list({ created, limit: LINES_PER_PAGE, expand: ['data.source'] });
  for await (const line of all) yield lineOf(line, payouts);
}

function lineOf(line: Stripe.BalanceTransaction, payouts: ReadonlyMap<string, string>): ProviderSettlementLine {
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
    payoutId: payouts.get(line.id) ?? (isPayout ? (source.id ?? null) : null),
    at: new Date(line.created * 1_000),
  };
}

interface Source {
  id?: string;
  payment_intent?: unknown;
  charge?: unknown;
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
