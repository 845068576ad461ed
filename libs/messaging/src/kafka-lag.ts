import type { Admin, Kafka } from 'kafkajs';

/**
 * How many messages of each topic a group has not handled, by the offsets that it has committed: the same in every
 * process, and right also when no consumer is alive.
 */
export class KafkaLag {
  #admin: Promise<Admin> | undefined;
  #stopped = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly of: { prefix: string; group: string; topics: readonly string[] },
  ) {}

  async read(): Promise<Map<string, number>> {
    const { prefix, group, topics } = this.of;
    const connecting = this.#connected();
    try {
      const admin = await connecting;
      const names = topics.map((topic) => prefix + topic);
      const committed = await admin.fetchOffsets({ groupId: prefix + group, topics: names });
      const lags = new Map<string, number>();
      for (const { topic: name, partitions } of committed) {
        const next = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
        const ends = await admin.fetchTopicOffsets(name);
        // A group without an offset begins with the oldest message, as one whose messages have expired does.
        const left = ends.map((end) => Number(end.high) - Math.max(Number(end.low), next.get(end.partition) ?? 0));
        lags.set(
          name.slice(prefix.length),
          left.reduce((sum, messages) => sum + Math.max(0, messages), 0),
        );
      }
      return lags;
    } catch (error) {
      this.#forget(connecting);
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#admin?.then((admin) => admin.disconnect()).catch(() => {});
  }

  #connected(): Promise<Admin> {
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    this.#admin ??= this.#connect();
    return this.#admin;
  }

  async #connect(): Promise<Admin> {
    const admin = this.kafka.admin();
    await admin.connect();
    return admin;
  }

  #forget(connecting: Promise<Admin>): void {
    if (this.#admin === connecting) this.#admin = undefined;
    connecting.then((admin) => admin.disconnect()).catch(() => {});
  }
}
