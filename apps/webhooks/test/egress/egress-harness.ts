import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Egress } from '../../src/egress/send.ts';
import type { Answer } from '../../src/egress/answer.ts';
import type { EgressOptions } from '../../src/egress/send.ts';
import type { EgressRules } from '../../src/egress/egress-rules.ts';
import { readAddressRange } from '../../src/egress/address-rules.ts';
import type { AddressRange } from '../../src/egress/address-rules.ts';
import { TEST_CERTIFICATES, TEST_KEY } from './test-only-certificates.ts';

export const LOOPBACK = ['127.0.0.0/8', '::1/128'].map((text) => readAddressRange(text) as AddressRange);
export const STAGE: EgressRules = { httpsOnly: false, allowed: [] };
export const DEVELOPMENT: EgressRules = { httpsOnly: false, allowed: LOOPBACK };

const opened: (() => Promise<unknown> | void)[] = [];

/** Ends all that a test opened. */
export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

/** Short times, so that tests of deadlines are quick. */
export function openEgress(rules: EgressRules = DEVELOPMENT, options: EgressOptions = {}): Egress {
  const egress = new Egress(rules, {
    connectTimeoutMs: 2_000,
    totalTimeoutMs: 5_000,
    sweepMs: 10,
    ca: TEST_CERTIFICATES.authority,
    ...options,
  });
  opened.push(() => egress.close());
  return egress;
}

export interface Sink {
  port: number;
  url: string;
  connections: number;
  bytes: number;
  requests: string[];
  open: () => number;
}

/**
 * A server that counts what arrives and lets `serve` do what it likes with the socket once a whole request (head and
 * body) is there.
 */
export async function openSink(
  serve: (socket: Socket, request: string, sink: Sink) => void,
  { certificate }: { certificate?: keyof typeof TEST_CERTIFICATES } = {},
): Promise<Sink> {
  const sockets = new Set<Socket>();
  const sink: Sink = { port: 0, url: '', connections: 0, bytes: 0, requests: [], open: () => sockets.size };
  const onSocket = (socket: Socket): void => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      sink.bytes += chunk.length;
      text += chunk.toString('latin1');
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        sink.requests.push(request);
        serve(socket, request, sink);
      }
    });
  };
  const server: Server =
    certificate === undefined
      ? createServer(onSocket)
      : createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATES[certificate] }, onSocket);
  server.on('connection', (socket) => {
    sink.connections++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  sink.port = await listen(server);
  sink.url = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${sink.port}/hook`;
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return sink;
}

export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export function atEnd(close: () => Promise<unknown> | void): void {
  opened.push(close);
}

function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : 0;
}

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

export function post(egress: Egress, url: string, timeoutMs?: number): Promise<Answer> {
  return egress.send({
    url,
    headers: ['content-type', 'application/json', 'webhook-id', 'evt_1'],
    body: '{"a":1}',
    timeoutMs,
  });
}

/** Looks again with every turn of the event loop; a condition that never comes ends with the test's own time. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}

/** The reason of a failure, or the status. */
export function summaryOf(answer: Answer): string | number {
  return answer.kind === 'failed' ? answer.reason : answer.status;
}
