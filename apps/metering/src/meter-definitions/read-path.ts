import type { JsonValue } from '@qafila/json/json-value';

/** The payload's field with exactly that name; else, for a name with dots, the nested field (`usage.tokens`). */
export function readPath(payload: JsonValue, path: string): JsonValue | undefined {
  const direct = readField(payload, path);
  if (direct !== undefined || !path.includes('.')) return direct;
  let value: JsonValue | undefined = payload;
  for (const part of path.split('.')) value = value === undefined ? undefined : readField(value, part);
  return value;
}

function readField(value: JsonValue, name: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as Record<string, JsonValue>)[name];
}
