import { JsonNumber } from '@qafila/json/json-value';
import type { FieldOptions, Rule } from './field.ts';
import { Judged } from './object-fields.ts';

function percentRule(orZero: boolean): Rule<number> {
  const expects = `a number ${orZero ? 'from' : 'above'} 0 and up to 100`;
  return {
    expects,
    schema: { type: 'number', ...(orZero ? { minimum: 0 } : { exclusiveMinimum: 0 }), maximum: 100 },
    read(value, at) {
      const percent = value instanceof JsonNumber ? Number(value.text) : value;
      return typeof percent === 'number' && (percent > 0 || (orZero && percent === 0)) && percent <= 100
        ? percent
        : at.fail(`must be ${expects}`);
    },
  };
}

/** A share; fractions are possible. Without `orZero` it is not nothing. */
export function Percent({ orZero = false, ...options }: FieldOptions & { orZero?: boolean }): PropertyDecorator {
  return Judged(percentRule(orZero), options);
}
