import type { Logger } from '@qafila/runtime/log';
import type { Bus, IncomingMessage, OutgoingMessage, Subscription } from './bus.ts';
import { BatchSize } from './batch-size.ts';
import { processBatch } from './process-batch.ts';

/**
 * The bus of a single process: the relay gives each batch to every subscribed group, and marks the outbox rows only
 * after all groups have handled it. It is durable because the outbox is. It reaches nothing outside this process.
 */
export class EmbeddedBus implements Bus {
  readonly #subscriptions: Subscription[] = [];
  #offset = 0n;
  #stopping = false;
  #waits = new Set<() => void>();

  constructor(private readonly log: Logger) {}

  async publish(messages: OutgoingMessage[]): Promise<void> {
    const incoming = messages.map((message) => this.#receive(message));
    await Promise.all(this.#subscriptions.map((subscription) => this.#hand(subscription, incoming)));
  }

  async destinationsOf(messages: readonly OutgoingMessage[]): Promise<string[]> {
    return messages.map(({ topic }) => topic);
  }

  async subscribe(subscription: Subscription): Promise<void> {
    this.#subscriptions.push(subscription);
    subscription.metrics?.watch(subscription.group, subscription.topics);
  }

  async health(): Promise<null> {
    return null;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const wake of this.#waits) wake();
  }

  async #hand(subscription: Subscription, all: IncomingMessage[]): Promise<void> {
    const wanted = all.filter((message) => subscription.topics.includes(message.topic));
    const size = new BatchSize(subscription.batchMessagesMax);
    for (let from = 0; from < wanted.length;) {
      const part = wanted.slice(from, from + size.now);
      const result = await processBatch(part, {
        handler: subscription.handler,
        // Without a broker the retained outbox row is the copy; the log line says which row and why.
        deadLetter: async ({ message, error }) => {
          subscription.metrics?.deadLetter(subscription.group, message.topic);
          this.log.error(
            {
              topic: message.topic,
              key: message.key,
              group: subscription.group,
              error: error.message,
              value: message.value.toString('utf8').slice(0, 4_096),
            },
            'consumer.dead_letter',
          );
        },
        pause: (delayMs) => this.#pause(delayMs),
        onRetry: (error, attempt) =>
          this.log.warn({ group: subscription.group, attempt, error: String(error) }, 'consumer.retry'),
      });
      if (result === 'interrupted') throw new Error('the bus is stopping');
      if (result === 'slow') size.shrink(part.length);
      else {
        size.grow();
        from += part.length;
      }
    }
  }

  #receive(message: OutgoingMessage): IncomingMessage {
    return {
      topic: message.topic,
      partition: 0,
      offset: String(this.#offset++),
      key: message.key,
      headers: message.headers ?? {},
      value: Buffer.isBuffer(message.value) ? message.value : Buffer.from(message.value),
    };
  }

  async #pause(delayMs: number): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waits.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, delayMs);
      this.#waits.add(wake);
    });
    return !this.#stopping;
  }
}
