import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { LIMITS } from './limits.ts';

/** Bodies are read with exact numbers, field by field: what a contract does not name is not read, since published clients send more. */
export function readBody(body: JsonValue | undefined): JsonObject {
  return readObject(body, 'body');
}

export function readObject(value: JsonValue | undefined, param: string): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || value instanceof JsonNumber) throw invalid(param, `${param} must be an object.`);
  return value;
}

/** A text that must be there; an integer is taken as its text, since clients send order references so. */
export function readText(value: JsonValue | undefined, param: string, charactersMax: number = LIMITS.textCharactersMax): string {
  const text = optionalText(value, param, charactersMax);
  if (text === '') throw invalid(param, `${param} is required: a text of 1 to ${charactersMax} characters.`);
  return text;
}

/** The text, or '' when it is absent or null. */
export function optionalText(value: JsonValue | undefined, param: string, charactersMax: number = LIMITS.textCharactersMax): string {
  if (value === undefined || value === null) return '';
  const text = value instanceof JsonNumber && /^-?\d+$/.test(value.text) ? value.text : value;
  if (typeof text !== 'string') throw invalid(param, `${param} must be a text.`);
  if (text.length > charactersMax) throw invalid(param, `${param} may have ${charactersMax} characters.`);
  return text;
}

/** An address the customer is sent to: a browser must take it, and it must not be script. */
export function readUrl(value: JsonValue | undefined, param: string): string {
  const text = readText(value, param, LIMITS.urlCharactersMax);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
    throw invalid(param, `${param} must be an absolute http or https address.`);
  }
  return text;
}

export function readTexts(value: JsonValue | undefined, param: string, itemsMax: number): string[] {
  if (!Array.isArray(value) || value.length > itemsMax) throw invalid(param, `${param} must be an array of at most ${itemsMax} texts.`);
  return value.map((item, at) => readText(item, `${param}.${at}`));
}

export function readFlag(value: JsonValue | undefined, param: string, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (typeof value !== 'boolean') throw invalid(param, `${param} must be true or false.`);
  return value;
}

/** A filter of a list: a value that nothing can have would answer an empty list, and hide the mistake. */
export function readChoice(value: string | undefined, param: string, choices: readonly string[]): string | undefined {
  if (value !== undefined && !choices.includes(value)) throw invalid(param, `${param} must be one of ${choices.join(', ')}.`);
  return value;
}

/** The value with plain numbers, for storing what is only echoed. */
export function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
