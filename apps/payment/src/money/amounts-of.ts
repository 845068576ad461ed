import { majorNumber } from './amount.ts';

/** The columns of an intent that say what became of its amount. */
export interface AmountColumns {
  status: string;
  amount_minor: string;
  captured_minor: string;
  refunded_minor: string;
  currency: string;
}

export interface Amounts {
  amount_captured: number;
  amount_capturable: number;
  amount_refunded: number;
}

/** In major units. One capture ends an authorisation, so afterwards nothing can be captured. */
export function amountsOf(row: AmountColumns): Amounts {
  const major = (minor: string): number => majorNumber(BigInt(minor), row.currency);
  return {
    amount_captured: major(row.captured_minor),
    amount_capturable: row.status === 'requires_capture' ? major(row.amount_minor) : 0,
    amount_refunded: major(row.refunded_minor),
  };
}
