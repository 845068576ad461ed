import type { KafkaConfig } from 'kafkajs';
import { settlesWithin } from '@qafila/runtime/settles-within';
import { PartlyPublished } from './bus.ts';
import type { OutgoingMessage, PublishOptions, RefusedMessage } from './bus.ts';
import { kafkaErrorType, scopeOf } from './kafka-errors.ts';
import { KafkaLink } from './kafka-link.ts';
import type { KafkaTopics } from './kafka-topics.ts';

export const PUBLISH_LIMITS = {
  /** Brokers refuse a batch of a partition over 1 MB, and all events of a key have one partition. */
  publishBytesMax: 768 * 1024,
  /** Of one message with its key and headers. A larger message can never be sent. */
  messageBytesMax: 1_020_000,
  disconnectMs: 2_000,
} as const;

export interface PublisherOptions {
  config: KafkaConfig;
  prefix: string;
  topics: KafkaTopics;
}

/** The destinations that brokers refused in one call, with the messages that are therefore not durable. */
class Refusals {
  readonly messages: RefusedMessage[] = [];
  readonly reasons = new Map<string, string>();

  add(destination: string, messages: readonly OutgoingMessage[], reason: string): void {
    this.reasons.set(destination, reason);
    for (const message of messages) this.messages.push({ message, destination });
  }
}

/**
 * Publishes messages, and finds out which destinations fail when a call fails as a whole: kafkajs does not report that.
 * Its producer keeps the sequence numbers of a failed request, so each destination is sent again by the same producer,
 * and brokers that have the batch already do not append it twice.
 */
export class KafkaPublisher {
  #link: Promise<KafkaLink> | undefined;
  #stopped = false;

  constructor(private readonly options: PublisherOptions) {}

  async publish(messages: OutgoingMessage[], { untilMs = () => Infinity }: PublishOptions = {}): Promise<void> {
    const refusals = new Refusals();
    const sendable = await this.#withoutHopeless(messages, refusals);
    for (const part of splitMessages(sendable, PUBLISH_LIMITS.publishBytesMax)) {
      const open = refusals.reasons.size === 0 ? part : await this.#withoutRefused(part, refusals);
      if (open.length > 0) await this.#send(open, { untilMs, refusals });
    }
    if (refusals.messages.length > 0) throw new PartlyPublished(refusals.messages, refusals.reasons);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await settlesWithin(
      this.#link?.then(({ producer }) => producer.disconnect()),
      PUBLISH_LIMITS.disconnectMs,
    );
  }

