import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Relay } from '@qafila/messaging/relay';
import type { Page } from '@qafila/envelopes/page';
import { createPlan } from './create-plan.ts';
import { getPlan, listPlans } from './find-plans.ts';
import type { PlanView } from './plan.entity.ts';
import { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plan.schema.ts';
import { updatePlan } from './update-plan.ts';

/** Plans: which meters are charged for, at what price. Payment dialect. */
@Controller('public/v1/plan')
export class PlansController {
  constructor(private readonly source: DataSource, private readonly relay: Relay) {}

  @Post() @HttpCode(201) @NeedsScope('meters:write') @RouteConfig({ exactNumbers: true })
  async create(@Caller() caller: Principal, @Body() body: CreatePlanBody): Promise<PaymentSuccess<PlanView>> {
    const plan = await createPlan(this.source, caller, body);
    this.relay.wake();
    return paymentSuccess('Plan created', plan);
  }

  @Get() @NeedsScope('meters:read')
  async list(@Caller() caller: Principal, @Query() query: ListPlansQuery): Promise<PaymentSuccess<Page<PlanView>>> {
    return paymentSuccess('Plans of this store', await listPlans(this.source, caller, query));
  }

  @Get(':id') @NeedsScope('meters:read')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<PlanView>> {
    return paymentSuccess('Plan', await getPlan(this.source, caller, id));
  }

  @Patch(':id') @NeedsScope('meters:write')
  async update(@Caller() caller: Principal, @Param('id') id: string, @Body() body: UpdatePlanBody): Promise<PaymentSuccess<PlanView>> {
    const plan = await updatePlan(this.source, caller, id, body);
    this.relay.wake();
    return paymentSuccess('Plan updated', plan);
  }
}
