import { Controller, Get, Inject, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope } from '@qafila/auth/guard';
import type { Principal } from '@qafila/auth/principal';
import { paymentSuccess } from '@qafila/envelopes/payment';
import type { PaymentSuccess } from '@qafila/envelopes/payment';
import { Sent } from '@qafila/idempotency/sent';
import type { SentRequest } from '@qafila/idempotency/sent';
import { enabledMethods } from '../checkout/offered-methods.ts';
import { PAYMENTS } from '../payments.ts';
import type { Payments } from '../payments.ts';
import { changeStoreProfile, storeProfile } from './store-profile.ts';
import type { StoreProfile } from './store-profile.ts';

/** How the store shows itself on its customers' pages, and which methods it takes. */
@Controller('public/v1/payment/store')
export class StoreController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  @Get() @NeedsScope('payments:read')
  async get(@Caller() caller: Principal): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Store profile', this.#view(await storeProfile(this.payments.pool, caller)));
  }

  @Put() @NeedsScope('payments:write') @RouteConfig({ exactNumbers: true })
  async change(@Caller() caller: Principal, @Sent() sent: SentRequest): Promise<PaymentSuccess<unknown>> {
    return paymentSuccess('Store profile changed', this.#view(await changeStoreProfile(this.payments.pool, caller, sent.body)));
  }

  #view({ name, color, methods }: StoreProfile): Record<string, unknown> {
    const { gateways } = this.payments.providers;
    return { name, color, payment_methods: methods, offered: enabledMethods(methods, gateways), gateways: gateways.map((gateway) => ({ gateway_type: gateway.type, methods: gateway.methods })) };
  }
}
