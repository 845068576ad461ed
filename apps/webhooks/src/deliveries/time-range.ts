import { Judged } from '@qafila/schema/object-fields';
import type { Rule } from '@qafila/schema/field';
import type { Place } from '@qafila/schema/violations';

const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;
const LATEST_MS = Date.UTC(9999, 11, 31);

/** A moment, or a date, which begins at midnight UTC. The handler gets the moment in UTC. */
const momentOrDateRule: Rule<string> = {
  expects: 'an ISO 8601 time with its offset, such as 2026-11-01T09:00:00Z, or a date, which begins at midnight UTC',
  schema: {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
  },
  read(value, at) {
    const moment = typeof value === 'string' ? momentOf(value) : undefined;
    return moment ?? at.fail(`must be ${momentOrDateRule.expects}`);
  },
};

function momentOf(text: string): string | undefined {
  if (!MOMENT.test(text)) return undefined;
  const [at, day] = [new Date(text), new Date(text.slice(0, 10))];
  // JavaScript reads 31 February as 3 March.
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10);
  if (Number.isNaN(at.getTime()) || !isDay) return undefined;
  return new Date(Math.min(LATEST_MS, Math.max(0, at.getTime()))).toISOString();
}

/** Only events from this moment on. */
export function From(options: { optional?: boolean }): PropertyDecorator {
  return Judged(momentOrDateRule, {
    description: "Only events from this moment on, by the event's own time. A date begins at midnight UTC.",
    example: '2026-11-01T00:00:00Z',
    ...options,
  });
}

/** Only events before this moment. */
export function To(options: { optional?: boolean }): PropertyDecorator {
  return Judged(momentOrDateRule, {
    description: "Only events before this moment, by the event's own time. A date begins at midnight UTC.",
    example: '2026-11-02T00:00:00Z',
    ...options,
  });
}

export function judgeTimeRange({ from, to }: { from?: string; to?: string }, at: Place): void {
  if (from !== undefined && to !== undefined && from >= to)
    at.below('to').fail('must be later than from: it is the first moment that is not taken');
}
