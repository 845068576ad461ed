import { PartitionAssigners } from 'kafkajs';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Rest } from '@qafila/runtime/background-loop';
import type { Logger } from '@qafila/runtime/log';
import type { IncomingMessage, OutgoingMessage, Subscription } from './bus.ts';
import { asDeadLetter } from './dead-letter.ts';
import { BatchSize } from './batch-size.ts';
import { KafkaLag } from './kafka-lag.ts';
import { processBatch } from './process-batch.ts';
import type { BatchResult } from './process-batch.ts';
import { settlesWithin } from '@qafila/runtime/settles-within';

export const CONSUMER_LIMITS = {
  /**
   * The partitions of a killed consumer wait this long for another. Short, because heartbeats continue while a handler
   * works.
   */
  sessionTimeoutMs: 10_000,
  heartbeatIntervalMs: 2_000,
  /**
   * A handler that takes longer counts as stuck: heartbeats end, and the group gives its partitions to other consumers.
   */
  handlerMsMax: 300_000,
  fetchWaitMs: 50,
  fetchBytesMax: 4 * 1024 * 1024,
  restartDelayMs: 1_000,
  /** By default messages of one partition are read while those of another wait for the database. */
  partitionsAtOnce: 3,
  /**
   * Offsets are committed after the effect, and no more often than this: a commit for each small batch costs the broker
   * more than the batch. What a killed consumer did not commit comes again, as it may in any case.
   */
  commitEveryMs: 200,
  /** A partition whose batch takes longer has a stuck consumer: readiness reports it. */
  stalledMs: 60_000,
  /**
   * kafkajs reports fetches many times a second, also empty ones. A consumer without any for this long has stopped
   * silently.
   */
  silentMs: 90_000,
  /** Limit for finishing the running batch and leaving the group; an unfinished batch comes again. */
  stopMs: 6_000,
} as const;

export interface ConsumerOptions {
  kafka: Kafka;
  prefix: string;
  subscription: Subscription;
  sessionTimeoutMs: number;
  log: Logger;
  /** Called before each start: creates the topics where this deployment does so. */
  prepare(): Promise<void>;
  deadLetter(message: OutgoingMessage): Promise<void>;
}

/**
 * One group member. It restarts kafkajs after crashes, commits after the effect, and knows whether it makes progress.
 */
export class KafkaConsumer {
  #consumer: Consumer | undefined;
  #joining = false;
  #stopping = false;
  readonly #loop: BackgroundLoop;
  readonly #lag: KafkaLag;
  /** When the unfinished batch of each partition started. */
  readonly #busySince = new Map<string, number>();
  /** The next offset of each partition with handled messages that are not committed. */
  readonly #handled = new Map<string, { topic: string; partition: number; offset: string }>();
  /** How many messages of each partition are handled at once. */
  readonly #sizes = new Map<string, BatchSize>();
  #commitTimer: NodeJS.Timeout | undefined;
  #lastPayload: EachBatchPayload | undefined;
  #trouble: string | undefined = 'has not joined its group yet';
  /** Infinity while no fetch is expected: before the group is joined and while it rebalances. */
  #fetchedAt = Infinity;

