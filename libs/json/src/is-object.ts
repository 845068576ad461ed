import { JsonNumber } from './json-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';

/** Not an array, not null, and not a number that is kept as text. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject;
export function isJsonObject(value: unknown): value is Record<string, unknown>;
export function isJsonObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
