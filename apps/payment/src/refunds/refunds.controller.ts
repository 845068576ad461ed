import { Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { answered, Sent } from '@qafila/idempotency/sent';
import type { Reply, SentRequest } from '@qafila/idempotency/sent';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { OnceEach } from '../reading.ts';
import { changeRefund, createRefund, getRefund, listRefunds } from './refund.ts';

/** Money given back (decision 0013). */
@Controller('public/v1/refund')
export class RefundsController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Post() @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async create(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await createRefund(this.payments, caller, sent));
  }

  @Get() @NeedsScope('payments:read')
  async list(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Refunds of this store', await listRefunds(this.payments, caller, query));
  }

  @Get(':id') @NeedsScope('payments:read')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Refund', await getRefund(this.payments, caller, id));
  }

  @Put(':id') @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async change(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Refund changed', await changeRefund(this.payments, caller, id, sent));
  }
}
