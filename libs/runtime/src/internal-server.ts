import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

export interface InternalServer {
  port: number;
  close(): Promise<void>;
}

/** The port for operators: probes and metrics. It must not be reachable from outside the cluster. */
export async function startInternalServer(
  port: number,
  host: string,
  health: Health,
  metrics: Metrics,
): Promise<InternalServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    if (request.url === '/health/live') return answer(200, 'application/json', '{"live":true}');
    if (request.url === '/health/ready') {
      return void health
        .ready()
        .then((state) => answer(state.ready ? 200 : 503, 'application/json', JSON.stringify(state)));
    }
    if (request.url === '/metrics') {
      return void metrics.registry.metrics().then((body) => answer(200, metrics.registry.contentType, body));
    }
    return answer(404, 'text/plain', 'not found\n');
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
