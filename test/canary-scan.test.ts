import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dropDatabase } from '@qafila/local/database';
import { canariesIn } from '@qafila/testing/canaries';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { scanCluster, scanFiles } from '@qafila/testing/scan-sinks';

/** The kinds of secrets that `npm test` searches for at its end in everything that the suites wrote. */
const PLANTED: [string, string][] = [
  ['card number', '{"note":"4242424242424242"}'],
  ['card number', 'paid with 4000 0038 0000 0446'],
  ['card number', 'hex 34323432343234323432343234323432'],
  ['card number by Luhn', '{"number":"4242421234567897"}'],
  ['identity number', '{"id":4210112345671}'],
  ['wallet phone', '+12025550008'],
  ['PIN, code or identity field', '{"pin":"8317"}'],
  ['PIN, code or identity field', String.raw`"{\"otp\": \"604713\"}"`],
  ['client secret', `pi_${'0'.repeat(27)}_secret_${'f'.repeat(40)}`],
  ['private key', '-----BEGIN PRIVATE KEY-----'],
];

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  [database, folder] = [await createDatabase('canaries'), await mkdtemp(join(tmpdir(), 'qafila-canaries-'))];
});
// The database is dropped at once, so that the scan at the end of the run does not find it.
afterAll(async () => {
  await dropDatabase(process.env.TEST_POSTGRES_URL as string, new URL(database.url).pathname.slice(1));
  await rm(folder, { recursive: true, force: true });
});

test.each(PLANTED)('a planted %s is found: %s', (kind, text) => {
  expect(canariesIn(`before ${text} after`)).toContain(kind);
});

test.each([
  ['a timestamp in microseconds', '1763736000000000'],
  ['an amount', '"amount_minor":4242424242'],
  ['a masked card', '{"bin":"424242","last4":"4242","brand":"visa"}'],
  ['a card number inside an identifier', 'order-4242421234567897-a'],
  ['a number that fails Luhn', '4242421234567898'],
  ['a number that passes Luhn but is not a test card', '6011000990139424'],
  ["a merchant's customer", '{"phone":"+12025550123"}'],
  ['an error code', '{"code":"604","status_code_from_bank":"051"}'],
  ['a hash', 'f4242424242424242a'.slice(0, 9)],
  ['words', 'the PIN was wrong, otp sent'],
])('%s is not a canary: %s', (_, text) => {
  expect(canariesIn(text)).toEqual([]);
});

test('a planted canary is found in a table, in a compressed text, and in a file across two reads', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    'CREATE SCHEMA deep; CREATE TABLE deep.long_text (body text); CREATE TABLE deep.as_json (body json)',
  );
  await client.query('INSERT INTO deep.long_text VALUES ($1)', [`${'x'.repeat(100_000)} 4242424242424242`]);
  await client.query('INSERT INTO deep.as_json VALUES ($1)', ['{"pin":"8317"}']);
  await client.end();
  const name = new URL(database.url).pathname.slice(1);
  const { findings, looked } = await scanCluster(process.env.TEST_POSTGRES_URL as string, { only: name });
  expect(findings.sort()).toEqual([
    `PIN, code or identity field in table deep.as_json of ${name}`,
    `card number by Luhn in table deep.long_text of ${name}`,
    `card number in table deep.long_text of ${name}`,
  ]);
  expect(looked).toEqual({ databases: 1, rows: 2 });

  await mkdir(join(folder, 'topic-0'));
  await writeFile(join(folder, 'topic-0', '00000.log'), `${'.'.repeat(4 * 2 ** 20 - 8)}4242424242424242 after`);
  await writeFile(join(folder, 'topic-0', '00000.index'), '4242424242424242');
  expect(await scanFiles(folder, '.log')).toEqual({
    looked: { files: 1, bytes: 4 * 2 ** 20 + 14 },
    findings: ['card number in topic-0/00000.log'],
  });
});
