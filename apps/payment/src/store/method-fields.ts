import type { Rule } from '@qafila/schema/field';
import { METHODS } from '../providers/methods.ts';
import type { Method } from '../providers/methods.ts';

const LISTED = METHODS.join(', ');

export const methodRule: Rule<Method> = {
  expects: `one of ${LISTED}`,
  schema: { type: 'string', enum: [...METHODS] },
  read: (value, at) =>
    METHODS.find((known) => known === value) ?? at.fail(`must be one of ${LISTED}`, 'unknown_method'),
};

/** The exact offer (§4.11 `payment_methods`): on a page with an empty one no customer could pay. */
export const methodsRule: Rule<Method[]> = {
  expects: `an array of ${LISTED}`,
  schema: { type: 'array', items: methodRule.schema, minItems: 1 },
  read(value, at) {
    if (!Array.isArray(value)) return at.fail(`must be an array of ${LISTED}`);
    if (value.length === 0) return at.fail('is empty. Leave it out to offer all methods, or name at least one');
    const methods = value.map((each: unknown, index) => methodRule.read(each, at.below(index)));
    return [...new Set(methods)] as Method[];
  },
};

/** `payment_method_types` as published clients send it: one method, a list, or an empty list for all. */
export const methodTypesRule: Rule<Method[] | null> = {
  expects: `one of ${LISTED}, or an array of them`,
  schema: { oneOf: [methodRule.schema, { ...methodsRule.schema, minItems: 0 }] },
  read(value, at) {
    if (Array.isArray(value)) return value.length === 0 ? null : methodsRule.read(value, at);
    const method = methodRule.read(value, at);
    return method === undefined ? undefined : [method];
  },
};
