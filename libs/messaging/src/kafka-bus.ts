import { Kafka, Partitioners, logLevel } from 'kafkajs';
import type { Admin, Producer } from 'kafkajs';
import { deadLetterTopic } from '@qafila/contracts/topics';
import type { Logger } from '@qafila/runtime/log';
import type { Bus, OutgoingMessage, Subscription } from './bus.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

export interface KafkaSettings {
  brokers: string[];
  clientId: string;
  /** Put before every topic and group name: several deployments can share a cluster. */
  prefix: string;
  partitions: number;
  replicationFactor: number;
  /** Off where the platform team creates topics. */
  createTopics: boolean;
  /** How soon a dead consumer's partitions go to another. */
  sessionTimeoutMs?: number;
}

export const KAFKA_LIMITS = {
  connectTimeoutMs: 3_000,
  requestTimeoutMs: 10_000,
  publishRetriesMax: 5,
  /** Brokers refuse a partition's batch over 1 MB, and one key's events are all of one partition. */
  publishBytesMax: 768 * 1024,
} as const;

/** Kafka as every service uses it: acks from all replicas, idempotent producer, topics made explicitly. */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #consumers: KafkaConsumer[] = [];
  #producer: Promise<Producer> | undefined;
  #known: Promise<void> | undefined;
  readonly #topics = new Set<string>();

  constructor(private readonly settings: KafkaSettings, private readonly log: Logger) {
    this.#kafka = new Kafka({
      brokers: settings.brokers, clientId: settings.clientId, connectionTimeout: KAFKA_LIMITS.connectTimeoutMs,
      requestTimeout: KAFKA_LIMITS.requestTimeoutMs, retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      logLevel: logLevel.ERROR,
      // kafkajs tells of every failed request; what matters reaches our own lines with its consequence.
      logCreator: () => ({ log: entry }) => log.debug({ kafka: entry.message }, 'kafka.client'),
    });
  }

  async publish(messages: OutgoingMessage[]): Promise<void> {
    await this.#ensureTopics([...new Set(messages.map((message) => message.topic))]);
    for (const part of inParts(messages, KAFKA_LIMITS.publishBytesMax)) await this.#send(part);
  }

  async #send(messages: OutgoingMessage[]): Promise<void> {
    const byTopic = new Map<string, { key: string; value: string | Buffer; headers?: Record<string, string> }[]>();
    for (const { topic, key, value, headers } of messages) {
      const list = byTopic.get(topic) ?? [];
      list.push({ key, value, headers });
      byTopic.set(topic, list);
    }
    const producer = await this.#connectedProducer();
    try {
      await producer.sendBatch({ acks: -1, topicMessages: [...byTopic].map(([topic, list]) => ({ topic: this.#name(topic), messages: list })) });
    } catch (error) {
      // A producer that failed for good keeps a broken sequence; the next call starts a fresh one.
      this.#producer = undefined;
      void producer.disconnect().catch(() => {});
      throw error;
    }
  }

  async subscribe(subscription: Subscription): Promise<void> {
    await this.#ensureTopics(subscription.topics.flatMap((topic) => [topic, deadLetterTopic(topic)]));
    const consumer = new KafkaConsumer(this.#kafka, this.settings, subscription, (message) => this.publish([message]), this.log);
    this.#consumers.push(consumer);
    consumer.start();
  }

  async health(): Promise<string | null> {
    for (const consumer of this.#consumers) {
      const problem = consumer.problem();
      if (problem !== null) return problem;
    }
    return null;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    const producer = await this.#producer?.catch(() => undefined);
    await producer?.disconnect().catch(() => {});
  }

  #name(topic: string): string {
    return this.settings.prefix + topic;
  }

  #connectedProducer(): Promise<Producer> {
    this.#producer ??= (async () => {
      const producer = this.#kafka.producer({
        idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false, createPartitioner: Partitioners.DefaultPartitioner,
        retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      });
      await producer.connect();
      return producer;
    })();
    this.#producer.catch(() => { this.#producer = undefined; });
    return this.#producer;
  }

  /** One creation at a time; a failed one is tried again by the next call. */
  async #ensureTopics(topics: string[]): Promise<void> {
    while (this.#known !== undefined) await this.#known.catch(() => {});
    const missing = topics.filter((topic) => !this.#topics.has(topic));
    if (missing.length === 0 || !this.settings.createTopics) return;
    this.#known = this.#createTopics(missing).finally(() => { this.#known = undefined; });
    await this.#known;
  }

  async #createTopics(topics: string[]): Promise<void> {
    const admin: Admin = this.#kafka.admin();
    await admin.connect();
    try {
      const { partitions: numPartitions, replicationFactor } = this.settings;
      await admin.createTopics({ waitForLeaders: true, topics: topics.map((topic) => ({ topic: this.#name(topic), numPartitions, replicationFactor })) });
      for (const topic of topics) this.#topics.add(topic);
    } finally {
      await admin.disconnect();
    }
  }
}

/** In order, each part small enough for one request. One message alone may be larger; outbox rows hold none that is. */
export function inParts(messages: OutgoingMessage[], bytesMax: number): OutgoingMessage[][] {
  const parts: OutgoingMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    const own = Buffer.byteLength(message.value) + Buffer.byteLength(message.key) + 100;
    if (bytes + own > bytesMax) {
      parts.push([]);
      bytes = 0;
    }
    parts[parts.length - 1]?.push(message);
    bytes += own;
  }
  return parts;
}
