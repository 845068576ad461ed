import pg from 'pg';
import { generateSealingKeys, Sealer } from '@qafila/auth/seal';
import { ALL_SCOPES } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { createLogger } from '@qafila/runtime/log';
import type { Environment } from '@qafila/runtime/env';
import type { RunningService } from '@qafila/runtime/service';
import { sealedCall } from '@qafila/testing/sealed-call';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { createDatabase } from '@qafila/testing/postgres';
import { startMetering } from '../src/start.ts';
import { METERING_DATABASE } from '../src/database.ts';

export type { Json };
export type Answer = Pick<HttpAnswer, 'status' | 'body' | 'text' | 'headers'>;

/** The fields of a published event that the tests read. */
export interface PublishedEvent {
  type: string;
  subject: string;
  aggregateversion?: number;
  accountid: string;
  storeid: string;
  data: Json;
}

export interface MeteringUnderTest {
  service: RunningService;
  bus: EmbeddedBus;
  /** For SQL in the schema of the service. */
  pool: pg.Pool;
  databaseUrl: string;
  /** Sends a request with the principal's seal; text as it is, other bodies as JSON. Does not throw for a status. */
  call(method: string, path: string, body?: unknown, principal?: Principal): Promise<Answer>;
  /** The events in the outbox, oldest first, of one subject or all. Usage facts are missing: the relay renders them. */
  published(subject?: string): Promise<PublishedEvent[]>;
  stop(): Promise<void>;
}

/** A caller: `principalOf({ accountId: 'another' })`. */
export function principalOf(other: Partial<Principal> = {}): Principal {
  return { accountId: 'acc_1', storeId: 'str_1', mode: 'stage', keyId: 'key_1', scopes: ALL_SCOPES, ...other };
}

/** Starts the service, reached over HTTP, with its own database. */
export async function startMeteringForTest(environment: Environment = {}): Promise<MeteringUnderTest> {
  const keys = generateSealingKeys();
  const sealer = new Sealer(keys.privateKey);
  const database = await createDatabase('metering', METERING_DATABASE);
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const service = await startMetering(
    {
      LOG_LEVEL: 'error',
      PROCESS_METRICS: 'off',
      DATABASE_URL: database.url,
      PRINCIPAL_PUBLIC_KEY: keys.publicKey,
      ...environment,
    },
    bus,
  );
  const pool = new pg.Pool({
    connectionString: database.url,
    options: '-c search_path=metering -c timezone=UTC',
    max: 8,
  });
  const call = sealedCall({
    url: () => service.url,
    sealer,
    audience: 'metering',
    principal: principalOf(),
    checksAnswers: true,
  });
  return {
    service,
    bus,
    pool,
    databaseUrl: database.url,
    call: (method, path, body, principal) => call(method, path, body, { principal }),
    published: async (subject) => {
      const { rows } = await pool.query<{ body: string }>("SELECT body FROM outbox WHERE source = 'json' ORDER BY id");
      return rows
        .flatMap((row) => JSON.parse(row.body) as PublishedEvent[])
        .filter((event) => subject === undefined || event.subject === subject);
    },
    stop: async () => {
      await service.stop();
      await pool.end();
      await database.drop();
    },
  };
}
