import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@qafila/local/free-port';
import { spawnService } from '@qafila/local/supervise';
import type { Service } from '@qafila/local/supervise';
import { eventually } from '@qafila/testing/wait';
import { STANDALONE } from '@qafila/testing/platform-process';

const MINUTES = 60_000;
const dirs: string[] = [];
afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
});

async function dataDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'qafila-start-'));
  dirs.push(dir);
  return dir;
}

interface Place {
  DATA_DIR: string;
  PORT: string;
  SANDBOX_PORT: string;
}

/** A fresh data folder, and free ports. */
async function newPlace(): Promise<Place> {
  return { DATA_DIR: await dataDir(), PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
}

function start(environment: Place & { MODE?: string }, flags: string[] = []): Promise<Service> {
  return spawnService({
    name: 'qafila',
    args: [STANDALONE, ...flags],
    env: { ...environment },
    readyLine: /^Qafila is ready/,
    deadlineMs: 3 * MINUTES,
  });
}

async function postgresOf({ DATA_DIR }: Place): Promise<number> {
  return Number((await readFile(join(DATA_DIR, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** The demo merchant in the folder. Only the owner of the folder may read it. */
async function demoOf({ DATA_DIR }: Place): Promise<unknown> {
  const file = join(DATA_DIR, 'demo.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Runs a start that must fail, and returns its output. */
async function failedStart(
  environment: Record<string, string>,
  flags: string[] = [],
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [STANDALONE, ...flags], {
    env: { ...process.env, ...(await newPlace()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

async function usedPort(): Promise<{ port: string; free(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: String((server.address() as AddressInfo).port), free: () => void server.close() };
}

/** Each test continues with the folder that the test before it left. Alone, each works as well. */
describe('starts in the same data folder', () => {
  let place: Place;
  let running: Service | undefined;
  beforeAll(async () => {
    place = await newPlace();
  });
  afterAll(() => running?.stop());
  const ensureRunning = async (): Promise<Service> => (running ??= await start(place));
  const stopByCtrlC = async (): Promise<void> => {
    const [platform, postgres] = [await ensureRunning(), await postgresOf(place)];
    process.kill(platform.pid, 'SIGINT');
    expect(await platform.exited).toMatchObject({ code: 0 });
    running = undefined;
    expect(() => process.kill(postgres, 0)).toThrow();
  };

  test(
    'a data folder in use is reported in one line',
    async () => {
      await ensureRunning();
      const { code, output } = await failedStart({ DATA_DIR: place.DATA_DIR });
      expect([code, output]).toEqual([
        1,
        expect.stringMatching(
          new RegExp(
            '^qafila: \\S+/postgres is in use by another PostgreSQL \\(process \\d+\\); ' +
              'stop what runs it, such as another npm start, or set another DATA_DIR\\n$',
          ),
        ),
      ]);
    },
    3 * MINUTES,
  );

  test(
    'a second start finds the data and the same demo merchant, and Ctrl-C leaves no process',
    async () => {
      await ensureRunning();
      const demo = await demoOf(place);
      expect(demo).toMatchObject({
        gatewayUrl: `http://127.0.0.1:${place.PORT}`,
        sandboxUrl: `http://127.0.0.1:${place.SANDBOX_PORT}`,
      });
      await stopByCtrlC();
      await ensureRunning();
      expect(await demoOf(place)).toEqual(demo);
    },
    4 * MINUTES,
  );

  test(
    'when the embedded PostgreSQL is killed, the start reports it and ends, and the next start works',
    async () => {
      const platform = await ensureRunning();
      process.kill(await postgresOf(place), 'SIGKILL');
      expect(await platform.exited).toMatchObject({ code: 1 });
      running = undefined;
      expect(platform.logs()).toContain(
        'qafila: the embedded PostgreSQL has stopped unexpectedly. Every answered request is stored; start again',
      );
      await ensureRunning();
      await stopByCtrlC();
    },
    3 * MINUTES,
  );

  test(
    'a used port is reported in one line, that of the sandbox under its own name',
    async () => {
      await running?.stop();
      running = undefined;
      const { port, free } = await usedPort();
      const ports = { DATA_DIR: place.DATA_DIR, PORT: port };
      const refused = [await failedStart(ports), await failedStart({ ...ports, PORT: place.PORT, SANDBOX_PORT: port })];
      free();
      expect(refused).toEqual([
        { code: 1, output: `qafila: PORT: port ${port} is in use; set PORT to a free one\n` },
        { code: 1, output: `qafila: SANDBOX_PORT: port ${port} is in use; set SANDBOX_PORT to a free one\n` },
      ]);
    },
    2 * MINUTES,
  );
});

/** Works on Linux only, where /proc lists the processes. */
async function childOf(parent: number, main: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    );
    if (status?.includes(`\nPPid:\t${parent}\n`) && command?.includes(main)) return Number(pid);
  }
  throw new Error(`no child of ${parent} runs ${main}`);
}

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux(
  'with Kafka, the output names a service that was killed',
  async () => {
    const platform = await start(await newPlace(), ['--kafka']);
    process.kill(await childOf(platform.pid, 'apps/payment/dist/main.js'), 'SIGKILL');
    const line = 'qafila: payment has stopped unexpectedly (SIGKILL). It is not restarted here: start again';
    await eventually(() => platform.logs().includes(line), { what: 'the line' });
    process.kill(platform.pid, 'SIGINT');
    expect(await platform.exited).toMatchObject({ code: 0 });
  },
  5 * MINUTES,
);

test(
  'bad settings are reported in one line',
  async () => {
    expect(await failedStart({ PORT: 'eighty' })).toEqual({
      code: 1,
      output: 'qafila: PORT must be a whole number from 1 to 65535, not "eighty"\n',
    });
    expect((await failedStart({ SANDBOX_PORT: '0' })).output).toBe(
      'qafila: SANDBOX_PORT must be a whole number from 1 to 65535, not "0"\n',
    );
    expect((await failedStart({}, ['--kafca'])).output).toBe(
      'qafila: --kafca is not an option; the one option is --kafka\n',
    );
    const { output } = await failedStart({ MODE: 'production', PORT: String(await freePort()) });
    expect(output).toBe('qafila: MODE must be one of stage, live, not "production"\n');
  },
  2 * MINUTES,
);

test(
  'an unreachable database is reported in one line',
  async () => {
    const port = await freePort();
    const { output } = await failedStart({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/shop` });
    expect(output).toMatch(
      new RegExp(`^qafila: DATABASE_URL: no PostgreSQL answers at 127\\.0\\.0\\.1:${port}/shop \\(.*\\)\n$`),
    );
    expect(output).not.toContain('secret');
  },
  MINUTES,
);

test(
  'live starts without the sandbox',
  async () => {
    const place = await newPlace();
    const platform = await start({ ...place, MODE: 'live' });
    expect(await demoOf(place)).not.toHaveProperty('sandboxUrl');
    await expect(fetch(`http://127.0.0.1:${place.SANDBOX_PORT}/`)).rejects.toThrow();
    await platform.stop();
  },
  4 * MINUTES,
);
