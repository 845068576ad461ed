import { field } from './field.ts';
import type { FieldOptions, Rule } from './field.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A moment by RFC 3339, such as `2026-11-22T09:30:00Z`. */
export function Moment(options: FieldOptions): PropertyDecorator {
  return field(momentRule, { example: '2026-11-22T09:30:00.000Z', ...options });
}

export const momentRule: Rule<string> = {
  expects: 'a moment by RFC 3339 such as 2026-11-22T09:30:00Z',
  schema: { type: 'string', format: 'date-time' },
  read: (value, at) =>
    typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : at.fail(`must be ${momentRule.expects}`),
};
