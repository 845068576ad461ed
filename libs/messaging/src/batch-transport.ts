import { Catch, UseFilters, applyDecorators } from '@nestjs/common';
import type { ExceptionFilter } from '@nestjs/common';
import { EventPattern, Server } from '@nestjs/microservices';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { lastValueFrom, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Bus, IncomingMessage, Subscription, Unfit } from './bus.ts';

/** Nest would log a handler's error and swap it for a bland one; retry and dead letter need the real one. */
@Catch()
class Rethrow implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/** Marks a controller's method as the handler of a topic's batches. It gets IncomingMessage[]. */
export function ConsumesBatch(topic: string): MethodDecorator {
  return applyDecorators(EventPattern(topic) as MethodDecorator, UseFilters(Rethrow));
}

export const BATCH_MESSAGES_MAX = 1_000;

export interface BatchOptions extends Partial<Pick<Subscription, 'batchMessagesMax' | 'partitionsAtOnce'>> {
  /** One consumer for all topics instead of one each: each polls the broker on its own, also when nothing happens. */
  oneGroup?: boolean;
}

/** Nest's microservice transport over our bus: handlers get whole batches; acks, retries and dead letters live in the bus. */
export class BatchTransport extends Server implements CustomTransportStrategy {
  constructor(private readonly bus: Bus, private readonly group: string, private readonly options: BatchOptions = {}) {
    super();
  }

  /** Subscribes without waiting for the broker: a service starts, and answers, while Kafka is away. */
  listen(ready: () => void): void {
    const topics = [...this.messageHandlers.keys()];
    if (this.options.oneGroup) this.#subscribe(this.group, topics);
    else for (const topic of topics) this.#subscribe(`${this.group}.${topic}`, [topic]);
    ready();
  }

  #subscribe(group: string, topics: string[]): void {
    const { oneGroup: _, ...limits } = this.options;
    this.bus.subscribe({ group, topics, handler: (messages) => this.#handle(messages), batchMessagesMax: BATCH_MESSAGES_MAX, ...limits })
      .catch((error: unknown) => this.logger.error(`cannot subscribe to ${topics.join(', ')}: ${String(error)}`));
  }

  /** A batch is of one topic with Kafka; the embedded bus may bring several. */
  async #handle(messages: IncomingMessage[]): Promise<Unfit[]> {
    const unfit: Unfit[] = [];
    for (const topic of new Set(messages.map((message) => message.topic))) {
      const handler = this.messageHandlers.get(topic) as NonNullable<ReturnType<typeof this.messageHandlers.get>>;
      const own = messages.filter((message) => message.topic === topic);
      const result = await lastValueFrom(this.transformToObservable(await handler(own)), { defaultValue: undefined });
      unfit.push(...((result as Unfit[] | undefined) ?? []));
    }
    return unfit;
  }

  /** The bus ends its consumers itself: it stops after everything that uses it. */
  close(): void {}

  on(): void {}

  unwrap<T>(): T {
    return this.bus as T;
  }
}
