import type { Dispatcher } from 'undici';
import { failureOf, isOurMistake, SendFailure } from './answer.ts';
import type { Answer } from './answer.ts';
import type { IndexedItem } from './swap-remove-set.ts';
import type { Connection } from './connection.ts';
import { excerptOf } from './excerpt.ts';

export interface ExchangeLimits {
  answerBytesMax: number;
  excerptBytesMax: number;
}

/**
 * All bytes that an answer may use: besides the body there are chunk sizes, padding and interim answers, which nothing
 * else counts.
 */
const WIRE_BYTES_MAX = 1024 * 1024;
const RETRY_AFTER_CHARACTERS_MAX = 64;

export interface ExchangeOptions {
  request: Dispatcher.DispatchOptions;
  timeoutMs: number;
  limits: ExchangeLimits;
  /**
   * Called once. An error is a request that undici refused: a mistake of ours. `reusable` may serve another request.
   */
  settle: (result: Answer | Error, reusable?: Connection) => void;
  /** A new connection. */
  reconnect: () => Connection;
}

/** One request and its answer, within bounds of time and bytes. */
export class Exchange implements Dispatcher.DispatchHandler, IndexedItem {
  index = -1;
  readonly #startedAtMs = performance.now();
  #connection!: Connection;
  #bytesReadBefore = 0;
  #servedBefore = 0;
  #status = 0;
  #retryAfter: string | undefined;
  #bytes = 0;
  #kept: Buffer | undefined;
  #keptBytes = 0;
  #settled = false;

  constructor(private readonly options: ExchangeOptions) {}

  sendOver(connection: Connection): void {
    this.#connection = connection;
    connection.dispatch(this.options.request, this);
  }

  /** Called at intervals: ends an exchange that takes too long or receives too much. */
  check(nowMs: number): void {
    const { timeoutMs } = this.options;
    if (nowMs - this.#startedAtMs >= timeoutMs) {
      if (!this.#connection.isOpen)
        return this.#breakOff(new SendFailure('connect_timeout', `No connection could be made in ${timeoutMs} ms.`));
      const progress = this.#status === 0 ? 'No answer came' : `The answer began with ${this.#status} and did not end`;
      this.#breakOff(new SendFailure('timeout', `${progress} in ${timeoutMs} ms.`));
    } else if (this.#connection.bytesRead - this.#bytesReadBefore > WIRE_BYTES_MAX) {
      this.#breakOff(new SendFailure('protocol', `More than ${WIRE_BYTES_MAX} bytes came, and no end of the answer.`));
    }
  }

  onRequestStart(): void {
    this.#bytesReadBefore = this.#connection.bytesRead;
    this.#servedBefore = this.#connection.served++;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    if (retryAfter !== undefined) this.#retryAfter = String(retryAfter).slice(0, RETRY_AFTER_CHARACTERS_MAX);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#keep(chunk);
    this.#bytes += chunk.length;
    // The rest is not needed: the status is known, and no more of the text is kept.
    if (this.#bytes > this.options.limits.answerBytesMax) this.#answered(false);
  }

  /**
   * Most answers are one chunk. Further chunks are copied into one small buffer: single bytes would otherwise each
   * keep a buffer alive.
   */
  #keep(chunk: Buffer): void {
    const { excerptBytesMax } = this.options.limits;
    if (this.#kept === undefined) {
      this.#kept = chunk.subarray(0, excerptBytesMax);
      this.#keptBytes = this.#kept.length;
    } else if (this.#keptBytes < excerptBytesMax) {
      if (this.#kept.length < excerptBytesMax) this.#kept = Buffer.concat([this.#kept], excerptBytesMax);
      this.#keptBytes += chunk.copy(this.#kept, this.#keptBytes);
    }
  }

  onResponseEnd(): void {
    if (!this.#settled) this.#answered(true);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#settled) return;
    if (isOurMistake(error)) return this.#end(error);
    const failure = failureOf(error);
    if (failure.reason === 'reset' && this.#wasStale()) {
      this.#connection.destroy();
      return this.sendOver(this.options.reconnect());
    }
    this.#breakOff(failure);
  }

  /**
   * A connection that had served before and ended without one byte of an answer: most likely the endpoint closed it as
   * idle just as the request was written. The endpoint may have read the request. Webhooks are delivered at least once
   * and have an id, so another copy on a new connection is right; waiting for the retry schedule would be a needless
   * delay.
   */
  #wasStale(): boolean {
    return this.#servedBefore > 0 && this.#connection.bytesRead === this.#bytesReadBefore;
  }

  /**
   * A 2xx answer must be complete: an endpoint that breaks off may have failed. Any other status is enough by itself.
   */
  #breakOff(failure: SendFailure): void {
    if (this.#status >= 300) return this.#answered(false);
    this.#end({ kind: 'failed', reason: failure.reason, message: failure.message, latencyMs: this.#latencyMs() });
  }

  #answered(isWhole: boolean): void {
    const { excerptBytesMax } = this.options.limits;
    const excerpt = this.#kept === undefined ? '' : excerptOf(this.#kept.subarray(0, this.#keptBytes), excerptBytesMax);
    const answer: Answer = {
      kind: 'answered',
      status: this.#status,
      retryAfter: this.#retryAfter,
      excerpt,
      latencyMs: this.#latencyMs(),
    };
    this.#end(answer, isWhole ? this.#connection : undefined);
  }

  #end(result: Answer | Error, reusable?: Connection): void {
    this.#settled = true;
    if (reusable === undefined) this.#connection.destroy();
    this.options.settle(result, reusable);
  }

  #latencyMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }
}
