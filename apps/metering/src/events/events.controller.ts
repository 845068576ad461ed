import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { asRefusal } from '@qafila/envelopes/as-refusal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { invalid } from '@qafila/envelopes/refusal';
import type { Refusal } from '@qafila/envelopes/refusal';
import type { JsonObject, JsonValue } from '@qafila/json/json-value';
import { LIMITS } from '../limits.ts';
import { GroupCommit } from './group-commit.ts';
import type { Outcome, Receipt } from './outcome.ts';
import { parseEvent } from './parse-event.ts';
import type { Submission } from './submission.ts';

interface BatchItem { index: number; event_id: string | null; status: number; receipt?: Receipt; error?: Record<string, unknown> }

/** The synchronous doors (§4.13 "Send event", §7.2): the answer is exact and durable. */
@Controller('public/v1/meter/:id/event')
export class EventsController {
  constructor(private readonly commit: GroupCommit) {}

  @Post() @HttpCode(200) @NeedsScope('usage:write') @RouteConfig({ exactNumbers: true })
  async send(@Caller() owner: Principal, @Param('id') meterId: string, @Body() body: JsonValue): Promise<PaymentSuccess<Receipt>> {
    const [outcome] = await this.commit.submit([{ owner, meterId, event: parseEvent(body) }]);
    return receiptAnswer(outcome as Outcome);
  }

  /** Each event is judged alone: one bad event does not stop the others. 207: the answer is in the items. */
  @Post('batch') @HttpCode(207) @NeedsScope('usage:write') @RouteConfig({ exactNumbers: true })
  async sendBatch(@Caller() owner: Principal, @Param('id') meterId: string, @Body() body: JsonValue): Promise<PaymentSuccess<{ items: BatchItem[] }>> {
    const parsed = eventsOf(body, LIMITS.batchEventsMax).map((value) => tryParse(value));
    const submissions: Submission[] = [];
    for (const one of parsed) if ('event' in one) submissions.push({ owner, meterId, event: one.event });
    const outcomes = submissions.length === 0 ? [] : await this.commit.submit(submissions);
    let next = 0;
    const items = parsed.map((one, index) => 'event' in one
      ? batchItem(index, one.event.eventId, outcomes[next++] as Outcome) : batchItem(index, one.eventId, { refusal: one.refusal }));
    const accepted = items.filter((item) => item.status === 200).length;
    return paymentSuccess(`${accepted} of ${items.length} events accepted`, { items });
  }
}

/** §7.2: 200 with the receipt, or the refusal. */
export function receiptAnswer(outcome: Outcome): PaymentSuccess<Receipt> {
  if ('refusal' in outcome) throw outcome.refusal;
  return paymentSuccess(outcome.receipt.counted ? 'Event counted' : 'Event stored, not counted', outcome.receipt);
}

/** The body's `events`, one to `eventsMax` of them. */
export function eventsOf(body: JsonValue | undefined, eventsMax: number): JsonValue[] {
  const events = (body as JsonObject | undefined | null)?.events;
  if (!Array.isArray(events) || events.length === 0) throw invalid('events', 'events must be an array of one or more meter events.');
  if (events.length > eventsMax) throw invalid('events', `events may hold at most ${eventsMax} events.`);
  const [unknown] = Object.keys(body as JsonObject).filter((name) => name !== 'events');
  if (unknown !== undefined) throw invalid(unknown, `${unknown} is not a field of this operation.`, 'unknown_field');
  return events;
}

type Parsed = { event: Submission['event'] } | { refusal: Refusal; eventId: string | null };

function tryParse(value: JsonValue): Parsed {
  try {
    return { event: parseEvent(value) };
  } catch (error) {
    const eventId = (value as JsonObject | null)?.event_id;
    return { refusal: asRefusal(error), eventId: typeof eventId === 'string' ? eventId : null };
  }
}

function batchItem(index: number, eventId: string | null, outcome: Outcome): BatchItem {
  if ('receipt' in outcome) return { index, event_id: eventId, status: 200, receipt: outcome.receipt };
  const { status, code, message, more } = outcome.refusal;
  return { index, event_id: eventId, status, error: { code, message, param: more.param ?? null, ...more.details } };
}
