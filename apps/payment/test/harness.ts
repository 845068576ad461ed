import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_SCOPES } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { httpCall } from '@qafila/testing/http-call';
import { sealedCall } from '@qafila/testing/sealed-call';
import type { Json } from '@qafila/testing/http-call';
import type { SealedCall } from '@qafila/testing/sealed-call';
import { createDatabase } from '@qafila/testing/postgres';
import pg from 'pg';
import { PAYMENT_DATABASE } from '../src/database.ts';
import { PAYMENT_DEPENDENCIES } from '../src/dependencies.ts';
import type { PaymentDependencies } from '../src/dependencies.ts';
import { inquiryRound } from '../src/operations/inquiry-loop.ts';
import type { GatewayKind } from '../src/providers/gateway-kind.ts';
import type { PaymentProvider } from '../src/providers/provider.ts';
import { startPayment } from '../src/start.ts';
import { FakeProvider } from './fake-provider.ts';

export interface PublishedEvent {
  id: string;
  type: string;
  subject: string;
  data: Json;
}

export interface PaymentUnderTest {
  /** The process that calls go to. */
  service: RunningService;
  deps: PaymentDependencies;
  pool: pg.Pool;
  environment: Environment;
  owner: Principal;
  cardA: FakeProvider;
  cardB: FakeProvider;
  wallet: FakeProvider;
  /** The published events, in order. */
  published: PublishedEvent[];
  /** Advances the service's clock. */
  pass(ms: number): void;
  /** Runs one round of the worker. */
  work(): Promise<number>;
  call: SealedCall;
  /** Acts like a browser without script: it sends forms and does not follow redirects. */
  open(
    url: string,
    form?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<{ status: number; html: string; location: string | null; headers: Headers }>;
  checkout(more?: Json): Promise<Json>;
  stop(): Promise<void>;
}

export const ORDER = {
  amount: 1500.5,
  currency: 'SAR',
  customer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
  shipping: {
    address1: 'شارع الملك فهد ١',
    city: 'الرياض',
    country: 'SA',
    zip: '11564',
    shipping_method: 'standard',
    province: 'الرياض',
  },
  metadata: { order_reference: 'order-1001' },
  success_url: 'https://shop.example/paid',
  failure_url: 'https://shop.example/failed',
};

/** The service with its own database, the embedded bus, and providers that a test can break. */
export async function startPaymentForTest({
  more = {},
  providers,
  worker = false,
  gatewayKinds = [],
}: {
  more?: Environment;
  providers?: PaymentProvider[] | 'from settings';
  worker?: boolean;
  gatewayKinds?: readonly GatewayKind[];
} = {}): Promise<PaymentUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('payment', PAYMENT_DATABASE);
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const published: PublishedEvent[] = [];
  const known = new Set<string>();
  await bus.subscribe({
    group: 'test',
    topics: ['payment.events.v1'],
    batchMessagesMax: 100,
    handler: async (messages) => {
      // Delivery is at least once, so a consumer recognises an event by its id.
      for (const event of messages.map((message) => JSON.parse(message.value.toString()) as PublishedEvent)) {
        if (!known.has(event.id)) published.push(event);
        known.add(event.id);
      }
    },
  });
  const [cardA, cardB, wallet] = [
    new FakeProvider('card-a'),
    new FakeProvider('card-b'),
    new FakeProvider('walletprovider-wallet', ['bnpl', 'wallet']),
  ];
  const environment: Environment = {
    LOG_LEVEL: 'silent',
    PROCESS_METRICS: 'off',
    DATABASE_URL: database.url,
    PRINCIPAL_PUBLIC_KEY: keys.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PAYMENT_PUBLIC_URL: 'http://pay.example',
    PAYMENT_REVIEW_SECOND_KEY_ABOVE: 'SAR=10000,PKR=10000',
    ...more,
  };
  let passed = 0;
  const service = await startPayment(environment, {
    bus,
    providers: providers === 'from settings' ? undefined : (providers ?? [cardA, cardB, wallet]),
    clock: () => Date.now() + passed,
    worker,
    gatewayKinds,
  });
  const deps = service.app.get<PaymentDependencies>(PAYMENT_DEPENDENCIES);
  if (process.env.TEST_WRITTEN_DIR !== undefined && environment.LOG_LEVEL === 'silent')
    keepLog(deps.log, join(process.env.TEST_WRITTEN_DIR, `payment-${process.pid}.log`));
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=payment -c timezone=UTC',
    max: 4,
  });
  const owner: Principal = {
    accountId: '5f1d7a3b9c2e4680',
    storeId: 'str_1',
    mode: environment.MODE === 'live' ? 'live' : 'stage',
    keyId: 'key_1',
    scopes: ALL_SCOPES,
  };
  const call = sealedCall({
    url: () => underTest.service.url,
    sealer,
    audience: 'payment',
    principal: owner,
    checksAnswers: true,
  });
  const underTest: PaymentUnderTest = {
    service,
    deps,
    pool,
    environment,
    owner,
    cardA,
    cardB,
    wallet,
    published,
    call,
    pass: (ms) => {
      passed += ms;
    },
    work: () => inquiryRound(deps),
    open: async (url, form, headers = {}) => {
      const body = form === undefined ? undefined : new URLSearchParams(form);
      const answer = await httpCall(url.replace('http://pay.example', underTest.service.url), { headers, body });
      return {
        status: answer.status,
        html: answer.text,
        location: answer.headers.get('location'),
        headers: answer.headers,
      };
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
  return underTest;
}

/** Writes the service's log to a file that the end of the run searches. */
function keepLog(log: PaymentDependencies['log'], file: string): void {
  divertLog(log, (line) => appendFileSync(file, line));
  log.level = 'trace';
}

/** Replaces the logger's stream. */
export function divertLog(log: PaymentDependencies['log'], write: (line: string) => void): void {
  const symbol = Object.getOwnPropertySymbols(log).find(
    (candidate) => candidate.description === 'pino.stream',
  ) as symbol;
  (log as unknown as Record<symbol, { write(line: string): void }>)[symbol] = { write };
}
