import { PartitionAssigners } from 'kafkajs';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import type { Logger } from '@qafila/runtime/log';
import type { IncomingMessage, OutgoingMessage, Subscription } from './bus.ts';
import { asDeadLetter } from './dead-letter.ts';
import { processBatch } from './process-batch.ts';
import { within } from './within.ts';

export const CONSUMER_LIMITS = {
  /** A killed consumer's partitions wait this long for another. Short, because heartbeats go on while a handler works. */
  sessionTimeoutMs: 10_000,
  heartbeatIntervalMs: 2_000,
  /** A handler that takes longer is taken for stuck: we stop speaking for it, and the group gives its partitions to others. */
  handlerMsMax: 300_000,
  fetchWaitMs: 50,
  fetchBytesMax: 4 * 1024 * 1024,
  restartDelayMs: 1_000,
  /** By default one partition's messages are read while another's wait for the database. */
  partitionsAtOnce: 3,
  /**
   * Offsets are committed after the effect and so often at most: a commit for each small batch costs the broker more than the batch.
   * What a killed consumer had not committed yet comes again, as it may in any case.
   */
  commitEveryMs: 200,
  /** A partition with work that has not moved for this long is a wedged consumer: readiness says so. */
  stalledMs: 60_000,
  /** kafkajs answers fetches many times a second, empty ones too. One that is silent this long has stopped without a word. */
  silentMs: 90_000,
  /** For the running batch to finish and the group to be left; what is not done by then comes again. */
  stopMs: 6_000,
} as const;

export interface ConsumerOptions {
  kafka: Kafka;
  prefix: string;
  subscription: Subscription;
  sessionTimeoutMs: number;
  log: Logger;
  /** Before each life: makes the topics where that is ours to do. */
  prepare(): Promise<void>;
  deadLetter(message: OutgoingMessage): Promise<void>;
}

/** One group member. It outlives crashes of kafkajs, commits after the effect, and knows whether it makes progress. */
export class KafkaConsumer {
  #consumer: Consumer | undefined;
  #joining = false;
  #stopping = false;
  #running: Promise<void> = Promise.resolve();
  /** When each partition's unfinished batch began. */
  readonly #busySince = new Map<string, number>();
  /** The next offset of each partition that is handled and not committed. */
  readonly #handled = new Map<string, { topic: string; partition: number; offset: string }>();
  #commitTimer: NodeJS.Timeout | undefined;
  #lastPayload: EachBatchPayload | undefined;
  #trouble: string | undefined = 'has not joined its group yet';
  /** Infinity while nothing is to be fetched: before the group is joined and while it rebalances. */
  #fetchedAt = Infinity;

  constructor(private readonly options: ConsumerOptions) {}

  start(): void {
    this.#running = this.#keepRunning();
  }

  /** Why this consumer handles nothing now, a broker that is away included. */
  problem(): string | null {
    return this.#trouble === undefined ? this.stall() : `${this.options.subscription.group}: ${this.#trouble}`;
  }

  /** Only what another process in our place would do better. */
  stall(): string | null {
    const now = Date.now();
    for (const [partition, since] of this.#busySince) {
      if (now - since > CONSUMER_LIMITS.stalledMs) return `${this.options.subscription.group}: no progress on ${partition}`;
    }
    return null;
  }

