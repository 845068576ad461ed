/** A token bucket of one second's worth: an endpoint's own limit, if it has one. */
export class RateLimit {
  #tokens = Infinity;
  #filledAtMs = 0;

  /** Takes one, or answers in how many ms there is one. */
  take(perSecond: number | null, nowMs: number): 0 | number {
    if (perSecond === null) return 0;
    this.#tokens = Math.min(perSecond, this.#tokens + Math.max(0, nowMs - this.#filledAtMs) / 1_000 * perSecond);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / perSecond * 1_000);
    this.#tokens -= 1;
    return 0;
  }

  /** What was taken was not used. */
  giveBack(): void {
    this.#tokens += 1;
  }
}
