import { expect, test } from '@jest/globals';
import { waitForSessions } from '@qafila/local/database';
import { createDatabase } from '@qafila/testing/postgres';
import pg from 'pg';

test('a database is dropped when its sessions have ended, so that none of them reports an error', async () => {
  const database = await createDatabase('sessions');
  const client = new pg.Client({ connectionString: database.url });
  const errors: Error[] = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  const statement = client.query('SELECT pg_sleep(0.3)').finally(() => client.end());
  await Promise.all([database.drop(), statement]);
  expect(errors).toEqual([]);
});

test('a session that does not end is waited for no longer than the deadline', async () => {
  const database = await createDatabase('sessions');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const name = new URL(database.url).pathname.slice(1);
  expect(await waitForSessions(process.env['TEST_POSTGRES_URL'] as string, name, 50)).toBe(false);
  await client.end();
  await database.drop();
});
