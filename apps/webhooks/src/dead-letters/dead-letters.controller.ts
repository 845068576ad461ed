import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { RedrivenWebhooksAnswer, RedriveWebhooksBody, WebhookDeadLetterAnswer } from './dead-letter.schema.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import { redrive } from './redrive.ts';

const TAG = 'Webhook deliveries';

/** Deliveries that are no longer tried automatically. */
@Controller('public/v1/webhook/endpoints/:id/dead-letters')
export class DeadLettersController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Get()
  @Operation({
    id: 'listWebhookDeadLetters',
    tag: TAG,
    summary: 'List dead letters',
    description:
      'Deliveries to this endpoint that no attempt follows by itself: the schedule was used up, or the endpoint was ' +
      'disabled. The newest first. They are kept as long as their events, by default 30 days.',
    scope: 'webhooks:read',
    answers: { 200: { description: 'One page of dead letters.', data: PageOf(WebhookDeadLetterAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() query: ListQuery,
  ): Promise<PaymentSuccess<Page<WebhookDeadLetterAnswer>>> {
    return paymentSuccess(
      'Dead letters of this webhook endpoint',
      await listDeadLetters(this.store, caller, id, query),
    );
  }

  @Post('redrive')
  @Operation({
    id: 'redriveWebhookDeadLetters',
    tag: TAG,
    summary: 'Send dead letters again',
    description:
      'Sends the dead letters that match again, the oldest first, all of them without a body. One request takes at ' +
      'most 10,000; `more` says whether some are left. With `dry_run: true` it only counts them.',
    scope: 'webhooks:write',
    answers: { 200: { description: 'How many will be sent again, or would be.', data: RedrivenWebhooksAnswer } },
    errors: ['endpoint_disabled'],
    bodyExamples: { 'All dead letters': {} },
  })
  async redrive(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: RedriveWebhooksBody,
  ): Promise<PaymentSuccess<RedrivenWebhooksAnswer>> {
    return paymentSuccess(
      body.dry_run === true ? 'Would be sent again' : 'Will be sent again',
      await redrive(this.store, caller, id, body),
    );
  }
}
