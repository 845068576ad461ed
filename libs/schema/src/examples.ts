import { fieldsOf } from './field.ts';
import type { Class, Field } from './field.ts';

/**
 * A full example of a class, made of the examples of its fields. Optional fields without an example are left out, and
 * so are second names of a field.
 */
export function exampleOf(type: Class): Record<string, unknown> {
  const fields = [...fieldsOf(type).values()].filter(({ aliasOf }) => aliasOf === undefined);
  const entries = fields.map((field) => [field.name, exampleOfField(field)] as const);
  return Object.fromEntries(entries.filter(([, example]) => example !== undefined));
}

function exampleOfField({ rule, example, optional, nullable }: Field): unknown {
  if (example !== undefined) return example;
  if (rule.nested !== undefined) {
    const one = exampleOf(rule.nested());
    return rule.schema['type'] === 'array' ? [one] : one;
  }
  if (rule.variants !== undefined) {
    const [type] = Object.values(rule.variants.classes);
    return type === undefined ? undefined : exampleOf(type());
  }
  const [first] = (rule.schema['enum'] ?? []) as unknown[];
  if (first !== undefined) return first;
  if (optional) return undefined;
  return nullable ? null : undefined;
}
