import type { Job } from './job.ts';

/**
 * For endpoints with `ordering: key`: which keys are under way, which wait behind them, and which have deliveries in the retry
 * table, behind which later ones must queue there. Without it the later event of a shipment could overtake a failed earlier one.
 */
export class KeyOrder {
  readonly #busy = new Map<string, Job[]>();
  /** Keys with rows in the retry table. */
  readonly #blocked = new Set<string>();
  /** Deliveries on their way into that table: a key is not free while one is. */
  readonly #parking = new Map<string, number>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether this first attempt may go now, must wait here, or must queue in the database. */
  admit(job: Job): 'go' | 'wait' | 'park' {
    if (this.#blocked.has(job.key)) return 'park';
    const behind = this.#busy.get(job.key);
    if (behind === undefined) {
      this.#busy.set(job.key, []);
      return 'go';
    }
    behind.push(job);
    this.#waiting++;
    return 'wait';
  }

  /** It is over and nothing is left of it: those of its key that wait, to be admitted again. */
  pass(key: string): Job[] {
    return this.#release(key);
  }

  /** It goes to the retry table: those that wait behind it must go there too. */
  block(key: string): Job[] {
    this.#blocked.add(key);
    return this.#release(key);
  }

  blockAll(keys: readonly string[]): void {
    for (const key of keys) this.#blocked.add(key);
  }

  parking(key: string): void {
    this.#parking.set(key, (this.#parking.get(key) ?? 0) + 1);
  }

  parked(key: string): void {
    const left = (this.#parking.get(key) ?? 1) - 1;
    if (left === 0) this.#parking.delete(key);
    else this.#parking.set(key, left);
  }

  /** The retry table has nothing of this key any more. */
  free(key: string): void {
    if (!this.#parking.has(key)) this.#blocked.delete(key);
  }

  isBlocked(key: string): boolean {
    return this.#blocked.has(key);
  }

  #release(key: string): Job[] {
    const behind = this.#busy.get(key) ?? [];
    this.#busy.delete(key);
    this.#waiting -= behind.length;
    return behind;
  }

  drain(): Job[] {
    const all = [...this.#busy.values()].flat();
    this.#busy.clear();
    this.#waiting = 0;
    return all;
  }
}
