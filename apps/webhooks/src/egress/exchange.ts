import type { Dispatcher } from 'undici';
import { failureOf, isOurMistake, SendFailure } from './answer.ts';
import type { Answer } from './answer.ts';
import type { Bagged } from './bag.ts';
import type { Connection } from './connection.ts';
import { excerptOf } from './excerpt.ts';

export interface ExchangeLimits { answerBytesMax: number; excerptBytesMax: number }

/** All that an answer may put on the wire: beside its body there are chunk sizes, padding and interim answers, which nothing else counts. */
const WIRE_BYTES_MAX = 1024 * 1024;
const RETRY_AFTER_CHARACTERS_MAX = 64;

export interface ExchangeOptions {
  request: Dispatcher.DispatchOptions;
  timeoutMs: number;
  limits: ExchangeLimits;
  /** Once. An error is a request that undici does not take: a mistake of ours. `reusable` may serve another request. */
  settle: (outcome: Answer | Error, reusable?: Connection) => void;
  /** Another connection, one that was never used. */
  reconnect: () => Connection;
}

/** One request and what comes of it, within its time and its bytes. */
export class Exchange implements Dispatcher.DispatchHandler, Bagged {
  place = -1;
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

  /** Called every now and then: ends what takes too long or too much. */
  check(nowMs: number): void {
    const { timeoutMs } = this.options;
    if (nowMs - this.#startedAtMs >= timeoutMs) {
      if (!this.#connection.isOpen) return this.#breakOff(new SendFailure('connect_timeout', `No connection could be made in ${timeoutMs} ms.`));
      const told = this.#status === 0 ? 'No answer came' : `The answer began with ${this.#status} and did not end`;
      this.#breakOff(new SendFailure('timeout', `${told} in ${timeoutMs} ms.`));
    } else if (this.#connection.bytesRead - this.#bytesReadBefore > WIRE_BYTES_MAX) {
      this.#breakOff(new SendFailure('protocol', `More than ${WIRE_BYTES_MAX} bytes came, and no end of the answer.`));
    }
  }

  onRequestStart(): void {
    this.#bytesReadBefore = this.#connection.bytesRead;
    this.#servedBefore = this.#connection.served++;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    if (retryAfter !== undefined) this.#retryAfter = String(retryAfter).slice(0, RETRY_AFTER_CHARACTERS_MAX);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    this.#keep(chunk);
    this.#bytes += chunk.length;
    // The rest would only cost: the status is known, and no more of the text is kept.
    if (this.#bytes > this.options.limits.answerBytesMax) this.#answered(false);
  }

  /** Most answers are one chunk. More go into one small buffer: of bytes that come one by one, each would hold a buffer of its own. */
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
   * A connection that had served before and ended without one byte of an answer: most likely the other side closed it for its idleness
   * just as we wrote. Nobody can tell whether it read the request; webhooks are delivered at least once and known by their id, so one
   * more copy on a new connection is right, and waiting for the retry schedule would be a delay for nothing.
   */
  #wasStale(): boolean {
    return this.#servedBefore > 0 && this.#connection.bytesRead === this.#bytesReadBefore;
  }

  /** Of a 2xx all must come: who breaks off may have failed after it began. Any other status says enough by itself. */
  #breakOff(failure: SendFailure): void {
    if (this.#status >= 300) return this.#answered(false);
    this.#end({ kind: 'failed', reason: failure.reason, message: failure.message, latencyMs: this.#latencyMs() });
  }

  #answered(isWhole: boolean): void {
    const { excerptBytesMax } = this.options.limits;
    const excerpt = this.#kept === undefined ? '' : excerptOf(this.#kept.subarray(0, this.#keptBytes), excerptBytesMax);
    const answer: Answer = { kind: 'answered', status: this.#status, retryAfter: this.#retryAfter, excerpt, latencyMs: this.#latencyMs() };
    this.#end(answer, isWhole ? this.#connection : undefined);
  }

  #end(outcome: Answer | Error, reusable?: Connection): void {
    this.#settled = true;
    if (reusable === undefined) this.#connection.destroy();
    this.options.settle(outcome, reusable);
  }

  #latencyMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }
}
