import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a merchant's server got it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** What the server does with a request; by default it answers 200. */
export type Behaviour = (request: Received, response: ServerResponse) => void;

export interface Sink {
  url: string;
  received: Received[];
  /** Those that came to this path. */
  at(path: string): Received[];
  /** Sets what happens at the path, until the next call. */
  behave(path: string, behaviour: Behaviour): void;
  stop(): Promise<void>;
}

export const answers =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end('ok');
  };

/** A merchant's server. */
export async function startSink(): Promise<Sink> {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        atMs: Date.now(),
      };
      received.push(one);
      (behaviours.get(one.path) ?? answers(200))(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
