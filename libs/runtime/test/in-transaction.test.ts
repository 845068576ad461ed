import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '@qafila/runtime/database';
import type { Database } from '@qafila/runtime/database';
import { inTransaction } from '@qafila/runtime/in-transaction';
import { createLogger } from '@qafila/runtime/log';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createDatabase('transactions');
  database = await openDatabase(
    { url: server.url, schema: 'transactions', entities: [], migrations: [], poolSize: 3 },
    createLogger('test', 'silent'),
  );
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

// A new version's migration runs while pods of the version before serve: their prepared statements become stale.
test('after a migration changed a table, a prepared statement fails once on a connection, not each time', async () => {
  await database.pool.query('CREATE TABLE changing (id integer); INSERT INTO changing VALUES (1)');
  const read = (): Promise<unknown[]> =>
    inTransaction(database.pool, async (tx) => (await tx.query({ name: 'read', text: 'SELECT * FROM changing' })).rows);
  expect(await read()).toEqual([{ id: 1 }]);
  await database.pool.query("ALTER TABLE changing ADD COLUMN name text NOT NULL DEFAULT ''");
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect(await read()).toEqual([{ id: 1, name: '' }]);
});
