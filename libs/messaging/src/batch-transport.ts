import { Catch, UseFilters, applyDecorators } from '@nestjs/common';
import type { ExceptionFilter } from '@nestjs/common';
import { EventPattern, Server } from '@nestjs/microservices';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { lastValueFrom, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import type { Bus, IncomingMessage, Unfit } from './bus.ts';

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

/** Nest's microservice transport over our bus: handlers get whole batches; acks, retries and dead letters live in the bus. */
export class BatchTransport extends Server implements CustomTransportStrategy {
  constructor(private readonly bus: Bus, private readonly group: string, private readonly batchMessagesMax = BATCH_MESSAGES_MAX) {
    super();
  }

  /** Subscribes without waiting for the broker: a service starts, and answers, while Kafka is away. */
  listen(ready: () => void): void {
    for (const [topic, handler] of this.messageHandlers) {
      const handleBatch = async (messages: IncomingMessage[]): Promise<Unfit[] | void> => {
        const result = await lastValueFrom(this.transformToObservable(await handler(messages)), { defaultValue: undefined });
        return result as Unfit[] | undefined;
      };
      this.bus.subscribe({ group: `${this.group}.${topic}`, topics: [topic], handler: handleBatch, batchMessagesMax: this.batchMessagesMax })
        .catch((error: unknown) => this.logger.error(`cannot subscribe to ${topic}: ${String(error)}`));
    }
    ready();
  }

  /** The bus ends its consumers itself: it stops after everything that uses it. */
  close(): void {}

  on(): void {}

  unwrap<T>(): T {
    return this.bus as T;
  }
}
