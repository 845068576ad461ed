import type { FastifyInstance } from 'fastify';
import { DialectFilter } from '@qafila/envelopes/dialect.filter';
import type { Environment } from '@qafila/runtime/env';
import { runService } from '@qafila/runtime/service';
import type { RunningService } from '@qafila/runtime/service';
import { GatewayModule } from './gateway.module.ts';
import { openGateway } from './gateway.ts';
import { LIMITS } from './limits.ts';
import { markUnreadableTarget } from './odd-request.ts';
import { serveDocuments } from './serve-documents.ts';
import { serveOpenApi } from './serve-openapi.ts';
import { serveRoutes } from './serve-routes.ts';
import { readSettings } from './settings.ts';

/** The only public door. It holds no state: any number of replicas may run. */
export function startGateway(environment: Environment): Promise<RunningService> {
  return runService({
    name: 'gateway',
    readBodies: 'own',
    prepare: ({ settings }) => readSettings(settings),
    module: () => GatewayModule,
    connect: async (app, context, settings) => {
      const gateway = openGateway(settings, context);
      const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
      fastify.server.setTimeout(LIMITS.socketIdleMs);
      fastify.server.prependListener('request', markUnreadableTarget);
      // Methods that Fastify does not route end in Nest's own 404.
      app.useGlobalFilters(new DialectFilter('payment', (error) => context.log.error({ error: String(error) }, 'http.unforeseen')));
      await fastify.register(async (scope) => {
        serveRoutes(scope, gateway);
        serveDocuments(scope, context.health);
        serveOpenApi(scope, gateway.openApi);
      });
    },
  }, environment);
}
