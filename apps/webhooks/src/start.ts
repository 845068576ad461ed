import { BatchTransport } from '@qafila/messaging/batch-transport';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import { withOpenApi } from '@qafila/openapi/with-openapi';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { WEBHOOKS_DATABASE } from './database.ts';
import { Listener } from './delivery/listener.ts';
import { WorkLoop } from './delivery/work-loop.ts';
import { ReplayLoop } from './replays/replay-loop.ts';
import { RetentionLoop } from './retention/retention-loop.ts';
import { readSettings } from './settings.ts';
import { BUS, WebhooksModule } from './webhooks.module.ts';
import type { WebhooksOptions } from './webhooks.module.ts';

/** Batches of all partitions that one fetch brought go into one statement. */
const PARTITIONS_AT_ONCE = 64;

/** Starts the webhooks service. `bus` is given by the standalone process; alone, the service connects to Kafka. */
export function startWebhooks(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<WebhooksOptions>({
    name: 'webhooks',
    database: WEBHOOKS_DATABASE,
    prepare: (context) => readOptions(context, bus),
    module: (context, options, database) => withOpenApi(WebhooksModule.of(context, options, database), 'webhooks'),
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
      app.connectMicroservice({ strategy: new BatchTransport(app.get<Bus>(BUS), 'webhooks', { oneGroup: true, partitionsAtOnce: PARTITIONS_AT_ONCE }) }, { inheritAppConfig: false });
      await app.startAllMicroservices();
    },
  }, environment);
}

function readOptions(context: ServiceContext, given: Bus | undefined): WebhooksOptions {
  const bus = busFor(context, given);
  const settings = readSettings(context);
  return { bus, settings: settings() };
}
