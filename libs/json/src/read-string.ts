import { refusal, unexpected } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import type { JsonRefusal } from './json-refusal.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const HIGH_FIRST = 0xd800;
const LOW_FIRST = 0xdc00;
const LOW_LAST = 0xdfff;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Reads the string whose opening quote is under the cursor and leaves the cursor after the closing quote. Refuses lone
 * surrogates, which would be stored as U+FFFD and so make different names equal, and NUL, which PostgreSQL refuses.
 */
export function readString(cursor: Cursor, isKey: boolean): string {
  const { text } = cursor;
  const start = cursor.at + 1;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      cursor.at = at + 1;
      return text.slice(start, at);
    }
    if (code === BACKSLASH) return readEscaped(cursor, start, at, isKey);
    // Negated because the code is NaN past the end.
    if (!(code >= 0x20)) throw brokenString(cursor, at);
    if (code >= HIGH_FIRST && code <= LOW_LAST) at = endOfPair(cursor, at, code);
  }
}

/** The slow path, from the first backslash on: slices the runs between escapes and joins them. */
function readEscaped(cursor: Cursor, start: number, firstEscape: number, isKey: boolean): string {
  const { text } = cursor;
  let joined = text.slice(start, firstEscape);
  let runStart = firstEscape;
  for (let at = firstEscape; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      cursor.at = at + 1;
      return joined + text.slice(runStart, at);
    }
    if (code === BACKSLASH) {
      joined += text.slice(runStart, at);
      cursor.at = at;
      joined += readEscape(cursor, isKey);
      runStart = cursor.at;
      at = runStart - 1;
    } else if (!(code >= 0x20)) {
      throw brokenString(cursor, at);
    } else if (code >= HIGH_FIRST && code <= LOW_LAST) {
      at = endOfPair(cursor, at, code);
    }
  }
}

/** Decodes the escape (or pair of \u escapes) under the cursor and moves the cursor past it. */
function readEscape(cursor: Cursor, isKey: boolean): string {
  const { text, at } = cursor;
  if (text.charCodeAt(at + 1) !== LETTER_U) {
    const decoded = ESCAPES[text.charAt(at + 1)];
    if (decoded === undefined) throw unexpected(cursor, 'an escape that JSON has');
    return checkedControl(cursor, decoded, { isKey, length: 2 });
  }
  const unit = readHex4(cursor, at + 2);
  if (unit < HIGH_FIRST || unit > LOW_LAST)
    return checkedControl(cursor, String.fromCharCode(unit), { isKey, length: 6 });
  const paired = unit < LOW_FIRST && text.charCodeAt(at + 6) === BACKSLASH && text.charCodeAt(at + 7) === LETTER_U;
  const low = paired ? readHex4(cursor, at + 8) : 0;
  if (low < LOW_FIRST || low > LOW_LAST) throw loneSurrogate(cursor);
  cursor.at = at + 12;
  return String.fromCharCode(unit, low);
}

function checkedControl(cursor: Cursor, decoded: string, escape: { isKey: boolean; length: number }): string {
  const code = decoded.charCodeAt(0);
  const textual = code === 0x09 || code === 0x0a || code === 0x0d;
  if (code < 0x20 && (escape.isKey || !textual)) {
    throw refusal(
      cursor,
      'control-character',
      `The control character U+${code.toString(16).toUpperCase().padStart(4, '0')} is not allowed` +
        (escape.isKey ? ' in a key' : ''),
    );
  }
  cursor.at += escape.length;
  return decoded;
}

const HEX4 = /^[0-9a-fA-F]{4}$/;
function readHex4(cursor: Cursor, at: number): number {
  const digits = cursor.text.slice(at, at + 4);
  if (!HEX4.test(digits)) throw unexpected(cursor, 'four hexadecimal digits after \\u');
  return parseInt(digits, 16);
}

function endOfPair(cursor: Cursor, at: number, code: number): number {
  const low = cursor.text.charCodeAt(at + 1);
  if (code < LOW_FIRST && low >= LOW_FIRST && low <= LOW_LAST) return at + 1;
  cursor.at = at;
  throw loneSurrogate(cursor);
}

function loneSurrogate(cursor: Cursor): JsonRefusal {
  return refusal(cursor, 'lone-surrogate', 'Half a surrogate pair is not a character');
}

function brokenString(cursor: Cursor, at: number): JsonRefusal {
  cursor.at = at;
  return unexpected(
    cursor,
    at >= cursor.text.length
      ? 'a closing quotation mark'
      : 'an escape, since control characters may not be written raw,',
  );
}
