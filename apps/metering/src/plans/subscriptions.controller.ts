import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { createSubscription } from './create-subscription.ts';
import { getSubscription, listSubscriptions } from './find-subscriptions.ts';
import { CreateSubscriptionBody, ListSubscriptionsQuery, UpdateSubscriptionBody } from './plan.schema.ts';
import type { SubscriptionView } from './subscription.entity.ts';
import { updateSubscription } from './update-subscription.ts';

/** The customers of one plan. Payment dialect. */
@Controller('public/v1/plan/:id/subscription')
export class SubscriptionsController {
  constructor(private readonly source: DataSource, private readonly relay: Relay) {}

  @Post() @HttpCode(201) @NeedsScope('meters:write')
  async create(@Caller() caller: Principal, @Param('id') planId: string, @Body() body: CreateSubscriptionBody): Promise<PaymentSuccess<SubscriptionView>> {
    const subscription = await createSubscription(this.source, caller, planId, body);
    this.relay.wake();
    return paymentSuccess('Subscription created', subscription);
  }

  @Get() @NeedsScope('meters:read')
  async list(@Caller() caller: Principal, @Param('id') planId: string, @Query() query: ListSubscriptionsQuery): Promise<PaymentSuccess<Page<SubscriptionView>>> {
    return paymentSuccess('Subscriptions of this plan', await listSubscriptions(this.source, caller, planId, query));
  }

  @Get(':sid') @NeedsScope('meters:read')
  async get(@Caller() caller: Principal, @Param('id') planId: string, @Param('sid') id: string): Promise<PaymentSuccess<SubscriptionView>> {
    return paymentSuccess('Subscription', await getSubscription(this.source, caller, { planId, id }));
  }

  @Patch(':sid') @NeedsScope('meters:write')
  async update(@Caller() caller: Principal, @Param() path: { id: string; sid: string }, @Body() body: UpdateSubscriptionBody): Promise<PaymentSuccess<SubscriptionView>> {
    const subscription = await updateSubscription(this.source, caller, { planId: path.id, id: path.sid }, body.next_action);
    this.relay.wake();
    return paymentSuccess('Subscription updated', subscription);
  }
}
