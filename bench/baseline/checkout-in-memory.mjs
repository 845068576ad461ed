// The checkout route with its guard, its reading of the body and its answer, keeping nothing: what figure 7 is measured against.
import 'reflect-metadata';
import { Controller, HttpCode, Module, Post, Res } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope, PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { answered, Sent } from '@qafila/idempotency/sent';
import { runMain } from '@qafila/runtime/main';
import { runService } from '@qafila/runtime/service';
import { readMasterKey } from '@qafila/vault/master-key';
import { createCheckout } from '../../apps/payment/dist/checkout/create-checkout.js';
import { intentRow } from '../../apps/payment/dist/intents/new-intent.js';
import { Keys } from '../../apps/payment/dist/keys.js';
import { Providers } from '../../apps/payment/dist/providers/providers.js';

/** Keeps nothing and asks nobody: every method is offered. */
const MEMORY = { submit: async ({ owner, read }) => intentRow(payments, owner, read(['card'])) };

let payments;
class CheckoutController {
  async checkout(caller, sent, reply) {
    return answered(reply, await createCheckout(payments, caller, sent));
  }
}
const method = Object.getOwnPropertyDescriptor(CheckoutController.prototype, 'checkout');
for (const decorate of [Post(), HttpCode(200), NeedsScope('payments:write'), RouteConfig({ exactNumbers: true })]) decorate(CheckoutController.prototype, 'checkout', method);
Caller()(CheckoutController.prototype, 'checkout', 0);
Sent()(CheckoutController.prototype, 'checkout', 1);
Res({ passthrough: true })(CheckoutController.prototype, 'checkout', 2);
Controller('public/v1/payment/checkout')(CheckoutController);

class BaselineModule {}

runMain((environment) => runService({
  name: 'baseline',
  prepare: ({ settings }) => {
    const masterKey = readMasterKey(settings);
    payments = { creates: MEMORY, clock: Date.now, keys: new Keys(masterKey()), publicUrl: 'http://pay.example', providers: new Providers([{ type: 'card-a', methods: ['card'], origins: [] }]) };
    return new Opener(settings.text('PRINCIPAL_PUBLIC_KEY'), 'payment');
  },
  module: (_context, opener) => ({
    module: (Module({})(BaselineModule), BaselineModule), controllers: [CheckoutController],
    providers: [{ provide: APP_GUARD, useFactory: (reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] }],
  }),
}, environment));
