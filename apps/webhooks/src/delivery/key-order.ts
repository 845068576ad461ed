import { BlockedKeys } from './blocked-keys.ts';
import type { Job } from './job.ts';

/** `start`: send now. `wait`: wait in memory for an earlier job. `park`: wait in the retry table for an earlier job. */
export type Turn = 'start' | 'wait' | 'park';

/** The first attempt of a key that is under way, or whose turn it is, and those that wait for it. */
interface BusyKey {
  current: Job;
  behind: Job[];
}

/**
 * For endpoints with `ordering: key`: the keys with an attempt under way, the jobs that wait behind them, and the keys
 * with deliveries in the retry table. A later delivery of such a key must wait there too. Otherwise the later event of
 * a shipment could overtake an earlier one that failed. When many jobs wait in memory, the next ones wait in the retry
 * table too, until all of their key in memory have ended: a key with many events must not fill the memory of others.
 */
export class KeyOrder {
  readonly #busy = new Map<string, BusyKey>();
  /** Keys with rows in the retry table. */
  readonly #blocked: BlockedKeys;
  /** Deliveries that are being written to the retry table. Their keys stay blocked until the write has ended. */
  readonly #parking = new Map<string, number>();
  #waiting = 0;

  constructor(
    private readonly waitingMax: number,
    keysMax: number,
  ) {
    this.#blocked = new BlockedKeys(keysMax);
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Decides about a first attempt. */
  admit(job: Job): Turn {
    const busy = this.#busy.get(job.key);
    if (busy?.current === job) return 'start';
    if (this.#blocked.has(job.key)) return 'park';
    if (busy === undefined) {
      this.#busy.set(job.key, { current: job, behind: [] });
      return 'start';
    }
    if (this.#waiting >= this.waitingMax) {
      this.#blocked.add(job.key);
      return 'park';
    }
    busy.behind.push(job);
    this.#waiting++;
    return 'wait';
  }

  /**
   * Decides about a retry. Another process may have made it due: it does not know of the earlier deliveries of the key
   * that this process has in memory.
   */
  admitRetry({ key, sequence }: Job): Turn {
    const busy = this.#busy.get(key);
    if (busy === undefined || busy.current.sequence > sequence) return 'start';
    this.#blocked.add(key);
    return 'park';
  }

  /** Whether others of the key wait for this job. */
  isCurrent(job: Job): boolean {
    return this.#busy.get(job.key)?.current === job;
  }

  /** The key's delivery is finished. Returns the next one, whose turn it is now. */
  pass(key: string): Job | undefined {
    const busy = this.#busy.get(key);
    const next = busy?.behind.shift();
    if (busy === undefined || next === undefined) {
      this.#busy.delete(key);
      return undefined;
    }
    busy.current = next;
    this.#waiting--;
    return next;
  }

  /** The key's delivery goes to the retry table. Returns the jobs that waited for it: they must go there too. */
  block(key: string): Job[] {
    this.#blocked.add(key);
    const behind = this.#busy.get(key)?.behind ?? [];
    this.#busy.delete(key);
    this.#waiting -= behind.length;
    return behind;
  }

  /** The keys of the retry table are being read. */
  readingKeys(): void {
    this.#blocked.reading(this.#parking.keys());
  }

  keysRead(keys: readonly string[]): void {
    this.#blocked.read(keys);
  }

  /**
   * Called before the write: another write of this key that is under way must not find the table empty and free the
   * key.
   */
  startParking(key: string): void {
    // By its name, also while every key counts as blocked: a reading that ends before the write does not find it.
    this.#blocked.add(key);
    this.#parking.set(key, (this.#parking.get(key) ?? 0) + 1);
  }

  /** One delivery of the key is written to the retry table. */
  parked(key: string): void {
    const left = (this.#parking.get(key) ?? 1) - 1;
    if (left === 0) this.#parking.delete(key);
    else this.#parking.set(key, left);
  }

  /**
   * Whether the first of the key in the retry table is the next one: no earlier one is in memory, or on its way to the
   * table.
   */
  mayRelease(key: string): boolean {
    return this.#blocked.has(key) && !this.#busy.has(key) && !this.#parking.has(key);
  }

  /** The retry table has no row of this key. */
  free(key: string): void {
    if (!this.#parking.has(key)) this.#blocked.delete(key);
  }

  drain(): Job[] {
    const jobs = [...this.#busy.values()].flatMap(({ behind }) => behind);
    this.#busy.clear();
    this.#waiting = 0;
    return jobs;
  }
}
