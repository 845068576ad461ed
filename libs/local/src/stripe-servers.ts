import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild, type Child } from './child.ts';
import { until } from './deadline.ts';
import { isErrno } from './errno.ts';
import { freePorts } from './free-port.ts';
import type { Availability } from './kafka-jars.ts';

const run = promisify(execFile);

/** Refuses what Stripe's published schema of its API version 2026-08-26.dahlia does not know. */
const STRIPE_MOCK = '0.203.0';
/** Keeps state, and signs events. */
const LOCALSTRIPE = '1.15.10';
const INSTALL_MS = 10 * 60_000;
const START_MS = 60_000;
const STOP_MS = 5_000;

const mockPath = (): string => join(cacheDir(), `stripe-mock-${STRIPE_MOCK}`, 'stripe-mock');
const localstripePath = (): string => join(cacheDir(), `localstripe-${LOCALSTRIPE}`);

function cacheDir(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'qafila');
}

/** Whether the two can run here: they need Python, and Go unless stripe-mock was built before. */
export function stripeServersAvailable(): Availability {
  if (!answers('python3', '--version')) return { ok: false, reason: 'python3 is not installed' };
  if (!existsSync(mockPath()) && !answers('go', 'version')) return { ok: false, reason: 'go is not installed' };
  return { ok: true };
}

function answers(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

export interface StripeServers {
  /** Of the bridge. */
  url: string;
  stop(): Promise<void>;
}

/** Files of the tests. */
export interface StripeScripts {
  /** Of Python; it starts localstripe, with the arguments of its command. */
  localstripe: string;
  /** Of Node, with its port and the addresses of stripe-mock and localstripe as arguments. */
  bridge: string;
}

/**
 * Starts stripe-mock and localstripe on free ports, and the bridge in front of them. The first time it builds and
 * downloads the two.
 */
export async function startStripeServers(
  { localstripe, bridge }: StripeScripts,
  log?: (line: string) => void,
): Promise<StripeServers> {
  await Promise.all([install(mockPath(), buildMock), install(localstripePath(), downloadLocalstripe)]);
  const [mock, local, front] = (await freePorts(3)).map((port) => `http://127.0.0.1:${port}`) as [
    string,
    string,
    string,
  ];
  const portOf = (url: string): string => new URL(url).port;
  const children: Child[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(children.map((child) => child.stop(STOP_MS))));
  const start = async (name: string, command: string, args: string[], env = process.env): Promise<void> => {
    children.push(await startChild({ name, command, args, env, onLine: log }));
  };
  try {
    await start('stripe-mock', mockPath(), ['-http-port', portOf(mock)]);
    await start('localstripe', 'python3', [localstripe, '--port', portOf(local), '--from-scratch'], {
      ...process.env,
      PYTHONPATH: localstripePath(),
    });
    await start('bridge', process.execPath, [bridge, portOf(front), mock, local]);
    for (const [at, url] of [`${mock}/v1/balance`, `${local}/v1/balance`, `${front}/_control/calls`].entries())
      await ready(children[at] as Child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: front, stop };
}

async function ready(child: Child, url: string): Promise<void> {
  const isUp = async (): Promise<boolean> =>
    fetch(url, { headers: { authorization: 'Bearer sk_test_123' } }).then(
      ({ ok }) => ok,
      () => false,
    );
  if ((await until(async () => !child.running || (await isUp()), START_MS, 50)) && child.running) return;
  throw new Error(`A server for Stripe did not start: ${child.tail().at(-1) ?? 'it printed nothing'}`);
}

/** Installs into a temporary folder and renames it, so that parallel runs see all of it or nothing. */
async function install(path: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(cacheDir(), { recursive: true });
  const target = path.endsWith('stripe-mock') ? join(path, '..') : path;
  const partial = await mkdtemp(`${target}.`);
  try {
    await make(partial);
    await rename(partial, target).catch((error: unknown) => {
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function buildMock(folder: string): Promise<void> {
  await run('go', ['install', `github.com/stripe/stripe-mock@v${STRIPE_MOCK}`], {
    env: { ...process.env, GOBIN: folder },
    timeout: INSTALL_MS,
  });
}

async function downloadLocalstripe(folder: string): Promise<void> {
  await run('python3', ['-m', 'pip', 'install', '-q', '--target', folder, `localstripe==${LOCALSTRIPE}`], {
    timeout: INSTALL_MS,
  });
}
