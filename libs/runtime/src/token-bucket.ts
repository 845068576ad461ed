/** Sums of fractions are off by this much at most. Without it, a request that waited its time would wait again. */
const ROUNDING = 1e-9;

/**
 * A token bucket: it fills at a rate up to its capacity, and each request takes one token. Rate and capacity come with
 * each call, because they are settings that may change. A new bucket is full. Times are in ms, on any clock that stays
 * the same.
 */
export class TokenBucket {
  #tokens = Infinity;
  #filledAtMs = 0;

  /** Takes one token if there is one. */
  take(perSecond: number, capacity: number, nowMs: number): boolean {
    const elapsedMs = Math.max(0, nowMs - this.#filledAtMs);
    this.#tokens = Math.min(capacity, this.#tokens + (elapsedMs / 1_000) * perSecond);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1 - ROUNDING) return false;
    this.#tokens = Math.max(0, this.#tokens - 1);
    return true;
  }

  /** Returns a token that was taken and not used. */
  putBack(): void {
    this.#tokens += 1;
  }

  /** As of the last take. */
  get tokens(): number {
    return this.#tokens;
  }

  /** How long the bucket needs to have this many tokens, as of the last take. */
  secondsUntil(tokens: number, perSecond: number): number {
    return Math.max(0, (tokens - this.#tokens) / perSecond);
  }
}
