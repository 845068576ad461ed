import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { ALL_SCOPES, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { createDatabase } from '@qafila/testing/postgres';
import { startMetering } from '../src/start.ts';

// Answers are read as the wire gives them; a test says what it expects of them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Answer { status: number; body: Json; text: string; headers: Headers }

/** The published event of an outbox row, as far as tests look at it. */
export interface Told { type: string; subject: string; aggregateversion?: number; accountid: string; storeid: string; data: Json }

export interface MeteringUnderTest {
  service: RunningService;
  bus: EmbeddedBus;
  /** Plain SQL in the schema of the service. */
  pool: pg.Pool;
  databaseUrl: string;
  /** A request with the principal's seal; a text body goes as it is, anything else as JSON. Never throws for a status. */
  call(method: string, path: string, body?: unknown, principal?: Principal): Promise<Answer>;
  /** What the outbox holds, oldest first; of this subject when given. Usage facts are not in it: they are rendered by the relay. */
  told(subject?: string): Promise<Told[]>;
  stop(): Promise<void>;
}

/** A caller: `principalOf({ accountId: 'another' })`. */
export function principalOf(other: Partial<Principal> = {}): Principal {
  return { accountId: 'acc_1', storeId: 'str_1', mode: 'stage', keyId: 'key_1', scopes: ALL_SCOPES, ...other };
}

/** The service as it runs, over HTTP, on a database of its own. */
export async function startMeteringForTest(environment: Environment = {}): Promise<MeteringUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('metering');
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const service = await startMetering(
    { LOG_LEVEL: 'error', PROCESS_METRICS: 'off', DATABASE_URL: database.url, PRINCIPAL_PUBLIC_KEY: keys.publicKey, ...environment }, bus);
  const pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=metering -c timezone=UTC', max: 8 });
  return {
    service, bus, pool, databaseUrl: database.url,
    call: async (method, path, body, principal = principalOf()) => request(`${service.url}${path}`, {
      method, headers: { [PRINCIPAL_HEADER]: await sealer.seal(principal, 'metering'), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined || typeof body === 'string' ? body as string | undefined : JSON.stringify(body),
    }),
    told: async (subject) => {
      const { rows } = await pool.query<{ body: string }>("SELECT body FROM outbox WHERE source = 'json' ORDER BY id");
      return rows.flatMap((row) => JSON.parse(row.body) as Told[]).filter((event) => subject === undefined || event.subject === subject);
    },
    stop: async () => {
      await service.stop();
      await pool.end();
      await database.drop();
    },
  };
}

async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) as Json : undefined, text, headers: response.headers };
}
