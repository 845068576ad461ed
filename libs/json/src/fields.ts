import { isJsonObject } from './is-object.ts';

/** What a third party sent. Each field is checked where it is used. */
export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
