import type { ConsumerMetrics } from './consumer-metrics.ts';

/** A message to a topic. `value` is a structured CloudEvent. */
export interface OutgoingMessage {
  topic: string;
  key: string;
  value: string | Buffer;
  headers?: Record<string, string>;
}

/** A message as a consumer gets it. */
export interface IncomingMessage {
  topic: string;
  partition: number;
  /** Decimal text: Kafka's offsets are 64 bits wide. */
  offset: string;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

/** A message that its handler can never process. It becomes a dead letter, and the rest of the batch continues. */
export interface PoisonMessage {
  message: IncomingMessage;
  error: Error;
}

/**
 * Gets the messages of one partition in order, many at a time. Its effects must tolerate repeats: after a crash the
 * same messages come again. If it throws, no message of the batch took effect.
 */
export type BatchHandler = (messages: IncomingMessage[]) => Promise<PoisonMessage[] | void>;

export interface Subscription {
  group: string;
  topics: string[];
  handler: BatchHandler;
  /** The most messages in one call of the handler. */
  batchMessagesMax: number;
  /** How many partitions are handled concurrently; a handler that joins their batches into one statement needs all. */
  partitionsAtOnce?: number;
  metrics?: ConsumerMetrics;
}

export interface PublishOptions {
  /**
   * Until when messages may leave this process, on the clock of performance.now(); asked again before each write, so a
   * renewed lease extends it. After that time nothing of the call reaches a broker, and the call fails.
   */
  untilMs?: () => number;
  /** Calls of different channels share no producer: one that waits for a broker does not delay the other. */
  channel?: string;
}

/**
 * A destination is what fails as a whole: a partition of a topic (`topic/3`), or a topic (`topic`). All messages of a
 * key are in one destination.
 */
export interface RefusedMessage {
  message: OutgoingMessage;
  destination: string;
}

/** The brokers refuse some destinations. Every message that is not listed here is durable. */
export class PartlyPublished extends Error {
  constructor(
    readonly refused: RefusedMessage[],
    readonly reasons: ReadonlyMap<string, string>,
  ) {
    super([...reasons].map(([destination, reason]) => `${destination}: ${reason}`).join('; '));
  }
}

/** The way to and from other services: Kafka, or the embedded bus of one process. Same code on both. */
export interface Bus {
  /**
   * Resolves when every message is durable (Kafka) or every subscribed group has handled it (embedded). Throws
   * PartlyPublished when only some destinations failed; after any other error each message may be durable or not.
   */
  publish(messages: OutgoingMessage[], options?: PublishOptions): Promise<void>;
  /** The destination of each message, in order. */
  destinationsOf(messages: readonly OutgoingMessage[]): Promise<string[]>;
  /** Resolves without waiting for a broker. */
  subscribe(subscription: Subscription): Promise<void>;
  /** Null when all consumers have joined and make progress; else what is stuck. */
  health(): Promise<string | null>;
  stop(): Promise<void>;
}
