import { isUnavailable } from '@qafila/envelopes/as-refusal';
import { Refusal } from '@qafila/envelopes/refusal';
import type { BatchHandler, IncomingMessage, Unfit } from './bus.ts';

export const RETRY_LIMITS = {
  /** Tries of a batch, and of a message alone, whose failure nobody foresaw. */
  attemptsMax: 3,
  firstDelayMs: 100,
  /** While a dependency is away we wait this long at most between tries, and we never give up: nothing is poison then. */
  delayMsMax: 5_000,
} as const;

export interface ProcessOptions {
  handler: BatchHandler;
  /** Records what can never be processed. Must be durable when it resolves. */
  deadLetter(unfit: Unfit, attempts: number): Promise<void>;
  /** Waits; returns false when the consumer is stopping or has lost the partition. Sends heartbeats meanwhile. */
  pause(delayMs: number): Promise<boolean>;
  onRetry?(error: unknown, attempt: number): void;
}

/**
 * Handles a batch to its end: every message took effect, or is a dead letter. Returns false when it was interrupted;
 * the same messages come again then. Never throws for a handler's error: kafkajs stops a consumer for good when a
 * TypeError reaches it (docs/decisions/0003).
 */
export async function processBatch(messages: IncomingMessage[], options: ProcessOptions): Promise<boolean> {
  return messages.length === 0 || handle(messages, options, 0);
}

/** `before` counts the calls that failed with these messages among others. */
async function handle(messages: IncomingMessage[], options: ProcessOptions, before: number): Promise<boolean> {
  // A part of a failed batch is tried once: the search for the poison costs log n calls, not three times as many with pauses.
  const failuresMax = before > 0 && messages.length > 1 ? 1 : RETRY_LIMITS.attemptsMax;
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    const result = await call(options.handler, messages);
    if (!('error' in result)) return buryAll(result.unfit, before + attempt, options);
    const { error } = result;
    // Waiting for a dependency uses up no tries: what fails right after it came back deserves all of them.
    if (!mayPass(error) && (++failures >= failuresMax || isPermanent(error))) return isolate(messages, error, before + attempt, options);
    options.onRetry?.(error, attempt);
    if (!(await options.pause(delayOf(attempt)))) return false;
  }
}

async function call(handler: BatchHandler, messages: IncomingMessage[]): Promise<{ unfit: Unfit[] } | { error: unknown }> {
  try {
    return { unfit: (await handler(messages)) ?? [] };
  } catch (error) {
    return { error };
  }
}

/** Halves the batch until the message that fails stands alone: log n calls a poison message, and the others flow. */
async function isolate(messages: IncomingMessage[], error: unknown, attempts: number, options: ProcessOptions): Promise<boolean> {
  const [only] = messages;
  if (only === undefined) return true;
  if (messages.length === 1) return buryAll([{ message: only, error: error instanceof Error ? error : new Error(String(error)) }], attempts, options);
  const middle = messages.length >> 1;
  return (await handle(messages.slice(0, middle), options, attempts)) && handle(messages.slice(middle), options, attempts);
}

/** A dead letter that cannot be written now is waited for: going on without it would lose the message. */
async function buryAll(all: Unfit[], attempts: number, options: ProcessOptions): Promise<boolean> {
  for (const unfit of all) {
    for (let attempt = 1; ; attempt++) {
      try {
        await options.deadLetter(unfit, attempts);
        break;
      } catch (error) {
        options.onRetry?.(error, attempt);
        if (!(await options.pause(delayOf(attempt)))) return false;
      }
    }
  }
  return true;
}

const CAUSES_MAX = 5;

/** Something that we depend on is away or overloaded. The reason may lie deeper: fetch wraps a refused connection in a TypeError. */
function mayPass(error: unknown): boolean {
  let one = error as { code?: unknown; name?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; one !== undefined && one !== null && depth < CAUSES_MAX; depth++) {
    if (isUnavailable(one) || one.name === 'TimeoutError' || (one instanceof Refusal && one.retryable)) return true;
    if (typeof one.code === 'string' && /^(EAI_AGAIN|UND_ERR_(SOCKET|CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT))$/.test(one.code)) return true;
    one = one.cause as typeof one;
  }
  return false;
}

/** Trying again cannot help: the code or the message is wrong, or the database cannot store the value (class 22, 54). */
function isPermanent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError || error instanceof ReferenceError) return true;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(22|54)[0-9A-Z]{3}$/.test(code);
}

function delayOf(attempt: number): number {
  return Math.min(RETRY_LIMITS.delayMsMax, RETRY_LIMITS.firstDelayMs * 2 ** Math.min(attempt - 1, 10));
}
