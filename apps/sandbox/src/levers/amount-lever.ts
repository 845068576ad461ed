/** ISO 8583 codes that an amount's last two digits ask for; 02 is ours. */
export type AmountLever = '02' | '05' | '51' | '54' | '61' | '68' | '91' | '96';
const LEVERS: ReadonlySet<string> = new Set(['02', '05', '51', '54', '61', '68', '91', '96']);

/** Minor units, whatever the currency's number of decimals. */
export function amountLever(amountMinor: bigint): AmountLever | null {
  const digits = (amountMinor % 100n).toString().padStart(2, '0');
  return LEVERS.has(digits) ? digits as AmountLever : null;
}

/** A decline at the moment when the money would move. */
export function declineByAmount(amountMinor: bigint): string | null {
  const lever = amountLever(amountMinor);
  return lever === '05' || lever === '51' || lever === '54' || lever === '61' ? lever : null;
}

/** Refused before anything is done: 91 where the primary is asked, 96 everywhere. */
export function downByAmount(amountMinor: bigint, provider: string): string | null {
  const lever = amountLever(amountMinor);
  return lever === '96' || (lever === '91' && provider !== 'cardgateway-b') ? lever : null;
}
