import type { PipeTransform } from '@nestjs/common';
import { invalid } from '@qafila/envelopes/refusal';
import { JsonNumber } from '@qafila/json/json-value';
import { unkeptNumber } from '@qafila/json/kept-number';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { stringifyExact } from '@qafila/json/write-json';
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

/** Names and addresses of hosts, as URL writes them: nothing that ends a word of our pages' policy, where the host stands. */
const HOST = /^[\w.-]+$|^\[[\da-f:.]+\]$/i;

/** An address the customer is sent to: a browser must take it, and it must not be script. */
export function readUrl(value: JsonValue | undefined, param: string): string {
  const text = readText(value, param, LIMITS.urlCharactersMax);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && HOST.test(url.hostname) && !/\p{Cc}/u.test(text);
  if (!isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username !== '' || url.password !== '') {
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

/** A query in which each name stands once: which of two were meant nobody can say. */
export class OnceEach implements PipeTransform<Record<string, unknown>, Record<string, string>> {
  transform(query: Record<string, unknown>): Record<string, string> {
    for (const [name, value] of Object.entries(query)) if (typeof value !== 'string') throw invalid(name, `${name} stands in the query more than once.`);
    return query as Record<string, string>;
  }
}

/** The value with plain numbers, for storing what is only echoed. */
export function plain(value: JsonValue, param: string): unknown {
  const odd = unkeptNumber(value, param);
  if (odd !== undefined) throw invalid(odd, `${odd} is a number that cannot be kept as it is. Send it as a text.`);
  return JSON.parse(stringifyExact(value)) as unknown;
}
