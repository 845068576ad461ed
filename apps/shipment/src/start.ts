import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { readForms } from '@qafila/pages/read-forms';
import { requireHttps } from '@qafila/pages/transport-security';
import type { BackgroundLoop } from '@qafila/runtime/background-loop';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import { BulkLoop } from './bulk/bulk-loop.ts';
import { TaskLoop } from './courier-tasks/task-loop.ts';
import type { FastifyInstance } from 'fastify';
import { RemittanceLoop } from './cash/remittance-loop.ts';
import { CourierLoop } from './courier-calls/courier-loop.ts';
import type { CourierKind } from './couriers/courier-kind.ts';
import { courierKinds } from './couriers/courier-kinds.ts';
import type { Courier } from './couriers/courier.ts';
import { sandboxCouriers } from './couriers/sandbox/sandbox-couriers.ts';
import { SHIPMENT_API } from './api.ts';
import { SHIPMENT_DATABASE } from './database.ts';
import { LabelPool } from './label/label-pool.ts';
import { TRACKING } from './limits.ts';
import { NoticeExpiry } from './notices/notice-expiry.ts';
import { NoticeLoops } from './notices/notice-loop.ts';
import { readSettings } from './settings.ts';
import type { ShipmentSettings } from './settings.ts';
import { WatchLoop } from './watch/watch-loop.ts';
import { ShipmentModule } from './shipment.module.ts';
import type { ShipmentOptions } from './shipment.module.ts';
import { SHIPMENT_DEPENDENCIES } from './shipments/shipment-dependencies.ts';
import type { ShipmentDependencies } from './shipments/shipment-dependencies.ts';

/** Where the pages of receivers are. */
const PAGES = /^\/track\//i;

export interface ShipmentParts {
  /** The standalone process passes its own bus; without one the service connects to Kafka. */
  bus?: Bus;
  /** Beside the couriers that the settings name. */
  couriers?: readonly Courier[];
  /** Replace the couriers at which the settings let companies connect accounts. */
  courierKinds?: readonly CourierKind[];
  labels?: LabelPool;
  clock?: () => number;
  /** False: the courier loop does not run. */
  worker?: boolean;
}

/** Starts the shipment service. */
export function startShipment(environment: Environment, parts: ShipmentParts = {}): Promise<RunningService> {
  return runService<ShipmentOptions>(
    {
      name: 'shipment',
      database: SHIPMENT_DATABASE,
      prepare: (context) => readOptions(context, parts),
      module: async (context, options, database) =>
        withOpenApi(await ShipmentModule.of(context, options, database), SHIPMENT_API),
      connect: async (app, context) => {
        const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
        readForms(fastify, PAGES, TRACKING.formBytesMax);
        requireHttps(fastify, PAGES, app.get<ShipmentDependencies>(SHIPMENT_DEPENDENCIES).publicUrl);
        const relay = app.get(Relay);
        relay.start();
        context.onStop(() => relay.stop());
        if (parts.worker === false) return;
        for (const each of [CourierLoop, TaskLoop, WatchLoop, BulkLoop, RemittanceLoop, NoticeLoops, NoticeExpiry]) {
          const loop = app.get<BackgroundLoop | NoticeLoops>(each);
          loop.start();
          context.onStop(() => loop.stop());
        }
      },
    },
    environment,
  );
}

/** Stage has the sandbox's couriers when SANDBOX_URL is set. Live has those of the companies' accounts. */
function readCouriers({ log }: ServiceContext, { sandbox }: ShipmentSettings): Courier[] {
  return sandbox === undefined ? [] : sandboxCouriers({ sandboxUrl: sandbox.url, secret: sandbox.secret, log });
}

function readOptions(
  context: ServiceContext,
  { bus: ownBus, couriers = [], courierKinds: ownKinds, labels = new LabelPool(), clock = Date.now }: ShipmentParts,
): ShipmentOptions {
  const bus = busFor(context, ownBus);
  const settings = readSettings(context)();
  context.onStop(() => labels.stop());
  const kinds = ownKinds ?? courierKinds(settings.courierKinds, context.log);
  context.onStop(async () => void (await Promise.all(kinds.map((kind) => kind.close()))));
  const all = [...readCouriers(context, settings), ...couriers];
  return { bus, settings, labels, clock, couriers: all, courierKinds: kinds };
}
