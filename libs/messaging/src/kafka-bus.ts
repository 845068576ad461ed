import { Kafka, Partitioners, logLevel } from 'kafkajs';
import type { Admin, Producer } from 'kafkajs';
import { deadLetterTopic } from '@qafila/contracts/topics';
import type { Logger } from '@qafila/runtime/log';
import { brokerSocket } from './broker-socket.ts';
import type { Bus, OutgoingMessage, Subscription } from './bus.ts';
import { CONSUMER_LIMITS, KafkaConsumer } from './kafka-consumer.ts';
import { within } from './within.ts';

export interface KafkaSettings {
  brokers: string[];
  clientId: string;
  /** Put before every topic and group name: several deployments can share a cluster. */
  prefix: string;
  partitions: number;
  replicationFactor: number;
  /** Off where the platform team creates topics. */
  createTopics: boolean;
  /** How long a killed consumer's partitions wait for another; CONSUMER_LIMITS.sessionTimeoutMs by default. */
  sessionTimeoutMs?: number;
}

export const KAFKA_LIMITS = {
  connectTimeoutMs: 3_000,
  requestTimeoutMs: 10_000,
  publishRetriesMax: 5,
  /** Brokers refuse a partition's batch over 1 MB, and one key's events are all of one partition. */
  publishBytesMax: 768 * 1024,
  /** Of one message, its key and headers. More can never be sent, however often it is tried. */
  messageBytesMax: 1_020_000,
  disconnectMs: 2_000,
  topicAttemptsMax: 10,
  topicDelayMs: 200,
} as const;

/** Kafka as every service uses it: acks from all replicas, idempotent producer, topics made explicitly. */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #consumers: KafkaConsumer[] = [];
  #producer: Promise<Producer> | undefined;
  #known: Promise<void> | undefined;
  readonly #topics = new Set<string>();
  #stopped = false;

  constructor(private readonly settings: KafkaSettings, private readonly log: Logger) {
    this.#kafka = new Kafka({
      brokers: settings.brokers, clientId: settings.clientId, connectionTimeout: KAFKA_LIMITS.connectTimeoutMs,
      requestTimeout: KAFKA_LIMITS.requestTimeoutMs, retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      logLevel: logLevel.ERROR, socketFactory: brokerSocket,
      // kafkajs tells of every failed request; what matters reaches our own lines with its consequence.
      logCreator: () => ({ log: entry }) => log.debug({ kafka: entry.message }, 'kafka.client'),
    });
  }

  /**
   * A message that no broker takes fails the whole call, by name and before anything is sent. A relay then stands still and
   * says why: skipping an event would break the order of its key in silence. outbox.ts refuses such events at their commit.
   */
  async publish(messages: OutgoingMessage[]): Promise<void> {
    const tooLarge = messages.find((message) => bytesOf(message) > KAFKA_LIMITS.messageBytesMax);
    if (tooLarge !== undefined) {
      throw new RangeError(`a message for ${tooLarge.topic} with key ${tooLarge.key} has ${bytesOf(tooLarge)} bytes, more than ${KAFKA_LIMITS.messageBytesMax}`);
    }
    await this.#ensureTopics(messages.map((message) => message.topic));
    for (const part of inParts(messages, KAFKA_LIMITS.publishBytesMax)) await this.#send(part);
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
      await producer.sendBatch({ acks: -1, topicMessages: [...byTopic].map(([topic, list]) => ({ topic: this.#name(topic), messages: list })) });
    } catch (error) {
      // A producer that failed for good keeps a broken sequence, and a broker that lost its data its topics: the next call starts afresh.
      this.#forget(connecting);
      for (const topic of byTopic.keys()) this.#topics.delete(topic);
      void producer.disconnect().catch(() => {});
      throw error;
    }
  }

  /** Does not wait for the broker: until the group is joined, health() says so. */
  async subscribe(subscription: Subscription): Promise<void> {
    const topics = subscription.topics.flatMap((topic) => [topic, deadLetterTopic(topic)]);
    const consumer = new KafkaConsumer({
      kafka: this.#kafka, prefix: this.settings.prefix, subscription, log: this.log,
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

  /** What makes this process unfit. Kafka being away is not it: requests are answered without, and no other process could do better. */
  async stall(): Promise<string | null> {
    return first(this.#consumers.map((consumer) => consumer.stall()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
    this.#stopped = true;
    await within(this.#producer?.then((producer) => producer.disconnect()), KAFKA_LIMITS.disconnectMs);
  }

  #name(topic: string): string {
    return this.settings.prefix + topic;
  }

  #connectedProducer(): Promise<Producer> {
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    if (this.#producer !== undefined) return this.#producer;
    const connecting = (async () => {
      const producer = this.#kafka.producer({
        idempotent: true, maxInFlightRequests: 1, allowAutoTopicCreation: false, createPartitioner: Partitioners.DefaultPartitioner,
        retry: { retries: KAFKA_LIMITS.publishRetriesMax, initialRetryTime: 100, maxRetryTime: 2_000 },
      });
      await producer.connect();
      return producer;
    })();
    this.#producer = connecting;
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** Only the one that failed: another call may have put a fresh one in its place. */
  #forget(connecting: Promise<Producer>): void {
    if (this.#producer === connecting) this.#producer = undefined;
  }

  /** One creation at a time; a failed one is tried again by the next call. */
  async #ensureTopics(topics: string[]): Promise<void> {
    while (this.#known !== undefined) await this.#known.catch(() => {});
    const missing = [...new Set(topics)].filter((topic) => !this.#topics.has(topic));
    if (missing.length === 0 || !this.settings.createTopics) return;
    this.#known = this.#createTopics(missing).finally(() => { this.#known = undefined; });
    await this.#known;
  }

  async #createTopics(topics: string[]): Promise<void> {
    const admin: Admin = this.#kafka.admin();
    await admin.connect();
    try {
      const { partitions: numPartitions, replicationFactor } = this.settings;
      const wanted = { waitForLeaders: true, topics: topics.map((topic) => ({ topic: this.#name(topic), numPartitions, replicationFactor })) };
      await eventually(() => admin.createTopics(wanted));
      for (const topic of topics) this.#topics.add(topic);
    } finally {
      await admin.disconnect();
    }
  }
}

/** A broker that has taken the order may not know the topics yet when kafkajs asks for their leaders. */
async function eventually(create: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await create();
      return;
    } catch (error) {
      const { type } = error as { type?: string };
      if (attempt >= KAFKA_LIMITS.topicAttemptsMax || !/^(UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)$/.test(type ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, KAFKA_LIMITS.topicDelayMs));
    }
  }
}

/** In order, each part small enough for one request. A message larger than that goes alone. */
export function inParts(messages: OutgoingMessage[], bytesMax: number): OutgoingMessage[][] {
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

/** With room for the record's own fields. */
function bytesOf({ key, value, headers }: OutgoingMessage): number {
  return Buffer.byteLength(value) + Buffer.byteLength(key) + (headers === undefined ? 0 : Buffer.byteLength(JSON.stringify(headers))) + 100;
}

function first(problems: (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
