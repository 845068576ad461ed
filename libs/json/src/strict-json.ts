import { isUtf8 } from 'node:buffer';
import { JsonRefusal } from './json-refusal.ts';
import { JsonNumber } from './json-value.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { refusal, unexpected } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { readString } from './read-string.ts';

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * How deep objects and arrays nest. Without a limit JSON.stringify, PostgreSQL's jsonb and this reader overflow their
 * stacks.
 */
export const DEPTH_MAX_LEVELS = 32;

/**
 * The text of a body.
 * @throws JsonRefusal `invalid-utf8` or `byte-order-mark`
 */
export function decodeUtf8(bytes: Buffer): string {
  // Decoding first would turn each invalid byte into U+FFFD, and so make different ids equal.
  if (!isUtf8(bytes)) throw new JsonRefusal('invalid-utf8', 'The body is not valid UTF-8', { path: '', offset: 0 });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new JsonRefusal('byte-order-mark', 'The body starts with a byte order mark; JSON has none', {
      path: '',
      offset: 0,
    });
  }
  return bytes.toString('utf8');
}

/**
 * Reads one JSON text. Refuses what two readers could understand differently, and what PostgreSQL cannot store. `exact`
 * returns numbers as JsonNumber with their literal; `native` returns doubles and refuses a literal beyond their range.
 * Objects have the ordinary prototype, for class-transformer; no key can reach it, because `__proto__` is refused.
 * @throws JsonRefusal with code, path and offset
 */
export function parseStrict(text: string, options: { numbers: 'native' | 'exact'; maxDepth?: number }): JsonValue {
  const cursor: Cursor = {
    text,
    exact: options.numbers === 'exact',
    maxDepth: options.maxDepth ?? DEPTH_MAX_LEVELS,
    at: 0,
    depth: 0,
    trail: [],
  };
  if (Number.isNaN(nextCode(cursor))) throw refusal(cursor, 'empty', 'The text is empty');
  const value = readValue(cursor);
  if (!Number.isNaN(nextCode(cursor))) throw unexpected(cursor, 'the end of the text');
  return value;
}

function readValue(cursor: Cursor): JsonValue {
  switch (cursor.text.charCodeAt(cursor.at)) {
    case 0x22:
      return readString(cursor, false);
    case OPEN_BRACE:
      return readObject(cursor);
    case OPEN_BRACKET:
      return readArray(cursor);
    case 0x74:
      return readWord(cursor, 'true', true);
    case 0x66:
      return readWord(cursor, 'false', false);
    case 0x6e:
      return readWord(cursor, 'null', null);
    default:
      return readNumber(cursor);
  }
}

function readObject(cursor: Cursor): JsonObject {
  const level = descend(cursor);
  const object: JsonObject = {};
  let code = nextCode(cursor);
  while (code !== CLOSE_BRACE) {
    const key = readKey(cursor, object, level);
    if (nextCode(cursor) !== COLON) throw unexpected(cursor, 'a colon');
    cursor.at++;
    nextCode(cursor);
    object[key] = readValue(cursor);
    code = nextCode(cursor);
    if (code === COMMA) {
      cursor.at++;
      cursor.trail[level] = null;
      // A brace after the comma must not end the loop, so that readKey refuses it.
      nextCode(cursor);
    } else if (code !== CLOSE_BRACE) {
      throw unexpected(cursor, 'a comma or "}"');
    }
  }
  ascend(cursor, level);
  return object;
}

function readKey(cursor: Cursor, object: JsonObject, level: number): string {
  const keyAt = cursor.at;
  if (cursor.text.charCodeAt(keyAt) !== 0x22) throw unexpected(cursor, 'a key in quotation marks');
  const key = readString(cursor, true);
  cursor.trail[level] = key;
  // Testing the object itself needs no Set for each small object, and takes constant time in a hostile large one.
  const twice = Object.hasOwn(object, key);
  if (twice || key === '__proto__') {
    cursor.at = keyAt;
    throw twice
      ? refusal(cursor, 'duplicate-key', 'The same key is given twice')
      : refusal(cursor, 'forbidden-key', 'The key "__proto__" is not allowed');
  }
  return key;
}

function readArray(cursor: Cursor): JsonValue[] {
  const level = descend(cursor);
  const items: JsonValue[] = [];
  let code = nextCode(cursor);
  while (code !== CLOSE_BRACKET) {
    cursor.trail[level] = items.length;
    items.push(readValue(cursor));
    code = nextCode(cursor);
    if (code === COMMA) {
      cursor.at++;
      // A bracket after the comma must not end the loop, so that readValue refuses it.
      nextCode(cursor);
    } else if (code !== CLOSE_BRACKET) {
      throw unexpected(cursor, 'a comma or "]"');
    }
  }
  ascend(cursor, level);
  return items;
}

/** Enters an object or array. Returns the index of its trail entry. */
function descend(cursor: Cursor): number {
  const level = cursor.depth;
  if (level >= cursor.maxDepth)
    throw refusal(cursor, 'too-deep', `More than ${cursor.maxDepth} objects and arrays inside one another`);
  cursor.trail[level] = null;
  cursor.depth = level + 1;
  cursor.at++;
  return level;
}

function ascend(cursor: Cursor, level: number): void {
  cursor.depth = level;
  cursor.at++;
}

function readWord<T extends JsonValue>(cursor: Cursor, word: string, value: T): T {
  if (!cursor.text.startsWith(word, cursor.at)) throw unexpected(cursor, 'a value');
  cursor.at += word.length;
  return value;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function readNumber(cursor: Cursor): number | JsonNumber {
  NUMBER.lastIndex = cursor.at;
  if (!NUMBER.test(cursor.text)) throw unexpected(cursor, 'a value');
  const literal = cursor.text.slice(cursor.at, NUMBER.lastIndex);
  const number = cursor.exact ? new JsonNumber(literal) : Number(literal);
  // JSON.parse would make 1e400 Infinity, which PostgreSQL's numeric stores and JSON writes as null.
  if (number === Infinity || number === -Infinity)
    throw refusal(cursor, 'number-out-of-range', 'The number is too large');
  cursor.at = NUMBER.lastIndex;
  return number;
}

/** Moves past white space. Returns the code of the character under the cursor, NaN at the end. */
function nextCode(cursor: Cursor): number {
  const { text } = cursor;
  let { at } = cursor;
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
  cursor.at = at;
  return code;
}
