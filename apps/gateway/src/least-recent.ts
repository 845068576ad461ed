/** A map of bounded size: the entry that was used longest ago goes first. */
export class LeastRecent<Value> {
  readonly #entries = new Map<string, Value>();
  constructor(private readonly entriesMax: number) {}

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.entriesMax) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(key, value);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
