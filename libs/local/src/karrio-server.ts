import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child.ts';
import { until } from './deadline.ts';
import { isErrno } from './errno.ts';
import { freePorts } from './free-port.ts';
import type { Availability } from './kafka-jars.ts';
import { scratchDir } from './scratch-dir.ts';

const run = promisify(execFile);

const KARRIO = '2026.1.32';
const INSTALL_MS = 15 * 60_000;
const START_MS = 120_000;
const STOP_MS = 10_000;
const DATABASE = 'karrio.sqlite3';

/** Files of the caller: the packages, what makes Karrio start without network, and the script of its first user. */
export interface KarrioFiles {
  requirements: string;
  offline: string;
  firstUser: string;
}

export interface KarrioServer {
  url: string;
  /** Its SQLite database, which may be changed while it runs. */
  database: string;
  python: string;
  stop(): Promise<void>;
}

/** Whether Karrio can run here: it needs Python 3.12. */
export function karrioAvailable(): Availability {
  return python() === undefined ? { ok: false, reason: 'Python 3.12 is not installed' } : { ok: true };
}

/** PYTHON312, `python3.12`, `python3`, or a version of pyenv: the first that is 3.12. */
function python(): string | undefined {
  const pyenv = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const versions = existsSync(pyenv) ? readdirSync(pyenv).filter((name) => name.startsWith('3.12')) : [];
  const candidates = [
    process.env['PYTHON312'],
    'python3.12',
    'python3',
    ...versions.map((name) => join(pyenv, name, 'bin/python3')),
  ];
  return candidates.find((command) => {
    if (command === undefined) return false;
    const { stdout, status } = spawnSync(command, ['--version'], { encoding: 'utf8', timeout: 20_000 });
    return status === 0 && stdout.startsWith('Python 3.12');
  });
}

/**
 * Starts Karrio on a free port, with a database of its own. The first time it downloads the packages into the cache and
 * makes a database to copy, which takes some minutes.
 */
export async function startKarrioServer(files: KarrioFiles): Promise<KarrioServer> {
  const command = python() as string;
  const home = await install(command, files);
  const scratch = await scratchDir('karrio');
  const database = join(scratch, DATABASE);
  await copyFile(join(home, DATABASE), database);
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: 'karrio',
    command,
    args: [
      ...['-m', 'gunicorn', 'karrio.server.asgi:application', '-k', 'karrio.server.workers.UvicornWorker'],
      ...['-b', `127.0.0.1:${port}`, '-w', '1'],
    ],
    cwd: scratch,
    env: environment(home, files, scratch),
  });
  const stop = async (): Promise<void> => {
    await child.stop(STOP_MS);
    await rm(scratch, { recursive: true, force: true });
  };
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  if ((await until(async () => !child.running || (await isUp()), START_MS, 200)) && child.running)
    return { url, database, python: command, stop };
  const last = child.tail().slice(-5).join('\n');
  await stop();
  throw new Error(`Karrio did not start: ${last}`);
}

function environment(home: string, { offline }: KarrioFiles, folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PYTHONPATH: [offline, join(home, 'packages')].join(':'),
    SECRET_KEY: 'of-the-tests',
    JWT_SECRET: 'of-the-tests',
    DEBUG_MODE: 'False',
    DATABASE_ENGINE: 'sqlite3',
    DATABASE_NAME: join(folder, DATABASE),
    WORK_DIR: folder,
    LOG_DIR: folder,
    WORKER_DB_DIR: folder,
    DETACHED_WORKER: 'True',
    // No call of the tests may be refused because it came too soon.
    CARRIER_REQUEST_RATE_LIMIT: '100000/minute',
    USER_RATE_LIMIT: '100000/minute',
  };
}

/** Installs into a temporary folder and renames it, so that parallel runs see all of it or nothing. */
async function install(command: string, files: KarrioFiles): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'qafila');
  const home = join(cache, `karrio-${KARRIO}`);
  if (existsSync(home)) return home;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${home}.`);
  try {
    const packages = join(partial, 'packages');
    await run(command, ['-m', 'pip', 'install', '-q', '--target', packages, '-r', files.requirements], {
      timeout: INSTALL_MS,
    });
    const env = environment(partial, files, partial);
    await run(command, ['-m', 'karrio.server', 'migrate'], { env, cwd: partial, timeout: INSTALL_MS });
    const script = await readFile(files.firstUser, 'utf8');
    await run(command, ['-m', 'karrio.server', 'shell', '-c', script], { env, cwd: partial, timeout: INSTALL_MS });
    await rename(partial, home).catch((error: unknown) => {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return home;
}