  constructor(private readonly options: ConsumerOptions) {
    const { kafka, prefix, subscription } = options;
    this.#lag = new KafkaLag(kafka, { prefix, ...subscription });
    subscription.metrics?.watch(subscription.group, subscription.topics, () => this.#lag.read());
    this.#loop = new BackgroundLoop({
      name: 'consumer',
      log: options.log,
      round: () => this.#liveOnce(),
      backoff: { firstMs: CONSUMER_LIMITS.restartDelayMs, maxMs: CONSUMER_LIMITS.restartDelayMs },
      // A round lasts until the consumer crashes or stops.
      roundMsMax: Infinity,
      stopMs: CONSUMER_LIMITS.stopMs,
      logFailure: ({ error }) => options.log.warn({ group: options.subscription.group, error }, 'consumer.restart'),
      failuresPerLog: 1,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Why this consumer handles nothing now; this includes a broker that is away. */
  problem(): string | null {
    return this.#trouble === undefined ? this.stall() : `${this.options.subscription.group}: ${this.#trouble}`;
  }

  /** Only problems that another process would not have. */
  stall(): string | null {
    const now = performance.now();
    for (const [partition, since] of this.#busySince) {
      if (now - since > CONSUMER_LIMITS.stalledMs)
        return `${this.options.subscription.group}: no progress on ${partition}`;
    }
    return null;
  }

  /** Returns within stopMs: kafkajs has no limit when the broker is away or a handler hangs. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // First, so that a consumer that crashes during the commit is not started again.
    const ended = this.#loop.stop();
    const { stopMs } = CONSUMER_LIMITS;
    await settlesWithin(this.#commit(this.#lastPayload), stopMs / 3);
    // disconnect() waits for the running batch, whose pauses end at once, and leaves the group. A consumer that is
    // joining would remain a member: it disconnects itself after it has joined.
    const left = this.#joining ? undefined : this.#consumer?.disconnect().catch(() => {});
    await settlesWithin(Promise.all([left, ended, this.#lag.stop()]), stopMs);
  }

  /**
   * kafkajs ends a consumer for good, without an error, on errors that it calls non-retriable: each round makes a new
   * one.
   */
  async #liveOnce(): Promise<Rest> {
    const error = await this.#live().catch((failure: unknown) => failure as Error);
    if (this.#stopping || error === undefined) return 0;
    this.#trouble = error.message;
    this.#fetchedAt = Infinity;
    await settlesWithin(this.#consumer?.disconnect(), CONSUMER_LIMITS.stopMs);
    throw error;
  }

  /** Runs one kafkajs consumer until its end. Returns the error when it crashed, undefined when it was stopped. */
  async #live(): Promise<Error | undefined> {
    const { kafka, prefix, subscription, prepare } = this.options;
    await prepare();
    const consumer = kafka.consumer({
      groupId: prefix + subscription.group,
      sessionTimeout: this.options.sessionTimeoutMs,
      heartbeatInterval: CONSUMER_LIMITS.heartbeatIntervalMs,
      maxWaitTimeInMs: CONSUMER_LIMITS.fetchWaitMs,
      maxBytesPerPartition: CONSUMER_LIMITS.fetchBytesMax,
      allowAutoTopicCreation: false,
      partitionAssigners: [PartitionAssigners.roundRobin],
      retry: { retries: 3, restartOnFailure: async () => false },
    });
    this.#consumer = consumer;
    const end = this.#endOf(consumer);
    this.#handled.clear();
    this.#joining = true;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: subscription.topics.map((topic) => prefix + topic), fromBeginning: true });
      // run() resolves also when the join fails; the crash event reports it.
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: subscription.partitionsAtOnce ?? CONSUMER_LIMITS.partitionsAtOnce,
        eachBatch: (payload) => this.#eachBatch(payload),
      });
      this.#joining = false;
      if (this.#stopping) await consumer.disconnect();
      return await end.reached;
    } finally {
      this.#joining = false;
      end.forget();
    }
  }

  #endOf(consumer: Consumer): { reached: Promise<Error | undefined>; forget(): void } {
    let watch: NodeJS.Timeout | undefined;
    const reached = new Promise<Error | undefined>((resolve) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
      // A crash disconnects before its event comes; then the crash is the reason.
      consumer.on(consumer.events.DISCONNECT, () => {
        if (this.#stopping) resolve(undefined);
      });
      // Partitions may go to another consumer, so their offsets are no longer this one's to commit.
      consumer.on(consumer.events.REBALANCING, () => {
        this.#fetchedAt = Infinity;
        this.#handled.clear();
      });
      consumer.on(consumer.events.GROUP_JOIN, () => {
        this.#trouble = undefined;
        this.#fetchedAt = performance.now();
      });
      consumer.on(consumer.events.FETCH, () => {
        this.#fetchedAt = performance.now();
      });
      watch = setInterval(() => {
        if (this.#busySince.size === 0 && performance.now() - this.#fetchedAt > CONSUMER_LIMITS.silentMs)
          resolve(new Error('the consumer has stopped fetching'));
      }, CONSUMER_LIMITS.silentMs / 10);
      watch.unref();
    });
    return { reached, forget: () => clearInterval(watch) };
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    const { topic: name, partition, messages: all } = payload.batch;
    const { prefix } = this.options;
    const messages = all.map((message) => incoming(message, name.slice(prefix.length), partition));
    const size = this.#sizeOf(`${name} ${partition}`);
    for (let from = 0; from < messages.length && this.#mayContinue(payload);) {
      const part = messages.slice(from, from + size.now);
      const result = await this.#process(part, payload);
      if (result === 'slow') size.shrink(part.length);
      // kafkajs waits for all partitions of a fetch: a slow one takes its turn again after the others.
      if (result !== 'done') return;
      size.grow();
      from += part.length;
      const last = part[part.length - 1] as IncomingMessage;
      payload.resolveOffset(last.offset);
      this.#measure(last.topic, all[from - 1]);
      this.#handled.set(`${name} ${partition}`, { topic: name, partition, offset: String(BigInt(last.offset) + 1n) });
      if (this.#stopping) await this.#commit(payload);
      else this.#commitSoon(payload);
      await payload.heartbeat();
    }
  }

  #measure(topic: string, message: KafkaMessage | undefined): void {
    const { group, metrics } = this.options.subscription;
    if (message !== undefined) metrics?.handled(group, topic, Number(message.timestamp));
  }

