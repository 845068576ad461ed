import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService } from '@qafila/runtime/service';
import { IDENTITY_DATABASE } from './database.ts';
import { IdentityModule } from './identity.module.ts';
import type { IdentityOptions } from './identity.module.ts';
import { LastUsed } from './keys/last-used.ts';
import { readKeyRing, readOpener } from './settings.ts';

/** Starts the identity service. `bus` is given by the standalone process; alone, the service connects to Kafka. */
export function startIdentity(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<IdentityOptions>({
    name: 'identity',
    database: IDENTITY_DATABASE,
    prepare: (context) => ({ bus: busFor(context, bus), ring: readKeyRing(context.settings), opener: readOpener(context.settings) }),
    module: (context, options, database) => IdentityModule.of(context, options, database),
    connect: async (app, context) => {
      const [relay, lastUsed] = [app.get(Relay), app.get(LastUsed)];
      relay.start();
      lastUsed.start();
      context.onStop(() => relay.stop());
      context.onStop(() => lastUsed.stop());
    },
  }, environment);
}
