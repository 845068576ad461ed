import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { MixedList, EntitySchema, QueryRunner } from 'typeorm';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { BadSetting } from './env.ts';
import type { Logger } from './log.ts';

export const DATABASE_LIMITS = {
  connectTimeoutMs: 3_000,
  /** No statement may block a request, or keep a lock, for ever. */
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 20_000,
} as const;

/** How often a process that waits for another one's migration looks again. */
const MIGRATION_POLL_MS = 100;

type Class = new (...args: never[]) => unknown;

export interface DatabaseSpec {
  url: string;
  /** The schema of this service, the only one in the search path. */
  schema: string;
  // TypeORM's own type for this option names Function.
  entities: MixedList<Class | EntitySchema>;
  migrations: Class[];
  poolSize: number;
  /** Connections for statements that may read much: with a time limit of their own, and apart from all others. */
  readers?: { poolSize: number; statementTimeoutMs: number };
}

export interface Database {
  source: DataSource;
  /** Plain SQL on the same connections, for hot paths. */
  pool: Pool;
  /** The connections of `spec.readers`; else those of `pool`. */
  readers: Pool;
  close(): Promise<void>;
}

/** Connects and migrates. One process migrates at a time; the others wait for its lock and then have nothing to do. */
export async function openDatabase(spec: DatabaseSpec, log: Logger): Promise<Database> {
  if (!isPostgresUrl(spec.url))
    throw new BadSetting('DATABASE_URL must be an address such as postgresql://role:password@host:5432/database');
  let closing = false;
  const source = new DataSource({
    type: 'postgres',
    url: spec.url,
    schema: spec.schema,
    entities: spec.entities as never,
    migrations: spec.migrations as never,
    migrationsTableName: 'migration',
    poolSize: spec.poolSize,
    connectTimeoutMS: DATABASE_LIMITS.connectTimeoutMs,
    applicationName: `qafila-${spec.schema}`,
    installExtensions: false,
    // While the pool closes, a connection may report the server's stop; that is harmless.
    poolErrorHandler: (error: Error) => {
      if (!closing) log.warn({ error: error.message }, 'database.connection_lost');
    },
    extra: {
      keepAlive: true,
      options: sessionOptions(spec.schema, DATABASE_LIMITS.statementTimeoutMs),
    },
  } as never);
  try {
    await source.initialize();
  } catch (error) {
    throw new BadSetting(`DATABASE_URL: ${connectionProblem(spec.url, error)}`);
  }
  try {
    await migrate(source, spec.schema);
  } catch (error) {
    closing = true;
    await source.destroy();
    throw isForbidden(error)
      ? new BadSetting(
          `DATABASE_URL: its role must own the schema ${spec.schema} of ${addressOf(spec.url)} (${reason(error)})`,
        )
      : error;
  }
  const { master } = source.driver as unknown as { master: Pool };
  ignoreConnectionErrors(master);
  const readers = readersOf(spec);
  if (readers !== undefined) ignoreConnectionErrors(readers);
  return {
    source,
    pool: master,
    readers: readers ?? master,
    close: async () => {
      closing = true;
      await Promise.all([source.destroy(), readers?.end()]);
    },
  };
}

function sessionOptions(schema: string, statementTimeoutMs: number): string {
  return (
    `-c search_path=${schema} -c timezone=UTC -c statement_timeout=${statementTimeoutMs}` +
    ` -c lock_timeout=${DATABASE_LIMITS.lockTimeoutMs}` +
    ` -c idle_in_transaction_session_timeout=${DATABASE_LIMITS.idleInTransactionTimeoutMs}`
  );
}

/** A reader that finds no free connection in time is refused with 503. */
function readersOf({ url, schema, readers }: DatabaseSpec): pg.Pool | undefined {
  if (readers === undefined) return undefined;
  const pool = new pg.Pool({
    connectionString: url,
    max: readers.poolSize,
    connectionTimeoutMillis: DATABASE_LIMITS.connectTimeoutMs,
    application_name: `qafila-${schema}-readers`,
    keepAlive: true,
    options: sessionOptions(schema, readers.statementTimeoutMs),
  });
  // An idle connection that ends is replaced by the next reader's.
  pool.on('error', () => {});
  return pool;
}

/**
 * A checked-out connection without a running statement reports its end only by an event, and an error event without a
 * listener ends the process. The code that uses the connection sees the failure at its next statement.
 */
function ignoreConnectionErrors(pool: Pool): void {
  const listening = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (listening.has(client)) return;
    listening.add(client);
    client.on('error', () => {});
  });
}

async function migrate(source: DataSource, schema: string): Promise<void> {
  const runner = source.createQueryRunner();
  await runner.connect();
  try {
    await runner.query(`SET lock_timeout = 0; SET statement_timeout = 0`);
    await lockMigrations(runner, schema);
    // Checked first: CREATE SCHEMA IF NOT EXISTS needs the right to create even if the schema exists.
    const [known] = (await runner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])) as unknown[];
    if (known === undefined) await runner.query(`CREATE SCHEMA ${schema}`);
    await source.runMigrations({ transaction: 'each' });
  } finally {
    // The connection returns to the pool, without its lock and with the usual timeouts.
    await runner.query(
      `SELECT pg_advisory_unlock_all(); SET lock_timeout = ${DATABASE_LIMITS.lockTimeoutMs};` +
        ` SET statement_timeout = ${DATABASE_LIMITS.statementTimeoutMs}`,
    );
    await runner.release();
  }
}

/**
 * Asked again and again: a statement that waits has a snapshot, and an index that another process builds concurrently
 * would wait for its end.
 */
async function lockMigrations(runner: QueryRunner, schema: string): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [
      `qafila-migrate-${schema}`,
    ])) as { locked: boolean }[];
    if (row?.locked === true) return;
    await sleep(MIGRATION_POLL_MS);
  }
}

/** Host and database for an error message; never the password. */
function addressOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'an address that is not a URL';
  }
}

/** Distinguishes a server that refuses from one that is away, because the operator corrects them differently. */
export function connectionProblem(url: string, error: unknown): string {
  return isRefusal(error)
    ? `PostgreSQL at ${addressOf(url)} refuses: ${reason(error)}`
    : `no PostgreSQL answers at ${addressOf(url)} (${reason(error)})`;
}

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}

function isRefusal(error: unknown): boolean {
  return (
    /^[0-9A-Z]{5}$/.test(String((error as { code?: string }).code)) &&
    (error as { severity?: string }).severity !== undefined
  );
}

function isForbidden(error: unknown): boolean {
  return (error as { code?: string }).code === '42501';
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ECONNREFUSED' ? 'connection refused' : message || code || String(error);
}
