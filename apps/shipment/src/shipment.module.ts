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
import { AwbFileController } from './awb/awb-file.controller.ts';
import { CallbackController } from './couriers/callback.controller.ts';
import { CourierLoop } from './couriers/courier-loop.ts';
import type { Courier } from './couriers/courier.ts';
import { Couriers } from './couriers/couriers.ts';
import type { LabelPool } from './label/label-pool.ts';
import type { ShipmentSettings } from './settings.ts';
import { ShipmentMetrics } from './shipment-metrics.ts';
import { SHIPMENTS } from './shipments.ts';
import type { Shipments } from './shipments.ts';
import { CreateQueue } from './shipments/create-queue.ts';
import { ShipmentsController } from './shipments/shipments.controller.ts';

export interface ShipmentOptions { settings: ShipmentSettings; bus: () => Bus; couriers: readonly Courier[]; labels: LabelPool; clock: () => number }

/** The one module of the service: controllers hold no rules, rules hold no state. */
@Module({})
export class ShipmentModule {
  static of(context: ServiceContext, { settings, bus: makeBus, couriers, labels, clock }: ShipmentOptions, { pool }: Database): DynamicModule {
    const { log, mode } = context;
    const relay = new Relay({ pool, bus: makeBus(), log });
    const shared = { pool, clock, couriers: new Couriers(couriers) };
    const shipments: Shipments = {
      ...shared, creates: new CreateQueue(shared), mode, labels, log, keys: settings.keys, publicUrl: settings.publicUrl, callbackUrl: settings.callbackUrl,
      nationalAddress: settings.nationalAddress, metrics: new ShipmentMetrics(context.metrics, pool, couriers.map((courier) => courier.id)),
      onCommit: () => { relay.wake(); loop.wake(); },
      onOwed: () => loop.wake(),
    };
    const loop = new CourierLoop(shipments);
    return {
      module: ShipmentModule,
      controllers: [ShipmentsController, CallbackController, AwbFileController],
      providers: [
        { provide: SHIPMENTS, useValue: shipments },
        { provide: Relay, useValue: relay },
        { provide: CourierLoop, useValue: loop },
        { provide: APP_GUARD, useFactory: (reflector: Reflector) => new PrincipalGuard(settings.opener, reflector), inject: [Reflector] },
        { provide: APP_PIPE, useFactory: validationPipe },
        { provide: APP_FILTER, useValue: new DialectFilter('shipment', (error) => log.error({ error: (error as Error).stack }, 'http.unforeseen')) },
      ],
    };
  }
}
