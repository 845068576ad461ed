import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { brokenRevision } from '../src/audit/audit-chain.ts';
import { addDemoMerchant, seedDemo } from '../src/seed-demo.ts';
import { readKeyRing } from '../src/settings.ts';
import { Settings } from '@qafila/runtime/env';
import { environmentFor } from './harness.ts';
import { IDENTITY_DATABASE } from '../src/database.ts';

describe('the demo merchant', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let environment: ReturnType<typeof environmentFor>;
  beforeAll(async () => {
    database = await createDatabase('seed', IDENTITY_DATABASE);
    environment = environmentFor(database.url);
    pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=identity', max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('is created once by five first starts on an empty server', async () => {
    const made = (await Promise.all(Array.from({ length: 5 }, () => seedDemo(environment)))).filter(
      (merchant) => merchant !== undefined,
    );
    expect(made).toEqual([
      {
        accountId: expect.stringMatching(/^[0-9a-f]{16}$/),
        companyCode: expect.stringMatching(/^demo-[0-9a-f]{8}$/),
        portal: { email: 'owner@demo.example', password: expect.stringMatching(/^[\w-]{16}$/) },
        storeId: expect.stringMatching(/^str_/),
        apiKey: expect.stringMatching(/^sk_stage_[0-9A-Za-z]{49}$/),
        hmacSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
        webhookSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
        clientId: expect.stringMatching(/^sa_stage_[0-9a-f]{24}$/),
        clientSecret: expect.stringMatching(/^cs_stage_[0-9A-Za-z]{49}$/),
        reviewKeys: [
          expect.stringMatching(/^sk_stage_[0-9A-Za-z]{49}$/),
          expect.stringMatching(/^sk_stage_[0-9A-Za-z]{49}$/),
        ],
      },
    ]);
    const {
      rows: [counts],
    } = await pool.query(`
      SELECT (SELECT count(*)::int FROM account) AS accounts, (SELECT count(*)::int FROM store) AS stores,
        (SELECT count(*)::int FROM api_key) AS keys, (SELECT count(*)::int FROM hmac_secret) AS secrets,
        (SELECT count(*)::int FROM service_account) AS clients, (SELECT count(*)::int FROM outbox) AS events`);
    expect(counts).toEqual({ accounts: 1, stores: 1, keys: 3, secrets: 2, clients: 1, events: 6 });
  });

  test('is not created again later', async () => {
    expect(await seedDemo(environment)).toBeUndefined();
  });

  test('leaves an intact audit log that is append-only and shows forced changes', async () => {
    const ring = readKeyRing(new Settings(environment))();
    const {
      rows: [account],
    } = await pool.query<{ account_id: string }>('SELECT account_id FROM account');
    const broken = (): Promise<number | null> => brokenRevision(pool, ring, account?.account_id ?? '');
    expect(await broken()).toBeNull();
    for (const sql of [
      "UPDATE audit_log SET actor = 'forged'",
      'DELETE FROM audit_log',
      'TRUNCATE audit_log',
      'DELETE FROM audit_log WHERE false',
    ]) {
      await expect(pool.query(sql)).rejects.toThrow('append-only');
    }
    const force = (sql: string): Promise<unknown> =>
      pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
    await force("UPDATE audit_log SET actor = 'forged' WHERE revision = 2");
    expect(await broken()).toBe(2);
    await force("UPDATE audit_log SET actor = 'system' WHERE revision = 2");
    expect(await broken()).toBeNull();
    await force('DELETE FROM audit_log WHERE revision = 7');
    expect(await broken()).toBe(7);
  });

  test('another one is added beside it, with an account, a key and a client of its own', async () => {
    const added = await addDemoMerchant(environment);
    expect(added.apiKey).toMatch(/^sk_stage_/);
    const { rows } = await pool.query(`
      SELECT (SELECT count(*)::int FROM api_key WHERE account_id = a.account_id) AS keys,
        (SELECT count(*)::int FROM service_account WHERE account_id = a.account_id) AS clients
      FROM account a ORDER BY account_id = '${added.accountId}'`);
    expect(rows).toEqual([
      { keys: 3, clients: 1 },
      { keys: 3, clients: 1 },
    ]);
  });
});
