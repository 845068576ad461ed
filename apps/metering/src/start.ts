import { readOpener } from '@qafila/auth/opener-from-settings';
import { BatchTransport } from '@qafila/messaging/batch-transport';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { CLAIM_DAYS } from '@qafila/messaging/expire-claims';
import { Relay } from '@qafila/messaging/relay';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import { METERING_API } from './api.ts';
import { METERING_DATABASE } from './database.ts';
import { BUS, MeteringModule } from './metering.module.ts';
import type { MeteringOptions } from './metering.module.ts';
import { PeriodLoop } from './periods/period-loop.ts';
import { RetentionLoop } from './retention/retention-loop.ts';

const HOUR_MS = 3_600_000;
/** A century: for ever. */
const DAYS_MAX = 36_500;

/** Starts the metering service. The standalone process passes `bus`; without it the service connects to Kafka. */
export function startMetering(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<MeteringOptions>(
    {
      name: 'metering',
      database: METERING_DATABASE,
      prepare: (context) => readOptions(context, bus),
      module: async (context, options, database) =>
        withOpenApi(await MeteringModule.of(context, options, database), METERING_API),
      connect: async (app, context) => {
        const relay = app.get(Relay);
        app.connectMicroservice(
          { strategy: new BatchTransport(app.get<Bus>(BUS), 'metering', { metrics: context.metrics }) },
          { inheritAppConfig: false },
        );
        await app.startAllMicroservices();
        relay.start();
        context.onStop(() => relay.stop());
        const periods = app.get(PeriodLoop);
        periods.start();
        context.onStop(() => periods.stop());
        const retention = app.get(RetentionLoop);
        retention.start();
        context.onStop(() => retention.stop());
      },
    },
    environment,
  );
}

function readOptions(context: ServiceContext, bus: Bus | undefined): MeteringOptions {
  const { settings } = context;
  return {
    opener: readOpener(settings, 'metering'),
    graceMs: settings.integer('PERIOD_GRACE_HOURS', 72, { max: 24 * 366 }) * HOUR_MS,
    retention: {
      claims: settings.integer('INBOX_RETENTION_DAYS', CLAIM_DAYS.default, { min: CLAIM_DAYS.min, max: DAYS_MAX }),
      bulks: settings.integer('BULK_RETENTION_DAYS', 30, { min: 1, max: DAYS_MAX }),
      quarters: settings.integer('USAGE_QUARTERS_RETENTION_DAYS', 400, { min: 32, max: DAYS_MAX }),
    },
    bus: busFor(context, bus),
  };
}
