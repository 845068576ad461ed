import { Controller, Get, Header, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { ENDPOINT_STORE } from '../endpoints/endpoint-store.ts';
import type { EndpointStore } from '../endpoints/endpoint-store.ts';
import { catchUp } from './catch-up.ts';
import { CatchUpQuery, ListDeliveriesQuery } from './delivery.schema.ts';
import { getDelivery } from './find-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import type { DeliveryView } from './list-deliveries.ts';
import { resendDelivery } from './resend-delivery.ts';
import type { Resent } from './resend-delivery.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** What was sent to an endpoint, what became of it, and what it missed (docs/decisions/0011). */
@Controller('public/v1/webhook/endpoints/:id')
export class DeliveriesController {
  constructor(@Inject(ENDPOINT_STORE) private readonly store: EndpointStore) {}

  @Get('deliveries') @NeedsScope('webhooks:read')
  async list(@Caller() caller: Principal, @Param('id') id: string, @Query() query: ListDeliveriesQuery): Promise<PaymentSuccess<Page<DeliveryView>>> {
    return paymentSuccess('Deliveries of this webhook endpoint', await listDeliveries(this.store, caller, id, query));
  }

  @Get('deliveries/:sequence') @NeedsScope('webhooks:read') @Header('content-type', JSON_TYPE)
  get(@Caller() caller: Principal, @Param('id') id: string, @Param('sequence') sequence: string): Promise<string> {
    return getDelivery(this.store, caller, id, sequence);
  }

  @Post('deliveries/:sequence/resend') @HttpCode(202) @NeedsScope('webhooks:write')
  async resend(@Caller() caller: Principal, @Param('id') id: string, @Param('sequence') sequence: string): Promise<PaymentSuccess<Resent>> {
    return paymentSuccess('Will be sent again', await resendDelivery(this.store, caller, id, sequence));
  }

  @Get('events') @NeedsScope('webhooks:read') @Header('content-type', JSON_TYPE)
  events(@Caller() caller: Principal, @Param('id') id: string, @Query() query: CatchUpQuery): Promise<string> {
    return catchUp(this.store, caller, id, query);
  }
}
