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
    try {
      const unfit = (await options.handler(messages)) ?? [];
      return await buryAll(unfit, before + attempt, options);
    } catch (error) {
      if (error instanceof Interrupted) throw error.cause;
      // Waiting for a dependency uses up no tries: what fails right after it came back deserves all of them.
      if (!mayPass(error) && (++failures >= failuresMax || isPermanent(error))) return isolate(messages, error, before + attempt, options);
      options.onRetry?.(error, attempt);
      if (!(await options.pause(delayOf(attempt)))) return false;
    }
  }
}
