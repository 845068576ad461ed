/** When the next retry of an endpoint is due, as far as this process knows. */
export class RetryClock {
  #dueAtMs = Infinity;
  #refusedUntilMs = 0;

  get dueAtMs(): number {
    return this.#dueAtMs;
  }

  isDue(nowMs: number): boolean {
    return Math.max(this.#dueAtMs, this.#refusedUntilMs) <= nowMs;
  }

  overdueMs(nowMs: number): number {
    return this.#dueAtMs === Infinity ? 0 : nowMs - this.#dueAtMs;
  }

  /** Called before the query: what is written during it makes retries due again. */
  claiming(): void {
    this.#dueAtMs = Infinity;
  }

  dueAt(atMs: number): void {
    this.#dueAtMs = Math.min(this.#dueAtMs, atMs);
  }

  /** The database refuses to claim them, and would refuse in each round. */
  refused(untilMs: number): void {
    this.#refusedUntilMs = untilMs;
  }
}
