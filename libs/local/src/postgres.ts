import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { startChild, type Child } from './child.ts';
import { until } from './deadline.ts';
import { freePort, requirePort } from './free-port.ts';
import { fromInside, serverAccount } from './postgres-account.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { createCluster, isCluster, lastError, releaseCluster, SERVER_ENV } from './postgres-cluster.ts';

/** Crash recovery reads the log from the last checkpoint: usually seconds, in a large cluster minutes. */
const START_MS = 120_000;
const STOP_MS = 60_000;
/**
 * Another process can take a free port before the server listens, and the children of a killed server keep its memory
 * briefly.
 */
const ATTEMPTS = 20;
const PASSING_TROUBLE = /could not bind|Address already in use|pre-existing shared memory|still in use/;

export interface PostgresOptions {
  dataDir: string;
  /** A free one by default. */
  port?: number;
  user: string;
  /** Sets the password when the cluster is created; later it must be the same. */
  password: string;
  /** More command line flags, e.g. ['-c', 'shared_buffers=1GB']; they override the defaults. */
  flags?: readonly string[];
  log?: (line: string) => void;
}

export interface Postgres {
  /** Of the superuser, database `postgres`. */
  url: string;
  port: number;
  pid: number;
  /** The requested folder, with links resolved. */
  dataDir: string;
  /** Resolves when the server has ended, for any reason. */
  exited: Promise<unknown>;
  /** Ends sessions, writes a checkpoint, and waits until the process has ended. */
  stop(): Promise<void>;
  /** kill -9, for fault tests. */
  kill(): Promise<void>;
}

/** PostgreSQL from the npm package, on 127.0.0.1 only, with durable commits. Uses an existing data folder as it is. */
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
      name: 'PostgreSQL',
      command: postgres,
      args: serverArgs(fromInside(dataDir, account), port, options.flags),
      account,
      env: SERVER_ENV,
      cwd: dataDir,
      stopSignal: 'SIGINT',
      onLine: options.log,
    });
    const [user, password] = [options.user, options.password].map(encodeURIComponent);
    const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
    if (await answers(server, url)) return handle(server, { url, port, dataDir });
    const log = server.tail();
    if (attempt < ATTEMPTS && log.some((line) => PASSING_TROUBLE.test(line))) continue;
    throw new Error(`PostgreSQL did not start in ${dataDir}: ${lastError(log)}`);
  }
}

/** The canonical path of the folder, by which a server that uses it is recognised. Creates its parents. */
async function withoutLinks(dir: string): Promise<string> {
  const parent = dirname(resolve(dir));
  await mkdir(parent, { recursive: true });
  return realpath(dir).catch(async () => join(await realpath(parent), basename(dir)));
}

function serverArgs(dataDir: string, port: number, flags: readonly string[] = []): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  return [
    '-D',
    dataDir,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ...flags,
  ];
}

/** True when a session can be opened, false when the server has ended. Throws at once when the login is refused. */
async function answers(server: Child, url: string): Promise<boolean> {
  const ready = await until(async () => {
    if (!server.running) return true;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    // `running` shows that the server has died; without a listener the event would be an uncaught error.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code !== '28P01') return false;
      await server.stop(STOP_MS);
      throw new Error(`PostgreSQL: the data folder was created with another password (${(error as Error).message})`);
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
