import { isUnavailable } from '@qafila/envelopes/as-refusal';
import { Refusal } from '@qafila/envelopes/refusal';
import { backoffMs } from '@qafila/runtime/backoff';
import type { BatchHandler, IncomingMessage, PoisonMessage } from './bus.ts';

export const RETRY_LIMITS = {
  /** Attempts for a batch, and for a single message, with an unexpected error. */
  attemptsMax: 3,
  firstDelayMs: 100,
  /**
   * The longest wait between attempts while a dependency is away. There is no limit of attempts then: no message is
   * poison.
   */
  delayMsMax: 5_000,
} as const;

export interface ProcessOptions {
  handler: BatchHandler;
  /** Stores a message that can never be processed. It must be durable when the promise resolves. */
  deadLetter(poison: PoisonMessage, attempts: number): Promise<void>;
  /** Waits and sends heartbeats meanwhile. Returns false when the consumer is stopping or has lost the partition. */
  pause(delayMs: number): Promise<boolean>;
  onRetry?(error: unknown, attempt: number): void;
}

/**
 * `done`: every message took effect or is a dead letter. `interrupted`: the same messages come again. `slow`: a
 * statement exceeded its time, none of the messages took effect, and fewer at once may succeed.
 */
export type BatchResult = 'done' | 'interrupted' | 'slow';

/**
 * Handles a batch until every message took effect or is a dead letter, unless it is slow or interrupted. Never throws
 * for a handler's error: kafkajs stops a consumer for good when a TypeError reaches it (docs/decisions/0003).
 */
export async function processBatch(messages: IncomingMessage[], options: ProcessOptions): Promise<BatchResult> {
  return messages.length === 0 ? 'done' : handle(messages, options, 0);
}

/** `before` counts the failed calls that contained these messages. */
async function handle(messages: IncomingMessage[], options: ProcessOptions, before: number): Promise<BatchResult> {
  // A part of a failed batch gets one attempt: finding the poison message takes log n calls, not three times as many
  // with pauses.
  const failuresMax = before > 0 && messages.length > 1 ? 1 : RETRY_LIMITS.attemptsMax;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    const result = await call(options.handler, messages);
    if (!('error' in result)) return deadLetterAll(result.poison, before + attempt, options);
    const { error } = result;
    // The caller makes batches smaller. Of a failed batch that is halved anyway, the halves are.
    if (isTimeout(error) && messages.length > 1 && before === 0) {
      options.onRetry?.(error, attempt);
      return 'slow';
    }
    // Waiting for a dependency uses no attempts: a failure right after the outage still gets all of them.
    if (!isTransient(error) && (++failures >= failuresMax || isPermanent(error)))
      return isolate(messages, error, before + attempt, options);
    options.onRetry?.(error, attempt);
    if (!(await options.pause(delayOf(attempt)))) return 'interrupted';
  }
}

async function call(
  handler: BatchHandler,
  messages: IncomingMessage[],
): Promise<{ poison: PoisonMessage[] } | { error: unknown }> {
  try {
    return { poison: (await handler(messages)) ?? [] };
  } catch (error) {
    return { error };
  }
}

/**
 * Halves the batch until the failing message is alone: log n calls for each poison message, and the others are handled.
 */
async function isolate(
  messages: IncomingMessage[],
  error: unknown,
  attempts: number,
  options: ProcessOptions,
): Promise<BatchResult> {
  const [only] = messages;
  if (only === undefined) return 'done';
  if (messages.length === 1)
    return deadLetterAll(
      [{ message: only, error: error instanceof Error ? error : new Error(String(error)) }],
      attempts,
      options,
    );
  const middle = messages.length >> 1;
  const first = await handle(messages.slice(0, middle), options, attempts);
  return first === 'done' ? handle(messages.slice(middle), options, attempts) : first;
}

/** Retries a dead letter until it is written: continuing without it would lose the message. */
async function deadLetterAll(all: PoisonMessage[], attempts: number, options: ProcessOptions): Promise<BatchResult> {
  for (const poison of all) {
    for (let attempt = 1; ; attempt++) {
      try {
        await options.deadLetter(poison, attempts);
        break;
      } catch (error) {
        options.onRetry?.(error, attempt);
        if (!(await options.pause(delayOf(attempt)))) return 'interrupted';
      }
    }
  }
  return 'done';
}

const CAUSES_MAX = 5;

/** A dependency is away or overloaded. Checks causes too, because fetch wraps a refused connection in a TypeError. */
function isTransient(error: unknown): boolean {
  let cause = error as { code?: unknown; name?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; cause !== undefined && cause !== null && depth < CAUSES_MAX; depth++) {
    if (isUnavailable(cause) || cause.name === 'TimeoutError' || (cause instanceof Refusal && cause.retryable))
      return true;
    if (
      typeof cause.code === 'string' &&
      /^(EAI_AGAIN|UND_ERR_(SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/.test(cause.code)
    )
      return true;
    cause = cause.cause as typeof cause;
  }
  return false;
}

/** PostgreSQL cancelled a statement, most often because it exceeded its time. */
function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | null | undefined)?.code === '57014';
}

/** Retrying cannot help: the code or the message is wrong, or the database cannot store the value (classes 22, 54). */
function isPermanent(error: unknown): boolean {
  if (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  )
    return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(22|54)[0-9A-Z]{3}$/.test(code);
}

function delayOf(attempt: number): number {
  return backoffMs(attempt, { firstMs: RETRY_LIMITS.firstDelayMs, maxMs: RETRY_LIMITS.delayMsMax });
}
