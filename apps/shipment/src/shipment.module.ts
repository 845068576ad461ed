import { Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, Reflector } from '@nestjs/core';
import { PrincipalGuard } from '@qafila/auth/guard';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Bus } from '@qafila/messaging/bus';
import { Relay } from '@qafila/messaging/relay';
import type { Database } from '@qafila/runtime/database';
import type { Logger } from '@qafila/runtime/log';
import type { ServiceContext } from '@qafila/runtime/service';
import { RequestPipe } from '@qafila/schema/request.pipe';
import { AddressBook } from './addresses/address-book.ts';
import { CONTROLLERS } from './api.ts';
import { RemittanceLoop } from './cash/remittance-loop.ts';
import { TaskLoop } from './courier-tasks/task-loop.ts';
import { BulkLoop } from './bulk/bulk-loop.ts';
import { CourierLoop } from './courier-calls/courier-loop.ts';
import { AccountCouriers } from './couriers/accounts/account-couriers.ts';
import type { CourierKind } from './couriers/courier-kind.ts';
import type { Courier } from './couriers/courier.ts';
import { Couriers } from './couriers/couriers.ts';
import { endWithParcel } from './instructions/end-with-parcel.ts';
import type { LabelPool } from './label/label-pool.ts';
import { Selector } from './selection/selector.ts';
import type { ShipmentSettings } from './settings.ts';
import { ShipmentMetrics } from './shipment-metrics.ts';
import { NOTICE_SENDERS } from './notices/channels.ts';
import { NoticeLoops } from './notices/notice-loop.ts';
import { NoticeExpiry } from './notices/notice-expiry.ts';
import { notifyReceiver } from './notices/notify-receiver.ts';
import { CreateQueue } from './shipments/create-queue.ts';
import { TASK_HANDLERS } from './task-handlers.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';
import { recordJourney } from './watch/record-journey.ts';
import { WatchLoop } from './watch/watch-loop.ts';

export interface ShipmentOptions {
  settings: ShipmentSettings;
  bus: () => Promise<Bus>;
  /** Of the deployment. */
  couriers: readonly Courier[];
  /** At which companies connect accounts. */
  courierKinds: readonly CourierKind[];
  labels: LabelPool;
  clock: () => number;
}

/** The one module of the service: it builds the dependencies and wires them into the controllers. */
@Module({})
export class ShipmentModule {
  static async of(
    context: ServiceContext,
    { settings, bus: makeBus, couriers, courierKinds, labels, clock }: ShipmentOptions,
    { pool }: Database,
  ): Promise<DynamicModule> {
    const { log, mode } = context;
    const relay = new Relay({ pool, bus: await makeBus(), log, metrics: context.metrics, health: context.health });
    const accounts = new AccountCouriers({
      pool,
      keys: settings.keys,
      kinds: courierKinds,
      mode,
      callbackUrl: settings.callbackUrl,
      log,
    });
    const shared = { pool, clock, couriers: new Couriers(couriers, accounts) };
    const dependencies: ShipmentDependencies = {
      ...shared,
      accounts,
      createQueue: new CreateQueue(shared),
      selector: new Selector({ ...shared, mode }),
      mode,
      labels,
      log,
      keys: settings.keys,
      publicUrl: settings.publicUrl,
      callbackUrl: settings.callbackUrl,
      nationalAddress: settings.nationalAddress,
      addresses: new AddressBook({ pool, directory: settings.addressDirectory, clock, log }),
      metrics: new ShipmentMetrics(context.metrics, pool, shared.couriers.ids),
      onCommit: () => {
        for (const loops of [relay, loop, tasks, notices]) loops.wake();
      },
      onCallDue: () => loop.wake(),
      onEntered: (...entered) => followState(dependencies, ...entered),
      notifyReceiver: (...news) => notifyReceiver(dependencies, settings.noticeSenders, ...news),
      onBulk: () => bulk.wake(),
    };
    const loop = new CourierLoop(dependencies);
    const bulk = new BulkLoop(dependencies);
    const notices = new NoticeLoops(dependencies, settings.noticeSenders);
    const tasks = new TaskLoop(dependencies, TASK_HANDLERS);
    return {
      module: ShipmentModule,
      controllers: CONTROLLERS,
      providers: [
        { provide: SHIPMENT_DEPENDENCIES, useValue: dependencies },
        { provide: Relay, useValue: relay },
        { provide: CourierLoop, useValue: loop },
        { provide: BulkLoop, useValue: bulk },
        { provide: TaskLoop, useValue: tasks },
        { provide: NOTICE_SENDERS, useValue: settings.noticeSenders },
        { provide: NoticeLoops, useValue: notices },
        { provide: NoticeExpiry, useValue: new NoticeExpiry(dependencies) },
        ...[WatchLoop, RemittanceLoop].map((type) => ({ provide: type, useValue: new type(dependencies) })),
        ...requestProviders(settings, log),
      ],
    };
  }
}

/** What a new state brings beside its event, in its transaction. */
async function followState(
  dependencies: ShipmentDependencies,
  ...[tx, row, entered]: Parameters<ShipmentDependencies['onEntered']>
): Promise<void> {
  await endWithParcel(dependencies, tx, row, entered.status);
  await recordJourney(dependencies, tx, row);
}

/** Who may call, what a request may be, and how refusals look. */
function requestProviders({ opener }: ShipmentSettings, log: Logger): Provider[] {
  return [
    {
      provide: APP_GUARD,
      useFactory: (reflector: Reflector) => new PrincipalGuard(opener, reflector),
      inject: [Reflector],
    },
    { provide: APP_PIPE, useClass: RequestPipe },
    {
      provide: APP_FILTER,
      useValue: new DialectFilter('shipment', (error) =>
        log.error({ error: (error as Error).stack }, 'http.unforeseen'),
      ),
    },
  ];
}
