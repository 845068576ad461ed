/**
 * The keys of one endpoint with deliveries in the retry table, by name up to a limit. Beyond it every key counts as
 * blocked, which sends its delivery through the retry table in vain and keeps the order. That ends when the table has
 * been read and the names fit again.
 */
export class BlockedKeys {
  readonly #names = new Set<string>();
  #isEveryKey = false;
  /** A name found no place since the last reading began. */
  #isMissing = false;

  constructor(private readonly namesMax: number) {}

  get names(): number {
    return this.#names.size;
  }

  has(key: string): boolean {
    return this.#isEveryKey || this.#names.has(key);
  }

  add(key: string): void {
    if (this.#names.size < this.namesMax) this.#names.add(key);
    else if (!this.#names.has(key)) this.#isMissing = this.#isEveryKey = true;
  }

  delete(key: string): void {
    this.#names.delete(key);
  }

  /** `unwritten`: keys on their way into the table. The reading may miss them, and what is added from now on. */
  reading(unwritten: Iterable<string>): void {
    this.#isMissing = false;
    if (!this.#isEveryKey) return;
    this.#names.clear();
    for (const key of unwritten) this.add(key);
  }

  /** The keys that the table has; more than the limit if there are more. */
  read(keys: readonly string[]): void {
    for (const key of keys) this.add(key);
    this.#isEveryKey = this.#isMissing;
  }
}
