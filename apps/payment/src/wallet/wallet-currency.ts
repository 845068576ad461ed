import { invalid } from '@qafila/envelopes/refusal';
import type { PaymentDependencies } from '../dependencies.ts';

/** The currency of a wallet payment. It is never changed silently: another one than the wallet's is refused. */
export function walletCurrencyOf({ walletCurrency }: PaymentDependencies, wanted: string | undefined): string {
  if (wanted === undefined || wanted === walletCurrency) return walletCurrency;
  throw invalid('currency', `The wallet takes ${walletCurrency} only. Send the amount in ${walletCurrency}.`);
}
