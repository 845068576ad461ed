// big.js contains no types, and a project that reads this file as source (as the tests do) finds ours only by this
// reference.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./big-js.d.ts" />
import createConstructor from 'big.js';
import type { Big } from 'big.js';

/**
 * Usage and money are never doubles. With these limits any two decimals span at most 77 digits, so sums are cheap and
 * exact.
 */
export const DECIMAL_LIMITS = {
  integerDigitsMax: 38,
  fractionDigitsMax: 38,
} as const;

// Its own constructor, so that no other user of big.js can change its settings. Strict mode refuses numbers, which may
// be rounded. Nothing here divides or rounds: plus, minus and toFixed() without an argument are exact.
const ExactBig = createConstructor();
ExactBig.strict = true;

declare const decimal: unique symbol;

/** An exact decimal number. Opaque: only the functions of this file create and use it. */
export interface Decimal {
  readonly [decimal]: true;
}

/** Says why a text is not a decimal. `message` is for the person who sent it, and follows the name of the field. */
export interface DecimalRefusal {
  readonly refused: 'not-a-decimal' | 'too-many-integer-digits' | 'too-many-fraction-digits';
  readonly message: string;
}

const DECIMAL_TEXT = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Reads the text of a JSON number or a decimal string, such as `1500.00`, `-3` or `2.5e-7`; leading zeros are allowed.
 * Returns a refusal for anything else ('', NaN, 0x1f, +1, .5), and for numbers beyond DECIMAL_LIMITS without the zeros
 * at their ends.
 */
export function parseDecimal(text: string): Decimal | DecimalRefusal {
  if (!DECIMAL_TEXT.test(text)) return { refused: 'not-a-decimal', message: 'must be a decimal number such as 12.5' };
  const value = new ExactBig(text);
  // Checked before the number is written out: 1e999999999 is short to send and long to write.
  if (value.e >= DECIMAL_LIMITS.integerDigitsMax) {
    return {
      refused: 'too-many-integer-digits',
      message: `must have at most ${DECIMAL_LIMITS.integerDigitsMax} digits before the decimal point`,
    };
  }
  if (value.c.length - 1 - value.e > DECIMAL_LIMITS.fractionDigitsMax) {
    return {
      refused: 'too-many-fraction-digits',
      message: `must have at most ${DECIMAL_LIMITS.fractionDigitsMax} digits after the decimal point`,
    };
  }
  return opaque(value);
}

export function isRefusal(result: Decimal | DecimalRefusal): result is DecimalRefusal {
  return 'refused' in result;
}

/** All digits, no exponent, no trailing zeros; zero is `0` with either sign. */
export function toPlainString(value: Decimal): string {
  return big(value).toFixed();
}

export function add(left: Decimal, right: Decimal): Decimal {
  return opaque(big(left).plus(big(right)));
}

export function subtract(left: Decimal, right: Decimal): Decimal {
  return opaque(big(left).minus(big(right)));
}

export function negate(value: Decimal): Decimal {
  return opaque(big(value).neg());
}

/** -1, 0 or 1, as `left` is less than, equal to or greater than `right`; -0 equals 0. */
export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return big(left).cmp(big(right));
}

export function max(left: Decimal, right: Decimal): Decimal {
  return compare(left, right) < 0 ? right : left;
}

export const ZERO: Decimal = opaque(new ExactBig('0'));

function big(value: Decimal): Big {
  return value as unknown as Big;
}

function opaque(value: Big): Decimal {
  return value as unknown as Decimal;
}
