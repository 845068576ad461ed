import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Agent, request } from 'undici';
import { Opener, generateSealingKeys } from '@qafila/auth/seal';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import type { RunningService } from '@qafila/runtime/service';
import { startGateway } from '../src/start.ts';

export const API_KEY = `sk_stage_${'a'.repeat(64)}`;
export const ACCOUNT = '0123456789abcdef';
export const SECRET = 'c0ffee'.padEnd(64, '0');

export interface Seen { method: string; url: string; rawHeaders: string[]; headers: IncomingMessage['headers']; body: Buffer }
type Answer = (seen: Seen, response: ServerResponse) => unknown;

/** A real HTTP server that stands for a service: it records what reaches it and answers as the test says. */
export class Service {
  readonly seen: Seen[] = [];
  #server: Server | undefined;
  port = 0;
  constructor(public answer: Answer) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        const seen = { method: incoming.method ?? '', url: incoming.url ?? '', rawHeaders: incoming.rawHeaders, headers: incoming.headers, body: Buffer.concat(chunks) };
        this.seen.push(seen);
        this.answer(seen, response);
      });
    });
    await new Promise<void>((resolve) => { this.#server?.listen(this.port, '127.0.0.1', resolve); });
    this.port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    await new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
  }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body));
}

export function keyRecord(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    key_id: 'key_1', account_id: ACCOUNT, store_id: 'store_1', mode: 'stage', scopes: ['usage:write', 'meters:read'],
    rate_limit_per_second: 100_000, signature_required: false, hmac_secrets: [SECRET], ...more,
  };
}

export interface Stand {
  identity: Service;
  metering: Service;
  payment: Service;
  shipment: Service;
  gateway: RunningService;
  /** What identity knows; a test adds, changes and removes keys here. */
  keys: Map<string, Record<string, unknown>>;
  openers: Record<'identity' | 'metering' | 'shipment', Opener>;
  stop(): Promise<void>;
}

export async function startStand(environment: Record<string, string> = {}): Promise<Stand> {
  const pair = generateSealingKeys();
  const keys = new Map([[API_KEY, keyRecord()]]);
  const identity = await new Service((seen, response) => resolveKey(keys, seen, response)).start();
  const metering = await new Service((seen, response) => (seen.url === '/internal/v1/meter/events' ? acceptGroup(seen, response) : json(response, 200, { ok: true }))).start();
  const payment = await new Service((_, response) => json(response, 200, { ok: true })).start();
  const shipment = await new Service((_, response) => json(response, 200, { ok: true })).start();
  const gateway = await startGateway({
    IDENTITY_URL: identity.origin, METERING_URL: metering.origin, PAYMENT_URL: payment.origin, SHIPMENT_URL: shipment.origin, WEBHOOKS_URL: 'http://127.0.0.1:1', PRINCIPAL_PRIVATE_KEY: pair.privateKey.replaceAll('\n', '\\n'),
    LOG_LEVEL: 'silent', PROCESS_METRICS: 'off', ...environment,
  });
  return {
    identity, metering, payment, shipment, gateway, keys,
    openers: { identity: new Opener(pair.publicKey, 'identity'), metering: new Opener(pair.publicKey, 'metering'), shipment: new Opener(pair.publicKey, 'shipment') },
    stop: async () => { await gateway.stop(); await identity.stop(); await metering.stop(); await payment.stop(); await shipment.stop(); },
  };
}

function resolveKey(keys: Map<string, Record<string, unknown>>, seen: Seen, response: ServerResponse): void {
  if (seen.url !== '/internal/v1/keys/resolve') return json(response, 200, { from: 'identity' });
  const { api_key: apiKey, account_id: accountId } = JSON.parse(seen.body.toString()) as { api_key: string; account_id: string };
  const record = keys.get(apiKey);
  const refuse = (status: number, code: string): void => json(response, status, { success: false, message: `Refused: ${code}.`, data: {}, error: { code, request_id: 'identity-saw' } });
  if (record === undefined) return refuse(401, 'invalid_api_key');
  if (record.account_id !== accountId) return refuse(403, 'account_mismatch');
  return json(response, 200, record);
}

export interface GroupBody { principals: string[]; items: { p: number; m: string; r: string; b: string }[] }

/** Echoes each item, so that a test sees whether every client got its own answer. */
export function acceptGroup(seen: Seen, response: ServerResponse): void {
  const { items } = JSON.parse(seen.body.toString()) as GroupBody;
  json(response, 200, { items: items.map(({ m, b }) => ({ s: 200, b: JSON.stringify({ meter: m, got: b }) })) });
}

export async function principalOf(stand: Stand, seen: Seen, service: keyof Stand['openers'] = 'metering'): Promise<Principal> {
  return stand.openers[service].open(seen.headers[PRINCIPAL_HEADER] as string);
}

const agent = new Agent({ connections: 256, keepAliveTimeout: 1_000 });
type Headers = Record<string, string | string[]>;
export interface Got { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer; json: Record<string, never> & { error?: { code: string; request_id: string; retryable: boolean }; [name: string]: unknown } }

export interface Ask { method?: string; headers?: Headers; body?: string | Buffer; bare?: boolean }

/** Asks the gateway with the usual two key headers, or without them when `bare`. */
export async function ask(stand: Stand, path: string, { method = 'GET', headers = {}, body, bare = false }: Ask = {}): Promise<Got> {
  const keyHeaders = bare ? {} : { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT };
  const typed = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await request(`${stand.gateway.url}${path}`, { method: method as 'GET', dispatcher: agent, body, headers: { ...keyHeaders, ...typed, ...headers } });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  let parsed: unknown;
  try { parsed = JSON.parse(bytes.toString()); } catch { parsed = undefined; }
  return { status: answer.statusCode, headers: answer.headers, bytes, json: parsed as Got['json'] };
}

/** Sends these very bytes and collects what comes back until the connection ends or falls silent; the first byte may take its time. */
export function raw(stand: Stand, text: string | Buffer, silenceMs = 700): Promise<string> {
  return new Promise((resolve) => {
    let got = '';
    const socket = connect(Number(new URL(stand.gateway.url).port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('data', (chunk) => { got += chunk.toString('latin1'); socket.setTimeout(silenceMs); });
    socket.on('error', () => {});
    socket.on('close', () => resolve(got));
  });
}

export const KEY_LINES = `x-api-key: ${API_KEY}\r\nx-account-id: ${ACCOUNT}\r\n`;
