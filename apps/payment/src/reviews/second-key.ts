import type { PaymentDependencies } from '../dependencies.ts';

/** Whether a decision about this amount, in minor units, needs a second, different key. */
export function needsSecondKey(
  { secondKeyAbove }: Pick<PaymentDependencies, 'secondKeyAbove'>,
  currency: string,
  amount: bigint,
): boolean {
  return amount > (secondKeyAbove.get(currency) ?? 0n);
}
