import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer, HttpRequest, Json } from '@qafila/testing/http-call';
import { createDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';
import { SANDBOX_DATABASE } from '../src/database.ts';
import { startSandbox } from '../src/start.ts';

export interface Answer {
  status: number;
  body: Json;
}
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: Json;
}

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
  /** Sets the receiver's status by the number of the callback, from 1. */
  answers(status: (count: number) => number): void;
  callbacksOf(reference: string, count: number): Promise<Received[]>;
  wallet(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  a(path: string, fields?: Record<string, string | number>, headers?: Record<string, string>): Promise<Answer>;
  b(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  form(url: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<HttpAnswer>;
  page(url: string): Promise<HttpAnswer>;
  dump(): Promise<string>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSandboxForTest(more: Environment = {}): Promise<SandboxUnderTest> {
  const database = await createDatabase('sandbox', SANDBOX_DATABASE);
  const environment: Environment = {
    LOG_LEVEL: 'error',
    PROCESS_METRICS: 'off',
    DATABASE_URL: database.url,
    SANDBOX_SECRET: SECRET,
    ...more,
  };
  const receiver = await startReceiver();
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=sandbox -c timezone=UTC',
    max: 4,
  });
  let service = await startSandbox(environment);
  const under: SandboxUnderTest = {
    service,
    environment,
    pool,
    received: receiver.received,
    callbackUrl: receiver.url,
    answers: receiver.answers,
    callbacksOf: (name, count) =>
      eventually(
        () => {
          const found = receiver.received.filter(({ raw }) => raw.includes(name));
          return found.length >= count && found;
        },
        { what: `${count} callbacks of ${name}` },
      ) as Promise<Received[]>,
    wallet: (path, body, headers = {}) => {
      const raw = body === undefined ? undefined : JSON.stringify(body);
      const full = `/walletprovider/v1${path}`;
      const hash = createHmac('sha256', key('walletprovider/api'))
        .update(raw ?? full)
        .digest('hex');
      return call(service.url + full, { body: raw, headers: { 'secure-hash': hash, ...headers } });
    },
    a: (path, fields, headers = {}) =>
      call(`${service.url}/cardgateway-a/v1${path}`, {
        body: fields === undefined ? undefined : new URLSearchParams(fields as Record<string, string>),
        headers: { authorization: basicAuthorization('cardgateway-a/api'), ...headers },
      }),
    b: (path, body, headers = {}) =>
      call(`${service.url}/cardgateway-b/api${path}`, {
        body,
        headers: { authorization: `Bearer ${key('cardgateway-b/api')}`, ...headers },
      }),
    control: (method, path, body, headers = {}) => call(`${service.url}/control${path}`, { method, body, headers }),
    form: (url, fields = {}, headers = {}) => httpCall(url, { body: new URLSearchParams(fields), headers }),
    page: (url) => httpCall(url),
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

/** An answer that is no JSON has its text as body. */
export async function call(url: string, request: HttpRequest): Promise<Answer> {
  const { status, body, text } = await httpCall(url, request);
  return { status, body: body ?? text };
}

/** HTTP Basic with a key of the sandbox as user name. */
export function basicAuthorization(label: string): string {
  return `Basic ${Buffer.from(`${key(label)}:`).toString('base64')}`;
}

async function dump(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'sandbox'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row).join('\n'),
    ),
  );
  return texts.join('\n');
}

async function startReceiver(): Promise<{
  received: Received[];
  url: string;
  answers(status: (count: number) => number): void;
  stop(): Promise<void>;
}> {
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answers: (status) => {
      answer = status;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens a card payment at gateway A. */
export async function openA(
  sandbox: SandboxUnderTest,
  amount: number,
  more: Record<string, string> = {},
): Promise<Json> {
  const { status, body } = await sandbox.a('/payments', {
    merchant_reference: reference('pay'),
    amount,
    currency: 'SAR',
    return_url: 'http://shop.example/return?lang=en',
    callback_url: sandbox.callbackUrl,
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

export const CARD = '4242424242424242';

/** Types a card on the page, as the customer. */
export function payWith(sandbox: SandboxUnderTest, url: string, number = CARD): Promise<HttpAnswer> {
  return sandbox.form(url, { number, expiry: '12/34', cvc: '123' });
}

/** Opens a wallet payment, which sends a code. */
export async function openBnpl(
  sandbox: SandboxUnderTest,
  phoneEnd: string,
  amount = 10_000,
  nationalId = '4210112345671',
): Promise<Answer> {
  return sandbox.wallet('/bnpl/payments', {
    merchant_reference: reference('bnpl'),
    amount_minor: amount,
    currency: 'PKR',
    phone: `+92300111${phoneEnd}`,
    national_id: nationalId,
    order_reference: 'ORD-1',
    callback_url: sandbox.callbackUrl,
  });
}
