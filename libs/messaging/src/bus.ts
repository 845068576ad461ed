/** One message on its way to a topic. `value` is a structured CloudEvent. */
export interface OutgoingMessage {
  topic: string;
  key: string;
  value: string | Buffer;
  headers?: Record<string, string>;
}

/** One message as a consumer gets it. */
export interface IncomingMessage {
  topic: string;
  partition: number;
  /** Decimal text: Kafka's offsets are 64 bits wide. */
  offset: string;
  key: string;
  value: Buffer;
  headers: Record<string, string>;
}

/** A message that its handler found unfit for ever; it goes to the dead letters, the rest of the batch goes on. */
export interface Unfit {
  message: IncomingMessage;
  error: Error;
}

/**
 * Gets all messages of one partition, in order, many at a time. Its effects must survive repeats: after a crash the same
 * messages come again. Throwing means that none of the batch took effect.
 */
export type BatchHandler = (messages: IncomingMessage[]) => Promise<Unfit[] | void>;

export interface Subscription {
  group: string;
  topics: string[];
  handler: BatchHandler;
  /** Most messages in one call of the handler. */
  batchMessagesMax: number;
  /** Partitions whose batches are handled side by side; a handler that puts them into one statement wants all. */
  partitionsAtOnce?: number;
}

/** The way to and from other services: Kafka, or the embedded bus of one process. Same code on both. */
export interface Bus {
  /** Resolves when every message is durable (Kafka) or every subscribed group has handled it (embedded). */
  publish(messages: OutgoingMessage[]): Promise<void>;
  /** Resolves without waiting for a broker. */
  subscribe(subscription: Subscription): Promise<void>;
  /** Null when all consumers have joined and make progress; else what stands still. */
  health(): Promise<string | null>;
  stop(): Promise<void>;
}
