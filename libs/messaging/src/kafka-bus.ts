import { Kafka, logLevel } from 'kafkajs';
import type { KafkaConfig } from 'kafkajs';
import { deadLetterTopic } from '@qafila/contracts/topics';
import type { Logger } from '@qafila/runtime/log';
import { brokerSocket } from './broker-socket.ts';
import type { Bus, OutgoingMessage, PublishOptions, Subscription } from './bus.ts';
import { CONSUMER_LIMITS, KafkaConsumer } from './kafka-consumer.ts';
import { KafkaPublisher } from './kafka-publisher.ts';
import { KafkaTopics } from './kafka-topics.ts';

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
} as const;

/** Kafka as every service uses it: acks from all replicas, idempotent producer, topics created explicitly. */
export class KafkaBus implements Bus {
  readonly #kafka: Kafka;
  readonly #consumers: KafkaConsumer[] = [];
  readonly #config: KafkaConfig;
  readonly #topics: KafkaTopics;
  readonly #publishers = new Map<string, KafkaPublisher>();
  #stopped = false;

  constructor(
    private readonly settings: KafkaSettings,
    private readonly log: Logger,
  ) {
    this.#config = {
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
    };
    this.#kafka = new Kafka(this.#config);
    this.#topics = new KafkaTopics(this.#kafka, settings);
  }

  /** A message that no broker accepts refuses its destination. outbox.ts refuses such events earlier. */
  publish(messages: OutgoingMessage[], options: PublishOptions = {}): Promise<void> {
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    return this.#publisher(options.channel ?? '').publish(messages, options);
  }

  destinationsOf(messages: readonly OutgoingMessage[]): Promise<string[]> {
    return this.#topics.destinationsOf(messages);
  }

  #publisher(channel: string): KafkaPublisher {
    const known = this.#publishers.get(channel);
    if (known !== undefined) return known;
    const publisher = new KafkaPublisher({
      config: this.#config,
      prefix: this.settings.prefix,
      topics: this.#topics,
    });
    this.#publishers.set(channel, publisher);
    return publisher;
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
        this.#topics.forget(topics);
        const [refused] = await this.#topics.ensure(topics);
        if (refused !== undefined) throw new Error(`the topic ${refused[0]}: ${refused[1]}`);
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
    await Promise.all([...this.#publishers.values()].map((publisher) => publisher.stop()));
  }
}

function first(problems: (string | null)[]): string | null {
  return problems.find((problem) => problem !== null) ?? null;
}
