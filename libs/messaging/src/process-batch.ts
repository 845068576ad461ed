import { isUnavailable } from '@qafila/envelopes/as-refusal';
import type { BatchHandler, IncomingMessage, Unfit } from './bus.ts';

export const RETRY_LIMITS = {
  /** Tries of a batch whose failure might pass (a lock, a deadlock) before its members are tried alone. */
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
  if (messages.length === 0) return true;
  for (let attempt = 1; ; attempt++) {
    try {
      const unfit = (await options.handler(messages)) ?? [];
      for (const one of unfit) await options.deadLetter(one, attempt);
      return true;
    } catch (error) {
      const waiting = isUnavailable(error);
      if (!waiting && (attempt >= RETRY_LIMITS.attemptsMax || isProgrammingError(error))) return isolate(messages, error, attempt, options);
      options.onRetry?.(error, attempt);
      if (!(await options.pause(delayOf(attempt)))) return false;
    }
  }
}

/** Halves the batch until the message that fails stands alone: log n calls a poison message, and the others flow. */
async function isolate(messages: IncomingMessage[], error: unknown, attempts: number, options: ProcessOptions): Promise<boolean> {
  const [only] = messages;
  if (only === undefined) return true;
  if (messages.length === 1) {
    await options.deadLetter({ message: only, error: error instanceof Error ? error : new Error(String(error)) }, attempts);
    return true;
  }
  const middle = messages.length >> 1;
  return (await processBatch(messages.slice(0, middle), options)) && processBatch(messages.slice(middle), options);
}

/** Trying again cannot help: the code or the message is wrong. */
function isProgrammingError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError || error instanceof ReferenceError;
}

function delayOf(attempt: number): number {
  return Math.min(RETRY_LIMITS.delayMsMax, RETRY_LIMITS.firstDelayMs * 2 ** (attempt - 1));
}
