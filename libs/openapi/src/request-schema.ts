import 'reflect-metadata';
import { ValidationTypes, getMetadataStorage } from 'class-validator';
import type { JsonSchema } from '@qafila/contracts/event-type';

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- what class-validator and reflect-metadata call a class
export type RequestClass = Function;
type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

export interface Field { name: string; required: boolean; nullable: boolean; schema: JsonSchema }

/** The rules of class-validator that say something in JSON Schema, by name. Any other is told in words. */
const RULES: Record<string, (constraints: unknown[]) => JsonSchema | undefined> = {
  isString: () => ({ type: 'string' }),
  isBoolean: () => ({ type: 'boolean' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isObject: () => ({ type: 'object' }),
  isArray: () => ({ type: 'array' }),
  isIn: ([values]) => ({ enum: [...values as unknown[]] }),
  isNotEmpty: () => ({ minLength: 1 }),
  isLength: ([minLength, maxLength]) => (maxLength === undefined ? { minLength } : { minLength, maxLength }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  matches: ([pattern]) => (/^u?$/.test((pattern as RegExp).flags) ? { type: 'string', pattern: (pattern as RegExp).source } : undefined),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  arrayNotEmpty: () => ({ minItems: 1 }),
  arrayMinSize: ([minItems]) => ({ minItems }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** JSON Schema of a request class: what its class-validator rules let pass, and no other field. */
export function schemaOf(type: RequestClass): JsonSchema {
  const fields = fieldsOf(type);
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object', properties: Object.fromEntries(fields.map((field) => [field.name, field.nullable ? orNull(field.schema) : field.schema])),
    ...(required.length === 0 ? {} : { required }), additionalProperties: false,
  };
}

/** Fields under `@Allow()` alone are left out: they are known only so that their refusal can say why. */
export function fieldsOf(type: RequestClass): Field[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map((rule) => rule.propertyName))].flatMap((name) => {
    const own = rules.filter((rule) => rule.propertyName === name);
    const conditions = own.filter((rule) => rule.type === ValidationTypes.CONDITIONAL_VALIDATION);
    const checks = own.filter((rule) => rule.type === ValidationTypes.CUSTOM_VALIDATION || rule.type === ValidationTypes.NESTED_VALIDATION);
    if (checks.length === 0) return [];
    return [{ name, required: !skips(conditions, undefined), nullable: skips(conditions, null), schema: checked(type, name, checks) }];
  });
}

/** Whether a condition (`@IsOptional()`, `@ValidateIf()`) leaves this value unchecked. */
function skips(conditions: Rule[], value: null | undefined): boolean {
  return conditions.some(({ propertyName, constraints }) => !(constraints[0] as (body: unknown, value: unknown) => boolean)({ [propertyName]: value }, value));
}

function checked(type: RequestClass, name: string, rules: Rule[]): JsonSchema {
  const of = (each: boolean): JsonSchema => Object.assign({}, ...rules.filter((rule) => Boolean(rule.each) === each).map((rule) => one(type, rule))) as JsonSchema;
  const words = rules.flatMap((rule) => inWords(name, rule)).join('. ');
  const items = of(true);
  return { ...of(false), ...(Object.keys(items).length === 0 ? {} : { type: 'array', items }), ...(words === '' ? {} : { description: `${words}.` }) };
}

function one(type: RequestClass, rule: Rule): JsonSchema {
  if (rule.type !== ValidationTypes.NESTED_VALIDATION) return saidBy(rule) ?? {};
  // Of an array only `Array` is known; its items stay free.
  const inner = Reflect.getMetadata('design:type', type.prototype as object, rule.propertyName) as RequestClass | undefined;
  return rule.each || inner === undefined || inner === Object || inner === Array ? {} : schemaOf(inner);
}

function saidBy(rule: Rule): JsonSchema | undefined {
  return RULES[rule.name ?? '']?.((rule.constraints as unknown[] | undefined) ?? []);
}

/** The rule's own message where it has one, or where JSON Schema cannot say it. */
function inWords(name: string, rule: Rule): string[] {
  if (rule.type === ValidationTypes.NESTED_VALIDATION) return [];
  const message = typeof rule.message === 'string' ? rule.message : saidBy(rule) === undefined ? defaultMessage(name, rule) : undefined;
  return message === undefined ? [] : [message.replaceAll('$property', name)];
}

function defaultMessage(name: string, rule: Rule): string | undefined {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  return constraint?.instance.defaultMessage?.({ property: name, constraints: rule.constraints, value: undefined, object: {}, targetName: '' });
}

function orNull(schema: JsonSchema): JsonSchema {
  return {
    ...schema, ...(typeof schema.type === 'string' ? { type: [schema.type, 'null'] } : {}),
    ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  };
}
