export type JsonRefusalCode =
  | 'invalid-utf8'
  | 'byte-order-mark'
  | 'empty'
  | 'malformed'
  | 'too-deep'
  | 'duplicate-key'
  | 'forbidden-key'
  | 'lone-surrogate'
  | 'control-character'
  | 'number-out-of-range';

/**
 * Says why a text was refused. `path` is e.g. `payload.items[2].name` ('' is the whole text); `offset` counts UTF-16
 * units.
 */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
  readonly code: JsonRefusalCode;
  readonly path: string;
  readonly offset: number;

  constructor(code: JsonRefusalCode, message: string, place: { path: string; offset: number }) {
    super(place.path === '' ? message : `${message}, at ${place.path}`);
    this.code = code;
    this.path = place.path;
    this.offset = place.offset;
  }
}

/** A key is the sender's text. It is cut, so that a hostile key does not fill a log line or an answer. */
const KEY_SHOWN_CHARS_MAX = 64;
const PLAIN_KEY = /^[\p{L}\p{N}_$-]+$/u;

/** Writes keys and indexes as a path, e.g. `payload.items[2].name`. Null entries are left out. */
export function pathOf(trail: readonly (string | number | null)[]): string {
  let path = '';
  for (const step of trail) {
    if (step === null) continue;
    if (typeof step === 'number') path += `[${step}]`;
    else if (PLAIN_KEY.test(step) && step.length <= KEY_SHOWN_CHARS_MAX) path += path === '' ? step : `.${step}`;
    else path += `[${JSON.stringify(cut(step))}]`;
  }
  return path;
}

function cut(key: string): string {
  if (key.length <= KEY_SHOWN_CHARS_MAX) return key;
  // Half a surrogate pair at the cut would put a lone surrogate into the answer.
  return `${key.slice(0, KEY_SHOWN_CHARS_MAX).replace(/[\ud800-\udbff]$/, '')}…`;
}
