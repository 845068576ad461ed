import type { JsonValue } from '@qafila/json/json-value';

/** The payload's field of that name; else, with dots, the field inside fields (`usage.tokens`). */
export function readPath(payload: JsonValue, path: string): JsonValue | undefined {
  const own = readField(payload, path);
  if (own !== undefined || !path.includes('.')) return own;
  let value: JsonValue | undefined = payload;
  for (const part of path.split('.')) value = value === undefined ? undefined : readField(value, part);
  return value;
}

function readField(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, JsonValue>)[name];
}
