import { readOpener } from '@qafila/auth/opener-from-settings';
import { BatchTransport } from '@qafila/messaging/batch-transport';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { METER_PARTICULARS } from '@qafila/openapi/meter-particulars';
import { withOpenApi } from '@qafila/openapi/with-openapi';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { BUS, MeteringModule } from './metering.module.ts';
import type { MeteringOptions } from './metering.module.ts';
import { Meter } from './meters/meter.entity.ts';
import { Metering1700000000001 } from './migrations/0001-metering.ts';
import { PeriodLoop } from './periods/period-loop.ts';
import { Plan, PlanMeter } from './plans/plan.entity.ts';
import { Subscription } from './plans/subscription.entity.ts';

const HOUR_MS = 3_600_000;

/** Starts the metering service. `bus` is given by the standalone process; alone, the service connects to Kafka. */
export function startMetering(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<MeteringOptions>({
    name: 'metering',
    database: { schema: 'metering', entities: [Meter, Plan, PlanMeter, Subscription], migrations: [Metering1700000000001] },
    prepare: (context) => readOptions(context, bus),
    module: (context, options, database) => withOpenApi(MeteringModule.of(context, options, database), 'metering', METER_PARTICULARS),
    connect: async (app, context) => {
      const relay = app.get(Relay);
      app.connectMicroservice({ strategy: new BatchTransport(app.get<Bus>(BUS), 'metering') }, { inheritAppConfig: false });
      await app.startAllMicroservices();
      relay.start();
      context.onStop(() => relay.stop());
      const periods = app.get(PeriodLoop);
      periods.start();
      context.onStop(() => periods.stop());
    },
  }, environment);
}

function readOptions(context: ServiceContext, bus: Bus | undefined): MeteringOptions {
  const { settings } = context;
  return {
    opener: readOpener(settings, 'metering'),
    graceMs: settings.integer('PERIOD_GRACE_HOURS', 72, { max: 24 * 366 }) * HOUR_MS,
    bus: busFor(context, bus),
  };
}
