import { JsonRefusal, pathOf } from './json-refusal.ts';
import type { JsonRefusalCode } from './json-refusal.ts';

/** The position of the reader in a text. Internal to this library. */
export interface Cursor {
  readonly text: string;
  readonly exact: boolean;
  readonly maxDepth: number;
  at: number;
  depth: number;
  /**
   * Key or index at each depth (null before the key is read); entries at or beyond `depth` are left over from earlier
   * siblings.
   */
  readonly trail: (string | number | null)[];
}

/** Builds the refusal at the cursor's position, for the caller to throw. */
export function refusal(cursor: Cursor, code: JsonRefusalCode, message: string): JsonRefusal {
  return new JsonRefusal(code, message, { path: pathOf(cursor.trail.slice(0, cursor.depth)), offset: cursor.at });
}

/** The refusal for a character the grammar does not allow here. */
export function unexpected(cursor: Cursor, wanted: string): JsonRefusal {
  const found = cursor.text.codePointAt(cursor.at);
  const shown = found === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(found));
  return refusal(cursor, 'malformed', `Expected ${wanted} but found ${shown} at character ${cursor.at}`);
}
