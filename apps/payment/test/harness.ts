import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { ALL_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { createDatabase } from '@qafila/testing/postgres';
import { inquiryRound } from '../src/operations/inquiry-loop.ts';
import { PAYMENTS } from '../src/payments.ts';
import type { Payments } from '../src/payments.ts';
import type { PaymentProvider } from '../src/providers/provider.ts';
import { startPayment } from '../src/start.ts';
import { FakeGateway } from './gateway.ts';

// Answers are read as the wire gives them; a test says what it expects of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;
export interface Answer { status: number; body: Json; headers: Headers; text: string }
export interface Told { id: string; type: string; subject: string; data: Json }

export interface PaymentUnderTest {
  service: RunningService;
  payments: Payments;
  pool: pg.Pool;
  environment: Environment;
  owner: Principal;
  cardA: FakeGateway;
  cardB: FakeGateway;
  wallet: FakeGateway;
  /** What was published, in order. */
  told: Told[];
  /** Moves the service's clock. */
  pass(ms: number): void;
  /** What the worker does every second. */
  work(): Promise<number>;
  call(method: string, path: string, body?: unknown, more?: { headers?: Record<string, string>; principal?: Principal }): Promise<Answer>;
  /** As a browser without script: forms, and redirects that are not followed. */
  open(url: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<{ status: number; html: string; location: string | null; headers: Headers }>;
  checkout(more?: Json): Promise<Json>;
  stop(): Promise<void>;
}

export const ORDER = {
  amount: 1500.5, currency: 'SAR', customer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
  shipping: { address1: 'شارع الملك فهد ١', city: 'الرياض', country: 'SA', zip: '11564', shipping_method: 'standard', province: 'الرياض' },
  metadata: { order_reference: 'order-1001' }, success_url: 'https://shop.example/paid', failure_url: 'https://shop.example/failed',
};

/** The service as it runs, on a database of its own and the embedded bus, with gateways that a test can break. */
export async function startPaymentForTest({ more = {}, providers, worker = false }: { more?: Environment; providers?: PaymentProvider[] | 'from settings'; worker?: boolean } = {}): Promise<PaymentUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('payment');
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const told: Told[] = [];
  await bus.subscribe({ group: 'test', topics: ['payment.events.v1'], batchMessagesMax: 100, handler: async (messages) => {
    // At least once: a consumer knows an event by its id.
    for (const event of messages.map((message) => JSON.parse(message.value.toString()) as Told)) if (!told.some((one) => one.id === event.id)) told.push(event);
  } });
  const [cardA, cardB, wallet] = [new FakeGateway('card-a'), new FakeGateway('card-b'), new FakeGateway('walletprovider-wallet', ['bnpl', 'wallet'])];
  const environment = {
    LOG_LEVEL: 'silent', PROCESS_METRICS: 'off', DATABASE_URL: database.url, PRINCIPAL_PUBLIC_KEY: keys.publicKey, MASTER_KEY: randomBytes(32).toString('base64'),
    PAYMENT_PUBLIC_URL: 'http://pay.example', ...more,
  };
  let passed = 0;
  const service = await startPayment(environment, { bus, providers: providers === 'from settings' ? undefined : providers ?? [cardA, cardB, wallet], clock: () => Date.now() + passed, worker });
  const payments = service.app.get<Payments>(PAYMENTS);
  if (process.env.TEST_WRITTEN_DIR !== undefined && environment.LOG_LEVEL === 'silent') keepLog(payments.log, join(process.env.TEST_WRITTEN_DIR, `payment-${process.pid}.log`));
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=payment -c timezone=UTC', max: 4 });
  const owner: Principal = { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage', keyId: 'key_1', scopes: ALL_SCOPES };
  const call: PaymentUnderTest['call'] = async (method, path, body, { headers = {}, principal = owner } = {}) => {
    const response = await fetch(service.url + path, {
      method, headers: { [PRINCIPAL_HEADER]: await sealer.seal(principal, 'payment'), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined || typeof body === 'string' ? body as string | undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) as Json : undefined };
  };
  return {
    service, payments, pool, environment, owner, cardA, cardB, wallet, told, call,
    pass: (ms) => { passed += ms; },
    work: () => inquiryRound(payments),
    open: async (url, form, headers = {}) => {
      const response = await fetch(url.replace('http://pay.example', service.url), {
        method: form === undefined ? 'GET' : 'POST', redirect: 'manual', headers, ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      });
      return { status: response.status, html: await response.text(), location: response.headers.get('location'), headers: response.headers };
    },
    checkout: async (body = {}) => {
      const answer = await call('POST', '/public/v1/payment/checkout', { ...ORDER, ...body });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data as Json;
    },
    stop: async () => {
      await service.stop();
      await Promise.all([pool.end(), bus.stop()]);
      await database.drop();
    },
  };
}

/** All that this service says, into a file that is looked at when the run is over. */
function keepLog(log: Payments['log'], file: string): void {
  divertLog(log, (line) => appendFileSync(file, line));
  log.level = 'trace';
}

/** The logger's own stream: what would be printed is kept instead. */
export function divertLog(log: Payments['log'], write: (line: string) => void): void {
  const symbol = Object.getOwnPropertySymbols(log).find((one) => one.description === 'pino.stream') as symbol;
  (log as unknown as Record<symbol, { write(line: string): void }>)[symbol] = { write };
}
