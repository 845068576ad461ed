import type { FastifyInstance } from 'fastify';
import { readOpener } from '@qafila/auth/opener-from-settings';
import type { Bus } from '@qafila/messaging/bus';
import { busFor } from '@qafila/messaging/bus-from-settings';
import { Relay } from '@qafila/messaging/relay';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService, ServiceContext } from '@qafila/runtime/service';
import { withOpenApi } from '@qafila/schema/with-openapi';
import { IDENTITY_API } from './api.ts';
import { IDENTITY_DATABASE } from './database.ts';
import { IdentityModule } from './identity.module.ts';
import type { IdentityOptions } from './identity.module.ts';
import { LastUsed } from './key-resolution/last-used.ts';
import { readKeyRing, readTokenSeconds } from './settings.ts';
import { readForms } from './tokens/read-forms.ts';
import { TokenKeys } from './tokens/token-keys.ts';

/** Starts the identity service. The standalone process passes `bus`; without it the service connects to Kafka. */
export function startIdentity(environment: Environment, bus?: Bus): Promise<RunningService> {
  return runService<IdentityOptions>(
    {
      name: 'identity',
      database: IDENTITY_DATABASE,
      prepare: (context) => readOptions(context, bus),
      module: async (context, options, database) =>
        withOpenApi(await IdentityModule.of(context, options, database), IDENTITY_API),
      connect: async (app, context) => {
        readForms(app.getHttpAdapter().getInstance() as unknown as FastifyInstance);
        await app.get(TokenKeys).createFirst();
        const [relay, lastUsed] = [app.get(Relay), app.get(LastUsed)];
        relay.start();
        lastUsed.start();
        context.onStop(() => relay.stop());
        context.onStop(() => lastUsed.stop());
      },
    },
    environment,
  );
}

function readOptions(context: ServiceContext, given: Bus | undefined): IdentityOptions {
  const bus = busFor(context, given);
  const [ring, opener] = [readKeyRing(context.settings), readOpener(context.settings, 'identity', ['webhooks'])];
  const tokenSeconds = readTokenSeconds(context.settings);
  return { bus, ring: ring(), opener: opener(), tokenSeconds };
}
