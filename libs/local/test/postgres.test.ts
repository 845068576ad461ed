import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres, type Postgres } from '../src/postgres.ts';
import { scratchDir } from '../src/scratch-dir.ts';

let dir: string;
beforeAll(async () => {
  dir = await scratchDir('postgres-test');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

let running: Postgres | undefined;
afterEach(() => running?.stop());

async function start(password = 'p@ss word/'): Promise<Postgres> {
  running = await startPostgres({ dataDir: join(dir, 'cluster'), user: 'admin', password });
  return running;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('PostgreSQL on this machine', () => {
  test('keeps a committed row through kill -9 and starts again on the same data', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept (word text)');
    await query(first.url, "INSERT INTO kept VALUES ('قافلة')");
    await first.kill();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start();
    expect(await query(second.url, 'SELECT word FROM kept')).toEqual([{ word: 'قافلة' }]);
    await second.stop();
    expect(isAlive(second.pid)).toBe(false);
  });

  test('commits durably, in UTF-8 and UTC, and listens on this machine only', async () => {
    const server = await start();
    const names = ['fsync', 'synchronous_commit', 'server_encoding', 'timezone', 'listen_addresses'];
    const [settings] = await query(
      server.url,
      `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join()}`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      server_encoding: 'UTF8',
      timezone: 'UTC',
      listen_addresses: '127.0.0.1',
    });
    expect(await query(server.url, "SELECT lower('ÀÉ') AS folded")).toEqual([{ folded: 'àé' }]);
  });

  test('starts although a lock file has the process id of another program', async () => {
    const server = await start();
    const lock = join(server.dataDir, 'postmaster.pid');
    const text = await readFile(lock, 'utf8');
    await server.kill();
    await writeFile(lock, text.replace(/^\d+/, String(process.pid)));
    expect((await start()).pid).not.toBe(process.pid);
  });

  test('names the process that uses the data folder', async () => {
    const server = await start();
    await expect(start()).rejects.toThrow(`is in use by another PostgreSQL (process ${server.pid})`);
  });

  test('reports a wrong password and a used port in one line each', async () => {
    await expect(start('wrong')).rejects.toThrow('created with another password');
    const server = await start();
    const other = startPostgres({ dataDir: join(dir, 'other'), port: server.port, user: 'admin', password: 'x' });
    await expect(other).rejects.toThrow(`PostgreSQL: port ${server.port} is already in use`);
  });

  test('says why it does not start', async () => {
    const refused = startPostgres({
      dataDir: join(dir, 'cluster'),
      user: 'admin',
      password: 'x',
      flags: ['-c', 'no_such_setting=1'],
    });
    await expect(refused).rejects.toThrow(
      /did not start in .*: unrecognized configuration parameter "no_such_setting"/,
    );
  });

  // As in a clone in /root: PostgreSQL does not run as root, and no other user may enter.
  (process.getuid?.() === 0 ? test : test.skip)('serves root from a folder closed to everyone else', async () => {
    const closed = join(dir, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const options = { dataDir: join(closed, 'cluster'), user: 'admin', password: 'x' };
    running = await startPostgres(options);
    await query(running.url, 'CREATE TABLE kept (word text)');
    await running.stop();
    running = await startPostgres(options);
    expect(await query(running.url, 'SELECT * FROM kept')).toEqual([]);
    expect(running.dataDir).toBe(options.dataDir);
  });
});
