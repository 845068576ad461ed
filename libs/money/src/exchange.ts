import { isRefusal, parseDecimal, toPlainString } from './decimal.ts';
import { currencyExponent } from './minor-units.ts';

/** What an exchanged amount was before, in minor units. `within`: how far rounding may have moved it. */
export interface ExchangedFrom {
  amount: bigint;
  within: bigint;
}

/**
 * What was exchanged into `amount` minor units of `to`, at a rate that is the price of one major unit of `from` in
 * major units of `to`. The amount was rounded to whole minor units of `to`, so it is known only as far as one of them
 * is worth. Undefined for a rate that is not a positive decimal, and for unknown currencies.
 */
export function exchangedFrom(
  amount: bigint,
  rate: string,
  pair: { from: string; to: string },
): ExchangedFrom | undefined {
  const [from, to] = [currencyExponent(pair.from), currencyExponent(pair.to)];
  const price = parseDecimal(rate);
  if (from === undefined || to === undefined || isRefusal(price)) return undefined;
  const [whole = '', fraction = ''] = toPlainString(price).split('.');
  const divisor = BigInt(whole + fraction) * 10n ** BigInt(to);
  if (divisor <= 0n) return undefined;
  const factor = 10n ** BigInt(from + fraction.length);
  const size = amount < 0n ? -amount : amount;
  const before = (size * factor * 2n + divisor) / (divisor * 2n);
  return { amount: amount < 0n ? -before : before, within: (factor + divisor - 1n) / divisor };
}
