import { currencyExponent, fromMinorUnits } from '@qafila/money/minor-units';
import type { PaymentRow } from '../entities/payment.entity.ts';

export function formatAmount({
  amount_minor: amount,
  currency,
}: Pick<PaymentRow, 'amount_minor' | 'currency'>): string {
  if (amount === null || currency === null) return '–';
  return currencyExponent(currency) === undefined
    ? `${amount} ${currency}`
    : `${fromMinorUnits(BigInt(amount), currency)} ${currency}`;
}
