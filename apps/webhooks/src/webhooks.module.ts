import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import type { Pool } from 'pg';
import { PrincipalGuard } from '@qafila/auth/guard';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { ServiceContext } from '@qafila/runtime/service';
import { RequestPipe } from '@qafila/schema/request.pipe';
import { CONTROLLERS } from './api.ts';
import { DeliveryMetrics } from './delivery/delivery-metrics.ts';
import { Dispatcher } from './delivery/dispatcher.ts';
import { Listener } from './delivery/listener.ts';
import { leasePool, PartitionLeases } from './delivery/partition-leases.ts';
import { WorkLoop } from './delivery/work-loop.ts';
import { Egress } from './egress/send.ts';
import { ENDPOINT_STORE } from './endpoints/endpoint-store.ts';
import type { EndpointStore } from './endpoints/endpoint-store.ts';
import { FanoutConsumer, POOL, RETENTION } from './fanout/fanout.consumer.ts';
import { ReplayLoop } from './replays/replay-loop.ts';
import { RetentionLoop } from './retention/retention-loop.ts';
import type { WebhooksSettings } from './settings.ts';
import { StoreSecrets } from './store/store-secrets.ts';

export const BUS = Symbol('bus');

export interface WebhooksOptions {
  settings: WebhooksSettings;
  bus: () => Promise<Bus>;
}

/** The one module of the service: controllers hold no rules, rules hold no state. */
@Module({})
export class WebhooksModule {
  static async of(
    context: ServiceContext,
    { settings, bus: makeBus }: WebhooksOptions,
    { pool, source }: Database,
  ): Promise<DynamicModule> {
    const { log } = context;
    const bus = await makeBus();
    const relay = new Relay({ pool, bus, log, metrics: context.metrics, health: context.health });
    const { dispatcher, work } = delivery(context, settings, { pool, onPublished: () => relay.wake() });
    const { masterKey, egress: rules, concurrencyDefault } = settings;
    return {
      module: WebhooksModule,
      controllers: [...CONTROLLERS, FanoutConsumer],
      providers: [
        { provide: POOL, useValue: pool },
        { provide: RETENTION, useValue: { days: settings.retentionDays } },
        { provide: ENDPOINT_STORE, useValue: { source, masterKey, rules, concurrencyDefault } satisfies EndpointStore },
        { provide: Relay, useValue: relay },
        { provide: Dispatcher, useValue: dispatcher },
        { provide: WorkLoop, useValue: work },
        {
          provide: Listener,
          useValue: new Listener({
            url: settings.databaseUrl,
            log,
            endpointChanged: (endpointNo) => work.endpointChanged(endpointNo),
            workArrived: () => work.workArrived(),
          }),
        },
        { provide: ReplayLoop, useValue: new ReplayLoop({ source, log }) },
        {
          provide: RetentionLoop,
          useValue: new RetentionLoop({
            source,
            log,
            retentionDays: settings.retentionDays,
            onPublished: () => relay.wake(),
          }),
        },
        { provide: BUS, useValue: bus },
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

function delivery(
  context: ServiceContext,
  settings: WebhooksSettings,
  { pool, onPublished }: { pool: Pool; onPublished: () => void },
): { dispatcher: Dispatcher; work: WorkLoop } {
  const { log } = context;
  const storeSecrets = new StoreSecrets(settings.identityUrl, settings.sealer, context.mode);
  const egress = new Egress(settings.egress, {
    connectTimeoutMs: settings.connectTimeoutMs,
    totalTimeoutMs: settings.timeoutMs,
  });
  context.onStop(() => storeSecrets.close());
  context.onStop(() => egress.close());
  const metrics = new DeliveryMetrics(context.metrics);
  const leases = new PartitionLeases({ pool: leasePool(settings.databaseUrl), owner: randomUUID(), log });
  const dispatcher = new Dispatcher({
    pool,
    leases,
    egress,
    log,
    metrics,
    scheduleSeconds: settings.scheduleSeconds,
    disableAfterMs: settings.disableAfterMs,
    onWorkNeeded: () => work.wake(),
    onPublished,
  });
  metrics.watch(dispatcher);
  const source = { pool, masterKey: settings.masterKey, storeSecrets };
  const work = new WorkLoop({ dispatcher, leases, source, metrics, log });
  return { dispatcher, work };
}
