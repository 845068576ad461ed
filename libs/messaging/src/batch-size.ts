const SUCCESSES_TO_GROW = 8;

/**
 * How many messages are handled at once: half as many after a batch that took too long, and twice as many again after
 * some that did not, so that the next batches of an expensive run do not have to find the size again.
 */
export class BatchSize {
  #now: number;
  #successes = 0;

  constructor(private readonly max: number) {
    this.#now = max;
  }

  get now(): number {
    return this.#now;
  }

  shrink(failed: number): void {
    this.#now = Math.max(1, failed >> 1);
    this.#successes = 0;
  }

  grow(): void {
    if (this.#now === this.max || ++this.#successes < SUCCESSES_TO_GROW) return;
    this.#now = Math.min(this.max, 2 * this.#now);
    this.#successes = 0;
  }
}