  /**
   * Refuses what no broker accepts, with the destinations behind it: skipping a message would break the order of its
   * key.
   */
  async #withoutHopeless(messages: OutgoingMessage[], refusals: Refusals): Promise<OutgoingMessage[]> {
    const { topics } = this.options;
    for (const [topic, reason] of await topics.ensure(messages.map((message) => message.topic)))
      refusals.add(topic, [], reason);
    const tooLarge = messages.filter((message) => bytesOf(message) > PUBLISH_LIMITS.messageBytesMax);
    const destinations = await topics.destinationsOf(tooLarge);
    for (const [index, message] of tooLarge.entries())
      refusals.add(
        destinations[index] as string,
        [],
        `a message with key ${message.key} has ${bytesOf(message)} bytes`,
      );
    return refusals.reasons.size === 0 ? messages : this.#withoutRefused(messages, refusals);
  }

  async #withoutRefused(messages: OutgoingMessage[], refusals: Refusals): Promise<OutgoingMessage[]> {
    const { reasons } = refusals;
    const inOpenTopics = messages.filter((message) => {
      const reason = reasons.get(message.topic);
      if (reason !== undefined) refusals.add(message.topic, [message], reason);
      return reason === undefined;
    });
    const destinations = await this.options.topics.destinationsOf(inOpenTopics);
    return inOpenTopics.filter((message, index) => {
      const destination = destinations[index] as string;
      const reason = reasons.get(destination);
      if (reason !== undefined) refusals.add(destination, [message], reason);
      return reason === undefined;
    });
  }

  async #send(messages: OutgoingMessage[], call: Call): Promise<void> {
    const connecting = this.#connected();
    const link = await connecting;
    try {
      await link.within(call.untilMs, async () => {
        const refused = await this.#refusedScope(link, messages);
        if (refused === undefined) return;
        // This producer keeps the sequence of the failed destinations: the next call makes a new one.
        this.#forget(connecting);
        this.options.topics.forget(messages.map(({ topic }) => topic));
        await this.#isolate(link, messages, refused, call);
      });
    } catch (error) {
      this.#forget(connecting);
      this.options.topics.forget(messages.map(({ topic }) => topic));
      link.cut(error as Error);
      throw error;
    }
    if (this.#link !== connecting) link.cut(new Error('this producer was replaced'));
  }

  /** Undefined when all is durable. Throws what concerns the producer or the cluster. */
  async #refusedScope(link: KafkaLink, messages: readonly OutgoingMessage[]): Promise<Refused | undefined> {
    try {
      await this.#sendBatch(link, messages);
      return undefined;
    } catch (error) {
      const scope = scopeOf(error);
      if (scope === undefined) throw error;
      const isTooLarge = /TOO_LARGE$/.test(kafkaErrorType(error) ?? '');
      return { scope, reason: (error as Error).message, isTooLarge, sent: 0 };
    }
  }

  async #isolate(link: KafkaLink, messages: OutgoingMessage[], first: Refused, call: Call): Promise<void> {
    const { refusals, untilMs } = call;
    const byTopic = first.scope === 'topic';
    const destinations = byTopic
      ? messages.map(({ topic }) => topic)
      : await this.options.topics.destinationsOf(messages);
    const groups = new Map<string, OutgoingMessage[]>();
    for (const [index, destination] of destinations.entries()) {
      const own = groups.get(destination) ?? [];
      if (own.length === 0) groups.set(destination, own);
      own.push(messages[index] as OutgoingMessage);
    }
    if (groups.size === 1 && !first.isTooLarge) return refusals.add(destinations[0] as string, messages, first.reason);
    await Promise.all(
      [...groups].map(async ([destination, own]) => {
        const refused = byTopic ? await this.#sendAlone(own, untilMs) : await this.#sendOrHalve(link, own);
        if (refused !== undefined) refusals.add(destination, own.slice(refused.sent), refused.reason);
      }),
    );
  }

  /**
   * Brokers limit a batch, not a message: sends messages of a destination up to the first that is too large by itself.
   */
  async #sendOrHalve(link: KafkaLink, messages: readonly OutgoingMessage[]): Promise<Refused | undefined> {
    const refused = await this.#refusedScope(link, messages);
    if (refused === undefined || !refused.isTooLarge || messages.length === 1) return refused;
    const middle = messages.length >> 1;
    const before = await this.#sendOrHalve(link, messages.slice(0, middle));
    if (before !== undefined) return before;
    const after = await this.#sendOrHalve(link, messages.slice(middle));
    return after && { ...after, sent: middle + after.sent };
  }

  /** By a client that knows no other topic. */
  async #sendAlone(messages: readonly OutgoingMessage[], untilMs: () => number): Promise<Refused | undefined> {
    const link = new KafkaLink(this.options.config);
    try {
      return await link.within(untilMs, async () => {
        await link.producer.connect();
        return this.#refusedScope(link, messages);
      });
    } finally {
      link.cut(new Error('this producer is done'));
    }
  }

  async #sendBatch({ producer }: KafkaLink, messages: readonly OutgoingMessage[]): Promise<void> {
    const byTopic = new Map<string, { key: string; value: string | Buffer; headers?: Record<string, string> }[]>();
    for (const { topic, key, value, headers } of messages) {
      const list = byTopic.get(topic) ?? [];
      list.push({ key, value, headers });
      byTopic.set(topic, list);
    }
    await producer.sendBatch({
      acks: -1,
      topicMessages: [...byTopic].map(([topic, list]) => ({ topic: this.options.prefix + topic, messages: list })),
    });
  }

  #connected(): Promise<KafkaLink> {
    if (this.#stopped) return Promise.reject(new Error('the bus is stopped'));
    if (this.#link !== undefined) return this.#link;
    const link = new KafkaLink(this.options.config);
    const connecting = link.producer.connect().then(() => link);
    this.#link = connecting;
    connecting.catch((error: Error) => {
      this.#forget(connecting);
      link.cut(error);
    });
    return connecting;
  }

  /** Drops only the producer that failed: another call may have replaced it. */
  #forget(connecting: Promise<KafkaLink>): void {
    if (this.#link === connecting) this.#link = undefined;
  }
}

interface Call {
  untilMs: () => number;
  refusals: Refusals;
}

interface Refused {
  scope: 'topic' | 'partition';
  reason: string;
  isTooLarge: boolean;
  /** How many messages of the destination are durable: those before the refused one. */
  sent: number;
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
