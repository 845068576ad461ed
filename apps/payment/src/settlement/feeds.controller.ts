import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Operation } from '@qafila/schema/operation';
import { PAYMENT_DEPENDENCIES } from '../dependencies.ts';
import type { PaymentDependencies } from '../dependencies.ts';
import { FeedAnswer, FeedsAnswer, ReadFeedBody } from './feed.schema.ts';
import { listFeeds, requestFeed } from './manage-feeds.ts';

const TAG = 'Settlement';

/** Settlements that are imported by the gateways' APIs (decision 0019). */
@Controller('public/v1/payment/settlement/feed')
export class FeedsController {
  constructor(@Inject(PAYMENT_DEPENDENCIES) private readonly deps: PaymentDependencies) {}

  @Get()
  @Operation({
    id: 'listSettlementFeeds',
    tag: TAG,
    summary: 'List the gateways whose books are read',
    description:
      'The connected gateways whose books Qafila reads by their API, how far, and what went wrong. Each import is in ' +
      'the list of imports.',
    scope: 'payments:read',
    answers: { 200: { description: 'The feeds.', data: FeedsAnswer } },
  })
  async list(@Caller() caller: Principal): Promise<PaymentSuccess<FeedsAnswer>> {
    return paymentSuccess('Settlement feeds', { items: await listFeeds(this.deps, caller) });
  }

  @Post(':gateway')
  @HttpCode(202)
  @Operation({
    id: 'readSettlementFeed',
    tag: TAG,
    summary: "Read a gateway's books now",
    description:
      'Books are read by themselves every few hours; this makes an import due now. It runs in the background and is ' +
      'in the list of imports. A repeat changes nothing.',
    scope: 'payments:write',
    answers: { 202: { description: 'The feed, whose import follows.', data: FeedAnswer } },
    errors: ['not_found'],
  })
  async read(
    @Caller() caller: Principal,
    @Param('gateway') gateway: string,
    @Body() { from }: ReadFeedBody,
  ): Promise<PaymentSuccess<FeedAnswer>> {
    return paymentSuccess('Settlement is read', await requestFeed(this.deps, caller, { gateway, from }));
  }
}
