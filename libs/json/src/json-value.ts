/**
 * A number as the sender wrote it. Serialise it only with `stringifyExact` or `canonicalJson`: JSON.stringify writes it
 * as a string, because JSON.rawJSON does not exist on Node 20.
 */
export class JsonNumber {
  readonly text: string;

  /** `text` is a JSON number literal, such as `1e400` or `9007199254740993`. */
  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** What `parseStrict` returns: numbers are JsonNumber under `exact` and number under `native`, never both. */
export type JsonValue = null | boolean | number | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}
