import { field } from '@qafila/schema/field';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import { CONTROL_CHARACTERS, FORBIDDEN_IN_METER_TEXT } from './forbidden-characters.ts';
import { LIMITS } from './limits.ts';

const PATTERN = '^[^%?{}\\[\\]$^*@<>\\u0000-\\u001f\\u007f]+$';
const CHARACTERS = 'none of the characters % ? { } [ ] $ ^ * @ < > and no control characters';

/** A name of §4.13 rule 2. Control characters are refused too, because what contains them cannot be typed. */
export function MeterText(options: FieldOptions): PropertyDecorator {
  return field(meterTextRule, options);
}

export const meterTextRule: Rule<string> = {
  expects: `a string of 1 to ${LIMITS.nameCharactersMax} characters, ${CHARACTERS}`,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.nameCharactersMax, pattern: PATTERN },
  read: (value, at) =>
    isMeterText(value) && isAtMostCharacters(value, LIMITS.nameCharactersMax)
      ? value
      : at.fail(`must be ${meterTextRule.expects}`),
};

/** An id that the merchant chooses. Its limit counts bytes, because it is the key of messages and index entries. */
export function ChosenId(options: FieldOptions): PropertyDecorator {
  return field(chosenIdRule, options);
}

const chosenIdRule: Rule<string> = {
  expects: `a string of 1 to ${LIMITS.meterIdBytesMax} bytes, ${CHARACTERS}`,
  schema: { type: 'string', minLength: 1, maxLength: LIMITS.meterIdBytesMax, pattern: PATTERN },
  read: (value, at) =>
    isMeterText(value) && Buffer.byteLength(value) <= LIMITS.meterIdBytesMax
      ? value
      : at.fail(`must be ${chosenIdRule.expects}`),
};

/** A name that may contain everything but control characters, such as an e-mail address. */
export function CustomerReference(options: FieldOptions): PropertyDecorator {
  return field(customerReferenceRule, options);
}

const customerReferenceRule: Rule<string> = {
  expects: `a string of 1 to ${LIMITS.customerReferenceCharactersMax} characters without control characters`,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.customerReferenceCharactersMax,
    pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  },
  read: (value, at) =>
    typeof value === 'string' &&
    value !== '' &&
    !CONTROL_CHARACTERS.test(value) &&
    isAtMostCharacters(value, LIMITS.customerReferenceCharactersMax)
      ? value
      : at.fail(`must be ${customerReferenceRule.expects}`),
};

function isMeterText(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && !FORBIDDEN_IN_METER_TEXT.test(value) && !CONTROL_CHARACTERS.test(value)
  );
}

/** JSON Schema counts code points, not the halves of surrogate pairs. */
function isAtMostCharacters(text: string, max: number): boolean {
  return text.length <= max || [...text].length <= max;
}

/** A field that never changes: sent, it is refused with the reason. */
export function Immutable(): PropertyDecorator {
  return field(immutableRule, {
    description: 'Never changes: it would change the meaning of counted usage. Create a new meter instead.',
    optional: true,
  });
}

const immutableRule: Rule<never> = {
  expects: 'left out',
  schema: { not: {} },
  read: (_, at) =>
    at.fail(
      'cannot change, because it would change the meaning of counted usage. Create a new meter instead',
      'immutable_field',
    ),
};
