import { JsonNumber } from '@qafila/json/json-value';
import { isRefusal, parseDecimal, toPlainString } from '@qafila/money/decimal';
import { field } from './field.ts';
import type { FieldOptions, Rule } from './field.ts';

const PLAIN = /^-?[0-9]+(\.[0-9]+)?$/;

/** An exact decimal that is not negative, as a JSON number or a text. The handler gets it as plain decimal text. */
export function Decimal(options: FieldOptions): PropertyDecorator {
  return field(decimalRule, options);
}

const decimalRule: Rule<string> = {
  expects: 'a decimal number, as a string or a number',
  schema: {
    oneOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$' },
    ],
  },
  read(value, at) {
    if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof JsonNumber))
      return at.fail(`must be ${decimalRule.expects}`);
    const parsed = parseDecimal(String(value));
    if (isRefusal(parsed)) return at.fail(parsed.message);
    const text = toPlainString(parsed);
    return text.startsWith('-') ? at.fail('must not be negative') : text;
  },
};

/** An exact decimal as text, as answers contain it: a JSON number can lose digits in transit. */
export function DecimalText(options: FieldOptions): PropertyDecorator {
  return field(decimalTextRule, options);
}

const decimalTextRule: Rule<string> = {
  expects: 'a decimal number as a string',
  schema: { type: 'string', pattern: PLAIN.source },
  read: (value, at) =>
    typeof value === 'string' && PLAIN.test(value) ? value : at.fail(`must be ${decimalTextRule.expects}`),
};
