import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { sendTestEvent } from './send-test-event.ts';
import { TestWebhookAnswer, TestWebhookBody } from './test-event.schema.ts';

/** Sends a sample, to see that an endpoint works before real events come. */
@Controller('public/v1/webhook/endpoints/:id/test')
export class TestEventController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Post()
  @Operation({
    id: 'testWebhookEndpoint',
    tag: 'Webhook endpoints',
    summary: 'Send a test event',
    description:
      'Sends the sample of an event type to this endpoint alone, signed and numbered like a real event. Its ' +
      '`webhook-id` begins with `test_`. A paused endpoint gets it when it is resumed.',
    scope: 'webhooks:write',
    answers: { 202: { description: 'The sample is on its way.', data: TestWebhookAnswer } },
    errors: ['endpoint_disabled'],
    bodyExamples: { 'The first subscribed type': {} },
  })
  async test(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: TestWebhookBody,
  ): Promise<PaymentSuccess<TestWebhookAnswer>> {
    return paymentSuccess('A sample is on its way', await sendTestEvent(this.store, caller, id, body));
  }
}
