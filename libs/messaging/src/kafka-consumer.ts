import { PartitionAssigners } from 'kafkajs';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '@qafila/runtime/log';
import type { IncomingMessage, OutgoingMessage, Subscription } from './bus.ts';
import { asDeadLetter } from './dead-letter.ts';
import { processBatch } from './process-batch.ts';

export const CONSUMER_LIMITS = {
  sessionTimeoutMs: 30_000,
  heartbeatIntervalMs: 3_000,
  fetchWaitMs: 50,
  fetchBytesMax: 4 * 1024 * 1024,
  restartDelayMs: 1_000,
  /** One partition's messages are read while another's wait for the database. */
  partitionsAtOnce: 3,
  /** A partition with work that has not moved for this long is a wedged consumer: readiness says so. */
  stalledMs: 60_000,
} as const;

/** One group member. It outlives crashes of kafkajs, commits after the effect, and knows whether it makes progress. */
export class KafkaConsumer {
  #consumer: Consumer | undefined;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();
  /** When each partition's unfinished batch began. */
  readonly #busySince = new Map<string, number>();
  #lastCrash: string | undefined;

  constructor(
    private readonly kafka: Kafka, private readonly settings: { prefix: string; sessionTimeoutMs?: number }, private readonly subscription: Subscription,
    private readonly deadLetter: (message: OutgoingMessage) => Promise<void>, private readonly log: Logger,
  ) {}

  start(): void {
    this.#running = this.#keepRunning();
  }

  problem(): string | null {
    const { group } = this.subscription;
    if (this.#lastCrash !== undefined) return `${group}: ${this.#lastCrash}`;
    for (const [partition, since] of this.#busySince) if (Date.now() - since > CONSUMER_LIMITS.stalledMs) return `${group}: no progress on ${partition}`;
    return null;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    // disconnect() waits for the running batch, whose pauses end at once now; then it leaves the group.
    await this.#consumer?.disconnect().catch(() => {});
    await this.#running;
  }

  /** kafkajs ends a consumer on errors it calls non-retriable, quietly: each life gets a fresh one. */
  async #keepRunning(): Promise<void> {
    while (!this.#stopping) {
      try {
        const crash = await this.#runOnce();
        if (crash === undefined) return;
        throw crash;
      } catch (error) {
        if (this.#stopping) return;
        this.#lastCrash ??= (error as Error).message;
        this.log.warn({ group: this.subscription.group, error: this.#lastCrash }, 'consumer.restart');
        await this.#consumer?.disconnect().catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, CONSUMER_LIMITS.restartDelayMs));
      }
    }
  }

  /** Resolves when this life of the consumer ends: with the error when it crashed, with undefined when stopped. */
  async #runOnce(): Promise<Error | undefined> {
    const consumer = this.kafka.consumer({
      groupId: this.settings.prefix + this.subscription.group, sessionTimeout: this.settings.sessionTimeoutMs ?? CONSUMER_LIMITS.sessionTimeoutMs,
      heartbeatInterval: CONSUMER_LIMITS.heartbeatIntervalMs, maxWaitTimeInMs: CONSUMER_LIMITS.fetchWaitMs,
      maxBytesPerPartition: CONSUMER_LIMITS.fetchBytesMax, allowAutoTopicCreation: false,
      partitionAssigners: [PartitionAssigners.roundRobin], retry: { retries: 3, restartOnFailure: async () => false },
    });
    this.#consumer = consumer;
    const ended = new Promise<Error | undefined>((resolve) => {
      // kafkajs disconnects before it tells of the crash: a disconnection that nobody asked for is one too.
      consumer.on(consumer.events.DISCONNECT, () => resolve(this.#stopping ? undefined : new Error('the consumer lost its group')));
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        this.#lastCrash = payload.error.message;
        resolve(payload.error);
      });
      consumer.on(consumer.events.GROUP_JOIN, () => { this.#lastCrash = undefined; });
    });
    await consumer.connect();
    await consumer.subscribe({ topics: this.subscription.topics.map((topic) => this.settings.prefix + topic), fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: CONSUMER_LIMITS.partitionsAtOnce, eachBatch: (payload) => this.#eachBatch(payload) });
    if (this.#stopping) await consumer.disconnect();
    return ended;
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const topic = batch.topic.slice(this.settings.prefix.length);
    const messages = batch.messages.map((message) => incoming(message, topic, batch.partition));
    for (let from = 0; from < messages.length; from += this.subscription.batchMessagesMax) {
      const part = messages.slice(from, from + this.subscription.batchMessagesMax);
      const place = `${topic}/${batch.partition}`;
      this.#busySince.set(place, Date.now());
      const done = await this.#process(part, payload);
      this.#busySince.delete(place);
      if (!done) return;
      const last = part[part.length - 1] as IncomingMessage;
      payload.resolveOffset(last.offset);
      await this.#consumer?.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: String(BigInt(last.offset) + 1n) }]);
      await payload.heartbeat();
    }
  }

  #process(part: IncomingMessage[], payload: EachBatchPayload): Promise<boolean> {
    const { group, handler } = this.subscription;
    return processBatch(part, {
      handler,
      deadLetter: async (unfit, attempts) => {
        this.log.error({ topic: unfit.message.topic, offset: unfit.message.offset, group, error: unfit.error.message }, 'consumer.dead_letter');
        await this.deadLetter(asDeadLetter(unfit, attempts, group));
      },
      pause: (delayMs) => this.#pause(delayMs, payload),
      onRetry: (error, attempt) => this.log.warn({ group, attempt, error: String(error) }, 'consumer.retry'),
    });
  }

  /** Waits in short steps with heartbeats, so that the group keeps us while the database is away. */
  async #pause(delayMs: number, payload: EachBatchPayload): Promise<boolean> {
    const until = Date.now() + delayMs;
    while (Date.now() < until && payload.isRunning() && !payload.isStale() && !this.#stopping) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(200, until - Date.now())));
      await payload.heartbeat();
    }
    return payload.isRunning() && !payload.isStale() && !this.#stopping;
  }
}

function incoming(message: KafkaMessage, topic: string, partition: number): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) if (value !== undefined) headers[name] = String(value);
  return { topic, partition, offset: message.offset, key: message.key?.toString('utf8') ?? '', value: message.value ?? Buffer.alloc(0), headers };
}
