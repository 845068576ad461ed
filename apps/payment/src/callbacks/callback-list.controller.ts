import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { KeptCallbackAnswer, ListCallbacksQuery } from './callback.schema.ts';
import { listCallbacks } from './list-callbacks.ts';

/** What a store's gateways said that nothing here matched. */
@Controller('public/v1/payment/gateway/:type/callbacks')
export class CallbackListController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listGatewayCallbacks',
    tag: 'Gateways',
    summary: 'List calls of a gateway that nothing matched',
    description:
      'The authentic calls of your gateway that no payment of this store matched, newest first: disputes, payouts, ' +
      'refunds made in the dashboard of the gateway, and events that Qafila does not know. They are kept for 90 days.',
    scope: 'payments:read',
    answers: { 200: { description: 'One page of calls.', data: PageOf(KeptCallbackAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Param('type') type: string,
    @Query() query: ListCallbacksQuery,
  ): Promise<unknown> {
    return paymentSuccess('Kept calls of the gateway', await listCallbacks(this.deps, caller, { type, query }));
  }
}
