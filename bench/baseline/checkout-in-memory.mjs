// The checkout route with its guard, its reading of the body and its answer, on a pool that keeps nothing: what figure 7 is measured against.
import 'reflect-metadata';
import { Controller, HttpCode, Module, Post, Res } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { Caller, NeedsScope, PrincipalGuard } from '@qafila/auth/guard';
import { Opener } from '@qafila/auth/seal';
import { runMain } from '@qafila/runtime/main';
import { runService } from '@qafila/runtime/service';
import { readMasterKey } from '@qafila/vault/master-key';
import { createCheckout } from '../../apps/payment/dist/checkout/create-checkout.js';
import { answered, Sent } from '../../apps/payment/dist/idempotency/sent.js';
import { Keys } from '../../apps/payment/dist/keys.js';
import { Providers } from '../../apps/payment/dist/providers/providers.js';

/** Answers the two statements of a checkout: the store has no profile, and the row reads back as it was written. */
const POOL = {
  query: async (statement) => {
    if (statement.name !== 'new-intent') return { rows: [] };
    const [columns] = /\(([^)]+)\)/.exec(statement.text).slice(1);
    const values = statement.values;
    const row = { routing_history: [], refunded_minor: '0', last_refund: null, status: 'requires_payment_method' };
    const bound = columns.split(',').map((column) => column.trim()).filter((column) => column !== 'status');
    // The last but one column has the value of the one before it: created_at and updated_at.
    bound.forEach((column, at) => { row[column] = values[at > bound.indexOf('created_at') ? at - 1 : at]; });
    for (const column of ['customer', 'shipping', 'billing', 'metadata']) row[column] = JSON.parse(row[column]);
    return { rows: [row] };
  },
};

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
    payments = { pool: POOL, clock: Date.now, keys: new Keys(masterKey()), publicUrl: 'http://pay.example', providers: new Providers([{ type: 'card-a', methods: ['card'], origins: [] }]) };
    return new Opener(settings.text('PRINCIPAL_PUBLIC_KEY'), 'payment');
  },
  module: (_context, opener) => ({
    module: (Module({})(BaselineModule), BaselineModule), controllers: [CheckoutController],
    providers: [{ provide: APP_GUARD, useFactory: (reflector) => new PrincipalGuard(opener, reflector), inject: [Reflector] }],
  }),
}, environment));
