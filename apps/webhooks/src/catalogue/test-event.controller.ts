import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { sendTestEvent } from './send-test-event.ts';
import type { TestEvent } from './send-test-event.ts';
import { TestEventBody } from './test-event.schema.ts';

/** A sample on request, to see an endpoint work before it matters. */
@Controller('public/v1/webhook/endpoints/:id/test')
export class TestEventController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Post() @HttpCode(202) @NeedsScope('webhooks:write')
  async test(@Caller() caller: Principal, @Param('id') id: string, @Body() body: TestEventBody): Promise<PaymentSuccess<TestEvent>> {
    return paymentSuccess('A sample is on its way', await sendTestEvent(this.store, caller, id, body));
  }
}
