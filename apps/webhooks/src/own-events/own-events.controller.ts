import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import { Operation } from '@qafila/schema/operation';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { PublishedEventAnswer, PublishEventBody } from './own-events.schema.ts';
import { publishOwnEvent } from './publish-event.ts';

/** Merchants send their own events through the same deliveries (docs/decisions/0017). */
@Controller('public/v1/webhook/events')
export class OwnEventsController {
  constructor(
    @Inject(ENDPOINT_STORE) private readonly store: EndpointStore,
    private readonly relay: Relay,
  ) {}

  @Post()
  @HttpCode(202)
  @Operation({
    id: 'publishWebhookEvent',
    tag: 'Webhook event types',
    summary: 'Publish an event of your own',
    description:
      'Sends `data` to every endpoint of the store that subscribes to the type: signed, numbered, retried and logged ' +
      'like every other event. When this is answered, the event is durable.',
    exactNumbers: true,
    scope: 'webhooks:write',
    answers: { 202: { description: 'The event is published.', data: PublishedEventAnswer } },
    errors: ['event_id_reused'],
    bodyExamples: {
      'An order was shipped': {
        event_id: 'order-1001-shipped',
        type: 'custom.order.shipped',
        data: { order: 'A-1001', lines: 2 },
      },
    },
  })
  async publish(
    @Caller() caller: Principal,
    @Body() body: PublishEventBody,
  ): Promise<PaymentSuccess<PublishedEventAnswer>> {
    const published = await publishOwnEvent(this.store, caller, body);
    this.relay.wake();
    return paymentSuccess('Event published', published);
  }
}
