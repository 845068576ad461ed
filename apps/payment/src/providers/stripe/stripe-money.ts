import { currencyExponent } from '@qafila/money/minor-units';

/** Stripe has no decimals here, ISO 4217 has two. */
const NO_DECIMALS = new Set(['MGA']);
/** Stripe has two decimals here, which must be 00; ISO 4217 has none. */
const TWO_DECIMALS = new Set(['ISK', 'UGX']);
/** Stripe has three decimals here, of which the last must be 0. */
const LAST_DIGIT_ZERO = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

function stripeExponent(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return TWO_DECIMALS.has(currency) ? 2 : (currencyExponent(currency) ?? 2);
}

/** An amount in the units that Stripe takes. Null: Stripe cannot express it, and an amount is never rounded. */
export function toStripe(amount: bigint, currency: string): number | null {
  if (LAST_DIGIT_ZERO.has(currency) && amount % 10n !== 0n) return null;
  const shift = stripeExponent(currency) - (currencyExponent(currency) ?? 2);
  if (shift >= 0) return Number(amount * 10n ** BigInt(shift));
  const unit = 10n ** BigInt(-shift);
  return amount % unit === 0n ? Number(amount / unit) : null;
}

/** An amount of Stripe in minor units. */
export function fromStripe(amount: number, currency: string): bigint {
  const code = currency.toUpperCase();
  const shift = stripeExponent(code) - (currencyExponent(code) ?? 2);
  return shift >= 0 ? BigInt(amount) / 10n ** BigInt(shift) : BigInt(amount) * 10n ** BigInt(-shift);
}
