import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Qafila } from '../src/index.ts';
import type { QafilaOptions } from '../src/index.ts';

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}
/**
 * The answer to one request; a text is a body as it is. `drop` closes the connection without an answer, `isCut` within
 * one.
 */
export type Script = { status?: number; headers?: Record<string, string>; body?: unknown; isCut?: boolean } | 'drop';

export const done = (data: unknown): Script => ({
  body: { success: true, responseStatus: 'OK', message: 'Done', data },
});
export const refused = (status: number, code: string, more: Record<string, unknown> = {}): Script => ({
  status,
  body: { success: false, message: 'No', data: {}, error: { code, message: 'No, because', param: 'amount', ...more } },
});

/** A server that answers as a test says, to bring about what a healthy deployment does not do on request. */
export class ScriptedServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      this.received.push(received);
      const script = this.answer(received, this.received.length);
      if (script === 'drop') return void request.socket.destroy();
      const { status = 200, headers = {}, body = {}, isCut = false } = script;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const length = Buffer.byteLength(text) + (isCut ? 1 : 0);
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers });
      if (isCut) response.write(text, () => request.socket.destroy());
      else response.end(text);
    });
  });

  private constructor(private readonly answer: (request: Received, count: number) => Script) {}

  static async start(answer: (request: Received, count: number) => Script): Promise<ScriptedServer> {
    const server = new ScriptedServer(answer);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A client with keys at a server that answers as the test says. */
export async function withServer(
  answer: (request: Received, count: number) => Script,
  work: (qafila: Qafila, server: ScriptedServer) => Promise<void>,
  options: Partial<QafilaOptions> = {},
): Promise<void> {
  const server = await ScriptedServer.start(answer);
  const keys = { apiKey: 'sk_stage_1', accountId: 'acc', hmacSecret: 'secret' };
  const retry = { pauseMs: 1, pauseMsMax: 5, timeoutMs: 2_000, ...options.retry };
  try {
    await work(new Qafila({ baseUrl: `${server.url}/`, ...keys, ...options, retry }), server);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}
