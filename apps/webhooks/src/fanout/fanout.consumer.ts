import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Pool } from 'pg';
import { EVENT_TYPES } from '@qafila/contracts/catalogue';
import { TOPICS } from '@qafila/contracts/topics';
import { ConsumesBatch } from '@qafila/messaging/batch-transport';
import type { IncomingMessage, Unfit } from '@qafila/messaging/bus';
import { Dispatcher } from '../delivery/dispatcher.ts';
import { WorkLoop } from '../delivery/work-loop.ts';
import { fanOut } from './fan-out.ts';
import type { NewDelivery } from './fan-out.ts';
import { readEvent } from './read-event.ts';
import type { FanoutEvent } from './read-event.ts';
import { Together } from './together.ts';

export const POOL = Symbol('pool');
export const RETENTION = Symbol('retention');

const DAY_MS = 86_400_000;

/** Types that merchants never get; most of the traffic of meter.events.v1. */
const INTERNAL = new Set(EVENT_TYPES.filter((type) => !type.webhook).map((type) => type.name));
const TYPE = Buffer.from('"type":"');
const DATA = Buffer.from('"data":');

/** Every event that some merchant may want, to every endpoint that wants it. Repeats change nothing. */
@Controller()
export class FanoutConsumer {
  readonly #statements: Together<FanoutEvent, NewDelivery>;

  constructor(@Inject(POOL) private readonly pool: Pool, private readonly dispatcher: Dispatcher, private readonly work: WorkLoop, @Inject(RETENTION) private readonly retention: { days: number }) {
    this.#statements = new Together((events) => fanOut(pool, events), ({ event }) => event);
  }

  @ConsumesBatch(TOPICS.meterEvents)
  meters(@Payload() messages: IncomingMessage[]): Promise<Unfit[]> {
    return this.#take(messages);
  }

  @ConsumesBatch(TOPICS.paymentEvents)
  payments(@Payload() messages: IncomingMessage[]): Promise<Unfit[]> {
    return this.#take(messages);
  }

  @ConsumesBatch(TOPICS.shipmentEvents)
  shipments(@Payload() messages: IncomingMessage[]): Promise<Unfit[]> {
    return this.#take(messages);
  }

  @ConsumesBatch(TOPICS.webhookEvents)
  operations(@Payload() messages: IncomingMessage[]): Promise<Unfit[]> {
    return this.#take(messages);
  }

  async #take(messages: IncomingMessage[]): Promise<Unfit[]> {
    const oldest = new Date(Date.now() - this.retention.days * DAY_MS).toISOString().slice(0, 10);
    const events: FanoutEvent[] = [];
    const unfit: Unfit[] = [];
    for (const message of messages) {
      if (isInternal(message.value)) continue;
      try {
        const event = readEvent(message.value);
        // Of a day that retention has dropped, nobody knows any more whether it was delivered.
        if (!INTERNAL.has(event.type) && event.day > oldest) events.push(event);
      } catch (error) {
        unfit.push({ message, error: error as Error });
      }
    }
    const elsewhere = new Set<number>();
    for (const delivery of await this.#statements.submit(events)) {
      const epoch = this.work.epochOf(delivery.lane);
      if (epoch === undefined) elsewhere.add(delivery.endpointNo);
      else this.dispatcher.offer(delivery, epoch);
    }
    // Lost, it costs the other process a look at its lanes, which it takes every two seconds anyway.
    if (elsewhere.size > 0) await this.pool.query("SELECT pg_notify('webhooks_work', '')").catch(() => {});
    return unfit;
  }
}

/** Read without parsing: our envelopes have their type before their data. What looks otherwise is parsed. */
function isInternal(value: Buffer): boolean {
  const start = value.indexOf(TYPE);
  if (start === -1) return false;
  const from = start + TYPE.length;
  const name = value.toString('latin1', from, value.indexOf(0x22, from));
  return INTERNAL.has(name) && value.indexOf(DATA) > start;
}
