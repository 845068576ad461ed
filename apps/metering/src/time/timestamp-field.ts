import { field } from '@qafila/schema/field';
import type { FieldOptions, Rule } from '@qafila/schema/field';
import { LIMITS } from '../limits.ts';
import { parseTimestamp } from './timestamp.ts';
import type { Micros } from './timestamp.ts';

/** A timestamp by §2.8: ISO 8601 in UTC, exact to the microsecond. The handler gets microseconds. */
export function UtcTimestamp(options: FieldOptions & { isNotAhead?: true }): PropertyDecorator {
  return field(timestampRule(options), { example: '2026-11-21T09:30:00.123456Z', ...options });
}

function timestampRule({ isNotAhead = false }: { isNotAhead?: boolean }): Rule<Micros> {
  const expects = 'a string: an ISO 8601 timestamp in UTC such as 2026-11-21T09:30:00.123456Z';
  return {
    expects,
    schema: { type: 'string', format: 'date-time' },
    read(value, at) {
      if (typeof value !== 'string') return at.fail(`must be ${expects}`);
      const parsed = parseTimestamp(value);
      if (typeof parsed === 'string') return at.fail(parsed);
      return isNotAhead && isTooFarAhead(parsed) ? at.fail(AHEAD.rule, AHEAD.code) : parsed;
    },
  };
}

export const AHEAD = {
  rule: `is more than ${LIMITS.futureMsMax / 60_000} minutes ahead of our clock`,
  code: 'timestamp_in_future',
} as const;

/** Clocks differ a little. Usage that is further ahead comes from a broken clock. */
export function isTooFarAhead(at: Micros): boolean {
  return at > (Date.now() + LIMITS.futureMsMax) * 1000;
}
