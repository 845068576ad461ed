import { Kafka, Partitioners, logLevel } from 'kafkajs';
import type { Admin, Producer } from 'kafkajs';
import { deadLetterTopic } from '@qafila/contracts/topics';
import type { Logger } from '@qafila/runtime/log';
import { brokerSocket } from './broker-socket.ts';
import type { Bus, OutgoingMessage, Subscription } from './bus.ts';
import { CONSUMER_LIMITS, KafkaConsumer } from './kafka-consumer.ts';
import { settlesWithin } from '@qafila/runtime/settles-within';

export interface KafkaSettings {
  brokers: string[];
  clientId: string;
  /** Prefix of every topic and group name, so that several deployments can share a cluster. */
  prefix: string;
  partitions: number;
  replicationFactor: number;
  /** False where the platform team creates topics. */
  createTopics: boolean;
  /** How long the partitions of a killed consumer wait for another; CONSUMER_LIMITS.sessionTimeoutMs by default. */
  sessionTimeoutMs?: number;
}

export const KAFKA_LIMITS = {
  connectTimeoutMs: 3_000,
  requestTimeoutMs: 10_000,
  publishRetriesMax: 5,
  /** Brokers refuse a batch of a partition over 1 MB, and all events of a key have one partition. */
  publishBytesMax: 768 * 1024,
  /** Of one message with its key and headers. A larger message can never be sent. */
  messageBytesMax: 1_020_000,
  disconnectMs: 2_000,
  topicAttemptsMax: 10,
  topicDelayMs: 200,
} as const;

