import { JsonNumber } from '@qafila/json/json-value';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';

const percentRule: Rule<number> = {
  expects: 'a number above 0 and up to 100',
  schema: { type: 'number', exclusiveMinimum: 0, maximum: 100 },
  read(value, at) {
    const percent = value instanceof JsonNumber ? Number(value.text) : value;
    return typeof percent === 'number' && percent > 0 && percent <= 100
      ? percent
      : at.fail(`must be ${percentRule.expects}`);
  },
};

/** A share that is not nothing; fractions are possible. */
export function Percent(options: FieldOptions): PropertyDecorator {
  return Judged(percentRule, options);
}
