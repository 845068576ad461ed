import { Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Sent } from '@qafila/idempotency/sent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { dryRun } from './dry-run.ts';
import { changeRule, createRule, deleteRule, listRules, orderRules } from './manage-rules.ts';

/** §4.9, and the management of what it lists. */
@Controller('public/v1/payment/routing/rules')
export class RulesController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  /** A bare array (§4.9). */
  @Get('gateway') @NeedsScope('payments:read')
  list(@Caller() caller: Principal): Promise<Record<string, unknown>[]> {
    return listRules(this.payments, caller);
  }

  @Post('gateway') @HttpCode(201) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async create(@Caller() caller: Principal, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Routing rule created', await createRule(this.payments, caller, sent.body));
  }

  @Put('gateway/order') @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  order(@Caller() caller: Principal, @Sent() sent: SentRequest): Promise<Record<string, unknown>[]> {
    return orderRules(this.payments, caller, sent.body);
  }

  /** What the rules sent (or those of the store) would have chosen for past payments. Nothing is changed. */
  @Post('gateway/dry-run') @HttpCode(200) @NeedsScope('payments:read') @RouteConfig({ exactNumbers: true })
  async try(@Caller() caller: Principal, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Dry run of routing rules', await dryRun(this.payments, caller, sent.body));
  }

  @Patch('gateway/:id') @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async change(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Routing rule changed', await changeRule(this.payments, caller, id, sent.body));
  }

  @Delete('gateway/:id') @HttpCode(200) @NeedsScope('payments:write')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<{ rule_id: string }>> {
    await deleteRule(this.payments, caller, id);
    return paymentSuccess('Routing rule deleted', { rule_id: id });
  }
}
