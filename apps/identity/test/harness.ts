import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MERCHANT_KEY_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { Sealer, generateSealingKeys } from '@qafila/auth/seal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import type { Environment } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import type { RunningService } from '@qafila/runtime/service';
import { documentOf } from '@qafila/schema/document';
import { AnswerChecker } from '@qafila/testing/check-answers';
import { httpCall } from '@qafila/testing/http-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { createDatabase } from '@qafila/testing/postgres';
import { seedDemo } from '../src/seed-demo.ts';
import type { DemoMerchant } from '../src/seed-demo.ts';
import { startIdentity } from '../src/start.ts';
import { IDENTITY_API } from '../src/api.ts';
import { IDENTITY_DATABASE } from '../src/database.ts';

export type { Json };
export type Answer = HttpAnswer;
export interface PublishedEvent {
  type: string;
  subject: string;
  accountid: string;
  storeid: string;
  aggregateversion: number;
  data: Json;
}

export const GATEWAY: Principal = { accountId: '', storeId: '', mode: 'stage', keyId: 'gateway', scopes: [] };

export interface IdentityUnderTest {
  service: RunningService;
  bus: EmbeddedBus;
  environment: Environment;
  pool: pg.Pool;
  demo: DemoMerchant;
  /** The principal of the demo merchant's key, as the gateway seals it. */
  owner: Principal;
  call(method: string, path: string, body?: unknown, principal?: Principal | string): Promise<Answer>;
  /** The header that the gateway adds for this principal. */
  sealed(principal: Principal): Promise<Record<string, string>>;
  resolve(apiKey: string, accountId?: string): Promise<Answer>;
  /** The events of this account in the outbox, oldest first. */
  published(accountId?: string): Promise<PublishedEvent[]>;
  /** Every row of every table of the schema, as text. */
  dump(): Promise<string>;
  stop(): Promise<void>;
}

/** Settings of an identity service with the caller's database. */
export function environmentFor(databaseUrl: string, publicKey = generateSealingKeys().publicKey): Environment {
  return {
    LOG_LEVEL: 'silent',
    PROCESS_METRICS: 'off',
    DATABASE_URL: databaseUrl,
    PRINCIPAL_PUBLIC_KEY: publicKey.replaceAll('\n', '\\n'),
    WEBHOOKS_PUBLIC_KEY: generateSealingKeys().publicKey,
    KEY_PEPPER: randomBytes(32).toString('base64'),
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
}

/** Starts the service, reached over HTTP, with its own database that contains one demo merchant. */
export async function startIdentityForTest(): Promise<IdentityUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('identity', IDENTITY_DATABASE);
  const environment = environmentFor(database.url, keys.publicKey);
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const service = await startIdentity(environment, bus);
  const demo = (await seedDemo(environment)) as DemoMerchant;
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=identity -c timezone=UTC',
    max: 4,
  });
  const {
    rows: [key],
  } = await pool.query<{ key_id: string }>('SELECT key_id FROM api_key WHERE slot = 1');
  const owner: Principal = {
    accountId: demo.accountId,
    storeId: demo.storeId,
    mode: 'stage',
    keyId: key?.key_id ?? '',
    scopes: MERCHANT_KEY_SCOPES,
  };
  const send: IdentityUnderTest['call'] = async (method, path, body, principal = owner) =>
    httpCall(`${service.url}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        [PRINCIPAL_HEADER]: typeof principal === 'string' ? principal : await sealer.seal(principal, 'identity'),
      },
    });
  const checker = AnswerChecker.of(documentOf(IDENTITY_API));
  const call: IdentityUnderTest['call'] = async (method, path, ...request) => {
    const answer = await send(method, path, ...request);
    checker.check(method, path, answer);
    return answer;
  };
  return {
    service,
    bus,
    environment,
    pool,
    demo,
    owner,
    call,
    sealed: async (principal) => ({ [PRINCIPAL_HEADER]: await sealer.seal(principal, 'identity') }),
    resolve: (apiKey, accountId = demo.accountId) =>
      call('POST', '/internal/v1/keys/resolve', { api_key: apiKey, account_id: accountId }, GATEWAY),
    published: async (accountId = demo.accountId) => {
      const { rows } = await pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY id');
      return rows
        .flatMap((row) => JSON.parse(row.body) as PublishedEvent[])
        .filter((event) => event.subject === accountId);
    },
    dump: () => dump(pool),
    stop: async () => {
      await service.stop();
      await pool.end();
      await database.drop();
    },
  };
}

/** Another store of the account with its own key, so that tests do not share the demo store. */
export async function anotherStore(identity: IdentityUnderTest): Promise<Principal> {
  const { pool, owner } = identity;
  const storeId = `str_${randomBytes(4).toString('hex')}`;
  const keyId = `key_${randomBytes(8).toString('hex')}`;
  await pool.query("INSERT INTO store (account_id, store_id, name) VALUES ($1, $2, 'Another')", [
    owner.accountId,
    storeId,
  ]);
  await pool.query(
    `INSERT INTO api_key (account_id, key_id, store_id, mode, prefix, key_hash, scopes, rate_limit_per_second, slot)
    VALUES ($1, $2, $3, 'stage', 'sk_stage_other', $4, $5, 7, 1)`,
    [owner.accountId, keyId, storeId, randomBytes(32), MERCHANT_KEY_SCOPES],
  );
  return { ...owner, storeId, keyId };
}

async function dump(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'identity'",
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}
