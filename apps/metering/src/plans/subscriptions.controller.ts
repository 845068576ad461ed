import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { Operation } from '@qafila/schema/operation';
import { ListQuery, PageOf } from '@qafila/schema/page-fields';
import { ChargeAnswer } from './charge.schema.ts';
import { createSubscription } from './create-subscription.ts';
import { findCharges } from './find-charges.ts';
import { getSubscription, listSubscriptions } from './find-subscriptions.ts';
import {
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
  SubscriptionAnswer,
  UpdateSubscriptionBody,
} from './subscription.schema.ts';
import { updateSubscription } from './update-subscription.ts';

const tag = 'Subscriptions';

/** The customers of one plan. Payment dialect. */
@Controller('public/v1/plan/:id/subscription')
export class SubscriptionsController {
  constructor(
    private readonly source: DataSource,
    private readonly relay: Relay,
  ) {}

  @Post()
  @Operation({
    id: 'createSubscription',
    tag,
    summary: 'Subscribe a customer to a plan',
    description: 'From now on the plan charges the customer. A plan that is inactive takes no new subscriptions.',
    scope: 'meters:write',
    answers: { 201: { description: 'The new subscription.', data: SubscriptionAnswer } },
    errors: ['plan_inactive', 'subscription_exists'],
  })
  async create(
    @Caller() caller: Principal,
    @Param('id') planId: string,
    @Body() body: CreateSubscriptionBody,
  ): Promise<PaymentSuccess<SubscriptionAnswer>> {
    const subscription = await createSubscription(this.source, caller, planId, body);
    this.relay.wake();
    return paymentSuccess('Subscription created', subscription);
  }

  @Get()
  @Operation({
    id: 'listSubscriptions',
    tag,
    summary: 'List the subscriptions of a plan',
    description: 'The newest first.',
    scope: 'meters:read',
    answers: { 200: { description: 'One page of subscriptions.', data: PageOf(SubscriptionAnswer) } },
  })
  async list(
    @Caller() caller: Principal,
    @Param('id') planId: string,
    @Query() query: ListSubscriptionsQuery,
  ): Promise<PaymentSuccess<Page<SubscriptionAnswer>>> {
    return paymentSuccess('Subscriptions of this plan', await listSubscriptions(this.source, caller, planId, query));
  }

  @Get(':sid')
  @Operation({
    id: 'getSubscription',
    tag,
    summary: 'Read a subscription',
    description: 'One subscription with its present status.',
    scope: 'meters:read',
    answers: { 200: { description: 'The subscription.', data: SubscriptionAnswer } },
  })
  async get(
    @Caller() caller: Principal,
    @Param('id') planId: string,
    @Param('sid') id: string,
  ): Promise<PaymentSuccess<SubscriptionAnswer>> {
    return paymentSuccess('Subscription', await getSubscription(this.source, caller, { planId, id }));
  }

  @Patch(':sid')
  @Operation({
    id: 'updateSubscription',
    tag,
    summary: 'Pause, resume or cancel a subscription',
    description:
      'Takes one action. An action whose status is already reached changes nothing, so a retry succeeds. A canceled ' +
      'subscription takes no other action.',
    scope: 'meters:write',
    answers: { 200: { description: 'The changed subscription.', data: SubscriptionAnswer } },
    errors: ['illegal_transition'],
  })
  async update(
    @Caller() caller: Principal,
    @Param() path: { id: string; sid: string },
    @Body() body: UpdateSubscriptionBody,
  ): Promise<PaymentSuccess<SubscriptionAnswer>> {
    const subscription = await updateSubscription(
      this.source,
      caller,
      { planId: path.id, id: path.sid },
      body.next_action,
    );
    this.relay.wake();
    return paymentSuccess('Subscription updated', subscription);
  }

  @Get(':sid/charges')
  @Operation({
    id: 'listCharges',
    tag,
    summary: 'List the charges of a subscription',
    description:
      'What the subscription costs for each closed period, the latest first: exact, not rounded, and with an ' +
      'explanation. A fixed fee is due for every calendar month (UTC) in which the subscription was active at some ' +
      'moment, with or without usage, and always whole. A plan that is not recurring charges for its first month ' +
      'only. The units are those of the closed period of the meter; late usage is not in them. Nothing is collected ' +
      'yet: charging a customer comes with a later version.',
    scope: 'meters:read',
    answers: { 200: { description: 'One page of charges.', data: PageOf(ChargeAnswer) } },
  })
  async charges(
    @Caller() caller: Principal,
    @Param() path: { id: string; sid: string },
    @Query() query: ListQuery,
  ): Promise<PaymentSuccess<Page<ChargeAnswer>>> {
    const charges = await findCharges(this.source, caller, { planId: path.id, id: path.sid }, query);
    return paymentSuccess('Charges of this subscription', charges);
  }
}
