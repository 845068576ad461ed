import type { Admin, Kafka } from 'kafkajs';
import { kafkaErrorType } from './kafka-errors.ts';
import { keyPartitioner } from './key-partitioner.ts';

export const TOPIC_LIMITS = { attemptsMax: 10, delayMs: 200 } as const;

export interface TopicSettings {
  prefix: string;
  partitions: number;
  replicationFactor: number;
  createTopics: boolean;
}

/** What this process knows of the topics; creates them where this deployment does so. */
export class KafkaTopics {
  readonly #present = new Set<string>();
  readonly #partitions = new Map<string, { partitionId: number; leader: number }[]>();
  readonly #partitionOf = keyPartitioner();
  #creating: Promise<unknown> | undefined;

  constructor(
    private readonly kafka: Kafka,
    private readonly settings: TopicSettings,
  ) {}

  /** Forgets what it knows: a broker that lost its data has no topics, and topics get partitions. */
  forget(topics: Iterable<string>): void {
    for (const topic of topics) {
      this.#present.delete(topic);
      this.#partitions.delete(topic);
    }
  }

  /** Creates missing topics. Returns those that the cluster refuses, each with the reason. */
  async ensure(topics: Iterable<string>): Promise<Map<string, string>> {
    // One creation at a time; the next call repeats a failed one.
    while (this.#creating !== undefined) await this.#creating.catch(() => {});
    const missing = [...new Set(topics)].filter((topic) => !this.#present.has(topic));
    if (missing.length === 0 || !this.settings.createTopics) return new Map();
    const creating = this.#withAdmin((admin) => this.#each(missing, (topic) => this.#create(admin, topic)));
    this.#creating = creating;
    return creating.finally(() => {
      this.#creating = undefined;
    });
  }

  /** The destination of each message, in order: its partition, or its topic if the cluster does not describe that. */
  async destinationsOf(messages: readonly { topic: string; key: string }[]): Promise<string[]> {
    const unknown = [...new Set(messages.map(({ topic }) => topic))].filter((topic) => !this.#partitions.has(topic));
    if (unknown.length > 0)
      await this.#withAdmin((admin) => this.#each(unknown, (topic) => this.#describe(admin, topic)));
    return messages.map(({ topic, key }) => {
      const partitionMetadata = this.#partitions.get(topic);
      if (partitionMetadata === undefined) return topic;
      return `${topic}/${this.#partitionOf({ topic, partitionMetadata, message: { key } })}`;
    });
  }

  async #describe(admin: Admin, topic: string): Promise<void> {
    const { topics } = await admin.fetchTopicMetadata({ topics: [this.settings.prefix + topic] });
    const partitions = topics[0]?.partitions ?? [];
    if (partitions.length > 0) this.#partitions.set(topic, partitions);
  }

  async #create(admin: Admin, topic: string): Promise<void> {
    const { partitions: numPartitions, replicationFactor, prefix } = this.settings;
    const wanted = { waitForLeaders: true, topics: [{ topic: prefix + topic, numPartitions, replicationFactor }] };
    // A broker that has accepted the creation may not know the topic yet when kafkajs asks for its leaders.
    for (let attempt = 1; ; attempt++) {
      try {
        await admin.createTopics(wanted);
        break;
      } catch (error) {
        const isTooEarly = /^(UNKNOWN_TOPIC_OR_PARTITION|LEADER_NOT_AVAILABLE)$/.test(kafkaErrorType(error) ?? '');
        if (attempt >= TOPIC_LIMITS.attemptsMax || !isTooEarly) throw error;
        await new Promise((resolve) => setTimeout(resolve, TOPIC_LIMITS.delayMs));
      }
    }
    this.#present.add(topic);
  }

  /** One by one, so that a topic that the cluster refuses does not stop the others. Other errors end all. */
  async #each(topics: string[], work: (topic: string) => Promise<void>): Promise<Map<string, string>> {
    const refused = new Map<string, string>();
    await Promise.all(
      topics.map(async (topic) => {
        try {
          await work(topic);
        } catch (error) {
          if (kafkaErrorType(error) === undefined) throw error;
          refused.set(topic, (error as Error).message);
        }
      }),
    );
    return refused;
  }

  async #withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = this.kafka.admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }
}
