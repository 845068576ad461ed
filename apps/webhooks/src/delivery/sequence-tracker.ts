import type { HealthState } from './health-state.ts';

/** The right to make first attempts, as the database gave it, with the endpoint's place and health. */
export interface Grant {
  /** The highest sequence that may be sent. */
  granted: number;
  /** The highest sequence that is written. */
  head: number;
  settled: number;
  /** The sequence after which deliveries were read. */
  behind: number;
  /** The first delivery that was read, or the place after everything that was looked for. */
  nextSequence: number;
  health: HealthState;
}

/** Which first attempts of an endpoint exist, may be made, are in memory and are settled. */
export class SequenceTracker {
  #expected: number | undefined;
  #granted = 0;
  #head = 0;
  #settled = 0;
  /** Sequences beyond `settled` whose results are being written. */
  readonly #done = new Set<number>();
  /** A sequence that the last read did not find. */
  #missing: number | undefined;

  /** The next sequence to enqueue; undefined until the endpoint's place is read. */
  get expected(): number | undefined {
    return this.#expected;
  }

  /** The highest sequence that is known to be written. */
  get head(): number {
    return this.#head;
  }

  /** Every delivery up to here has a result, or is in the retry table. */
  get settled(): number {
    return this.#settled;
  }

  /** How many more first attempts may be made without another grant. */
  get grantLeft(): number {
    return this.#granted - (this.#expected ?? 0) + 1;
  }

  /** The database has first attempts that are not in memory. */
  get hasUnread(): boolean {
    return this.#head >= (this.#expected ?? 0);
  }

  get isAllSettled(): boolean {
    return this.#done.size === 0 && this.#expected === this.#settled + 1 && this.#head < this.#expected;
  }

  headSeen(sequence: number): void {
    this.#head = Math.max(this.#head, sequence);
  }

  /** Returns false for a sequence that is not the next one. */
  advance(sequence: number): boolean {
    if (sequence !== this.#expected) return false;
    this.#expected = sequence + 1;
    return true;
  }

  granted({ granted, head, settled, behind, nextSequence }: Grant): void {
    if (this.#expected === undefined) {
      this.#expected = behind + 1;
      this.#settled = settled;
    } else this.#skipMissing(this.#expected, nextSequence);
    this.#granted = granted;
    this.headSeen(head);
  }

  /**
   * A sequence that two reads did not find has expired: its endpoint was paused for weeks. After one read it may be a
   * delivery that committed after the statement began, because the head is read under its lock and the deliveries in
   * an older snapshot.
   */
  #skipMissing(expected: number, nextSequence: number): void {
    if (nextSequence <= expected) this.#missing = undefined;
    else if (this.#missing !== expected) this.#missing = expected;
    else {
      for (let sequence = expected; sequence < nextSequence; sequence++) this.#done.add(sequence);
      this.#expected = nextSequence;
      this.#advanceSettled();
    }
  }

  settle(sequence: number): void {
    if (sequence <= this.#settled) return;
    this.#done.add(sequence);
    this.#advanceSettled();
  }

  #advanceSettled(): void {
    while (this.#done.delete(this.#settled + 1)) this.#settled++;
  }
}
