import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@qafila/sdk/webhooks';
import type { VerifyOptions } from '@qafila/sdk/webhooks';
import { usageFailure } from '../failure.ts';
import { storePage } from './store-page.ts';

export interface Received {
  event_type: string;
  id: string;
  sequence: number;
  receivedAt: string;
  /** storeSignature is undefined without the store's webhook secret or without the header. */
  verified: { webhookSignature: boolean; storeSignature: boolean | undefined };
  data: unknown;
  forwarded?: { status: number | null; took_ms: number; error?: string };
}

export interface ReceiverOptions {
  port: number;
  forwardTo: string | undefined;
  storeSecret: string | undefined;
}

/** The platform waits 15 s for an answer. */
const FORWARD_TIMEOUT_MS = 14_000;
/** Headers of one connection, which are not forwarded or relayed. */
const CONNECTION_HEADERS = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

/** A server on this machine that verifies deliveries, forwards them and relays the answers. */
export class Receiver {
  readonly #queue: Received[] = [];
  #secret = '';
  #wake: () => void = () => {};

  private constructor(
    private readonly server: Server,
    private readonly options: ReceiverOptions,
  ) {}

  static async open(options: ReceiverOptions): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server, options);
    server.on('request', (request, response) => void receiver.#answer(request, response));
    const failed = once(server, 'error').then(([error]) => {
      throw usageFailure(
        `Port ${options.port} cannot be used (${(error as NodeJS.ErrnoException).code}).`,
        'Give another --port.',
      );
    });
    server.listen(options.port, '127.0.0.1');
    await Promise.race([once(server, 'listening'), failed]);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** The endpoint's secret is known when it is registered, which needs our address. */
  trust(secret: string): void {
    this.#secret = secret;
  }

  /** What arrives, until the signal. */
  async *events(signal: AbortSignal): AsyncGenerator<Received> {
    signal.addEventListener('abort', () => this.#wake());
    while (!signal.aborted) {
      const event = this.#queue.shift();
      if (event !== undefined) yield event;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST')
      return void response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(storePage(request.url ?? '/'));
    const body = await buffer(request);
    const event = await this.#read(body, request.headers);
    const isAuthentic = event.verified.webhookSignature && event.verified.storeSignature !== false;
    if (!isAuthentic) response.writeHead(400).end('the signature is not valid');
    else if (this.options.forwardTo === undefined) response.writeHead(200).end('ok');
    else event.forwarded = await forward(this.options.forwardTo, body, request.headers, response);
    this.#queue.push(event);
    this.#wake();
  }

  async #read(body: Buffer, headers: IncomingHttpHeaders): Promise<Received> {
    const { storeSecret } = this.options;
    const isSigned = (options: VerifyOptions): Promise<boolean> =>
      verifyWebhook(body, headers, options).then(
        () => true,
        () => false,
      );
    const hasStoreSignature = storeSecret !== undefined && headers['x-signature'] !== undefined;
    return {
      event_type: String(headers['webhook-event-type'] ?? 'unknown type'),
      id: String(headers['webhook-id'] ?? ''),
      sequence: Number(headers['webhook-sequence'] ?? ''),
      receivedAt: new Date().toISOString(),
      verified: {
        webhookSignature: await isSigned({ secrets: [this.#secret] }),
        storeSignature: hasStoreSignature ? await isSigned({ storeSecrets: [storeSecret] }) : undefined,
      },
      data: parsed(body),
    };
  }
}

/** Sends the delivery as it came, and relays the answer; no answer is 502, which the platform retries. */
async function forward(
  url: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): Promise<Received['forwarded']> {
  const startedMs = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedMs);
  const passed = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: passed.map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    // fetch has decoded the body.
    const relayed = [...answer.headers].filter(
      ([name]) => !CONNECTION_HEADERS.has(name) && name !== 'content-encoding',
    );
    response.writeHead(answer.status, Object.fromEntries(relayed)).end(bytes);
    return { status: answer.status, took_ms: tookMs() };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string; message: string } };
    const why = cause?.code ?? cause?.message ?? name;
    response.writeHead(502).end(`qafila listen: no answer from ${url} (${why})`);
    return { status: null, took_ms: tookMs(), error: why };
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
