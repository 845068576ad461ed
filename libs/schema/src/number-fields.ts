import { JsonNumber } from '@qafila/json/json-value';
import { compare, isRefusal, parseDecimal } from '@qafila/money/decimal';
import { currencyExponent, fromMinorUnits, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { field } from './field.ts';
import type { FieldOptions, Rule } from './field.ts';
import type { Place } from './violations.ts';

/** A whole number; in a query its digits. */
export function Whole(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  return field(wholeRule(options), options);
}

export function wholeRule({ min, max }: { min: number; max: number }): Rule<number> {
  const expects = `a whole number from ${min} to ${max}`;
  return {
    expects,
    schema: { type: 'integer', minimum: min, maximum: max },
    read(value, at) {
      const text = numberText(value, at);
      const number = text === undefined ? NaN : Number(text);
      return Number.isInteger(number) && number >= min && number <= max ? number : at.fail(`must be ${expects}`);
    },
  };
}

/** The text of a JSON number, or in a query of decimal digits. */
function numberText(value: unknown, at: Place): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'number') return String(value);
  return at.source === 'query' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : undefined;
}

/** An ISO 4217 code in upper or lower case; the handler gets it in capitals. */
export function Currency(options: FieldOptions): PropertyDecorator {
  return field(currencyRule, { example: 'SAR', ...options });
}

export const currencyRule: Rule<string> = {
  expects: 'an ISO 4217 currency code such as "SAR"',
  schema: { type: 'string', pattern: '^[A-Za-z]{3}$' },
  read: (value, at) =>
    typeof value === 'string' && currencyExponent(value.toUpperCase()) !== undefined
      ? value.toUpperCase()
      : at.fail(`must be ${currencyRule.expects}`),
};

export interface AmountOptions {
  /** The field of the same object that holds the currency; without one the amount's decimals are judged later. */
  currencyFrom?: string;
  /** The largest amount in minor units. */
  minorMax: bigint;
  /** Whether zero is an amount here. */
  orZero?: boolean;
}

/**
 * An amount in major units, as a JSON number or a decimal text. It is never rounded: a fraction of a minor unit is a
 * violation. The handler gets the decimal text as it was sent.
 */
export function Amount(options: FieldOptions & AmountOptions): PropertyDecorator {
  return field(amountRule(options), options);
}

export function amountRule({ currencyFrom, minorMax, orZero = false }: AmountOptions): Rule<string> {
  const expects = 'a number or a decimal text, in major units, such as 1500.50';
  return {
    expects,
    schema: { oneOf: [{ type: 'number' }, { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' }] },
    read(value, at) {
      const text = amountText(value);
      if (text === undefined) return at.fail(`must be ${expects}`);
      const currency = currencyFrom === undefined ? undefined : at.object[currencyFrom];
      if (typeof currency !== 'string') return text;
      return isPayable(text, { currency, minorMax, orZero }, at) ? text : undefined;
    },
    same: isSameAmount,
  };
}

/** `7` and `7.00` are one amount. */
function isSameAmount(left: string, right: string): boolean {
  const [one, other] = [parseDecimal(left), parseDecimal(right)];
  return isRefusal(one) || isRefusal(other) ? left === right : compare(one, other) === 0;
}

function amountText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

function isPayable(
  text: string,
  { currency, minorMax, orZero }: { currency: string; minorMax: bigint; orZero: boolean },
  at: Place,
): boolean {
  try {
    const minor = toMinorUnits(text, currency);
    if (minor < 0n || (minor === 0n && !orZero)) at.fail(orZero ? 'must not be negative' : 'must be more than zero');
    else if (minor > minorMax) at.fail(`must be at most ${fromMinorUnits(minorMax, currency)} ${currency}`);
    else return true;
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    at.fail(error.message, error.code === 'excess-precision' ? 'excess_precision' : 'validation_error');
  }
  return false;
}

/** An amount in major units as a JSON number, as answers contain it. */
export function MajorAmount(options: FieldOptions): PropertyDecorator {
  return field(majorAmountRule, options);
}

export const majorAmountRule: Rule<number> = {
  expects: 'a number of major units',
  schema: { type: 'number' },
  read(value, at) {
    const text = numberText(value, at);
    return text === undefined ? at.fail(`must be ${majorAmountRule.expects}`) : Number(text);
  },
};
