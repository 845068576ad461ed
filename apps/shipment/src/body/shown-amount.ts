import { fromMinorUnits } from '@qafila/money/minor-units';

/** An amount of minor units as messages show it: `115.00 SAR`. */
export function shownAmount(minor: bigint, currency: string): string {
  return `${fromMinorUnits(minor, currency)} ${currency}`;
}
