import { Controller, Get, Param } from '@nestjs/common';
import { webhookEventType, WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import type { EventType } from '@qafila/contracts/event-type';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Refusal } from '@qafila/envelopes/refusal';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { eventTypeView } from './event-type-view.ts';
import { WebhookEventTypeAnswer } from './event-type.schema.ts';

/** What an endpoint can subscribe to: each type with the JSON Schema of its body and a sample. */
@Controller('public/v1/webhook/event-types')
export class EventTypesController {
  @Get()
  @Operation({
    id: 'listWebhookEventTypes',
    tag: 'Webhook event types',
    summary: 'List the event types',
    description:
      'Every type that an endpoint can subscribe to, in one answer, with the JSON Schema of its body and a sample. ' +
      'Fields may be added to a body; none is removed.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'All event types; `next_cursor` is null.', data: PageOf(WebhookEventTypeAnswer) } },
  })
  list(): PaymentSuccess<Page<WebhookEventTypeAnswer>> {
    return paymentSuccess('Event types', { items: WEBHOOK_EVENT_TYPES.map(eventTypeView), next_cursor: null });
  }

  @Get(':name')
  @Operation({
    id: 'getWebhookEventType',
    tag: 'Webhook event types',
    summary: 'Read an event type',
    description: 'One type with the JSON Schema of its body and a sample.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The event type.', data: WebhookEventTypeAnswer } },
  })
  get(@Param('name') name: string): PaymentSuccess<WebhookEventTypeAnswer> {
    return paymentSuccess('Event type', eventTypeView(typeNamed(name)));
  }
}

function typeNamed(name: string): EventType {
  const type = webhookEventType(name);
  if (type === undefined)
    throw new Refusal(
      404,
      'not_found',
      `There is no event type ${JSON.stringify(name)}; GET /public/v1/webhook/event-types lists them.`,
    );
  return type;
}
