import { JsonNumber } from './json-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { parseStrict } from './strict-json.ts';

/**
 * Removes white space outside strings and escapes strings as JSON.stringify does. Keeps numbers and the order of keys,
 * unlike JSON.stringify(JSON.parse()), which rewrites `100.0` and moves integer-like keys to the front.
 * @throws JsonRefusal when the text is not strict JSON
 */
export function compactJson(text: string): string {
  parseStrict(text, { numbers: 'exact' });
  let compact = '';
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const start = at;
    if (code === 0x22) {
      at = afterString(text, at);
      const literal = text.slice(start, at);
      compact += literal.includes('\\') ? JSON.stringify(JSON.parse(literal)) : literal;
    } else {
      at++;
      if (code > 0x20) compact += text.charAt(start);
    }
  }
  return compact;
}

/** The index after the closing quote of a well-formed string. */
function afterString(text: string, openingQuote: number): number {
  let at = openingQuote + 1;
  while (text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at + 1;
}

/**
 * One text for each value, for comparing payloads: keys sorted by UTF-16 code unit, no white space. Numbers keep the
 * sender's text, so `1.0` and `1` differ: a repeat must spell its numbers in the same way.
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, (object) => Object.keys(object).sort());
}

/** JSON.stringify for what `parseStrict` returns: keeps the order of keys and writes a JsonNumber as its literal. */
export function stringifyExact(value: JsonValue): string {
  return write(value, Object.keys);
}

function write(value: JsonValue, keysOf: (object: JsonObject) => string[]): string {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, keysOf)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = keysOf(value).map((key) => `${JSON.stringify(key)}:${write(value[key] as JsonValue, keysOf)}`);
  return `{${members.join(',')}}`;
}
