import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '@qafila/testing/postgres';
import type { TestDatabase } from '@qafila/testing/postgres';
import { brokenRevision } from '../src/audit/audit-chain.ts';
import { seedDemo } from '../src/seed-demo.ts';
import { readKeyRing } from '../src/settings.ts';
import { Settings } from '@qafila/runtime/env';
import { environmentFor } from './harness.ts';

describe('the demo merchant', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let environment: ReturnType<typeof environmentFor>;
  beforeAll(async () => {
    database = await createDatabase('seed');
    environment = environmentFor(database.url);
    pool = new pg.Pool({ connectionString: database.url, options: '-c search_path=identity', max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  test('is made once by five first starts on an empty server', async () => {
    const made = (await Promise.all(Array.from({ length: 5 }, () => seedDemo(environment)))).filter((one) => one !== undefined);
    expect(made).toEqual([{
      accountId: expect.stringMatching(/^[0-9a-f]{16}$/), companyCode: expect.stringMatching(/^demo-[0-9a-f]{8}$/), storeId: expect.stringMatching(/^str_/),
      apiKey: expect.stringMatching(/^sk_stage_[0-9A-Za-z]{49}$/), hmacSecret: expect.stringMatching(/^[0-9a-f]{64}$/), webhookSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
      clientId: expect.stringMatching(/^sa_stage_[0-9a-f]{24}$/), clientSecret: expect.stringMatching(/^cs_stage_[0-9A-Za-z]{49}$/),
    }]);
    const { rows: [counts] } = await pool.query(`SELECT (SELECT count(*)::int FROM account) AS accounts, (SELECT count(*)::int FROM store) AS stores,
      (SELECT count(*)::int FROM api_key) AS keys, (SELECT count(*)::int FROM hmac_secret) AS secrets, (SELECT count(*)::int FROM service_account) AS clients, (SELECT count(*)::int FROM outbox) AS events`);
    expect(counts).toEqual({ accounts: 1, stores: 1, keys: 1, secrets: 2, clients: 1, events: 4 });
  });

  test('is not made again later', async () => {
    expect(await seedDemo(environment)).toBeUndefined();
  });

  test('leaves an audit log that is whole, cannot be changed, and tells of what was forced upon it', async () => {
    const ring = readKeyRing(new Settings(environment))();
    const { rows: [account] } = await pool.query<{ account_id: string }>('SELECT account_id FROM account');
    const broken = (): Promise<number | null> => brokenRevision(pool, ring, account?.account_id ?? '');
    expect(await broken()).toBeNull();
    for (const sql of ["UPDATE audit_log SET actor = 'nobody'", 'DELETE FROM audit_log', 'TRUNCATE audit_log', 'DELETE FROM audit_log WHERE false']) {
      await expect(pool.query(sql)).rejects.toThrow('append-only');
    }
    const force = (sql: string): Promise<unknown> => pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`);
    await force("UPDATE audit_log SET actor = 'nobody' WHERE revision = 2");
    expect(await broken()).toBe(2);
    await force("UPDATE audit_log SET actor = 'system' WHERE revision = 2");
    expect(await broken()).toBeNull();
    await force('DELETE FROM audit_log WHERE revision = 5');
    expect(await broken()).toBe(5);
  });
});
