import { Controller, Get, Header, Inject, Param, Post, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { catchUp } from './catch-up.ts';
import { CatchUpQuery, WebhookEventsAnswer } from './catch-up.schema.ts';
import {
  ListWebhookDeliveriesQuery,
  ResentWebhookAnswer,
  WebhookDeliveryAnswer,
  WebhookDeliveryDetailAnswer,
} from './delivery.schema.ts';
import { getDelivery } from './find-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import { resendDelivery } from './resend-delivery.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const TAG = 'Webhook deliveries';

/** The deliveries of an endpoint, their results, and the events that it missed (docs/decisions/0011). */
@Controller('public/v1/webhook/endpoints/:id')
export class DeliveriesController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Get('deliveries')
  @Operation({
    id: 'listWebhookDeliveries',
    tag: TAG,
    summary: 'List deliveries',
    description:
      'The deliveries of the endpoint, the newest first, each with its last attempt. A page reads at most 20,000 ' +
      'rows of the log: when few of them match the filters, it has fewer items than `limit`, or none, and still a ' +
      '`next_cursor`.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'One page of deliveries.', data: PageOf(WebhookDeliveryAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() query: ListWebhookDeliveriesQuery,
  ): Promise<PaymentSuccess<Page<WebhookDeliveryAnswer>>> {
    return paymentSuccess('Deliveries of this webhook endpoint', await listDeliveries(this.store, caller, id, query));
  }

  @Get('deliveries/:sequence')
  @Operation({
    id: 'getWebhookDelivery',
    tag: TAG,
    summary: 'Read a delivery',
    description: 'One delivery with its body, and every attempt with the start of your answer.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The delivery.', data: WebhookDeliveryDetailAnswer } },
  })
  @Header('content-type', JSON_TYPE)
  get(@Caller() caller: Principal, @Param('id') id: string, @Param('sequence') sequence: string): Promise<string> {
    return getDelivery(this.store, caller, id, sequence);
  }

  @Post('deliveries/:sequence/resend')
  @Operation({
    id: 'resendWebhookDelivery',
    tag: TAG,
    summary: 'Send a delivery again',
    description:
      'One more attempt now, whatever became of the delivery, under the same id and sequence. A delivery that is ' +
      'pending already is sent once. A dead letter becomes pending.',
    scope: 'webhooks:write',
    answers: { 202: { description: 'The delivery waits for its next attempt.', data: ResentWebhookAnswer } },
    errors: ['endpoint_disabled', 'attempts_used_up'],
  })
  async resend(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('sequence') sequence: string,
  ): Promise<PaymentSuccess<ResentWebhookAnswer>> {
    return paymentSuccess('Will be sent again', await resendDelivery(this.store, caller, id, sequence));
  }

  @Get('events')
  @Operation({
    id: 'listWebhookEvents',
    tag: TAG,
    summary: 'List the events after a number',
    description:
      'Every event after `after`, in order, delivered or not, with its body. A server that was away uses it to catch ' +
      'up: follow `next_after` until it is null. When you have all numbers up to `last_sequence`, except those in ' +
      '`expired`, you have missed nothing.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'The events after the number.', data: WebhookEventsAnswer } },
  })
  @Header('content-type', JSON_TYPE)
  events(@Caller() caller: Principal, @Param('id') id: string, @Query() query: CatchUpQuery): Promise<string> {
    return catchUp(this.store, caller, id, query);
  }
}
