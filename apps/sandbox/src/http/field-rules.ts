import { currencyExponent } from '@qafila/money/minor-units';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import { wholeRule } from '@qafila/schema/number-fields';
import { Judged } from '@qafila/schema/object-fields';
import { Text, textRule, Url } from '@qafila/schema/text-fields';
import { LIMITS } from '../limits.ts';
import { digitsOf } from './digits-of.ts';

const TEXT = { charactersMax: LIMITS.textCharactersMax };

/** A text of 1 to 512 characters. */
export function Plain(description: string, charactersMax: number = TEXT.charactersMax): PropertyDecorator {
  return Text({ description, charactersMax });
}

export function OptionalPlain(description: string): PropertyDecorator {
  return Text({ ...TEXT, description, optional: true });
}

/** The caller's reference of one operation. */
export function Reference(): PropertyDecorator {
  return Text({
    description: "The caller's reference of one operation.",
    charactersMax: LIMITS.referenceCharactersMax,
    pattern: {
      is: /^[A-Za-z0-9._:-]+$/,
      expects: `1 to ${LIMITS.referenceCharactersMax} characters of A-Z a-z 0-9 . _ : -`,
    },
  });
}

const whole = wholeRule({ min: 1, max: LIMITS.amountMinorMax });
const amountMinorRule: Rule<bigint> = {
  expects: `a whole number of minor units from 1 to ${LIMITS.amountMinorMax}`,
  schema: whole.schema,
  read(value, at) {
    const amount = whole.read(value, at);
    return amount === undefined ? undefined : BigInt(amount);
  },
};

/** A JSON number or a form's digits. */
export function AmountMinor(): PropertyDecorator {
  return Judged(amountMinorRule, { description: 'The amount in minor units.' });
}

const currencyRule: Rule<string> = {
  expects: 'an ISO 4217 code in capitals',
  schema: { type: 'string', pattern: '^[A-Z]{3}$' },
  read: (value, at) =>
    typeof value === 'string' && currencyExponent(value) !== undefined
      ? value
      : at.fail(`must be ${currencyRule.expects}`),
};

export function CurrencyCode(options: Partial<FieldOptions> = {}): PropertyDecorator {
  return Judged(currencyRule, { description: 'The currency of the amount.', ...options });
}

export function WebAddress(description: string): PropertyDecorator {
  return Url({ description, charactersMax: LIMITS.urlCharactersMax });
}

/** Where calls about the operation go; callbackUrl() judges its origin. */
export function CallbackAddress(): PropertyDecorator {
  return Url({ description: 'Where callbacks go.', charactersMax: LIMITS.urlCharactersMax, optional: true });
}

/** Digits as a person types them; the handler gets them in Latin, without spaces and dashes. */
export function Digits({ min, max }: { min: number; max: number }, description: string): PropertyDecorator {
  return Judged(digitsRule(min, max), { description });
}

function digitsRule(min: number, max: number): Rule<string> {
  const expects = `${min} to ${max} digits`;
  const text = textRule(TEXT);
  return {
    expects,
    schema: text.schema,
    read(value, at) {
      const digits = digitsOf(value);
      return /^[0-9]+$/.test(digits) && digits.length >= min && digits.length <= max
        ? digits
        : at.fail(`must be ${expects}`);
    },
  };
}
