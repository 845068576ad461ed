import type { Metrics } from '@qafila/runtime/metrics';
import { settlesWithin } from '@qafila/runtime/settles-within';

/** A scrape does not wait longer for the broker; the gauge then keeps its last value. */
const READ_LAG_MS = 2_000;

/** Messages of each topic that a group has still to handle. */
export type ReadLag = () => Promise<ReadonlyMap<string, number>>;

/** How far the consumers of a service are. One object for each service, on both buses. */
export class ConsumerMetrics {
  readonly #deadLetters;
  readonly #age;
  readonly #lag;
  readonly #groups: { group: string; readLag: ReadLag; underWay?: Promise<void> }[] = [];

  constructor(metrics: Metrics) {
    const labels = ['group', 'topic'] as const;
    this.#deadLetters = metrics.counter('consumer_dead_letters_total', 'Messages that became dead letters', labels);
    this.#age = metrics.gauge(
      'consumer_message_age_seconds',
      'How old the last handled message of a topic was when its effect was committed',
      labels,
    );
    this.#lag = metrics.gauge('consumer_lag_messages', 'Messages of a topic that the group has not handled', labels);
    Object.assign(this.#lag, { collect: () => this.#readLags() });
  }

  /** Without `readLag` nothing waits in a broker: outbox_unpublished_events has what is not handled. */
  watch(group: string, topics: readonly string[], readLag?: ReadLag): void {
    // From the start, so that an alert sees the first one.
    for (const topic of topics) this.#deadLetters.inc({ group, topic }, 0);
    if (readLag !== undefined) this.#groups.push({ group, readLag });
  }

  deadLetter(group: string, topic: string): void {
    this.#deadLetters.inc({ group, topic });
  }

  /** `writtenMs`: when the message was written, by the clock of its writer. */
  handled(group: string, topic: string, writtenMs: number): void {
    this.#age.set({ group, topic }, Math.max(0, Date.now() - writtenMs) / 1000);
  }

  async #readLags(): Promise<void> {
    const reads = this.#groups.map((one) => (one.underWay ??= this.#readLagOf(one)));
    await settlesWithin(Promise.all(reads), READ_LAG_MS);
  }

  async #readLagOf(one: { group: string; readLag: ReadLag; underWay?: Promise<void> }): Promise<void> {
    try {
      for (const [topic, messages] of await one.readLag()) this.#lag.set({ group: one.group, topic }, messages);
    } catch {
      // Kafka is away.
    } finally {
      one.underWay = undefined;
    }
  }
}
