// The baseline of figure 7: the checkout route with its guard, parsing and answer, but without storage.
import 'reflect-metadata';
import { Controller, HttpCode, Module, Post, Res } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope, PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { applyAnswer, ParsedRequest } from '@qafila/idempotency/idempotent-request';
import { runMain } from '@qafila/runtime/main';
import { runService } from '@qafila/runtime/service';
import { readRequest } from '@qafila/schema/read-object';
import { readMasterKeys } from '@qafila/vault/master-key';
import { CreateCheckoutBody } from '../../apps/payment/dist/checkout/checkout.schema.js';
import { createCheckout } from '../../apps/payment/dist/checkout/create-checkout.js';
import { intentRow } from '../../apps/payment/dist/intents/new-intent.js';
import { Keys } from '../../apps/payment/dist/keys.js';
import { Providers } from '../../apps/payment/dist/providers/providers.js';

/** Stores nothing and offers every method without a query. */
const MEMORY = {
  submit: async ({ owner, read }) =>
    intentRow(payments, owner, read({ enabled: ['card'], providers: await payments.providers.ofStore(owner) })),
};

let payments;
class CheckoutController {
  async checkout(caller, sent, reply) {
    const body = readRequest(CreateCheckoutBody, sent.body, 'body');
    return applyAnswer(reply, await createCheckout({ deps: payments, createQueue: MEMORY }, caller, { ...sent, body }));
  }
}
const method = Object.getOwnPropertyDescriptor(CheckoutController.prototype, 'checkout');
for (const decorate of [Post(), HttpCode(200), NeedsScope('payments:write'), RouteConfig({ exactNumbers: true })])
  decorate(CheckoutController.prototype, 'checkout', method);
Caller()(CheckoutController.prototype, 'checkout', 0);
ParsedRequest()(CheckoutController.prototype, 'checkout', 1);
Res({ passthrough: true })(CheckoutController.prototype, 'checkout', 2);
Controller('public/v1/payment/checkout')(CheckoutController);

class BaselineModule {}

runMain((environment) =>
  runService(
    {
      name: 'baseline',
      prepare: ({ settings }) => {
        const masterKeys = readMasterKeys(settings);
        payments = {
          clock: Date.now,
          keys: new Keys(masterKeys()),
          publicUrl: 'http://pay.example',
          providers: new Providers([{ type: 'card-a', methods: ['card'], origins: [] }]),
        };
        return new Opener(settings.text('PRINCIPAL_PUBLIC_KEY'), 'payment');
      },
      module: (_context, opener) => ({
        module: (Module({})(BaselineModule), BaselineModule),
        controllers: [CheckoutController],
        providers: [
          { provide: APP_GUARD, useFactory: (reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] },
        ],
      }),
    },
    environment,
  ),
);
