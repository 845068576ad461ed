import { JsonNumber } from '@qafila/json/json-value';
import { currencyExponent, MoneyRefusal, toMinorUnits } from '@qafila/money/minor-units';
import { field } from '@qafila/schema/field';
import type { FieldOptions } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { leftOutAsNull } from './line-fields.ts';
import { foldDigits, normalise } from './text.ts';

type Read<Value> = (text: string, at: Place) => Value | undefined;

/** A number, or a decimal text for values that a double cannot hold. Where it is optional, `""` counts as left out. */
function numeric<Value>(options: FieldOptions, expects: string, read: Read<Value>, type = 'number'): PropertyDecorator {
  const { optional = false } = options;
  return field(
    {
      expects,
      schema: { type: [type, 'string'] },
      read(value, at) {
        if (value === '') return optional ? undefined : at.fail(`is required: ${expects}`);
        const text = decimalText(value, at);
        return text === undefined ? undefined : read(text, at);
      },
    },
    leftOutAsNull(options),
  );
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

function decimalText(value: unknown, at: Place): string | undefined {
  if (!(value instanceof JsonNumber) && typeof value !== 'number' && typeof value !== 'string')
    return at.fail('must be a number or a decimal text');
  const given = String(value);
  // Checked first: some of the code below takes time in the square of the number of digits.
  if (given.length > LIMITS.numberCharactersMax)
    return at.fail(`must have at most ${LIMITS.numberCharactersMax} characters`);
  if (typeof value !== 'string' || DECIMAL.test(given)) return given;
  const text = foldDigits(normalise(given));
  return DECIMAL.test(text) ? text : at.fail('must be a number or a decimal text such as "12.50"');
}

/** An amount in major units of the body's `currency`; the service works with its minor units. Nothing is rounded. */
export function MinorUnits(options: FieldOptions): PropertyDecorator {
  return numeric(options, 'an amount in major units such as 12.50', (text, at) => {
    const { currency } = at.root;
    // Without a known currency, which is a violation of its own, the decimals cannot be judged.
    return typeof currency === 'string' ? minorUnits(text, currency, at) : undefined;
  });
}

const PLAIN_AMOUNT = /^(\d{1,11})(?:\.(\d{1,4}))?$/;

function minorUnits(text: string, currency: string, at: Place): bigint | undefined {
  const [, whole, fraction = ''] = PLAIN_AMOUNT.exec(text) ?? [];
  const exponent = currencyExponent(currency) ?? 0;
  // Most amounts; toMinorUnits() judges the others.
  if (whole !== undefined && fraction.length <= exponent) return BigInt(whole + fraction.padEnd(exponent, '0'));
  try {
    const minor = toMinorUnits(text, currency);
    return minor >= 0n && minor <= LIMITS.amountMinorMax ? minor : at.fail('must be an amount from 0 up');
  } catch (error) {
    if (!(error instanceof MoneyRefusal)) throw error;
    const code = error.code === 'excess-precision' ? 'AMOUNT_PRECISION' : undefined;
    return at.fail(error.message, code);
  }
}

/** A number from 0 up with at most this many decimals; the service works with the integer of its last decimal. */
export function Scaled(options: FieldOptions & { decimals: number; max: bigint }): PropertyDecorator {
  const { decimals, max } = options;
  return numeric(options, `a number from 0 to ${max} with at most ${decimals} decimals`, (text, at) => {
    const parts = /^(\d{1,18})(?:\.(\d+?)0*)?$/.exec(text);
    if (parts === null) return at.fail('must be a number from 0 up, such as 1.5');
    const [, whole = '', fraction = ''] = parts;
    if (fraction.replace(/0+$/, '').length > decimals) return at.fail(`must have at most ${decimals} decimals`);
    const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
    return value <= max * 10n ** BigInt(decimals) ? value : at.fail(`must be at most ${max}`);
  });
}

/** A whole number. */
export function Count(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  const expects = `a whole number from ${min} to ${max}`;
  const read: Read<number> = (text, at) => {
    const value = Number(text);
    return Number.isInteger(value) && value >= min && value <= max ? value : at.fail(`must be ${expects}`);
  };
  return numeric(options, expects, read, 'integer');
}

/** Degrees of latitude or longitude. */
export function Degrees(options: FieldOptions & { max: number }): PropertyDecorator {
  const expects = `from -${options.max} to ${options.max}`;
  return numeric(options, `degrees ${expects}`, (text, at) => {
    const value = Number(text);
    return Math.abs(value) <= options.max ? value : at.fail(`must be ${expects}`);
  });
}
