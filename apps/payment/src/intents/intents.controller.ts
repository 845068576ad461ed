import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import type { Page } from '@qafila/envelopes/page';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { answered, Sent } from '@qafila/idempotency/sent';
import type { Reply, SentRequest } from '@qafila/idempotency/sent';
import { createCheckout, createIntent, createLink } from '../checkout/create-checkout.ts';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { OnceEach } from '../reading.ts';
import { confirmIntent } from './confirm-intent.ts';
import { findIntent, listIntents } from './find-intents.ts';
import { intentView } from './intent-view.ts';
import { cancelIntent, captureIntent, voidIntent } from './operate-intent.ts';
import { updateIntent } from './update-intent.ts';

/** §4.11, and the calls that published clients make beside it (decision 0013). */
@Controller('public/v1/payment')
export class IntentsController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Post('checkout') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async checkout(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await createCheckout(this.payments, caller, sent));
  }

  @Post('intent') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async create(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await createIntent(this.payments, caller, sent));
  }

  @Post('link') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async link(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await createLink(this.payments, caller, sent));
  }

  @Put('intent/:id') @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async update(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return answered(reply, await updateIntent(this.payments, caller, { id, sent }));
  }

  @Post('intent/confirm') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async confirm(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await confirmIntent(this.payments, caller, { clientSecret: query.pi_client_secret, sent })));
  }

  @Get('intent') @NeedsScope('payments:read')
  async list(@Caller() caller: Principal, @Query(OnceEach) query: Record<string, string>): Promise<PaymentSuccess<Page<Record<string, unknown>>>> {
    return paymentSuccess('Payment intents of this store', await listIntents(this.payments, caller, query));
  }

  @Get('intent/details/:id') @NeedsScope('payments:read')
  async details(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<Record<string, unknown>>> {
    return paymentSuccess('Payment intent', intentView(await findIntent(this.payments.pool, caller, id), this.payments));
  }

  @Get('intent/:id') @NeedsScope('payments:read')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<PaymentSuccess<Record<string, unknown>>> {
    return this.details(caller, id);
  }

  @Delete('intent/:id') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async cancel(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await cancelIntent(this.payments, caller, { id, sent })));
  }

  @Post('intent/capture') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async capture(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await captureIntent(this.payments, caller, { sent })));
  }

  @Post('intent/void') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async void(@Caller() caller: Principal, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await voidIntent(this.payments, caller, { sent })));
  }

  @Post('intent/:id/capture') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async captureById(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await captureIntent(this.payments, caller, { id, sent })));
  }

  @Post('intent/:id/void') @HttpCode(200) @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async voidById(@Caller() caller: Principal, @Param('id') id: string, @Sent() sent: SentRequest, @Res({ passthrough: true }) reply: Reply): Promise<unknown> {
    return this.#told(answered(reply, await voidIntent(this.payments, caller, { id, sent })));
  }

  #told(body: unknown): unknown {
    this.payments.onCommit();
    return body;
  }
}
