import { createHash } from 'node:crypto';
import type { KnownAccount } from './gateway-kind.ts';

/**
 * The name of an account whose gateway does not say whose it is: made of the first credential, and kept as long as
 * later ones open a payment that was taken before. `isOther`: the gateway does not find that payment.
 */
export function unnamedAccount(
  type: string,
  credential: string,
  { known, isOther }: { known: KnownAccount | undefined; isOther: boolean },
): string {
  if (known !== undefined && !isOther) return known.account;
  return `${type}_${createHash('sha256').update(`account ${credential}`).digest('hex').slice(0, 16)}`;
}
