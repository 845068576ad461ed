import { fieldsOf } from './field.ts';
import type { Class } from './field.ts';

const PART = /^([^[]+)\[(.+)\]$/;

/**
 * Turns `filter[model]=large` into `{filter: {model: 'large'}}` for the fields of a query class that are objects
 * (`deepObject` of OpenAPI). All other names stay as they are.
 */
export function unfoldObjects(type: Class, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query);
  if (!names.some((name) => name.includes('['))) return query;
  const fields = fieldsOf(type);
  const plain: [string, unknown][] = [];
  const objects = new Map<string, [string, unknown][]>();
  for (const name of names) {
    const [, field = '', part = ''] = PART.exec(name) ?? [];
    const isObject = fields.get(field)?.rule.schema['type'] === 'object' && !Object.hasOwn(query, field);
    if (isObject) objects.set(field, [...(objects.get(field) ?? []), [part, query[name]]]);
    else plain.push([name, query[name]]);
  }
  const unfolded = [...objects].map(([name, parts]): [string, unknown] => [name, Object.fromEntries(parts)]);
  return Object.fromEntries([...plain, ...unfolded]);
}
