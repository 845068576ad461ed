/** The ISO 8583 codes that an amount's last two digits select; 02 is the sandbox's own. */
export type AmountLever = '02' | '05' | '51' | '54' | '61' | '68' | '91' | '96';
export const LEVERS: ReadonlySet<string> = new Set(['02', '05', '51', '54', '61', '68', '91', '96']);

/** Reads the last two digits of the minor units, whatever the currency's number of decimals. */
export function amountLever(amountMinor: bigint): AmountLever | null {
  const digits = (amountMinor % 100n).toString().padStart(2, '0');
  return LEVERS.has(digits) ? (digits as AmountLever) : null;
}

/** The decline code at the moment when the money would move; null: none. */
export function declineByAmount(amountMinor: bigint): string | null {
  const lever = amountLever(amountMinor);
  return lever === '05' || lever === '51' || lever === '54' || lever === '61' ? lever : null;
}

/** The code of a host that is down, before anything is done: 91 at the primary provider, 96 everywhere. */
export function downByAmount(amountMinor: bigint, provider: string): string | null {
  const lever = amountLever(amountMinor);
  return lever === '96' || (lever === '91' && provider !== 'cardgateway-b') ? lever : null;
}
