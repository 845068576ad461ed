import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { RequestPipe } from '@qafila/schema/request.pipe';
import { CallbackRetention } from './callbacks/callback-retention.ts';
import { CreateQueue } from './checkout/create-queue.ts';
import { CONTROLLERS } from './api.ts';
import { PAYMENT_DEPENDENCIES } from './dependencies.ts';
import type { PaymentDependencies } from './dependencies.ts';
import { DisputeLoop } from './disputes/dispute-loop.ts';
import { ConnectionCache } from './providers/connections/connection-cache.ts';
import { InquiryLoop } from './operations/inquiry-loop.ts';
import { openKeys } from './master-key/root-key.ts';
import { PaymentMetrics } from './payment-metrics.ts';
import type { GatewayKind } from './providers/gateway-kind.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { Providers } from './providers/providers.ts';
import { ReportLoop } from './reports/report-loop.ts';
import { FeedLoop } from './settlement/feed-loop.ts';
import { GatewayStandings } from './standings/gateway-standings.ts';
import { StandingsLoop } from './routing/standings-loop.ts';
import type { PaymentSettings } from './settings.ts';

export interface PaymentOptions {
  settings: PaymentSettings;
  bus: () => Promise<Bus>;
  providers: readonly PaymentProvider[];
  gatewayKinds: readonly GatewayKind[];
  /** The address that gateways call. */
  platformUrl: string;
  clock: () => number;
}

/** The one module of the service: controllers contain no rules, and rules contain no state. */
@Module({})
export class PaymentModule {
  static async of(
    context: ServiceContext,
    { settings, bus: makeBus, providers, gatewayKinds, platformUrl, clock }: PaymentOptions,
    { pool }: Database,
  ): Promise<DynamicModule> {
    const { log, mode } = context;
    const bus = await makeBus();
    const relay = new Relay({ pool, bus, log, metrics: context.metrics, health: context.health });
    const keys = await openKeys(pool, settings.masterKeys);
    const connections = new ConnectionCache({ pool, keys, kinds: gatewayKinds, platformUrl, log });
    const deps: PaymentDependencies = {
      pool,
      clock,
      mode,
      keys,
      providers: new Providers(providers, connections),
      connections,
      gatewayKinds,
      standings: new GatewayStandings({ pool, log, clock }),
      platformUrl,
      publicUrl: settings.publicUrl,
      walletCurrency: settings.walletCurrency,
      secondKeyAbove: settings.secondKeyAbove,
      log,
      metrics: new PaymentMetrics(context.metrics, pool),
      onCommit: () => relay.wake(),
    };
    return {
      module: PaymentModule,
      controllers: CONTROLLERS,
      providers: [
        { provide: PAYMENT_DEPENDENCIES, useValue: deps },
        { provide: CreateQueue, useValue: new CreateQueue(deps) },
        { provide: Relay, useValue: relay },
        { provide: InquiryLoop, useValue: new InquiryLoop(deps) },
        { provide: DisputeLoop, useValue: new DisputeLoop(deps) },
        { provide: ReportLoop, useValue: new ReportLoop(deps) },
        { provide: FeedLoop, useValue: new FeedLoop(deps) },
        { provide: StandingsLoop, useValue: new StandingsLoop(deps) },
        { provide: CallbackRetention, useValue: new CallbackRetention(deps) },
        {
          provide: APP_GUARD,
          useFactory: (reflector: Reflector) => new PrincipalGuard(settings.opener, reflector),
          inject: [Reflector],
        },
        { provide: APP_PIPE, useClass: RequestPipe },
        {
          provide: APP_FILTER,
          useValue: new DialectFilter('payment', (error) =>
            log.error({ error: (error as Error).stack }, 'http.unforeseen'),
          ),
        },
      ],
    };
  }
}
