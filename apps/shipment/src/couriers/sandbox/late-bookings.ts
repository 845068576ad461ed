import { SANDBOX_LIMITS } from './limits.ts';

/**
 * Since when no booking request of ours can still take effect. In this process's memory: a reference that it has not met, after a restart or
 * because another process booked, waits its full time from the first look on.
 */
export class LateBookings {
  readonly #absentFrom = new Map<string, number>();
  constructor(private readonly now: () => number) {}

  /** Runs one booking request. What it throws leaves open whether it takes effect. */
  async during<T>(reference: string, book: () => Promise<T>): Promise<T> {
    this.#waitFor(reference, Infinity);
    try {
      const answer = await book();
      this.#absentFrom.delete(reference);
      return answer;
    } catch (error) {
      this.#waitFor(reference, this.now() + SANDBOX_LIMITS.absentAfterMs);
      throw error;
    }
  }

  /** The courier knows of no booking: is that its last word? */
  isAbsent(reference: string): boolean {
    const from = this.#absentFrom.get(reference);
    if (from === undefined) this.#waitFor(reference, this.now() + SANDBOX_LIMITS.absentAfterMs);
    if (from === undefined || this.now() < from) return false;
    // The next request under this reference begins anew.
    this.#absentFrom.delete(reference);
    return true;
  }

  #waitFor(reference: string, untilMs: number): void {
    this.#absentFrom.delete(reference);
    if (this.#absentFrom.size >= SANDBOX_LIMITS.waitedForMax) this.#absentFrom.delete(this.#absentFrom.keys().next().value as string);
    this.#absentFrom.set(reference, untilMs);
  }
}
