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

/** A day by ISO 8601, such as `2026-11-22`. */
export function Day(options: FieldOptions): PropertyDecorator {
  return field(dayRule, { example: '2026-11-22', ...options });
}

export const dayRule: Rule<string> = {
  expects: 'a day such as 2026-11-22',
  schema: { type: 'string', format: 'date' },
  read: (value, at) =>
    typeof value === 'string' && /^(?!0000)\d{4}-\d\d-\d\d$/.test(value) && isDay(value)
      ? value
      : at.fail(`must be ${dayRule.expects}`),
};

/** Date.parse reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const timeZoneRule: Rule<string> = {
  expects: 'an IANA time zone such as Asia/Riyadh',
  schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' },
  read(value, at) {
    try {
      // Only IANA names: PostgreSQL also accepts POSIX strings, whose signs have the opposite meaning.
      if (typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_+/-]*$/.test(value))
        return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === 'UTC' ? 'UTC' : value;
    } catch {
      // Refused below.
    }
    return at.fail(`must be ${timeZoneRule.expects}`);
  },
};
