import type { FastifyInstance } from 'fastify';
import { asyncApiDocument } from '@qafila/contracts/asyncapi';
import type { Health } from '@qafila/runtime/health';

/** What the gateway answers itself, to anybody. */
export function serveDocuments(scope: FastifyInstance, health: Health): void {
  // JSON is YAML.
  const asyncApi = JSON.stringify(asyncApiDocument(), null, 2);
  scope.get('/health/live', () => ({ live: true }));
  scope.get('/health/ready', async (_request, reply) => {
    const { ready, problems } = await health.ready();
    // Names only: what exactly is wrong, and at which address, is told on the internal port.
    return reply.code(ready ? 200 : 503).send({ ready, problems: Object.keys(problems) });
  });
  scope.get('/asyncapi.yaml', (_request, reply) => reply.header('content-type', 'application/yaml; charset=utf-8')
    .header('cache-control', 'public, max-age=300').send(asyncApi));
}
