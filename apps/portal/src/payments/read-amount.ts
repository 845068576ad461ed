import { currencyExponent, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';

export type AmountProblem = 'needed' | 'too-high' | 'too-precise';

/** The amount that a person has typed, in minor units, or what is wrong with it. Arabic digits count. */
export function readAmount(text: string, currency: string, most: bigint): bigint | AmountProblem {
  try {
    const minor = toMinorUnits(latinDigits(text), currency);
    if (minor <= 0n) return 'needed';
    return minor > most ? 'too-high' : minor;
  } catch (error) {
    return error instanceof MoneyRefusal && error.code === 'excess-precision' ? 'too-precise' : 'needed';
  }
}

export function latinDigits(text: string): string {
  return text
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace('٫', '.')
    .replaceAll(/[٬,\s]/g, '');
}

/** Amounts of answers are numbers; those of one currency are compared as minor units. */
export function minorOf(amount: number, currency: string): bigint {
  return toMinorUnits(amount.toFixed(currencyExponent(currency) ?? 2), currency);
}
