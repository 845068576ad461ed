import { Body, Controller, Param, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import type { Refusal } from '@qafila/envelopes/refusal';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { Operation } from '@qafila/schema/operation';
import { AcceptQueue } from './accept-queue.ts';
import { EventBatchBody, EventBody } from './event.schema.ts';
import type { IngestResult } from './ingest-result.ts';
import { readEvent } from './read-event.ts';
import { EventBatchAnswer, EventReceipt } from './receipt.schema.ts';
import type { EventResult } from './receipt.schema.ts';
import type { Submission } from './submission.ts';

const tag = 'Usage events';

/** The synchronous endpoints (§4.13 "Send event", §7.2): the answer is exact and durable. */
@Controller('public/v1/meter/:id/event')
export class EventsController {
  constructor(private readonly queue: AcceptQueue) {}

  @Post()
  @Operation({
    id: 'sendEvent',
    tag,
    summary: 'Send one usage event',
    description:
      'Stores one event and counts it, if the filters of the meter let it in. With the answer 200 it is durable and ' +
      'in every later query. An `event_id` counts once, for ever: send the same event again when you got no answer; ' +
      'a 409 with `identical` true says that it is counted already. Usage that arrives after its period was closed ' +
      'is kept as an adjustment.',
    scope: 'usage:write',
    exactNumbers: true,
    repeatable: true,
    body: EventBody,
    answers: { 200: { description: 'The event is stored.', data: EventReceipt } },
    errors: [
      'duplicate_event',
      'already_reversed',
      'meter_inactive',
      'missing_field',
      'forbidden_character',
      'timestamp_in_future',
      'operation_not_supported',
      'unknown_target',
      'not_reversible',
    ],
    bodyExamples: {
      'Take an event back': {
        operation: 'REMOVE',
        event_id: 'req-1-back',
        timestamp: '2026-11-02T00:00:00Z',
        reverses: 'req-1',
      },
    },
  })
  async send(
    @Caller() owner: Principal,
    @Param('id') meterId: string,
    @Body() body: JsonValue,
  ): Promise<PaymentSuccess<EventReceipt>> {
    const [result] = await this.queue.submit([{ owner, meterId, event: readEvent(body) }]);
    return receiptAnswer(result as IngestResult);
  }

  /** Each event is judged alone: a bad event does not stop the others. 207: each item has its own answer. */
  @Post('batch')
  @Operation({
    id: 'sendEventBatch',
    tag,
    summary: 'Send up to 1,000 usage events',
    description:
      'Each event is judged alone and gets the answer of a single event, in the order of the request: a refused one ' +
      'does not stop the others. Send a batch again when you got no answer; what was stored answers 409.',
    scope: 'usage:write',
    exactNumbers: true,
    repeatable: true,
    answers: { 207: { description: 'Each event has its own result.', data: EventBatchAnswer } },
  })
  async sendBatch(
    @Caller() owner: Principal,
    @Param('id') meterId: string,
    @Body() body: EventBatchBody,
  ): Promise<PaymentSuccess<EventBatchAnswer>> {
    const parsed = body.events.map((value) => tryRead(value));
    const submissions: Submission[] = [];
    for (const item of parsed) if ('event' in item) submissions.push({ owner, meterId, event: item.event });
    const results = submissions.length === 0 ? [] : await this.queue.submit(submissions);
    let next = 0;
    const items = parsed.map((item, index) =>
      'event' in item
        ? batchItem(index, item.event.eventId, results[next++] as IngestResult)
        : batchItem(index, item.eventId, { refusal: item.refusal }),
    );
    const accepted = items.filter((item) => item.status === 200).length;
    return paymentSuccess(`${accepted} of ${items.length} events accepted`, { items });
  }
}

/** §7.2: 200 with the receipt, or the refusal. */
export function receiptAnswer(result: IngestResult): PaymentSuccess<EventReceipt> {
  if ('refusal' in result) throw result.refusal;
  return paymentSuccess(result.receipt.counted ? 'Event counted' : 'Event stored, not counted', result.receipt);
}

type ParsedItem = { event: Submission['event'] } | { refusal: Refusal; eventId: string | null };

function tryRead(value: JsonValue): ParsedItem {
  try {
    return { event: readEvent(value) };
  } catch (error) {
    const eventId = (value as JsonObject | null)?.event_id;
    return { refusal: asRefusal(error), eventId: typeof eventId === 'string' ? eventId : null };
  }
}

function batchItem(index: number, eventId: string | null, result: IngestResult): EventResult {
  if ('receipt' in result) return { index, event_id: eventId, status: 200, receipt: result.receipt };
  const { status, code, message, more, violations } = result.refusal;
  const details = violations === undefined ? {} : { details: violations };
  return {
    index,
    event_id: eventId,
    status,
    error: { code, message, param: more.param ?? null, ...details, ...more.details },
  };
}
