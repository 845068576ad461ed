import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Opener, generateSealingKeys } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { RunningService } from '@qafila/runtime/service';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { startGateway } from '../src/start.ts';

export const API_KEY = `sk_stage_${'a'.repeat(64)}`;
export const ACCOUNT = '0123456789abcdef';
export const SECRET = 'c0ffee'.padEnd(64, '0');

export interface ReceivedRequest {
  method: string;
  url: string;
  rawHeaders: string[];
  headers: IncomingMessage['headers'];
  body: Buffer;
}
type Responder = (received: ReceivedRequest, response: ServerResponse) => unknown;

/** A real HTTP server in place of a service. It records every request and answers as the test defines. */
export class FakeService {
  readonly received: ReceivedRequest[] = [];
  #server: Server | undefined;
  port = 0;
  constructor(public answer: Responder) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const received = {
            method: incoming.method ?? '',
            url: incoming.url ?? '',
            rawHeaders: incoming.rawHeaders,
            headers: incoming.headers,
            body: Buffer.concat(chunks),
          };
          this.received.push(received);
          this.answer(received, response);
        });
    });
    await new Promise<void>((resolve) => {
      this.#server?.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(JSON.stringify(body));
}

export function keyRecord(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    key_id: 'key_1',
    account_id: ACCOUNT,
    store_id: 'store_1',
    mode: 'stage',
    scopes: ['usage:write', 'meters:read'],
    rate_limit_per_second: 100_000,
    signature_required: false,
    hmac_secrets: [SECRET],
    ...more,
  };
}

export interface GatewayHarness {
  identity: FakeService;
  metering: FakeService;
  payment: FakeService;
  shipment: FakeService;
  gateway: RunningService;
  /** The keys that identity knows. A test adds, changes and removes keys here. */
  keys: Map<string, Record<string, unknown>>;
  openers: Record<'identity' | 'metering' | 'shipment', Opener>;
  stop(): Promise<void>;
}

/** Rate limits never refill and cached keys never age: what passes does not depend on the speed of the machine. */
export const STOPPED_CLOCK = { nowMs: () => 0 };

export async function startHarness(
  environment: Record<string, string> = {},
  options: { nowMs?: () => number } = {},
): Promise<GatewayHarness> {
  const pair = generateSealingKeys();
  const keys = new Map([[API_KEY, keyRecord()]]);
  const identity = await new FakeService((received, response) => resolveKey(keys, received, response)).start();
  const metering = await new FakeService((received, response) =>
    received.url === '/internal/v1/meter/events' ? acceptGroup(received, response) : json(response, 200, { ok: true }),
  ).start();
  const payment = await new FakeService((_, response) => json(response, 200, { ok: true })).start();
  const shipment = await new FakeService((_, response) => json(response, 200, { ok: true })).start();
  const gateway = await startGateway(
    {
      IDENTITY_URL: identity.origin,
      METERING_URL: metering.origin,
      PAYMENT_URL: payment.origin,
      SHIPMENT_URL: shipment.origin,
      WEBHOOKS_URL: 'http://127.0.0.1:1',
      PRINCIPAL_PRIVATE_KEY: pair.privateKey.replaceAll('\n', '\\n'),
      LOG_LEVEL: 'silent',
      PROCESS_METRICS: 'off',
      ...environment,
    },
    options,
  );
  return {
    identity,
    metering,
    payment,
    shipment,
    gateway,
    keys,
    openers: {
      identity: new Opener(pair.publicKey, 'identity'),
      metering: new Opener(pair.publicKey, 'metering'),
      shipment: new Opener(pair.publicKey, 'shipment'),
    },
    stop: async () => {
      await gateway.stop();
      await identity.stop();
      await metering.stop();
      await payment.stop();
      await shipment.stop();
    },
  };
}

function resolveKey(
  keys: Map<string, Record<string, unknown>>,
  received: ReceivedRequest,
  response: ServerResponse,
): void {
  if (received.url !== '/internal/v1/keys/resolve') return json(response, 200, { from: 'identity' });
  const { api_key: apiKey, account_id: accountId } = JSON.parse(received.body.toString()) as {
    api_key: string;
    account_id: string;
  };
  const record = keys.get(apiKey);
  const refuse = (status: number, code: string): void =>
    json(response, status, {
      success: false,
      message: `Refused: ${code}.`,
      data: {},
      error: { code, request_id: 'identity-saw' },
    });
  if (record === undefined) return refuse(401, 'invalid_api_key');
  if (record.account_id !== accountId) return refuse(403, 'account_mismatch');
  return json(response, 200, record);
}

export interface GroupBody {
  principals: string[];
  items: { p: number; m: string; r: string; b: string }[];
}

/** Echoes each item, so that a test can check that every client gets its own answer. */
export function acceptGroup(received: ReceivedRequest, response: ServerResponse): void {
  const { items } = JSON.parse(received.body.toString()) as GroupBody;
  json(response, 200, { items: items.map(({ m, b }) => ({ s: 200, b: JSON.stringify({ meter: m, got: b }) })) });
}

export async function principalOf(
  harness: GatewayHarness,
  received: ReceivedRequest,
  service: keyof GatewayHarness['openers'] = 'metering',
): Promise<Principal> {
  return harness.openers[service].open(received.headers[PRINCIPAL_HEADER] as string);
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Omits the two key headers. */
  bare?: boolean;
}

/** Calls the gateway with the usual two key headers, or without them when `bare`. */
export function callGateway(
  harness: GatewayHarness,
  path: string,
  { method, headers, body, bare = false }: CallOptions = {},
): Promise<HttpAnswer> {
  const keyHeaders: Record<string, string> = bare ? {} : { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT };
  return httpCall(`${harness.gateway.url}${path}`, { method, body, headers: { ...keyHeaders, ...headers } });
}

/**
 * Sends raw bytes and collects the answer until the connection ends or is silent. The first byte may take up to 20 s.
 */
export function raw(harness: GatewayHarness, text: string | Buffer, silenceMs = 700): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(harness.gateway.url).port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      socket.setTimeout(silenceMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

export const KEY_LINES = `x-api-key: ${API_KEY}\r\nx-account-id: ${ACCOUNT}\r\n`;
