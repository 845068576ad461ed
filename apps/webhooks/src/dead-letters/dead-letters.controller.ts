import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { ListQuery } from '../endpoints/endpoint.schema.ts';
import { RedriveBody } from './dead-letter.schema.ts';
import { listDeadLetters } from './list-dead-letters.ts';
import type { DeadLetterView } from './list-dead-letters.ts';
import { redrive } from './redrive.ts';
import type { Redriven } from './redrive.ts';

/** Deliveries that are not tried any more of themselves. */
@Controller('public/v1/webhook/endpoints/:id/dead-letters')
export class DeadLettersController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Get() @NeedsScope('webhooks:read')
  async list(@Caller() caller: Principal, @Param('id') id: string, @Query() query: ListQuery): Promise<PaymentSuccess<Page<DeadLetterView>>> {
    return paymentSuccess('Dead letters of this webhook endpoint', await listDeadLetters(this.store, caller, id, query));
  }

  @Post('redrive') @HttpCode(200) @NeedsScope('webhooks:write')
  async redrive(@Caller() caller: Principal, @Param('id') id: string, @Body() body: RedriveBody): Promise<PaymentSuccess<Redriven>> {
    return paymentSuccess(body.dry_run === true ? 'Would be sent again' : 'Will be sent again', await redrive(this.store, caller, id, body));
  }
}
