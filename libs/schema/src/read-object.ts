import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '@qafila/json/is-object';
import { fieldsOf } from './field.ts';
import type { Class, Field } from './field.ts';
import { suggestName, unknownName } from './suggest-name.ts';
import { unfoldObjects } from './unfold-objects.ts';
import { Place, Violations } from './violations.ts';

/** What a class may say of all its fields. */
interface Judging {
  /** Judges the fields together: gets what could be read, also when some fields have violations. */
  judge?(body: object, at: Place): void;
  /** Unknown names are ignored instead of refused: for what outside systems send. */
  ignoresUnknown?: boolean;
}

/**
 * Reads an object as an instance of a request class and reports every violation to the place. Unknown fields are
 * violations. class-validator and class-transformer would do the same with the same rules in ten times the time
 * (decision 0016).
 */
export function readObject<Instance extends object>(
  type: Class<Instance>,
  value: unknown,
  at: Place,
): Instance | undefined {
  if (!isJsonObject(value)) return at.fail('must be an object');
  const fields = fieldsOf(type);
  if ((type as Judging).ignoresUnknown !== true) refuseUnknown(value, fields, at);
  const instance = Object.create(type.prototype as object) as Record<string, unknown>;
  for (const [name, field] of fields) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined || (given === null && field.nullable === 'absent'))
      judgeAbsence(field, at.below(name, instance, field.code));
    else if (given === null && field.nullable) instance[name] = null;
    else {
      const read = field.rule.read(given, at.below(name, instance, field.code));
      if (read !== undefined) instance[name] = read;
    }
  }
  for (const field of fields.values()) judgeAlias(field, instance, at);
  (type as Judging).judge?.(instance, at);
  return instance as Instance;
}

function judgeAbsence({ rule, optional, code }: Field, at: Place): void {
  if (rule.missing !== undefined) rule.missing(at);
  else if (!optional) at.fail(`is required: ${rule.expects}`, code);
}

/** Two names of one field must not contradict each other: the handler would follow one of them silently. */
function judgeAlias({ name, rule, aliasOf }: Field, object: object, at: Place): void {
  if (aliasOf === undefined) return;
  const [given, other] = [name, aliasOf].map((path) => valueAt(object, path));
  if (isLeftOut(given) || isLeftOut(other) || (rule.same ?? isDeepStrictEqual)(given, other)) return;
  const [path, otherPath] = [at.below(name).path, at.below(aliasOf).path];
  at.violations.add(
    path,
    `${path} is another name of ${otherPath}, and they have different values. Send only ${otherPath}.`,
  );
}

function valueAt(object: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], object);
}

/** Clients in typed languages send null or an empty text for what they leave out. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function refuseUnknown(value: object, fields: ReadonlyMap<string, Field>, at: Place): void {
  const kind = at.source === 'query' ? 'parameter' : 'field';
  for (const name of Object.keys(value)) {
    if (fields.has(name) || at.violations.isFull) continue;
    const { path } = at.below(name);
    at.violations.add(path, unknownName(path, { kind, meant: suggestName(name, fields.keys()) }), 'unknown_field');
  }
}

/**
 * Reads a whole body or query. Throws a 400 refusal that lists every violation, together with those that `judge` adds:
 * rules that need more than the request. `judge` gets what could be read; what it returns is the result.
 */
export function readRequest<Instance extends object>(
  type: Class<Instance>,
  value: unknown,
  source: 'body' | 'query',
): Instance;
export function readRequest<Instance extends object, Result>(
  type: Class<Instance>,
  value: unknown,
  source: 'body' | 'query',
  judge: (instance: Instance, at: Place) => Result,
): Result;
export function readRequest<Instance extends object>(
  type: Class<Instance>,
  value: unknown,
  source: 'body' | 'query',
  judge?: (instance: Instance, at: Place) => unknown,
): unknown {
  const violations = new Violations();
  if (source === 'body' && !isJsonObject(value)) {
    violations.add('body', 'The body must be a JSON object.');
    violations.check();
  }
  const at = new Place('', {}, violations, source);
  const fields = source === 'query' ? unfoldObjects(type, value as Record<string, unknown>) : value;
  const instance = readObject(type, fields, at) as Instance;
  const result = judge === undefined ? instance : judge(instance, at);
  violations.check();
  return result;
}
