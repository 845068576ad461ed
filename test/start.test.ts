import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { freePort } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import { eventually } from '@qafila/testing/wait';
import { MAIN } from './harness/platform.ts';

const MINUTES = 60_000;
const dirs: string[] = [];
afterAll(async () => { for (const dir of dirs) await rm(dir, { recursive: true, force: true }); });

async function dataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'qafila-start-'));
  dirs.push(dir);
  return dir;
}

/** Runs a start that must fail, and answers what it said. */
async function failedStart(environment: Record<string, string>, flags: string[] = []): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [MAIN, ...flags], { env: { ...process.env, DATA_DIR: await dataDir(), SANDBOX_PORT: String(await freePort()), ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { said += chunk.toString(); });
  const [code] = await once(child, 'exit') as [number];
  return { code, said };
}

test('a second start finds its data and the same demo merchant, and Ctrl-C leaves no process', async () => {
  const [DATA_DIR, PORT, SANDBOX_PORT] = [await dataDir(), String(await freePort()), String(await freePort())];
  const demos: unknown[] = [];
  for (let start = 1; start <= 2; start++) {
    const platform = await spawnService({ name: 'qafila', args: [MAIN], env: { DATA_DIR, PORT, SANDBOX_PORT }, readyLine: /^Qafila is ready/, deadlineMs: 2 * MINUTES });
    const file = join(DATA_DIR, 'demo.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    demos.push(JSON.parse(await readFile(file, 'utf8')));
    const postgres = Number((await readFile(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(platform.pid, 'SIGINT');
    expect(await platform.exited).toMatchObject({ code: 0 });
    expect(() => process.kill(postgres, 0)).toThrow();
  }
  expect(demos[1]).toEqual(demos[0]);
  expect(demos[0]).toMatchObject({ gatewayUrl: `http://127.0.0.1:${PORT}`, sandboxUrl: `http://127.0.0.1:${SANDBOX_PORT}` });
}, 4 * MINUTES);

test('when the embedded PostgreSQL is killed, that is told and the start ends; the next one serves', async () => {
  const [DATA_DIR, PORT, SANDBOX_PORT] = [await dataDir(), String(await freePort()), String(await freePort())];
  const started = (): ReturnType<typeof spawnService> => spawnService({ name: 'qafila', args: [MAIN], env: { DATA_DIR, PORT, SANDBOX_PORT }, readyLine: /^Qafila is ready/, deadlineMs: 2 * MINUTES });
  const platform = await started();
  process.kill(Number((await readFile(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
  expect(await platform.exited).toMatchObject({ code: 1 });
  expect(platform.logs()).toContain('qafila: the embedded PostgreSQL has ended by itself. What was answered is stored; start again');
  const again = await started();
  process.kill(again.pid, 'SIGINT');
  expect(await again.exited).toMatchObject({ code: 0 });
}, 3 * MINUTES);

/** Of Linux alone: elsewhere its processes are listed by a program that may not be there. */
async function childOf(parent: number, main: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, command] = await Promise.all(['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')));
    if (status?.includes(`\nPPid:\t${parent}\n`) && command?.includes(main)) return Number(pid);
  }
  throw new Error(`no child of ${parent} runs ${main}`);
}

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('over Kafka a service that is killed is named', async () => {
  const [DATA_DIR, PORT, SANDBOX_PORT] = [await dataDir(), String(await freePort()), String(await freePort())];
  const platform = await spawnService({ name: 'qafila', args: [MAIN, '--kafka'], env: { DATA_DIR, PORT, SANDBOX_PORT }, readyLine: /^Qafila is ready/, deadlineMs: 3 * MINUTES });
  process.kill(await childOf(platform.pid, 'apps/payment/dist/main.js'), 'SIGKILL');
  const line = 'qafila: payment has ended by itself (SIGKILL); nothing starts it anew here: start again';
  await eventually(() => platform.logs().includes(line), { what: 'the line' });
  process.kill(platform.pid, 'SIGINT');
  expect(await platform.exited).toMatchObject({ code: 0 });
}, 5 * MINUTES);

test('a data folder that another start uses is told in one line', async () => {
  const [DATA_DIR, PORT, SANDBOX_PORT] = [await dataDir(), String(await freePort()), String(await freePort())];
  const platform = await spawnService({ name: 'qafila', args: [MAIN], env: { DATA_DIR, PORT, SANDBOX_PORT }, readyLine: /^Qafila is ready/, deadlineMs: 2 * MINUTES });
  const { code, said } = await failedStart({ DATA_DIR, PORT: String(await freePort()) });
  process.kill(platform.pid, 'SIGINT');
  await platform.exited;
  expect([code, said]).toEqual([1, expect.stringMatching(/^qafila: \S+\/postgres is in use by another PostgreSQL \(process \d+\); stop what runs it, such as another npm start, or set another DATA_DIR\n$/)]);
}, 3 * MINUTES);

test('a used port is told in one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as AddressInfo).port;
  const { code, said } = await failedStart({ PORT: String(port) });
  server.close();
  expect([code, said]).toEqual([1, `qafila: PORT: port ${port} is in use; set PORT to a free one\n`]);
}, 2 * MINUTES);

test('a used port of the sandbox is told by its own name', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = (server.address() as AddressInfo).port;
  const { code, said } = await failedStart({ PORT: String(await freePort()), SANDBOX_PORT: String(port) });
  server.close();
  expect([code, said]).toEqual([1, `qafila: SANDBOX_PORT: port ${port} is in use; set SANDBOX_PORT to a free one\n`]);
}, 2 * MINUTES);

test('bad settings are told in one line', async () => {
  expect(await failedStart({ PORT: 'eighty' })).toEqual({ code: 1, said: 'qafila: PORT must be a whole number from 1 to 65535, not "eighty"\n' });
  expect((await failedStart({ SANDBOX_PORT: '0' })).said).toBe('qafila: SANDBOX_PORT must be a whole number from 1 to 65535, not "0"\n');
  expect((await failedStart({}, ['--kafca'])).said).toBe('qafila: --kafca is not an option; the one option is --kafka\n');
  const { said } = await failedStart({ MODE: 'production', PORT: String(await freePort()) });
  expect(said).toBe('qafila: MODE must be one of stage, live, not "production"\n');
}, 2 * MINUTES);

test('a database that does not answer is told in one line', async () => {
  const port = await freePort();
  const { said } = await failedStart({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/shop` });
  expect(said).toMatch(new RegExp(`^qafila: DATABASE_URL: no PostgreSQL answers at 127\\.0\\.0\\.1:${port}/shop \\(.*\\)\n$`));
  expect(said).not.toContain('secret');
}, MINUTES);

test('live starts without the sandbox', async () => {
  const [DATA_DIR, PORT, SANDBOX_PORT] = [await dataDir(), String(await freePort()), String(await freePort())];
  const platform = await spawnService({ name: 'qafila', args: [MAIN], env: { DATA_DIR, PORT, SANDBOX_PORT, MODE: 'live' }, readyLine: /^Qafila is ready/, deadlineMs: 2 * MINUTES });
  expect(JSON.parse(await readFile(join(DATA_DIR, 'demo.json'), 'utf8'))).not.toHaveProperty('sandboxUrl');
  await expect(fetch(`http://127.0.0.1:${SANDBOX_PORT}/`)).rejects.toThrow();
  await platform.stop();
}, 4 * MINUTES);
