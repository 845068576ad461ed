import { isJsonObject } from '@qafila/json/is-object';
import type { JsonValue } from '@qafila/json/json-value';
import { findLossyNumber } from '@qafila/json/lossy-number';
import { stringifyExact } from '@qafila/json/write-json';
import { field } from './field.ts';
import type { Class, FieldOptions, Rule } from './field.ts';
import { readObject } from './read-object.ts';

/** An object of another class. The function breaks circles between classes. */
export function Nested(type: () => Class<object>, options: FieldOptions): PropertyDecorator {
  return field(nestedRule(type), options);
}

export function nestedRule(type: () => Class<object>): Rule<object> {
  return {
    expects: 'an object',
    schema: { type: 'object' },
    nested: type,
    read: (value, at) => readObject(type(), value, at),
  };
}

export interface ListOptions {
  itemsMin?: number;
  itemsMax: number;
  unique?: boolean;
}

/** An array of values of one rule: `@List(textRule(), { … })`, `@List(nestedRule(() => Package), { … })`. */
export function List(item: Rule, options: FieldOptions & ListOptions): PropertyDecorator {
  return field(listRule(item, options), options);
}

export function listRule(item: Rule, { itemsMin = 0, itemsMax, unique = false }: ListOptions): Rule<unknown[]> {
  const count = itemsMin === 0 ? `at most ${itemsMax}` : `${itemsMin} to ${itemsMax}`;
  const expects = `an array of ${count} items, each ${item.expects}`;
  return {
    expects,
    schema: {
      type: 'array',
      items: item.schema,
      minItems: itemsMin,
      maxItems: itemsMax,
      ...(unique ? { uniqueItems: true } : {}),
    },
    nested: item.nested,
    read(value, at) {
      if (!Array.isArray(value)) return at.fail(`must be ${expects}`);
      if (value.length < itemsMin || value.length > itemsMax)
        return at.fail(`must have ${count} items; it has ${value.length}`);
      if (unique && new Set(value).size < value.length) return at.fail('must not contain an item twice');
      return value.map((each: unknown, index) => item.read(each, at.below(index)));
    },
  };
}

/**
 * An object with any fields, kept as it was sent. The handler gets plain numbers; a number that a double would change
 * is a violation.
 */
export function FreeMap(options: FieldOptions & { bytesMax: number }): PropertyDecorator {
  return field(freeMapRule(options), options);
}

export function freeMapRule({ bytesMax }: { bytesMax: number }): Rule<Record<string, unknown>> {
  const expects = `an object of at most ${bytesMax} bytes as JSON`;
  return {
    expects,
    schema: { type: 'object', additionalProperties: true },
    read(value, at) {
      if (!isJsonObject(value)) return at.fail(`must be ${expects}`);
      const odd = findLossyNumber(value as JsonValue, at.path);
      if (odd !== undefined)
        return at.violations.add(odd, `${odd} is a number that cannot be stored exactly. Send it as a string.`);
      const text = stringifyExact(value as JsonValue);
      return Buffer.byteLength(text) <= bytesMax
        ? (JSON.parse(text) as Record<string, unknown>)
        : at.fail(`must be ${expects}`);
    },
  };
}

/** Any value that this rule judges. For the few fields that fit no other decorator. */
export function Judged<Value>(rule: Rule<Value>, options: FieldOptions): PropertyDecorator {
  return field(rule, options);
}
