import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { createDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';
import { startSandbox } from '../src/start.ts';

// Answers are read as the wire gives them; a test says what it expects of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export interface Answer { status: number; body: Json }
export interface Received { path: string; headers: IncomingHttpHeaders; raw: string; body: Json }

export const SECRET = 'a-secret-of-both-sides-for-the-tests-0123456789';

export function key(label: string): string {
  return createHmac('sha256', SECRET).update(label).digest('hex');
}

export function reference(name = 'op'): string {
  return `${name}_${randomBytes(6).toString('hex')}`;
}

export interface SandboxUnderTest {
  service: RunningService;
  environment: Environment;
  pool: pg.Pool;
  received: Received[];
  callbackUrl: string;
  /** What the receiver answers, by the number of the callback from 1. */
  answers(status: (count: number) => number): void;
  callbacksOf(reference: string, count: number): Promise<Received[]>;
  wallet(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  a(path: string, fields?: Record<string, string | number>, headers?: Record<string, string>): Promise<Answer>;
  b(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  form(url: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<{ status: number; text: string; headers: Headers }>;
  page(url: string): Promise<{ status: number; text: string; headers: Headers }>;
  dump(): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSandboxForTest(more: Environment = {}): Promise<SandboxUnderTest> {
  const database = await createDatabase('sandbox');
  const environment: Environment = { LOG_LEVEL: 'error', PROCESS_METRICS: 'off', DATABASE_URL: database.url, SANDBOX_SECRET: SECRET, ...more };
  const receiver = await startReceiver();
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=sandbox -c timezone=UTC', max: 4 });
  let service = await startSandbox(environment);
  const under: SandboxUnderTest = {
    service, environment, pool, received: receiver.received, callbackUrl: receiver.url, answers: receiver.answers,
    callbacksOf: (name, count) => eventually(() => {
      const mine = receiver.received.filter(({ raw }) => raw.includes(name));
      return mine.length >= count && mine;
    }, { what: `${count} callbacks of ${name}` }) as Promise<Received[]>,
    wallet: (path, body, headers = {}) => {
      const raw = body === undefined ? '' : JSON.stringify(body);
      const full = `/walletprovider/v1${path}`;
      const hash = createHmac('sha256', key('walletprovider/api')).update(body === undefined ? full : raw).digest('hex');
      return send(`${service.url}${full}`, { method: body === undefined ? 'GET' : 'POST', body: body === undefined ? undefined : raw, headers: { 'content-type': 'application/json', 'secure-hash': hash, ...headers } });
    },
    a: (path, fields, headers = {}) => send(`${service.url}/cardgateway-a/v1${path}`, {
      method: fields === undefined ? 'GET' : 'POST', body: fields === undefined ? undefined : new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])),
      headers: { authorization: `Basic ${Buffer.from(`${key('cardgateway-a/api')}:`).toString('base64')}`, ...headers },
    }),
    b: (path, body, headers = {}) => send(`${service.url}/cardgateway-b/api${path}`, {
      method: body === undefined ? 'GET' : 'POST', body: body === undefined ? undefined : JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key('cardgateway-b/api')}`, ...headers },
    }),
    control: (method, path, body, headers = {}) => send(`${service.url}/control${path}`, {
      method, body: body === undefined ? undefined : JSON.stringify(body), headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    }),
    form: async (url, fields = {}, headers = {}) => read(await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })),
    page: async (url) => read(await fetch(url, { redirect: 'manual' })),
    dump: () => dump(pool),
    restart: async () => {
      await service.stop();
      service = await startSandbox(environment);
      under.service = service;
    },
    stop: async () => {
      await service.stop();
      await receiver.stop();
      await pool.end();
      await database.drop();
    },
  };
  return under;
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) as Json : text };
}

async function read(response: Response): Promise<{ status: number; text: string; headers: Headers }> {
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function dump(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'sandbox'");
  const texts = await Promise.all(tables.map(async ({ name }) => (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row).join('\n')));
  return texts.join('\n');
}

async function startReceiver(): Promise<{ received: Received[]; url: string; answers(status: (count: number) => number): void; stop(): Promise<void> }> {
  const received: Received[] = [];
  let answer: (count: number) => number = () => 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      received.push({ path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) as Json });
      response.writeHead(answer(received.length)).end();
    });
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answers: (status) => { answer = status; },
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

/** A card payment at gateway A, opened. */
export async function openA(sandbox: SandboxUnderTest, amount: number, more: Record<string, string> = {}): Promise<Json> {
  const { status, body } = await sandbox.a('/payments', { merchant_reference: reference('pay'), amount, currency: 'SAR', return_url: 'http://shop.example/return?lang=en', callback_url: sandbox.callbackUrl, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export const CARD = '4242424242424242';

/** The customer types a card. */
export function payWith(sandbox: SandboxUnderTest, url: string, number = CARD): Promise<{ status: number; text: string; headers: Headers }> {
  return sandbox.form(url, { number, expiry: '12/34', cvc: '123' });
}

/** A wallet payment up to the code. */
export async function openBnpl(sandbox: SandboxUnderTest, end: string, amount = 10_000, nationalId = '4210112345671'): Promise<Answer> {
  return sandbox.wallet('/bnpl/payments', { merchant_reference: reference('bnpl'), amount_minor: amount, currency: 'PKR', phone: `+92300111${end}`, national_id: nationalId, order_reference: 'ORD-1', callback_url: sandbox.callbackUrl });
}
