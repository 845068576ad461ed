import { majorNumber } from './amount.ts';

/** The columns of an intent that say what became of its amount. */
export interface AmountColumns {
  status: string;
  amount_minor: string;
  captured_minor: string;
  refunded_minor: string;
  currency: string;
  /** What captures under way have reserved. */
  asked?: string | null;
  asked_minor?: string | null;
}

export interface Amounts {
  amount_captured: number;
  amount_capturable: number;
  amount_refunded: number;
}

/** In major units. What captures under way have reserved cannot be captured again. */
export function amountsOf(row: AmountColumns): Amounts {
  const major = (minor: string): number => majorNumber(BigInt(minor), row.currency);
  return {
    amount_captured: major(row.captured_minor),
    amount_capturable: row.status === 'requires_capture' ? majorNumber(capturableMinor(row), row.currency) : 0,
    amount_refunded: major(row.refunded_minor),
  };
}

function capturableMinor(row: AmountColumns): bigint {
  const { amount_minor: amount, captured_minor: captured, asked: requested, asked_minor: reserved } = row;
  return BigInt(amount) - BigInt(captured) - (requested === 'capture' ? BigInt(reserved ?? 0) : 0n);
}
