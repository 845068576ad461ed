import type { FieldOptions, Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';

/** PostgreSQL writes these years with four digits, as every reader of dates expects. */
const YEARS = { min: 1, max: 9999 };

const dateRule: Rule<Date> = {
  expects: `an ISO 8601 timestamp of the years ${YEARS.min} to ${YEARS.max}`,
  schema: { type: 'string', minLength: 1 },
  read(value, at) {
    const date = typeof value === 'string' ? new Date(value) : undefined;
    const year = date?.getUTCFullYear() ?? NaN;
    return date !== undefined && year >= YEARS.min && year <= YEARS.max ? date : at.fail(`must be ${dateRule.expects}`);
  },
};

/** The begin or the end of a period: a date or a timestamp, `2026-11-01` or `2026-11-01T00:00:00+03:00`. */
export function PeriodEnd(options: FieldOptions): PropertyDecorator {
  return Judged(dateRule, options);
}