  /** Ends within stopMs: kafkajs has no limit of its own where the broker is away or a handler hangs. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const { stopMs } = CONSUMER_LIMITS;
    await within(this.#commit(this.#lastPayload), stopMs / 3);
    // disconnect() waits for the running batch, whose pauses end at once now; then it leaves the group. One that is just joining
    // would be cut off as a member that never leaves: it does so itself once it has joined.
    const left = this.#joining ? undefined : this.#consumer?.disconnect().catch(() => {});
    await within(Promise.all([left, this.#running]), stopMs);
  }

  /** kafkajs ends a consumer on errors it calls non-retriable, quietly: each life gets a fresh one. */
  async #keepRunning(): Promise<void> {
    while (!this.#stopping) {
      const error = await this.#live().catch((failure: unknown) => failure as Error);
      if (this.#stopping || error === undefined) return;
      this.#trouble = error.message;
      this.#fetchedAt = Infinity;
      this.options.log.warn({ group: this.options.subscription.group, error: error.message }, 'consumer.restart');
      await within(this.#consumer?.disconnect(), CONSUMER_LIMITS.stopMs);
      if (!this.#stopping) await new Promise((resolve) => setTimeout(resolve, CONSUMER_LIMITS.restartDelayMs));
    }
  }

  /** Ends when this life of the consumer does: with the error when it crashed, with undefined when stopped. */
  async #live(): Promise<Error | undefined> {
    const { kafka, prefix, subscription, prepare } = this.options;
    await prepare();
    const consumer = kafka.consumer({
      groupId: prefix + subscription.group, sessionTimeout: this.options.sessionTimeoutMs,
      heartbeatInterval: CONSUMER_LIMITS.heartbeatIntervalMs, maxWaitTimeInMs: CONSUMER_LIMITS.fetchWaitMs,
      maxBytesPerPartition: CONSUMER_LIMITS.fetchBytesMax, allowAutoTopicCreation: false,
      partitionAssigners: [PartitionAssigners.roundRobin], retry: { retries: 3, restartOnFailure: async () => false },
    });
    this.#consumer = consumer;
    const end = this.#endOf(consumer);
    this.#handled.clear();
    this.#joining = true;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: subscription.topics.map((topic) => prefix + topic), fromBeginning: true });
      // A join that fails is no rejection here: run() resolves, and the crash is told.
      await consumer.run({
        autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: subscription.partitionsAtOnce ?? CONSUMER_LIMITS.partitionsAtOnce,
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
      // A crash disconnects too, before it is told; then the crash is the reason.
      consumer.on(consumer.events.DISCONNECT, () => { if (this.#stopping) resolve(undefined); });
      // Partitions may be another's after it: our places in them are no longer ours to commit.
      consumer.on(consumer.events.REBALANCING, () => { this.#fetchedAt = Infinity; this.#handled.clear(); });
      consumer.on(consumer.events.GROUP_JOIN, () => { this.#trouble = undefined; this.#fetchedAt = Date.now(); });
      consumer.on(consumer.events.FETCH, () => { this.#fetchedAt = Date.now(); });
      watch = setInterval(() => {
        if (this.#busySince.size === 0 && Date.now() - this.#fetchedAt > CONSUMER_LIMITS.silentMs) resolve(new Error('it fetches no more'));
      }, CONSUMER_LIMITS.silentMs / 10);
      watch.unref();
    });
    return { reached, forget: () => clearInterval(watch) };
  }

  async #eachBatch(payload: EachBatchPayload): Promise<void> {
    const { topic: name, partition, messages: all } = payload.batch;
    const { prefix, subscription: { batchMessagesMax } } = this.options;
    const messages = all.map((message) => incoming(message, name.slice(prefix.length), partition));
    for (let from = 0; from < messages.length && this.#mayGoOn(payload); from += batchMessagesMax) {
      const part = messages.slice(from, from + batchMessagesMax);
      if (!(await this.#process(part, payload))) return;
      const last = part[part.length - 1] as IncomingMessage;
      payload.resolveOffset(last.offset);
      this.#handled.set(`${name} ${partition}`, { topic: name, partition, offset: String(BigInt(last.offset) + 1n) });
      if (this.#stopping) await this.#commit(payload);
      else this.#commitSoon(payload);
      await payload.heartbeat();
    }
  }

  #commitSoon(payload: EachBatchPayload): void {
    this.#lastPayload = payload;
    this.#commitTimer ??= setTimeout(() => void this.#commit(this.#lastPayload).catch(() => {}), CONSUMER_LIMITS.commitEveryMs);
  }

  /** Through a payload, not the consumer: that one commits nothing once a stop has begun. What fails is committed with what comes next. */
  async #commit(payload: EachBatchPayload | undefined): Promise<void> {
    clearTimeout(this.#commitTimer);
    this.#commitTimer = undefined;
    const handled = [...this.#handled.values()];
    if (handled.length === 0 || payload === undefined) return;
    this.#handled.clear();
    await payload.commitOffsetsIfNecessary({ topics: [...new Set(handled.map(({ topic }) => topic))].map((topic) =>
      ({ topic, partitions: handled.filter((one) => one.topic === topic).map(({ partition, offset }) => ({ partition, offset })) })) });
  }

  async #process(part: IncomingMessage[], payload: EachBatchPayload): Promise<boolean> {
    const { log, subscription: { group, handler }, deadLetter } = this.options;
    const place = `${payload.batch.topic}/${payload.batch.partition}`;
    const began = Date.now();
    this.#busySince.set(place, began);
    // A failed heartbeat is met again by the next one that is waited for.
    const beat = setInterval(() => {
      if (Date.now() - began < CONSUMER_LIMITS.handlerMsMax) payload.heartbeat().catch(() => {});
    }, CONSUMER_LIMITS.heartbeatIntervalMs / 2);
    try {
      return await processBatch(part, {
        handler,
        deadLetter: async (unfit, attempts) => {
          await deadLetter(asDeadLetter(unfit, attempts, group));
          log.error({ topic: unfit.message.topic, offset: unfit.message.offset, group, error: unfit.error.message }, 'consumer.dead_letter');
        },
        pause: (delayMs) => this.#pause(delayMs, payload),
        onRetry: (error, attempt) => log.warn({ group, attempt, error: String(error) }, 'consumer.retry'),
      });
    } finally {
      clearInterval(beat);
      this.#busySince.delete(place);
    }
  }

  /** Waits in short steps with heartbeats: one that fails ends the wait, so that a rebalance need not wait for us. */
  async #pause(delayMs: number, payload: EachBatchPayload): Promise<boolean> {
    const until = Date.now() + delayMs;
    while (Date.now() < until && this.#mayGoOn(payload)) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(200, until - Date.now())));
      await payload.heartbeat();
    }
    return this.#mayGoOn(payload);
  }

  #mayGoOn(payload: EachBatchPayload): boolean {
    return payload.isRunning() && !payload.isStale() && !this.#stopping;
  }
}

function incoming(message: KafkaMessage, topic: string, partition: number): IncomingMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) if (value !== undefined) headers[name] = String(value);
  return { topic, partition, offset: message.offset, key: message.key?.toString('utf8') ?? '', value: message.value ?? Buffer.alloc(0), headers };
}
