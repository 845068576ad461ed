import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Caller } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { Operation } from '@qafila/schema/operation';
import { PageOf } from '@qafila/schema/page-fields';
import { createPlan } from './create-plan.ts';
import { getPlan, listPlans } from './find-plans.ts';
import { CreatePlanBody, ListPlansQuery, PlanAnswer, UpdatePlanBody } from './plan.schema.ts';
import { updatePlan } from './update-plan.ts';

const tag = 'Plans';

/** Plans: the meters that are charged for, and their prices. Payment dialect. */
@Controller('public/v1/plan')
export class PlansController {
  constructor(
    private readonly source: DataSource,
    private readonly relay: Relay,
  ) {}

  @Post()
  @Operation({
    id: 'createPlan',
    tag,
    summary: 'Create a plan',
    description:
      'Defines what customers pay for the usage of up to 20 meters of the store. Prices and meters never change: ' +
      'subscriptions keep their terms, and new prices need a new plan. Amounts are exact decimals and are never ' +
      'rounded.',
    scope: 'meters:write',
    exactNumbers: true,
    answers: { 201: { description: 'The new plan.', data: PlanAnswer } },
    errors: ['plan_exists', 'unknown_meter', 'meter_inactive', 'one_time_only'],
    bodyExamples: {
      'A fee that includes units': {
        name: 'Team',
        recurring: true,
        meters: [
          {
            meter_id: 'tokens',
            price: {
              model: 'fixed_retainer',
              fixed_fee: '100.50',
              included_units: '1000',
              overage_unit_amount: '0.1',
              currency: 'SAR',
            },
          },
        ],
      },
    },
  })
  async create(@Caller() caller: Principal, @Body() body: CreatePlanBody): Promise<PaymentSuccess<PlanAnswer>> {
    const plan = await createPlan(this.source, caller, body);
    this.relay.wake();
    return paymentSuccess('Plan created', plan);
  }

  @Get()
  @Operation({
    id: 'listPlans',
    tag,
    summary: 'List plans',
    description: 'The plans of the store, the newest first.',
    scope: 'meters:read',
    answers: { 200: { description: 'One page of plans.', data: PageOf(PlanAnswer) } },
  })
  async list(@Caller() caller: Principal, @Query() query: ListPlansQuery): Promise<PaymentSuccess<Page<PlanAnswer>>> {
    return paymentSuccess('Plans of this store', await listPlans(this.source, caller, query));
  }

  @Get(':id')
  @Operation({
    id: 'getPlan',
    tag,
    summary: 'Read a plan',
    description: 'One plan with its meters and prices.',
    scope: 'meters:read',
    answers: { 200: { description: 'The plan.', data: PlanAnswer } },
  })
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<PlanAnswer>> {
    return paymentSuccess('Plan', await getPlan(this.source, caller, id));
  }

  @Patch(':id')
  @Operation({
    id: 'updatePlan',
    tag,
    summary: 'Rename a plan, or turn it on or off',
    description:
      'Changes the name, or whether the plan takes new subscriptions. The subscriptions that it has continue either ' +
      'way.',
    scope: 'meters:write',
    answers: { 200: { description: 'The changed plan.', data: PlanAnswer } },
  })
  async update(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() body: UpdatePlanBody,
  ): Promise<PaymentSuccess<PlanAnswer>> {
    const plan = await updatePlan(this.source, caller, id, body);
    this.relay.wake();
    return paymentSuccess('Plan updated', plan);
  }
}