/** Kafka as every service uses it: acks from all replicas, idempotent producer, topics created explicitly. */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #consumers: KafkaConsumer[] = [];
  #producer: Promise<Producer> | undefined;
  #known: Promise<void> | undefined;
  readonly #topics = new Set<string>();
  #stopped = false;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly log: Logger,
  ) {
    this.#kafka = new Kafka({
      brokers: settings.brokers,
      clientId: settings.clientId,
      connectionTimeout: KAFKA_LIMITS.connectTimeoutMs,
      requestTimeout: KAFKA_LIMITS.requestTimeoutMs,
      retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      logLevel: logLevel.ERROR,
      socketFactory: brokerSocket,
      // kafkajs logs every failed request; failures with consequences have their own log lines.
      logCreator:
        () =>
        ({ log: entry }) =>
          log.debug({ kafka: entry.message }, 'kafka.client'),
    });
  }

  /**
   * A message that no broker accepts fails the whole call before anything is sent, and the error names the message. The
   * relay then stops publishing and logs why: skipping an event would break the order of its key. outbox.ts refuses
   * such events earlier.
   */
  async publish(messages: OutgoingMessage[]): Promise<void> {
    const tooLarge = messages.find((message) => bytesOf(message) > KAFKA_LIMITS.messageBytesMax);
    if (tooLarge !== undefined) {
      throw new RangeError(
        `a message for ${tooLarge.topic} with key ${tooLarge.key} has ${bytesOf(tooLarge)} bytes, ` +
          `more than ${KAFKA_LIMITS.messageBytesMax}`,
      );
    }
    await this.#ensureTopics(messages.map((message) => message.topic));
    for (const part of splitMessages(messages, KAFKA_LIMITS.publishBytesMax)) await this.#send(part);
  }

  async #send(messages: OutgoingMessage[]): Promise<void> {
    const byTopic = new Map<string, { key: string; value: string | Buffer; headers?: Record<string, string> }[]>();
    for (const { topic, key, value, headers } of messages) {
      const list = byTopic.get(topic) ?? [];
      list.push({ key, value, headers });
      byTopic.set(topic, list);
    }
    const connecting = this.#connectedProducer();
    const producer = await connecting;
    try {
      await producer.sendBatch({
        acks: -1,
        topicMessages: [...byTopic].map(([topic, list]) => ({ topic: this.#name(topic), messages: list })),
      });
    } catch (error) {
      // A failed producer keeps a broken sequence, and a broker that lost its data has no topics: the next call makes
      // new ones.
      this.#forget(connecting);
      for (const topic of byTopic.keys()) this.#topics.delete(topic);
      void producer.disconnect().catch(() => {});
      throw error;
    }
  }

  /** Does not wait for the broker: health() reports a group that is not joined yet. */
  async subscribe(subscription: Subscription): Promise<void> {
    const topics = subscription.topics.flatMap((topic) => [topic, deadLetterTopic(topic)]);
    const consumer = new KafkaConsumer({
      kafka: this.#kafka,
      prefix: this.settings.prefix,
      subscription,
      log: this.log,
      sessionTimeoutMs: this.settings.sessionTimeoutMs ?? CONSUMER_LIMITS.sessionTimeoutMs,
      prepare: async () => {
        for (const topic of topics) this.#topics.delete(topic);
        await this.#ensureTopics(topics);
      },
      deadLetter: (message) => this.publish([message]),
    });
    this.#consumers.push(consumer);
    consumer.start();
  }

  async health(): Promise<string | null> {
    return first(this.#consumers.map((consumer) => consumer.problem()));
  }

  /**
   * What is wrong with this process. Kafka being away is not: requests do not need it, and no other process could do
   * better.
   */
  async stall(): Promise<string | null> {
    return first(this.#consumers.map((consumer) => consumer.stall()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    this.#stopped = true;
    await settlesWithin(
      this.#producer?.then((producer) => producer.disconnect()),
      KAFKA_LIMITS.disconnectMs,
    );
  }

  #name(topic: string): string {
    return this.settings.prefix + topic;
  }

  #connectedProducer(): Promise<Producer> {
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    if (this.#producer !== undefined) return this.#producer;
    const connecting = (async () => {
      const producer = this.#kafka.producer({
        idempotent: true,
        maxInFlightRequests: 1,
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
        retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      });
      await producer.connect();
      return producer;
    })();
    this.#producer = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** Drops only the producer that failed: another call may have replaced it. */
  #forget(connecting: Promise<Producer>): void {
    if (this.#producer === connecting) this.#producer = undefined;
  }

  /** One creation at a time; the next call retries a failed one. */
  async #ensureTopics(topics: string[]): Promise<void> {
    while (this.#known !== undefined) await this.#known.catch(() => {});
    const missing = [...new Set(topics)].filter((topic) => !this.#topics.has(topic));
    if (missing.length === 0 || !this.settings.createTopics) return;
    this.#known = this.#createTopics(missing).finally(() => {
      this.#known = undefined;
    });
    await this.#known;
  }

  async #createTopics(topics: string[]): Promise<void> {
    const admin: Admin = this.#kafka.admin();
    await admin.connect();
    try {
      const { partitions: numPartitions, replicationFactor } = this.settings;
      const wanted = {
        waitForLeaders: true,
        topics: topics.map((topic) => ({ topic: this.#name(topic), numPartitions, replicationFactor })),
      };
      await eventually(() => admin.createTopics(wanted));
      for (const topic of topics) this.#topics.add(topic);
    } finally {
      await admin.disconnect();
    }
  }
}

/** A broker that has accepted the creation may not know the topics yet when kafkajs asks for their leaders. */
async function eventually(create: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await create();
      return;
    } catch (error) {
      const { type } = error as { type?: string };
      if (
        attempt >= KAFKA_LIMITS.topicAttemptsMax ||
        !/^(UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)$/.test(type ?? '')
      )
        throw error;
      await new Promise((resolve) => setTimeout(resolve, KAFKA_LIMITS.topicDelayMs));
    }
  }
}

/** In order, each part small enough for one request. A larger message is a part by itself. */
export function splitMessages(messages: OutgoingMessage[], bytesMax: number): OutgoingMessage[][] {
  const parts: OutgoingMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const own = bytesOf(message);
    if (bytes + own > bytesMax) {
      parts.push([]);
      bytes = 0;
    }
    parts[parts.length - 1]?.push(message);
    bytes += own;
  }
  return parts;
}

/** With room for the other fields of the record. */
function bytesOf({ key, value, headers }: OutgoingMessage): number {
  return (
    Buffer.byteLength(value) +
    Buffer.byteLength(key) +
    (headers === undefined ? 0 : Buffer.byteLength(JSON.stringify(headers))) +
    100
  );
}

function first(problems: (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
