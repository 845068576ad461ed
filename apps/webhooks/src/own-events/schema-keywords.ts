import { isJsonObject } from '@qafila/json/is-object';
import type { Place } from '@qafila/schema/violations';
import { LIMITS } from '../limits.ts';

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

interface Keyword {
  expects: string;
  fits: (value: unknown) => boolean;
}

const whole: Keyword = {
  expects: 'an integer from 0',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const number: Keyword = { expects: 'a number', fits: (value) => typeof value === 'number' };
const string: Keyword = { expects: 'a string', fits: (value) => typeof value === 'string' };
const anything: Keyword = { expects: 'any value', fits: () => true };
const list: Keyword = { expects: 'an array', fits: Array.isArray };
const object: Keyword = { expects: 'an object', fits: isJsonObject };

/**
 * The keywords of JSON Schema (2020-12) that a merchant's schema may use. No `pattern`, because a regular expression
 * can stop a process, and no `$ref`.
 */
const KEYWORDS = new Map<string, Keyword>(
  Object.entries({
    type: {
      expects: `one of ${TYPES.join(', ')}, or an array of these`,
      fits: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
    },
    enum: { expects: 'an array with a value', fits: (value) => Array.isArray(value) && value.length > 0 },
    const: anything,
    properties: object,
    required: { expects: 'an array of strings', fits: (value) => Array.isArray(value) && value.every(string.fits) },
    additionalProperties: { expects: 'a schema, true or false', fits: isSchema },
    items: { expects: 'a schema, true or false', fits: isSchema },
    minItems: whole,
    maxItems: whole,
    minLength: whole,
    maxLength: whole,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    $schema: string,
    $comment: string,
    title: string,
    description: string,
    format: string,
    examples: list,
    default: anything,
    deprecated: { expects: 'true or false', fits: (value) => typeof value === 'boolean' },
  } satisfies Record<string, Keyword>),
);

function isType(value: unknown): boolean {
  return TYPES.includes(value);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isJsonObject(value);
}

/** Reports every keyword that is unknown or has a wrong value, in the schema and in those inside it. */
export function judgeSchema(schema: unknown, at: Place, depth = 1): void {
  if (!isJsonObject(schema)) return;
  if (depth > LIMITS.schemaDepthMax) return at.fail(`must not be deeper than ${LIMITS.schemaDepthMax} schemas`);
  for (const [name, value] of Object.entries(schema)) {
    const keyword = KEYWORDS.get(name);
    if (keyword === undefined)
      at.below(name).fail(`is not a keyword that can be used; these can: ${[...KEYWORDS.keys()].join(', ')}`);
    else if (!keyword.fits(value)) at.below(name).fail(`must be ${keyword.expects}`);
  }
  for (const inner of ['items', 'additionalProperties']) judgeSchema(schema[inner], at.below(inner), depth + 1);
  if (!isJsonObject(schema['properties'])) return;
  for (const [name, inner] of Object.entries(schema['properties'])) {
    const place = at.below('properties').below(name);
    if (isSchema(inner)) judgeSchema(inner, place, depth + 1);
    else place.fail('must be a schema, true or false');
  }
}
