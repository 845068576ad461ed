import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { bareArray, quotedArray } from '../src/array-literal.ts';

/** PostgreSQL reads the literals, so it decides in these tests. */
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase('array_literal');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const read = async (type: string, literal: string): Promise<unknown> =>
  (await client.query<{ list: unknown }>(`SELECT $1::${type}[] AS list`, [literal])).rows[0]?.list;

test.each([
  [[]],
  [[0]],
  [[null]],
  [[null, 1, undefined, -2.5]],
  [[1_795_305_600_123.25, Number.MAX_SAFE_INTEGER, 0.1, 1e-7, 1e21]],
])('numbers %j are read as they are', async (values) => {
  expect(await read('float8', bareArray(values))).toEqual(values.map((value) => value ?? null));
});

test('booleans, digests and timestamps are read as they are', async () => {
  expect(await read('boolean', bareArray([true, false]))).toEqual([true, false]);
  expect(await read('text', bareArray(['0f1e', 'max', '2026-11-22T09:30:00.000001Z', '-1.50']))).toEqual([
    '0f1e',
    'max',
    '2026-11-22T09:30:00.000001Z',
    '-1.50',
  ]);
});

test.each([[[]], [['a']], [['']], [['NULL', 'null', '']], [['2026-11-22', 'evt_1', 'a:b-c', 'a,b', '{}', ' ']]])(
  'texts %j are read as they are',
  async (texts) => {
    expect(await read('text', quotedArray(texts))).toEqual(texts);
  },
);
