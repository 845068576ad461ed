/** A number kept as the sender wrote it. JSON.stringify would write it as a string, because JSON.rawJSON does not exist on Node 20:
 * serialise it with `stringifyExact` or `canonicalJson` only. */
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

/** What the reader yields: numbers are JsonNumber under `exact` and number under `native`, never mixed. */
export type JsonValue = null | boolean | number | string | JsonNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}
