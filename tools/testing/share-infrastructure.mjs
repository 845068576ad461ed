import { createServer } from 'node:http';
import { once } from 'node:events';
import { infrastructure } from '../../test/setup/infrastructure.mjs';

/**
 * Offers one PostgreSQL and one Kafka to every Jest of a run, at TEST_INFRASTRUCTURE_URL (test/setup/global-setup.mjs).
 * They start with the first request, so a run that comes wholly from the cache starts none.
 */
export async function shareInfrastructure() {
  const server = createServer((_, response) => {
    infrastructure.start({ keepsWrites: true }).then(
      (environment) => response.end(JSON.stringify(environment)),
      (error) => response.writeHead(500).end(JSON.stringify({ error: error.message })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_INFRASTRUCTURE_URL = `http://127.0.0.1:${server.address().port}/`;
  return {
    scan: () => infrastructure.scan(),
    stop: async () => {
      server.close();
      await infrastructure.stop();
    },
  };
}
