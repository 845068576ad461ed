import { backoffMs } from '@qafila/runtime/backoff';

const BACKOFF = { firstMs: 500, maxMs: 15_000 } as const;

/** Whether the configuration of an endpoint must be read, and when after a failure it may be tried again. */
export class ConfigRequests {
  #isRequested = false;
  #retryAtMs = 0;
  #failures = 0;

  get isRequested(): boolean {
    return this.#isRequested;
  }

  request(): void {
    this.#isRequested = true;
  }

  loading(): void {
    this.#isRequested = false;
  }

  loaded(): void {
    this.#failures = 0;
  }

  /** Returns true for the first failure in a row. */
  failed(nowMs: number): boolean {
    this.#retryAtMs = nowMs + backoffMs(++this.#failures, BACKOFF);
    return this.#failures === 1;
  }

  mayRetry(nowMs: number): boolean {
    return this.#retryAtMs <= nowMs;
  }
}
