import { createServer } from 'node:http';
import { once } from 'node:events';
import { infrastructure } from '../../test/setup/infrastructure.mjs';
import { sharedPlatforms } from '../../test/setup/shared-platforms.mjs';

/**
 * Offers one PostgreSQL, one Kafka and the shared platforms to every Jest of a run, at TEST_INFRASTRUCTURE_URL
 * (test/setup/global-setup.mjs). They start with the first request, so a run that comes wholly from the cache starts
 * none.
 */
export async function shareInfrastructure() {
  let started;
  const server = createServer((_, response) => {
    started ??= start();
    started.then(
      (environment) => response.end(JSON.stringify(environment)),
      (error) => response.writeHead(500).end(JSON.stringify({ error: error.message })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_INFRASTRUCTURE_URL = `http://127.0.0.1:${server.address().port}/`;
  const stopPlatforms = () => sharedPlatforms.stop();
  return {
    stopPlatforms,
    stopPlatform: (kind) => sharedPlatforms.stopOne(kind),
    /** The platforms stop first: what they wrote is read at rest. */
    scan: async () => {
      await stopPlatforms();
      return infrastructure.scan();
    },
    stop: async () => {
      server.close();
      await stopPlatforms();
      await infrastructure.stop();
    },
  };
}

/** Platforms take the broker from the environment of this process. */
async function start() {
  const servers = await infrastructure.start({ keepsWrites: true });
  Object.assign(process.env, servers);
  return { ...servers, ...(await sharedPlatforms.offer()) };
}
