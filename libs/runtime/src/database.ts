import { DataSource } from 'typeorm';
import type { MixedList, EntitySchema } from 'typeorm';
import type { Pool, PoolClient } from 'pg';
import { BadSetting } from './env.ts';
import type { Logger } from './log.ts';

export const DATABASE_LIMITS = {
  connectTimeoutMs: 3_000,
  /** No statement may hold a request, or a lock, for ever. */
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 20_000,
} as const;

type Class = new (...args: never[]) => unknown;

export interface DatabaseSpec {
  url: string;
  /** The one schema this service owns; it is first and alone in the search path. */
  schema: string;
  // TypeORM's own type for this option names Function.
  entities: MixedList<Class | EntitySchema>;
  migrations: Class[];
  poolSize: number;
}

export interface Database {
  source: DataSource;
  /** For measured hot paths: plain SQL on the same connections. */
  pool: Pool;
  close(): Promise<void>;
}

/** Connects and migrates. One process migrates at a time; the others wait for its lock and find nothing left to do. */
export async function openDatabase(spec: DatabaseSpec, log: Logger): Promise<Database> {
  if (!isPostgresUrl(spec.url)) throw new BadSetting('DATABASE_URL must be an address such as postgresql://role:password@host:5432/database');
  let closing = false;
  const source = new DataSource({
    type: 'postgres', url: spec.url, schema: spec.schema, entities: spec.entities as never, migrations: spec.migrations as never,
    migrationsTableName: 'migration', poolSize: spec.poolSize, connectTimeoutMS: DATABASE_LIMITS.connectTimeoutMs,
    applicationName: `qafila-${spec.schema}`, installExtensions: false,
    // Connections that we are closing ourselves may hear of the server's stop first; that is no loss.
    poolErrorHandler: (error: Error) => { if (!closing) log.warn({ error: error.message }, 'database.connection_lost'); },
    extra: {
      keepAlive: true,
      options: `-c search_path=${spec.schema} -c timezone=UTC -c statement_timeout=${DATABASE_LIMITS.statementTimeoutMs}`
        + ` -c lock_timeout=${DATABASE_LIMITS.lockTimeoutMs}`
        + ` -c idle_in_transaction_session_timeout=${DATABASE_LIMITS.idleInTransactionTimeoutMs}`,
    },
  } as never);
  try {
    await source.initialize();
  } catch (error) {
    throw new BadSetting(`DATABASE_URL: ${whyNot(spec.url, error)}`);
  }
  try {
    await migrate(source, spec.schema);
  } catch (error) {
    closing = true;
    await source.destroy();
    throw isForbidden(error) ? new BadSetting(`DATABASE_URL: its role must own the schema ${spec.schema} of ${whereIs(spec.url)} (${reason(error)})`) : error;
  }
  const { master } = source.driver as unknown as { master: Pool };
  survive(master);
  return {
    source, pool: master,
    close: () => {
      closing = true;
      return source.destroy();
    },
  };
}

/**
 * A connection that is checked out and has no statement under way tells of its end by an event alone, which unheard would end the
 * process. Whoever has it learns by the next statement, which fails.
 */
function survive(pool: Pool): void {
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', () => {});
  });
}

async function migrate(source: DataSource, schema: string): Promise<void> {
  const runner = source.createQueryRunner();
  await runner.connect();
  try {
    await runner.query(`SET lock_timeout = 0; SET statement_timeout = 0`);
    await runner.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`qafila-migrate-${schema}`]);
    // Asked first: CREATE SCHEMA IF NOT EXISTS wants the right to create even where the schema is there.
    const [known] = (await runner.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])) as unknown[];
    if (known === undefined) await runner.query(`CREATE SCHEMA ${schema}`);
    await source.runMigrations({ transaction: 'each' });
  } finally {
    // The connection goes back to the pool: its lock and time-outs must not go with it.
    await runner.query(`SELECT pg_advisory_unlock_all(); SET lock_timeout = ${DATABASE_LIMITS.lockTimeoutMs};`
      + ` SET statement_timeout = ${DATABASE_LIMITS.statementTimeoutMs}`);
    await runner.release();
  }
}

/** Host and database for an error line; never the password. */
function whereIs(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'an address that is not a URL';
  }
}

/** A server that answers and refuses is looked for elsewhere than one that is away. */
export function whyNot(url: string, error: unknown): string {
  return isRefusal(error) ? `PostgreSQL at ${whereIs(url)} refuses: ${reason(error)}` : `no PostgreSQL answers at ${whereIs(url)} (${reason(error)})`;
}

function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);
}

function isRefusal(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(String((error as { code?: string }).code)) && (error as { severity?: string }).severity !== undefined;
}

function isForbidden(error: unknown): boolean {
  return (error as { code?: string }).code === '42501';
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ECONNREFUSED' ? 'connection refused' : (message || code || String(error));
}