  #sizeOf(place: string): BatchSize {
    const size = this.#sizes.get(place) ?? new BatchSize(this.options.subscription.batchMessagesMax);
    this.#sizes.set(place, size);
    return size;
  }

  #commitSoon(payload: EachBatchPayload): void {
    this.#lastPayload = payload;
    this.#commitTimer ??= setTimeout(
      () => void this.#commit(this.#lastPayload).catch(() => {}),
      CONSUMER_LIMITS.commitEveryMs,
    );
  }

  /**
   * Commits through a payload, because the consumer commits nothing after a stop has started. The next commit repeats a
   * failed one.
   */
  async #commit(payload: EachBatchPayload | undefined): Promise<void> {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    const handled = [...this.#handled.values()];
    if (handled.length === 0 || payload === undefined) return;
    this.#handled.clear();
    await payload.commitOffsetsIfNecessary({
      topics: [...new Set(handled.map(({ topic }) => topic))].map((topic) => ({
        topic,
        partitions: handled
          .filter((offset) => offset.topic === topic)
          .map(({ partition, offset }) => ({ partition, offset })),
      })),
    });
  }

  async #process(part: IncomingMessage[], payload: EachBatchPayload): Promise<BatchResult> {
    const {
      log,
      subscription: { group, handler, metrics },
      deadLetter,
    } = this.options;
    const place = `${payload.batch.topic}/${payload.batch.partition}`;
    const startedAt = performance.now();
    this.#busySince.set(place, startedAt);
    // The next awaited heartbeat reports a failure.
    const beat = setInterval(() => {
      if (performance.now() - startedAt < CONSUMER_LIMITS.handlerMsMax) payload.heartbeat().catch(() => {});
    }, CONSUMER_LIMITS.heartbeatIntervalMs / 2);
    try {
      return await processBatch(part, {
        handler,
        deadLetter: async (poison, attempts) => {
          await deadLetter(asDeadLetter(poison, attempts, group));
          metrics?.deadLetter(group, poison.message.topic);
          log.error(
            { topic: poison.message.topic, offset: poison.message.offset, group, error: poison.error.message },
            'consumer.dead_letter',
          );
        },
        pause: (delayMs) => this.#pause(delayMs, payload),
        onRetry: (error, attempt) => log.warn({ group, attempt, error: String(error) }, 'consumer.retry'),
      });
    } finally {
      clearInterval(beat);
      this.#busySince.delete(place);
    }
  }

  /**
   * Waits in short steps with heartbeats. A heartbeat that fails ends the wait, so that it does not delay a rebalance.
   */
  async #pause(delayMs: number, payload: EachBatchPayload): Promise<boolean> {
    const until = performance.now() + delayMs;
    while (performance.now() < until && this.#mayContinue(payload)) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(200, until - performance.now())));
      await payload.heartbeat();
    }
    return this.#mayContinue(payload);
  }

  #mayContinue(payload: EachBatchPayload): boolean {
    return payload.isRunning() && !payload.isStale() && !this.#stopping;
  }
}

function incoming(message: KafkaMessage, topic: string, partition: number): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {}))
    if (value !== undefined) headers[name] = String(value);
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString('utf8') ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers,
  };
}
