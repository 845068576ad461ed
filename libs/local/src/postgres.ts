import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { startChild, type Child } from './child.ts';
import { until } from './deadline.ts';
import { freePort, requirePort } from './free-port.ts';
import { fromInside, serverAccount } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { createCluster, isCluster, lastError, releaseCluster, SERVER_ENV } from './postgres-cluster.ts';

/** Crash recovery of a large cluster reads its log from the last checkpoint: minutes are possible, seconds usual. */
const START_MS = 120_000;
const STOP_MS = 60_000;
/** A free port can be taken between asking and listening, and a killed server's children hold its memory for a moment. */
const ATTEMPTS = 20;
const PASSING_TROUBLE = /could not bind|Address already in use|pre-existing shared memory|still in use/;

export interface PostgresOptions {
  dataDir: string;
  /** A free one by default. */
  port?: number;
  user: string;
  /** Becomes the password when the cluster is created; afterwards it must be that one. */
  password: string;
  /** More command line flags, e.g. ['-c', 'shared_buffers=1GB']; they win over the defaults. */
  flags?: readonly string[];
  log?: (line: string) => void;
}

export interface Postgres {
  /** Of the superuser, database `postgres`. */
  url: string;
  port: number;
  pid: number;
  /** As asked for, without links in it. */
  dataDir: string;
  /** Resolves when the server is gone, wanted or not. */
  exited: Promise<unknown>;
  /** Ends sessions, writes a checkpoint, waits until the process is gone. */
  stop(): Promise<void>;
  /** kill -9, for fault tests. */
  kill(): Promise<void>;
}

/** PostgreSQL from the npm package, on 127.0.0.1 only, with durable commits. An existing data folder is used as it is. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  if (options.port) await requirePort(options.port, 'PostgreSQL');
  const account = await serverAccount(options.dataDir);
  const { initdb, postgres } = await postgresBinaries(account);
  const dataDir = await withoutLinks(options.dataDir);
  if (!(await isCluster(dataDir))) await createCluster({ ...options, initdb, dataDir, account });
  await releaseCluster(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = await startChild({
      name: 'PostgreSQL', command: postgres, args: serverArgs(fromInside(dataDir, account), port, options.flags),
      account, env: SERVER_ENV, cwd: dataDir, stopSignal: 'SIGINT', onLine: options.log,
    });
    const url = `postgres://${encodeURIComponent(options.user)}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`;
    if (await answers(server, url)) return handle(server, { url, port, dataDir });
    const log = server.tail();
    if (attempt < ATTEMPTS && log.some((line) => PASSING_TROUBLE.test(line))) continue;
    throw new Error(`PostgreSQL did not start in ${dataDir}: ${lastError(log)}`);
  }
}

/** The same folder always has the same name, which is how a server already using it is recognised. Makes its parents. */
async function withoutLinks(dir: string): Promise<string> {
  const parent = dirname(resolve(dir));
  await mkdir(parent, { recursive: true });
  return realpath(dir).catch(async () => join(await realpath(parent), basename(dir)));
}

function serverArgs(dataDir: string, port: number, flags: readonly string[] = []): string[] {
  const settings = {
    listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200, shared_buffers: '256MB',
    fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '2GB', timezone: 'UTC', log_timezone: 'UTC',
  };
  return ['-D', dataDir, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...flags];
}

/** True once a session can be opened; false when the server has ended. A refused login is told at once. */
async function answers(server: Child, url: string): Promise<boolean> {
  const ready = await until(async () => {
    if (!server.running) return true;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    // A server that dies under us is seen by `running`; without a listener it would be an uncaught error.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== '28P01') return false;
      await server.stop(STOP_MS);
      throw new Error(`PostgreSQL: its data folder was made with another password (${(error as Error).message})`);
    }
  }, START_MS);
  if (!ready) await server.stop(STOP_MS);
  else if (!server.running) await server.exited;
  return server.running;
}

function handle(server: Child, facts: Pick<Postgres, 'url' | 'port' | 'dataDir'>): Postgres {
  return {
    ...facts,
    pid: server.pid,
    exited: server.exited,
    stop: async () => void (await server.stop(STOP_MS)),
    kill: async () => void (await server.kill()),
  };
}
