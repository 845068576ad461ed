import type { Job } from './job.ts';

/** `start`: send now. `wait`: wait in memory for an earlier job. `park`: wait in the retry table for an earlier job. */
export type Turn = 'start' | 'wait' | 'park';

/**
 * For endpoints with `ordering: key`: the keys with an attempt under way, the jobs that wait behind them, and the keys
 * with deliveries in the retry table. A later delivery of such a key must wait there too. Otherwise the later event of
 * a shipment could overtake an earlier one that failed.
 */
export class KeyOrder {
  readonly #busy = new Map<string, Job[]>();
  /** Keys with rows in the retry table. */
  readonly #blocked = new Set<string>();
  /** Deliveries that are being written to the retry table. Their keys stay blocked until the write has ended. */
  readonly #parking = new Map<string, number>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Decides about a first attempt. */
  admit(job: Job): Turn {
    if (this.#blocked.has(job.key)) return 'park';
    const behind = this.#busy.get(job.key);
    if (behind === undefined) {
      this.#busy.set(job.key, []);
      return 'start';
    }
    behind.push(job);
    this.#waiting++;
    return 'wait';
  }

  /** The key's delivery is finished. Returns the jobs that waited for it, to be admitted again. */
  pass(key: string): Job[] {
    return this.#release(key);
  }

  /** The key's delivery goes to the retry table. Returns the jobs that waited for it: they must go there too. */
  block(key: string): Job[] {
    this.#blocked.add(key);
    return this.#release(key);
  }

  blockAll(keys: readonly string[]): void {
    for (const key of keys) this.#blocked.add(key);
  }

  /**
   * Called before the write: another write of this key that is under way must not find the table empty and free the
   * key.
   */
  startParking(key: string): void {
    this.#parking.set(key, (this.#parking.get(key) ?? 0) + 1);
  }

  /** One delivery of the key is written to the retry table. */
  parked(key: string): void {
    const left = (this.#parking.get(key) ?? 1) - 1;
    if (left === 0) this.#parking.delete(key);
    else this.#parking.set(key, left);
  }

  /** The retry table has no row of this key. */
  free(key: string): void {
    if (!this.#parking.has(key)) this.#blocked.delete(key);
  }

  isBlocked(key: string): boolean {
    return this.#blocked.has(key);
  }

  drain(): Job[] {
    const jobs = [...this.#busy.values()].flat();
    this.#busy.clear();
    this.#waiting = 0;
    return jobs;
  }

  #release(key: string): Job[] {
    const behind = this.#busy.get(key) ?? [];
    this.#busy.delete(key);
    this.#waiting -= behind.length;
    return behind;
  }
}
