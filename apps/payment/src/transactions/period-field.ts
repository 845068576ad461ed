import type { FieldOptions, Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';

const dateRule: Rule<Date> = {
  expects: 'an ISO 8601 timestamp',
  schema: { type: 'string', minLength: 1 },
  read(value, at) {
    const date = typeof value === 'string' ? new Date(value) : undefined;
    return date === undefined || Number.isNaN(date.getTime()) ? at.fail(`must be ${dateRule.expects}`) : date;
  },
};

/** The begin or the end of a period: a date or a timestamp, `2026-11-01` or `2026-11-01T00:00:00+03:00`. */
export function PeriodEnd(options: FieldOptions): PropertyDecorator {
  return Judged(dateRule, options);
}
