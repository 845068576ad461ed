import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '@qafila/runtime/database';
import type { Database } from '@qafila/runtime/database';
import { createLogger } from '@qafila/runtime/log';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { eventually } from '@qafila/testing/wait';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createDatabase('sessions');
  database = await openDatabase({ url: server.url, schema: 'sessions', entities: [], migrations: [], poolSize: 3 }, createLogger('test', 'silent'));
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

test('a session that ends in the hands of who has it fails his next statement, and not the process', async () => {
  // The first is the one that the pool was opened with; the others are made now.
  const held = await Promise.all([1, 2, 3].map(() => database.pool.connect()));
  const pids = await Promise.all(held.slice(1).map(async (client) => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid));
  const ended = new Set<unknown>();
  for (const client of held) client.once('end', () => ended.add(client));
  await held[0]?.query('SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid', [pids]);
  await eventually(() => ended.size === 2, { what: 'two sessions ended' });
  for (const client of held.slice(1)) await expect(client.query('SELECT 1')).rejects.toThrow();
  for (const client of held) client.release(ended.has(client));
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});
