import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Pool } from 'pg';
import { EVENT_TYPES } from '@qafila/contracts/catalogue';
import { TOPICS } from '@qafila/contracts/topics';
import { ConsumesBatch } from '@qafila/messaging/batch-transport';
import type { IncomingMessage, PoisonMessage } from '@qafila/messaging/bus';
import type { BatchQueue } from '@qafila/runtime/batch-queue';
import { Dispatcher } from '../delivery/dispatcher.ts';
import type { DeliverableEvent, NewDelivery } from '../delivery/new-delivery.ts';
import { WorkLoop } from '../delivery/work-loop.ts';
import { fanOutQueue } from './fan-out-queue.ts';
import { fanOut } from './fan-out.ts';
import { readEvent } from './read-event.ts';

export const POOL = Symbol('pool');
export const RETENTION = Symbol('retention');

const DAY_MS = 86_400_000;

/** Types that merchants never get: most of the traffic of meter.events.v1. */
const INTERNAL = new Set(EVENT_TYPES.filter((type) => !type.webhook).map((type) => type.name));
const TYPE = Buffer.from('"type":"');
const DATA = Buffer.from('"data":');

/** Turns events into deliveries to the endpoints that subscribe to them. Repeated events change nothing. */
@Controller()
export class FanoutConsumer {
  readonly #statements: BatchQueue<readonly DeliverableEvent[], NewDelivery[]>;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly dispatcher: Dispatcher,
    private readonly work: WorkLoop,
    @Inject(RETENTION) private readonly retention: { days: number },
  ) {
    this.#statements = fanOutQueue(
      (events: DeliverableEvent[]) => fanOut(pool, events),
      ({ event }) => event,
    );
  }

  @ConsumesBatch(TOPICS.meterEvents)
  meters(@Payload() messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    return this.#consume(messages);
  }

  @ConsumesBatch(TOPICS.paymentEvents)
  payments(@Payload() messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    return this.#consume(messages);
  }

  @ConsumesBatch(TOPICS.shipmentEvents)
  shipments(@Payload() messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    return this.#consume(messages);
  }

  @ConsumesBatch(TOPICS.webhookEvents)
  operations(@Payload() messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    return this.#consume(messages);
  }

  async #consume(messages: IncomingMessage[]): Promise<PoisonMessage[]> {
    const oldest = new Date(Date.now() - this.retention.days * DAY_MS).toISOString().slice(0, 10);
    const events: DeliverableEvent[] = [];
    const poison: PoisonMessage[] = [];
    for (const message of messages) {
      if (isInternal(message.value)) continue;
      try {
        const event = readEvent(message.value);
        // Retention has dropped older days, so it is unknown whether such an event was delivered.
        if (!INTERNAL.has(event.type) && event.day > oldest) events.push(event);
      } catch (error) {
        poison.push({ message, error: error as Error });
      }
    }
    if (events.length > 0) await this.#fanOut(events);
    return poison;
  }

  async #fanOut(events: DeliverableEvent[]): Promise<void> {
    let isForOthers = false;
    for (const delivery of await this.#statements.submit(events)) {
      const epoch = this.work.epochOf(delivery.partition);
      if (epoch === undefined) isForOthers = true;
      else this.dispatcher.offer(delivery, epoch);
    }
    // If it fails, the other dispatchers find the deliveries within two seconds.
    if (isForOthers) await this.pool.query("SELECT pg_notify('webhooks_work', '')").catch(() => {});
  }
}

/** Reads the type without parsing: our envelopes have it before their data. Any other message is parsed. */
function isInternal(value: Buffer): boolean {
  const start = value.indexOf(TYPE);
  if (start === -1) return false;
  const from = start + TYPE.length;
  const name = value.toString('latin1', from, value.indexOf(0x22, from));
  return INTERNAL.has(name) && value.indexOf(DATA) > start;
}
