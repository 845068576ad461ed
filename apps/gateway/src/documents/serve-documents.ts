import type { FastifyInstance } from 'fastify';
import { asyncApiDocument } from '@qafila/contracts/asyncapi';
import type { Health } from '@qafila/runtime/health';

/** Serves the health and AsyncAPI endpoints, which need no authentication. */
export function serveDocuments(scope: FastifyInstance, health: Health): void {
  let asyncApi: Promise<string> | undefined;
  scope.get('/health/live', () => ({ live: true }));
  scope.get('/health/ready', async (_request, reply) => {
    const { ready, problems } = await health.ready();
    // Only names are public. The internal port shows the details and addresses.
    return reply.code(ready ? 200 : 503).send({ ready, problems: Object.keys(problems) });
  });
  scope.get('/asyncapi.yaml', async (_request, reply) =>
    reply
      .header('content-type', 'application/yaml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(await (asyncApi ??= writeAsyncApi())),
  );
}

/** Loads its library at the first request, because few gateways ever write YAML. */
async function writeAsyncApi(): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(asyncApiDocument(), { aliasDuplicateObjects: false });
}
