import { BatchTransport } from '@qafila/messaging/batch-transport';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import { WEBHOOKS_API } from './api.ts';
import { WEBHOOKS_DATABASE } from './database.ts';
import { Listener } from './delivery/listener.ts';
import { WorkLoop } from './delivery/work-loop.ts';
import { ReplayLoop } from './replays/replay-loop.ts';
import { RetentionLoop } from './retention/retention-loop.ts';
import { readSettings } from './settings.ts';
import { BUS, WebhooksModule } from './webhooks.module.ts';
import type { WebhooksOptions } from './webhooks.module.ts';

/** The batches of all partitions of one fetch go into one statement. */
const PARTITIONS_AT_ONCE = 64;

/** Starts the webhooks service. The standalone process passes its `bus`; otherwise the service connects to Kafka. */
export function startWebhooks(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<WebhooksOptions>(
    {
      name: 'webhooks',
      database: WEBHOOKS_DATABASE,
      prepare: (context) => readOptions(context, bus),
      module: async (context, options, database) =>
        withOpenApi(await WebhooksModule.of(context, options, database), WEBHOOKS_API),
      connect: async (app, context) => {
        const [relay, work, listener] = [app.get(Relay), app.get(WorkLoop), app.get(Listener)];
        relay.start();
        context.onStop(() => relay.stop());
        work.start();
        context.onStop(() => work.stop());
        listener.start();
        context.onStop(() => listener.stop());
        const [replays, retention] = [app.get(ReplayLoop), app.get(RetentionLoop)];
        await retention.start();
        context.onStop(() => retention.stop());
        replays.start();
        context.onStop(() => replays.stop());
        app.connectMicroservice(
          {
            strategy: new BatchTransport(app.get<Bus>(BUS), 'webhooks', {
              oneGroup: true,
              metrics: context.metrics,
              partitionsAtOnce: PARTITIONS_AT_ONCE,
            }),
          },
          { inheritAppConfig: false },
        );
        await app.startAllMicroservices();
      },
    },
    environment,
  );
}

function readOptions(context: ServiceContext, given: Bus | undefined): WebhooksOptions {
  const bus = busFor(context, given);
  const settings = readSettings(context);
  return { bus, settings: settings() };
}
