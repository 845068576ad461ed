import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import { validationPipe } from '@qafila/envelopes/validation';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { CheckoutPageController } from './checkout/checkout-page.controller.ts';
import { CreateQueue } from './intents/create-queue.ts';
import { IntentsController } from './intents/intents.controller.ts';
import { InquiryLoop } from './operations/inquiry-loop.ts';
import { PAYMENTS } from './payments.ts';
import type { Payments } from './payments.ts';
import { PaymentMetrics } from './payment-metrics.ts';
import { Providers } from './providers/providers.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { CallbackController } from './providers/callback.controller.ts';
import { RefundsController } from './refunds/refunds.controller.ts';
import { RulesController } from './routing/rules.controller.ts';
import type { PaymentSettings } from './settings.ts';
import { StoreController } from './store/store.controller.ts';
import { TransactionsController } from './transactions/transactions.controller.ts';
import { WalletPageController } from './wallet/wallet-page.controller.ts';
import { WalletController } from './wallet/wallet.controller.ts';

export interface PaymentOptions { settings: PaymentSettings; bus: () => Bus; providers: readonly PaymentProvider[]; clock: () => number }

/** The one module of the service: controllers hold no rules, rules hold no state. */
@Module({})
export class PaymentModule {
  static of(context: ServiceContext, { settings, bus: makeBus, providers, clock }: PaymentOptions, { pool }: Database): DynamicModule {
    const { log, mode } = context;
    const bus = makeBus();
    const relay = new Relay({ pool, bus, log });
    const shared = { pool, clock, keys: settings.keys, providers: new Providers(providers) };
    const payments: Payments = {
      ...shared, mode, creates: new CreateQueue(shared), publicUrl: settings.publicUrl, walletCurrency: settings.walletCurrency, log,
      metrics: new PaymentMetrics(context.metrics, pool),
      onCommit: () => relay.wake(),
    };
    return {
      module: PaymentModule,
      controllers: [
        IntentsController, RefundsController, WalletController, RulesController, TransactionsController, StoreController, CallbackController, CheckoutPageController,
        WalletPageController,
      ],
      providers: [
        { provide: PAYMENTS, useValue: payments },
        { provide: Relay, useValue: relay },
        { provide: InquiryLoop, useValue: new InquiryLoop(payments) },
        { provide: APP_GUARD, useFactory: (reflector: Reflector) => new PrincipalGuard(settings.opener, reflector), inject: [Reflector] },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: APP_FILTER, useValue: new DialectFilter('payment', (error) => log.error({ error: (error as Error).stack }, 'http.unforeseen')) },
      ],
    };
  }
}
