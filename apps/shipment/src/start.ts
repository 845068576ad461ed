import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { SHIPMENT_PARTICULARS } from '@qafila/openapi/shipment-particulars';
import { withOpenApi } from '@qafila/openapi/with-openapi';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { CourierLoop } from './couriers/courier-loop.ts';
import type { Courier } from './couriers/courier.ts';
import { sandboxCouriers } from './couriers/sandbox/sandbox-couriers.ts';
import { SHIPMENT_DATABASE } from './database.ts';
import { LabelPool } from './label/label-pool.ts';
import { readSettings } from './settings.ts';
import type { ShipmentSettings } from './settings.ts';
import { ShipmentModule } from './shipment.module.ts';
import type { ShipmentOptions } from './shipment.module.ts';

export interface ShipmentParts {
  /** Given by the standalone process; alone, the service connects to Kafka. */
  bus?: Bus;
  /** Couriers instead of those that the settings name. */
  couriers?: readonly Courier[];
  labels?: LabelPool;
  clock?: () => number;
  /** False: no courier is asked unless the caller does it. */
  worker?: boolean;
}

/** Starts the shipment service. */
export function startShipment(environment: Environment, parts: ShipmentParts = {}): Promise<RunningService> {
  return runService<ShipmentOptions>({
    name: 'shipment',
    database: SHIPMENT_DATABASE,
    prepare: (context) => readOptions(context, parts),
    module: (context, options, database) => withOpenApi(ShipmentModule.of(context, options, database), 'shipment', SHIPMENT_PARTICULARS),
    connect: async (app, context) => {
      const [relay, loop] = [app.get(Relay), app.get(CourierLoop)];
      relay.start();
      context.onStop(() => relay.stop());
      if (parts.worker === false) return;
      loop.start();
      context.onStop(() => loop.stop());
    },
  }, environment);
}

/** Stage has the sandbox's couriers when it is told where they are; live has those that are added here. */
function readCouriers({ log }: ServiceContext, { sandbox }: ShipmentSettings): Courier[] {
  return sandbox === undefined ? [] : sandboxCouriers({ sandboxUrl: sandbox.url, secret: sandbox.secret, log });
}

function readOptions(context: ServiceContext, { bus: given, couriers, labels = new LabelPool(), clock = Date.now }: ShipmentParts): ShipmentOptions {
  const bus = busFor(context, given);
  const settings = readSettings(context)();
  context.onStop(() => labels.stop());
  return { bus, settings, labels, clock, couriers: couriers ?? readCouriers(context, settings) };
}
