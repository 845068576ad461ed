import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase } from '@qafila/runtime/database';
import type { Database } from '@qafila/runtime/database';
import { BadSetting } from '@qafila/runtime/env';
import { createLogger } from '@qafila/runtime/log';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createDatabase('sessions');
  database = await openDatabase(
    { url: server.url, schema: 'sessions', entities: [], migrations: [], poolSize: 3 },
    createLogger('test', 'silent'),
  );
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

test('when the session of a checked-out connection ends, its next statement fails, not the process', async () => {
  // The first is the connection with which the pool was opened; the others are new.
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  const pids = await Promise.all(
    clients
      .slice(1)
      .map(async (client) => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid),
  );
  const ended = new Set<unknown>();
  for (const client of clients) client.once('end', () => ended.add(client));
  await clients[0]?.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [pids]);
  await eventually(() => ended.size === 2, { what: 'two sessions ended' });
  for (const client of clients.slice(1)) await expect(client.query('SELECT 1')).rejects.toThrow();
  for (const client of clients) client.release(ended.has(client));
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

describe('a database that cannot be used is reported in one line, without the password', () => {
  const opening = (url: string, schema = 'sessions'): Promise<BadSetting> =>
    openDatabase({ url, schema, entities: [], migrations: [], poolSize: 2 }, createLogger('test', 'silent')).then(
      () => {
        throw new Error('opened');
      },
      (error: BadSetting) => error,
    );
  const at = (change: (url: URL) => void): string => {
    const url = new URL(server.url);
    change(url);
    return url.href;
  };

  test.each([
    ['no address', () => 'localhost', /^DATABASE_URL must be an address such as postgresql:/],
    ['of another protocol', () => 'mysql://127.0.0.1/x', /^DATABASE_URL must be an address such as postgresql:/],
    [
      'where no server listens',
      () =>
        at((url) => {
          url.port = '1';
        }),
      /^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1\/\S+ \(connection refused\)$/,
    ],
    [
      'of an unknown database',
      () =>
        at((url) => {
          url.pathname = '/nowhere';
        }),
      /^DATABASE_URL: PostgreSQL at \S+\/nowhere refuses: database "nowhere" does not exist$/,
    ],
    [
      'with a wrong password',
      () =>
        at((url) => {
          url.password = 'hunter2';
        }),
      /^DATABASE_URL: PostgreSQL at \S+ refuses: password authentication failed/,
    ],
  ])('%s', async (_name, url, line) => {
    const error = await opening(url());
    expect(error).toBeInstanceOf(BadSetting);
    expect(error.message).toMatch(line);
    expect(error.message).not.toContain('hunter2');
  });

  test('of a role that does not own the schema', async () => {
    const role = `stranger_${process.pid}`;
    await database.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'stranger'`);
    try {
      const url = at((own) => {
        own.username = role;
        own.password = 'stranger';
      });
      for (const schema of ['sessions', 'missing'])
        expect((await opening(url, schema)).message).toMatch(
          new RegExp(`^DATABASE_URL: its role must own the schema ${schema} of \\S+ \\(permission denied for`),
        );
    } finally {
      await database.pool.query(`DROP ROLE ${role}`);
    }
  });
});

test('processes that start at once wait for one that builds an index concurrently', async () => {
  class Concurrent1700000000001 implements MigrationInterface {
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('CREATE TABLE built (id integer)');
      await runner.query('CREATE INDEX CONCURRENTLY built_id ON built (id)');
    }
    async down(): Promise<void> {}
  }
  const spec = {
    url: server.url,
    schema: 'sessions',
    entities: [],
    migrations: [Concurrent1700000000001],
    poolSize: 2,
  };
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase(spec, createLogger('test', 'silent'))));
  expect((await database.pool.query("SELECT 1 FROM pg_indexes WHERE indexname = 'built_id'")).rowCount).toBe(1);
  await Promise.all(opened.map((each) => each.close()));
});
