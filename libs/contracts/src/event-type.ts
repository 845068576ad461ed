/** JSON Schema (draft 2020-12), as far as the contracts use it. */
export type JsonSchema = { [keyword: string]: unknown };

/** One event type of the catalogue: the source of AsyncAPI and of webhook samples. */
export interface EventType {
  name: string;
  topic: string;
  summary: string;
  /** True when merchants may subscribe a webhook endpoint to it. */
  webhook: boolean;
  /** True when the wildcard `*` does not match it: a subscription needs its name or a pattern of its family. */
  explicit?: boolean;
  schema: JsonSchema;
  /** A valid `data`, shown in the documents and checked against the schema by a test. */
  sample: Record<string, unknown>;
}

export function objectSchema(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const flag: JsonSchema = { type: 'boolean' };
export const integer: JsonSchema = { type: 'integer' };
export const integerOrNull: JsonSchema = { type: ['integer', 'null'] };
/** An amount in major units, as in §6. */
export const amount: JsonSchema = { type: 'number' };
export const anyObject: JsonSchema = { type: 'object' };
export const moment: JsonSchema = { type: 'string', format: 'date-time' };
export const momentOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
/** Usage values are decimal strings: a JSON number would lose digits in most languages. */
export const decimal: JsonSchema = { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
