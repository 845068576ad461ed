import type { FastifyInstance } from 'fastify';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService } from '@qafila/runtime/service';
import { GatewayModule } from './gateway.module.ts';
import { openResources } from './resources.ts';
import { LIMITS } from './limits.ts';
import { markUnreadableTarget } from './requests/ambiguous-request.ts';
import { serveDocuments } from './documents/serve-documents.ts';
import { servePages } from './documents/serve-pages.ts';
import { serveReference } from './documents/serve-reference.ts';
import { servePortal } from './portal/serve-portal.ts';
import { serveRoutes } from './requests/serve-routes.ts';
import { readSettings } from './settings.ts';

/**
 * The only public entry point. It stores no state, so any number of replicas may run. `nowMs` is the clock of the rate
 * limits and of the cached keys; tests stop it.
 */
export function startGateway(
  environment: Environment,
  { nowMs }: { nowMs?: () => number } = {},
): Promise<RunningService> {
  return runService(
    {
      name: 'gateway',
      readBodies: 'own',
      prepare: ({ settings }) => readSettings(settings),
      module: () => GatewayModule,
      connect: async (app, context, settings) => {
        const resources = openResources(settings, context, nowMs);
        const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
        fastify.server.setTimeout(LIMITS.socketIdleMs);
        fastify.server.prependListener('request', markUnreadableTarget);
        // A method that Fastify does not route ends in Nest's own 404.
        app.useGlobalFilters(
          new DialectFilter('payment', (error) => context.log.error({ error: String(error) }, 'http.unforeseen')),
        );
        await fastify.register(async (scope) => {
          serveRoutes(scope, resources);
          serveDocuments(scope, context.health);
          servePages(scope, context.mode);
          serveReference(scope, resources.openApi);
          servePortal(scope);
        });
      },
    },
    environment,
  );
}
