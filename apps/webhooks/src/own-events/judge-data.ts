import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@qafila/json/is-object';
import type { Place } from '@qafila/schema/violations';

/** A schema whose keywords judgeSchema() has accepted, or true or false. */
export type Schema = boolean | { readonly [keyword: string]: unknown };
type Keywords = { readonly [keyword: string]: unknown };

/** Reports every value that does not match the merchant's schema, by its path. */
export function judgeData(schema: Schema, value: unknown, at: Place): void {
  if (schema === true) return;
  if (schema === false) return at.fail('is not in the schema of the event type');
  const types = [schema['type'] ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return at.fail(`must be ${types.join(' or ')}`);
  if (Array.isArray(schema['enum']) && !schema['enum'].some((each) => isDeepStrictEqual(each, value)))
    return at.fail(`must be one of ${JSON.stringify(schema['enum']).slice(0, 500)}`);
  if ('const' in schema && !isDeepStrictEqual(schema['const'], value))
    return at.fail(`must be ${JSON.stringify(schema['const']).slice(0, 500)}`);
  if (typeof value === 'number') judgeNumber(schema, value, at);
  else if (typeof value === 'string') judgeSize(schema, 'Length', [...value].length, at);
  else if (Array.isArray(value)) judgeArray(schema, value, at);
  else if (isJsonObject(value)) judgeObject(schema, value, at);
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isJsonObject(value) : typeof value === type;
}

function judgeNumber(schema: Keywords, value: number, at: Place): void {
  const bound = (keyword: string): number | undefined => schema[keyword] as number | undefined;
  if (value < (bound('minimum') ?? -Infinity)) at.fail(`must be at least ${bound('minimum')}`);
  if (value > (bound('maximum') ?? Infinity)) at.fail(`must be at most ${bound('maximum')}`);
  if (value <= (bound('exclusiveMinimum') ?? -Infinity)) at.fail(`must be more than ${bound('exclusiveMinimum')}`);
  if (value >= (bound('exclusiveMaximum') ?? Infinity)) at.fail(`must be less than ${bound('exclusiveMaximum')}`);
}

function judgeSize(schema: Keywords, what: 'Length' | 'Items', size: number, at: Place): void {
  const [min, max] = [schema[`min${what}`] as number | undefined, schema[`max${what}`] as number | undefined];
  const unit = what === 'Length' ? 'characters' : 'items';
  if (size < (min ?? 0)) at.fail(`must have at least ${min} ${unit}; it has ${size}`);
  if (size > (max ?? Infinity)) at.fail(`must have at most ${max} ${unit}; it has ${size}`);
}

function judgeArray(schema: Keywords, items: unknown[], at: Place): void {
  judgeSize(schema, 'Items', items.length, at);
  if (schema['items'] === undefined) return;
  for (const [index, item] of items.entries()) judgeData(schema['items'] as Schema, item, at.below(index));
}

function judgeObject(schema: Keywords, value: Record<string, unknown>, at: Place): void {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  for (const name of (schema['required'] ?? []) as string[])
    if (!Object.hasOwn(value, name)) at.below(name).fail('is required by the schema of the event type');
  for (const [name, each] of Object.entries(value)) {
    const inner = Object.hasOwn(properties, name) ? properties[name] : (schema['additionalProperties'] as Schema);
    if (inner !== undefined) judgeData(inner, each, at.below(name));
  }
}
