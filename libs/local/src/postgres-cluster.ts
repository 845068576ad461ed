import { chown, mkdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { until } from './deadline.ts';
import { isErrno } from './errno.ts';
import { fromInside, type Account } from './postgres-account.ts';

/** How long a server that is stopping may take to release its files. */
const RELEASE_MS = 5_000;

/** Without the caller's environment: PGDATA or PGOPTIONS for another server must not apply to this one. */
export const SERVER_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface NewCluster {
  initdb: string;
  dataDir: string;
  account: Account | undefined;
  user: string;
  password: string;
}

/**
 * Runs initdb in a temporary folder and renames it: an interrupted first start leaves nothing that looks like a
 * cluster.
 */
export async function createCluster(cluster: NewCluster): Promise<void> {
  const partial = `${cluster.dataDir}.init`;
  const passwordFile = join(partial, 'password');
  const data = join(partial, 'data');
  await rm(partial, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (cluster.account) {
    await Promise.all(
      [partial, data, passwordFile].map((path) => chown(path, cluster.account!.uid, cluster.account!.gid)),
    );
  }
  const initdb = await startChild({
    name: 'initdb',
    command: cluster.initdb,
    account: cluster.account,
    env: SERVER_ENV,
    cwd: data,
    // The built-in provider sorts and folds letters in the same way on every machine, whatever its locales.
    args: [
      '--pgdata',
      fromInside(data, cluster.account),
      '--username',
      cluster.user,
      '--pwfile',
      join('..', 'password'),
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--locale-provider',
      'builtin',
      '--builtin-locale',
      'C.UTF-8',
    ],
  });
  const { code } = await initdb.exited;
  if (code !== 0) throw new Error(`PostgreSQL could not create ${cluster.dataDir}: ${lastError(initdb.tail())}`);
  await rename(data, cluster.dataDir).catch((error: unknown) => {
    throw isErrno(error, 'ENOTEMPTY', 'EEXIST')
      ? new Error(`${cluster.dataDir} contains files that are not a PostgreSQL cluster`)
      : error;
  });
  await rm(partial, { recursive: true, force: true });
}

export async function isCluster(dataDir: string): Promise<boolean> {
  return stat(join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/**
 * After a crash postmaster.pid remains. PostgreSQL trusts its process id, which in a container soon belongs to another
 * program, so this checks what the process is. If a server still uses the folder, it waits briefly, because the server
 * may be stopping; then it throws an error with the process id.
 */
export async function releaseCluster(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid');
  let pid = NaN;
  const isFree = async (): Promise<boolean> => {
    pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0]);
    return !pid || !(await isServerOf(pid, dataDir));
  };
  if (!(await until(isFree, RELEASE_MS))) {
    throw new Error(
      `${dataDir} is in use by another PostgreSQL (process ${pid}); ` +
        'stop what runs it, such as another npm start, or set another DATA_DIR',
    );
  }
  await rm(lock, { force: true });
}

async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' && process.platform !== 'linux';
  }
  if (process.platform !== 'linux') return true;
  // A postmaster works inside its data folder.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === dataDir;
}

/** The line of a server's log that says why it failed. */
export function lastError(lines: readonly string[]): string {
  const why = lines.findLast((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  return why?.replace(/^.*?(FATAL|PANIC|error):\s*/, '') ?? 'it printed nothing';
}
