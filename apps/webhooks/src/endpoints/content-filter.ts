import { JsonNumber } from '@qafila/json/json-value';
import type { JsonValue } from '@qafila/json/json-value';
import { findLossyNumber } from '@qafila/json/lossy-number';
import type { Rule } from '@qafila/schema/field';
import { Judged, listRule } from '@qafila/schema/object-fields';
import { Flag, Text } from '@qafila/schema/text-fields';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';

/** `$`, then names by `.name` and places in arrays by `[0]`. */
const PATH = /^\$(\.[A-Za-z_][\w-]*|\[\d{1,4}\])+$/;
const STEP = /[A-Za-z_][\w-]*|\d+/g;

type Scalar = string | number | boolean | null;

const scalarRule: Rule<Scalar> = {
  expects: 'a string, a number, true, false or null',
  schema: { type: ['string', 'number', 'boolean', 'null'] },
  read(value, at) {
    const read = value instanceof JsonNumber ? Number(value.text) : value;
    if (findLossyNumber(value as JsonValue, at.path) !== undefined)
      return at.fail('is a number that cannot be compared exactly; compare a string');
    if (typeof read === 'string' && (read.length > LIMITS.filterTextCharactersMax || read.includes('\0')))
      return at.fail(`must have at most ${LIMITS.filterTextCharactersMax} characters, without U+0000`);
    const isScalar = read === null || ['string', 'number', 'boolean'].includes(typeof read);
    return isScalar ? (read as Scalar) : at.fail(`must be ${scalarRule.expects}`);
  },
};

/** One condition on the body of an event. All filters of an endpoint must hold. */
export class WebhookFilter {
  @Text({
    description:
      'Where the value is in the body: `$`, then `.name` for a field and `[0]` for a place in an array, such as ' +
      '`$.customer.country` or `$.lines[0].sku`.',
    example: '$.customer.country',
    pattern: { is: PATH, expects: 'a path such as $.customer.country or $.lines[0].sku' },
  })
  path!: string;

  @Judged(scalarRule, {
    description: 'The value is equal to this one: a string, a number, true, false or null.',
    example: 'SA',
    optional: true,
    nullable: true,
  })
  equals?: Scalar;

  @Judged(listRule(scalarRule, { itemsMin: 1, itemsMax: LIMITS.filterValuesMax }), {
    description: 'The value is equal to one of these.',
    example: ['SA', 'AE'],
    optional: true,
  })
  in?: unknown[];

  @Flag({ description: 'True: there is a value, even null. False: there is none.', example: true, optional: true })
  exists?: boolean;

  static judge({ equals, in: values, exists }: WebhookFilter, at: Place): void {
    if ([equals, values, exists].filter((operator) => operator !== undefined).length !== 1)
      at.fail('must have exactly one of equals, in and exists');
  }
}

/** As the statement of the fan-out reads it. */
export interface StoredFilter extends WebhookFilter {
  steps: string[];
}

/** Null: the endpoint has no filters, and its events are not read. */
export function storedFilters(filters: readonly WebhookFilter[]): StoredFilter[] | null {
  if (filters.length === 0) return null;
  return filters.map(({ path, equals, in: values, exists }) => ({
    path,
    steps: path.match(STEP) ?? [],
    ...(equals === undefined ? {} : { equals, in: [equals] }),
    ...(values === undefined ? {} : { in: values }),
    ...(exists === undefined ? {} : { exists }),
  }));
}

export function filterViews(filters: readonly StoredFilter[] | null): WebhookFilter[] {
  return (filters ?? []).map(({ path, equals, in: values, exists }) => {
    if (exists !== undefined) return { path, exists };
    return equals === undefined ? { path, in: values as unknown[] } : { path, equals };
  });
}
