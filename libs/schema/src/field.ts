import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf } from 'class-validator';
import type { ErrorCodeOf } from '@qafila/contracts/errors';
import type { JsonSchema } from '@qafila/contracts/event-type';
import { Place, Violations } from './violations.ts';

/** What a reader of the reference learns about a field, and whether a request must have it. */
export interface FieldOptions {
  /** For a merchant's developer: meaning, unit and limits that the schema does not say. */
  description: string;
  example?: unknown;
  /** The field may be left out. */
  optional?: boolean;
  /** The field may be null, and the handler gets null; with `absent`, null counts as left out. */
  nullable?: boolean | 'absent';
  /** The code of its violations, where that is not `validation_error`. */
  code?: ErrorCodeOf<400>;
  /**
   * The field for which this is another name, by its path in the same object: `metadata.order_reference`. Both may be
   * given only with the same value. The handler gets them as they were given.
   */
  aliasOf?: string;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- constructors of every shape
export type Class<Instance = any> = new (...args: any[]) => Instance;

/** What the value of a field must be. */
export interface Rule<Value = unknown> {
  /** Completes "amount must be …" and "amount is required: …". */
  expects: string;
  /** The value as JSON Schema; the class of a nested object stands beside it. */
  schema: JsonSchema;
  /** The class of the value, or of the items of an array. */
  nested?: () => Class<object>;
  /** The classes of an object that has several forms. */
  variants?: Variants;
  /** Returns the value as the handler gets it, or reports violations to the place and returns undefined. */
  read(value: unknown, at: Place): Value | undefined;
  /** Judges that the field was left out, instead of `optional`. */
  missing?(at: Place): void;
  /** Whether two values mean the same, where they need not be equal for that. */
  same?(left: Value, right: Value): boolean;
}

/** The value of the field `by` says which class an object has. */
export interface Variants {
  by: string;
  classes: Readonly<Record<string, () => Class<object>>>;
}

export interface Field extends FieldOptions {
  name: string;
  rule: Rule;
}

const FIELDS = Symbol('fields');

/**
 * Declares a field: its rule for class-validator and for readObject(), and what the reference says of it. The
 * decorators of this library are made of it.
 */
export function field(rule: Rule, options: FieldOptions): PropertyDecorator {
  const { optional = false } = options;
  const nullable = options.nullable !== undefined && options.nullable !== false;
  const remember: PropertyDecorator = (prototype, name) => {
    const own = Reflect.getOwnMetadata(FIELDS, prototype) as Map<string, Field> | undefined;
    const fields = own ?? new Map<string, Field>();
    if (own === undefined) Reflect.defineMetadata(FIELDS, fields, prototype);
    fields.set(String(name), { ...options, name: String(name), rule });
  };
  return applyDecorators(
    remember,
    classValidatorRule(rule),
    ...(optional || nullable
      ? [ValidateIf((_, value) => !(optional && value === undefined) && !(nullable && value === null))]
      : []),
  );
}

/** The same rule for class-validator, so that `validate()` judges a class as readObject() does. */
function classValidatorRule(rule: Rule): PropertyDecorator {
  const judge = (value: unknown, object: object, property: string): Violations => {
    const violations = new Violations();
    rule.read(value, new Place(property, object as Record<string, unknown>, violations, 'body'));
    return violations;
  };
  return ValidateBy({
    name: 'field',
    constraints: [rule],
    validator: {
      validate: (value, args) => judge(value, args?.object ?? {}, args?.property ?? '').isEmpty,
      defaultMessage: (args) => `${args?.property} must be ${rule.expects}`,
    },
  });
}

const known = new WeakMap<Class, ReadonlyMap<string, Field>>();

/** The declared fields of a class and of the classes that it extends, the base class first. */
export function fieldsOf(type: Class): ReadonlyMap<string, Field> {
  const cached = known.get(type);
  if (cached !== undefined) return cached;
  const fields = new Map<string, Field>();
  const chain: object[] = [];
  for (let at = type.prototype as object | null; at !== null; at = Object.getPrototypeOf(at) as object | null)
    chain.unshift(at);
  for (const prototype of chain)
    for (const [name, own] of (Reflect.getOwnMetadata(FIELDS, prototype) as Map<string, Field> | undefined) ?? [])
      fields.set(name, own);
  known.set(type, fields);
  return fields;
}
