import { isJsonObject } from '@qafila/json/is-object';
import type { Rule } from '@qafila/schema/field';
import { Judged } from '@qafila/schema/object-fields';
import { choiceRule } from '@qafila/schema/text-fields';
import { timeZoneRule } from '@qafila/schema/time-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';
import { UtcTimestamp } from '../time/timestamp-field.ts';
import type { Micros } from '../time/timestamp.ts';

export const WINDOW_SIZES = ['MINUTE', 'HOUR', 'DAY', 'MONTH'] as const;
export type WindowSize = (typeof WINDOW_SIZES)[number];

const size = choiceRule(WINDOW_SIZES);
/** Small letters are read too. */
const windowSizeRule: Rule<WindowSize> = {
  ...size,
  read: (value, at) => size.read(typeof value === 'string' ? value.toUpperCase() : value, at),
};

const TEXTS = { anyOf: [{ type: 'array', items: { type: 'string' }, minItems: 1 }, { type: 'string' }] };

function textsOf(value: unknown, at: Place): string[] | undefined {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.length > 0 && list.every((item) => typeof item === 'string' && !item.includes('\0'))
    ? (list as string[])
    : at.fail('must be a string, or an array of strings');
}

const groupByRule: Rule<string[]> = {
  expects: `an array of at most ${LIMITS.groupByFieldsMax} fields, or their names with commas between them`,
  schema: TEXTS,
  read(value, at) {
    const fields = textsOf(value, at)
      ?.flatMap((text) => text.split(','))
      .filter((name) => name !== '');
    if (fields === undefined) return undefined;
    if (fields.length > LIMITS.groupByFieldsMax) return at.fail(`may name at most ${LIMITS.groupByFieldsMax} fields`);
    return new Set(fields).size === fields.length ? fields : at.fail('names a field twice');
  },
};

const filterGroupByRule: Rule<Record<string, string[]>> = {
  expects: 'an object of fields and their values',
  schema: { type: 'object', additionalProperties: TEXTS },
  read(value, at) {
    if (!isJsonObject(value)) return at.fail(`must be ${filterGroupByRule.expects}`);
    const entries = Object.entries(value).map(([name, given]) => [name, textsOf(given, at.below(name))] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => entry[1] !== undefined));
  },
};

/** Parameters of a usage query, in the query string or as a body. The names are OpenMeter's: its clients fit. */
export class UsageParameters {
  @UtcTimestamp({
    description: 'Where the range begins. Left out: with the quarter of an hour of the first usage.',
    example: '2026-11-01T00:00:00Z',
    optional: true,
  })
  from?: Micros;

  @UtcTimestamp({
    description: 'Where the range ends; usage at this moment is not in it. Left out: with that of the last usage.',
    example: '2026-12-01T00:00:00Z',
    optional: true,
  })
  to?: Micros;

  @Judged(windowSizeRule, {
    description: `Splits the range into windows, at most ${LIMITS.queryWindowsMax}. Left out: one total.`,
    example: 'DAY',
    optional: true,
  })
  windowSize?: WindowSize;

  @Judged(timeZoneRule, {
    description: 'The IANA time zone in which days and months begin. Default UTC.',
    example: 'Asia/Riyadh',
    optional: true,
  })
  windowTimeZone?: string;

  @Judged(groupByRule, {
    description:
      'Splits the totals by fields that the meter declares in `group_by`: an array, a repeated parameter, or names ' +
      'with commas between them.',
    example: ['model'],
    optional: true,
  })
  groupBy?: string[];

  @Judged(filterGroupByRule, {
    description:
      'Only usage whose fields have one of these values. The fields are those of `group_by`; values are compared as ' +
      'text. In a query string: `filterGroupBy[model]=large`.',
    example: { model: ['large'] },
    optional: true,
  })
  filterGroupBy?: Record<string, string[]>;

  static judge({ from, to }: UsageParameters, at: Place): void {
    if (from !== undefined && to !== undefined && from >= to) at.below('to').fail('must be later than from');
  }
}
