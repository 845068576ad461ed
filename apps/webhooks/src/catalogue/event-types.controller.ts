import { Controller, Get, Param } from '@nestjs/common';
import { NeedsScope } from '@qafila/auth/guard';
import { webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import { eventTypeView } from './event-type-view.ts';
import type { EventTypeView } from './event-type-view.ts';

/** What an endpoint can subscribe to: each type with the JSON Schema of its body and a sample. */
@Controller('public/v1/webhook/event-types')
export class EventTypesController {
  @Get() @NeedsScope('webhooks:read')
  list(): PaymentSuccess<Page<EventTypeView>> {
    return paymentSuccess('Event types', { items: WEBHOOK_EVENT_TYPES.map(eventTypeView), next_cursor: null });
  }

  @Get(':name') @NeedsScope('webhooks:read')
  get(@Param('name') name: string): PaymentSuccess<EventTypeView> {
    return paymentSuccess('Event type', eventTypeView(known(name)));
  }
}

function known(name: string): EventType {
  const type = webhookEventType(name);
  if (type === undefined) throw new Refusal(404, 'not_found', `There is no event type ${JSON.stringify(name)}; GET /public/v1/webhook/event-types lists them.`);
  return type;
}
