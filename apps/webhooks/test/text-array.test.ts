import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { textArray } from '../src/fanout/text-array.ts';

/** PostgreSQL reads the array, so it decides in this test. */
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createDatabase('text_array');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const read = async (texts: string[]): Promise<string[]> => {
  const { rows } = await client.query<{ text: string }>(
    'SELECT text FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place',
    [textArray(texts.map((text) => Buffer.from(text)))],
  );
  return rows.map(({ text }) => text);
};

describe('texts as PostgreSQL reads them', () => {
  test.each([
    ['none', []],
    ['an empty one', ['']],
    ['several', ['a', 'b', 'c']],
    ['what a literal would escape', ['{"a":"b"}', 'NULL', '{}', ',', '\\', '"', '\\"', "'", ' x ']],
    ['all alphabets', ['قافلة', '漢字', '👨‍👩‍👧', '\u2028\u2029', '\u0001\u001f', '\ufeffx', '\ud7ff']],
    ['a long one', ['x'.repeat(1_000_000), '']],
  ])('%s', async (_name, texts) => {
    expect(await read(texts)).toEqual(texts);
  });

  test('a thousand', async () => {
    const texts = Array.from({ length: 1_000 }, (_, index) => JSON.stringify({ id: index, name: 'قافلة"\\' }));
    expect(await read(texts)).toEqual(texts);
  });

  test('any', async () => {
    const text = fc.oneof(fc.json(), fc.string({ unit: 'grapheme' })).filter((one) => !/\0|\p{Surrogate}/u.test(one));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => expect(await read(texts)).toEqual(texts)),
      { numRuns: 200 },
    );
  });

  test('are the array that its length says: dimension, lower bound and type', async () => {
    const { rows } = await client.query(
      `
        SELECT array_ndims($1::text[]) AS dimensions, array_lower($1::text[], 1) AS lower, array_length($1::text[],
          1) AS length`,
      [textArray([Buffer.from('a'), Buffer.from('b')])],
    );
    expect(rows).toEqual([{ dimensions: 1, lower: 1, length: 2 }]);
  });
});

test('what PostgreSQL cannot store is refused by it, and the connection goes on', async () => {
  for (const bytes of [Buffer.from('\0'), Buffer.from([0xff, 0xfe])])
    await expect(client.query('SELECT $1::text[]', [textArray([bytes])])).rejects.toMatchObject({ code: '22021' });
  expect(await read(['still there'])).toEqual(['still there']);
});
