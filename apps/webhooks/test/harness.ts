import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { ALL_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { cloudEvent } from '@qafila/contracts/cloud-event';
import type { NewEvent } from '@qafila/contracts/cloud-event';
import { seedDemo } from '@qafila/identity/seed-demo';
import type { DemoMerchant } from '@qafila/identity/seed-demo';
import { startIdentity } from '@qafila/identity/start';
import type { Bus } from '@qafila/messaging/bus';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { documentOf } from '@qafila/schema/document';
import { AnswerChecker } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { createDatabase } from '@qafila/testing/postgres';
import { WEBHOOKS_API } from '../src/api.ts';
import { startWebhooks } from '../src/start.ts';
import { startSink } from './sink.ts';
import type { Sink } from './sink.ts';
import { WEBHOOKS_DATABASE } from '../src/database.ts';

export type { Json };
export type Answer = HttpAnswer;

export interface WebhooksUnderTest {
  service: RunningService;
  bus: Bus;
  pool: pg.Pool;
  environment: Environment;
  demo: DemoMerchant;
  sink: Sink;
  /** The demo store, as the gateway would seal it. */
  owner: Principal;
  call(method: string, path: string, body?: unknown, principal?: Principal): Promise<Answer>;
  /** An endpoint at a path of the sink; its data with the secret. */
  endpoint(path: string, more?: Json): Promise<Json>;
  /** Publishes events of the demo store as their service would; resolves when fan-out has taken them. */
  publish(...events: Partial<NewEvent<unknown>>[]): Promise<string[]>;
  /** Another dispatcher on the same database and bus. */
  another(environment?: Environment): Promise<RunningService>;
  stop(): Promise<void>;
}

export const ENDPOINTS = '/public/v1/webhook/endpoints';

/** The service as it runs, with identity beside it, on a database of its own and the embedded bus. */
export async function startWebhooksForTest(more: Environment = {}): Promise<WebhooksUnderTest> {
  const [gateway, webhooks] = [generateSealingKeys(), generateSealingKeys()];
  const sealer = new Sealer(gateway.privateKey);
  const database = await createDatabase('webhooks', WEBHOOKS_DATABASE);
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const common = {
    LOG_LEVEL: 'error',
    PROCESS_METRICS: 'off',
    DATABASE_URL: database.url,
    PRINCIPAL_PUBLIC_KEY: gateway.publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const identityEnvironment = {
    ...common,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    WEBHOOKS_PUBLIC_KEY: webhooks.publicKey,
  };
  const identity = await startIdentity(identityEnvironment, new EmbeddedBus(createLogger('test', 'silent')));
  const demo = (await seedDemo(identityEnvironment)) as DemoMerchant;
  const environment = {
    ...common,
    IDENTITY_URL: identity.url,
    WEBHOOKS_PRIVATE_KEY: webhooks.privateKey,
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
    ...more,
  };
  const service = await startWebhooks(environment, bus);
  const sink = await startSink();
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=webhooks -c timezone=UTC',
    max: 4,
  });
  const owner: Principal = {
    accountId: demo.accountId,
    storeId: demo.storeId,
    mode: 'stage',
    keyId: 'key_1',
    scopes: ALL_SCOPES,
  };
  const send = async (method: string, path: string, body?: unknown, principal = owner): Promise<HttpAnswer> =>
    httpCall(`${service.url}${path}`, {
      method,
      body,
      headers: { [PRINCIPAL_HEADER]: await sealer.seal(principal, 'webhooks') },
    });
  const checker = AnswerChecker.of(documentOf(WEBHOOKS_API));
  const call: WebhooksUnderTest['call'] = async (method, path, ...request) => {
    const answer = await send(method, path, ...request);
    checker.check(method, path, answer);
    return answer;
  };
  const others: RunningService[] = [];
  return {
    service,
    bus,
    pool,
    environment,
    demo,
    sink,
    owner,
    call,
    endpoint: async (path, body = {}) => {
      const answer = await call('POST', ENDPOINTS, { url: sink.url + path, event_types: ['*'], ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.data as Json;
    },
    publish: async (...events) => {
      const made = events.map((event) =>
        cloudEvent({
          source: '/qafila/metering',
          type: 'meter.created',
          subject: 'tokens',
          owner,
          data: { id: 'tokens' },
          ...event,
        }),
      );
      await bus.publish(
        made.map((event) => ({ topic: 'meter.events.v1', key: event.subject, value: JSON.stringify(event) })),
      );
      return made.map((event) => event.id);
    },
    another: async (extra = {}) => {
      const other = await startWebhooks({ ...environment, ...extra }, bus);
      others.push(other);
      return other;
    },
    stop: async () => {
      for (const running of [...others, service, identity]) await running.stop();
      await Promise.all([sink.stop(), pool.end(), bus.stop()]);
      await database.drop();
    },
  };
}
