import type { Json } from '@qafila/testing/http-call';
import type { ProviderSettlementLine } from '../../src/providers/settlement-line.ts';
import type { JourneyBook } from './journey-gateway.ts';

/** What a gateway says of its payments and payouts, by currency. Currencies that it took nothing in are left out. */
export function sumByCurrency(
  payments: readonly { currency: unknown; captured: unknown; refunded: unknown; disputed?: unknown }[],
  payouts: readonly { currency: unknown; amount: unknown }[],
): Record<string, JourneyBook> {
  const books: Record<string, JourneyBook> = {};
  for (const { currency, captured, refunded, disputed = 0 } of payments) {
    if (captured === 0) continue;
    const book = (books[currency as string] ??= { captured: 0n, refunded: 0n, disputed: 0n, paidOut: 0n });
    book.captured += BigInt(captured as number);
    book.refunded += BigInt(refunded as number);
    book.disputed += BigInt(disputed as number);
  }
  for (const { currency, amount } of payouts) {
    const book = books[currency as string];
    if (book !== undefined) book.paidOut += BigInt(amount as number);
  }
  return books;
}

/** The payouts of such lines: they leave the balance at the gateway. */
export function payoutsIn(lines: readonly Json[]): { currency: unknown; amount: unknown }[] {
  return lines
    .filter(({ type }) => type === 'payout')
    .map(({ currency, gross }) => ({ currency, amount: -(gross as number) }));
}

/** The settlement of a simulated gateway that has no API for it: the columns are the simulation's. */
export function settlementLines(lines: readonly Json[]): ProviderSettlementLine[] {
  return lines.map(({ id, type, payment: reference, currency, gross, fee, at }) => ({
    key: `${type}/${id}`,
    kind: type as ProviderSettlementLine['kind'],
    references: type === 'payout' ? [] : [id as string, reference as string],
    currency: currency as string,
    gross: BigInt(gross as number),
    fee: BigInt(fee as number),
    statedFee: BigInt(fee as number),
    payoutId: `payout-${currency}`,
    at: new Date(at as string),
  }));
}
