import { Catch, UseFilters, applyDecorators } from '@nestjs/common';
import type { ExceptionFilter } from '@nestjs/common';
import { EventPattern, Server } from '@nestjs/microservices';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { lastValueFrom, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Metrics } from '@qafila/runtime/metrics';
import type { Bus, IncomingMessage, Subscription, PoisonMessage } from './bus.ts';
import { ConsumerMetrics } from './consumer-metrics.ts';

/** Nest would log a handler's error and replace it with a general one; retries and dead letters need the original. */
@Catch()
class Rethrow implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Marks a method of a controller as the handler of a topic's batches. It gets IncomingMessage[]. */
export function ConsumesBatch(topic: string): MethodDecorator {
  return applyDecorators(EventPattern(topic) as MethodDecorator, UseFilters(Rethrow));
}

export const BATCH_MESSAGES_MAX = 1_000;

export interface BatchOptions extends Partial<Pick<Subscription, 'batchMessagesMax' | 'partitionsAtOnce'>> {
  /**
   * One consumer for all topics instead of one for each, because every consumer polls the broker even if nothing
   * happens.
   */
  oneGroup?: boolean;
  /** Gets the metrics of the consumers. */
  metrics?: Metrics;
}

/**
 * Nest's microservice transport on the bus: handlers get whole batches; the bus does acks, retries and dead letters.
 */
export class BatchTransport extends Server implements CustomTransportStrategy {
  readonly #metrics: ConsumerMetrics | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly group: string,
    private readonly options: BatchOptions = {},
  ) {
    super();
    if (options.metrics !== undefined) this.#metrics = new ConsumerMetrics(options.metrics);
  }

  /** Subscribes without waiting for the broker: a service starts and answers while Kafka is away. */
  listen(ready: () => void): void {
    const topics = [...this.messageHandlers.keys()];
    if (this.options.oneGroup) this.#subscribe(this.group, topics);
    else for (const topic of topics) this.#subscribe(`${this.group}.${topic}`, [topic]);
    ready();
  }

  #subscribe(group: string, topics: string[]): void {
    const { oneGroup: _, metrics: __, ...limits } = this.options;
    this.bus
      .subscribe({
        group,
        topics,
        handler: (messages) => this.#handle(messages),
        batchMessagesMax: BATCH_MESSAGES_MAX,
        metrics: this.#metrics,
        ...limits,
      })
      .catch((error: unknown) => this.logger.error(`cannot subscribe to ${topics.join(', ')}: ${String(error)}`));
  }

  /** With Kafka a batch has one topic; with the embedded bus it may have several. */
  async #handle(messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    const poison: PoisonMessage[] = [];
    for (const topic of new Set(messages.map((message) => message.topic))) {
      const handler = this.messageHandlers.get(topic) as NonNullable<ReturnType<typeof this.messageHandlers.get>>;
      const own = messages.filter((message) => message.topic === topic);
      const result = await lastValueFrom(this.transformToObservable(await handler(own)), { defaultValue: undefined });
      poison.push(...((result as PoisonMessage[] | undefined) ?? []));
    }
    return poison;
  }

  /** The bus stops its own consumers, after everything that uses it. */
  close(): void {}

  on(): void {}

  unwrap<T>(): T {
    return this.bus as T;
  }
}
