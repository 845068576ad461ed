import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { anotherStore, startIdentityForTest } from './harness.ts';
import type { IdentityUnderTest } from './harness.ts';

const HMAC = '/public/v1/key/hmac';

describe('rotating an HMAC secret', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await startIdentityForTest();
  });
  afterAll(() => identity?.stop());
  const secrets = async (): Promise<string[]> =>
    (await identity.resolve(identity.demo.apiKey)).body.hmac_secrets as string[];

  test('shows the new secret once; the previous one is accepted for 24 hours, the one before it is not', async () => {
    const first = identity.demo.hmacSecret;
    const before = Date.now();
    const {
      status,
      body: { data },
      headers,
    } = await identity.call('POST', `${HMAC}/rotate`, { kind: 'api' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(data).toEqual({
      kind: 'api',
      version: 2,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      previous_expires_at: expect.any(String),
    });
    expect(Date.parse(data.previous_expires_at) - before).toBeGreaterThan(86_400_000 - 5_000);
    expect(Date.parse(data.previous_expires_at) - before).toBeLessThan(86_400_000 + 60_000);
    expect(await secrets()).toEqual([data.secret, first]);
    const {
      body: { data: third },
    } = await identity.call('POST', `${HMAC}/rotate`, { kind: 'api' });
    expect(await secrets()).toEqual([third.secret, data.secret]);
    await identity.pool.query(
      "UPDATE hmac_secret SET expires_at = now() WHERE kind = 'api' AND expires_at IS NOT NULL",
    );
    expect(await secrets()).toEqual([third.secret]);
    const {
      body: { data: live },
    } = await identity.call('GET', HMAC);
    expect(
      live.items.map(({ kind, version, current }: { kind: string; version: number; current: boolean }) => [
        kind,
        version,
        current,
      ]),
    ).toEqual([
      ['api', 3, true],
      ['webhook', 1, true],
    ]);
    expect(JSON.stringify(live)).not.toContain(third.secret);
  });

  test('of webhooks does not change the secret of requests', async () => {
    const before = await secrets();
    expect((await identity.call('POST', `${HMAC}/rotate`, { kind: 'webhook' })).body.data.version).toBe(2);
    expect(await secrets()).toEqual(before);
  });

  test('ten at once leave one current and one previous version, and ten events in order', async () => {
    const caller = await anotherStore(identity);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => identity.call('POST', `${HMAC}/rotate`, { kind: 'api' }, caller)),
    );
    expect(answers.map(({ body }) => body.data.version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { rows } = await identity.pool.query(
      'SELECT version, expires_at IS NULL AS current FROM hmac_secret WHERE store_id = $1 ORDER BY version',
      [caller.storeId],
    );
    expect(rows).toEqual([
      { version: 9, current: false },
      { version: 10, current: true },
    ]);
    const published = (await identity.published()).filter(({ storeid }) => storeid === caller.storeId);
    expect(published.map(({ data }) => data.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test.each([{}, { kind: 'both' }, { kind: ['api'] }, undefined])('refuses the body %j', async (body) => {
    const { status, body: answer } = await identity.call('POST', `${HMAC}/rotate`, body);
    expect([status, answer.error.param]).toEqual([400, 'kind']);
  });
});

describe('stored secrets', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await startIdentityForTest();
  });
  afterAll(() => identity?.stop());

  test('are not readable anywhere in the database', async () => {
    const dump = await identity.dump();
    for (const secret of [identity.demo.hmacSecret, identity.demo.webhookSecret, identity.demo.apiKey]) {
      expect(dump).not.toContain(secret);
      // The hexadecimal and base64 forms of its text.
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
      expect(dump).not.toContain(Buffer.from(secret).toString('base64').slice(0, 40));
    }
    expect(dump).toContain(identity.demo.companyCode);
  });

  const corrupt = async (sql: string): Promise<void> => {
    const { rows } = await identity.pool.query<{ kind: string; ciphertext: Buffer }>(
      'SELECT kind, ciphertext FROM hmac_secret',
    );
    const {
      rows: [{ data_key: dataKey } = { data_key: Buffer.alloc(0) }],
    } = await identity.pool.query<{ data_key: Buffer }>('SELECT data_key FROM account');
    try {
      await identity.pool.query(sql);
      const { status, body } = await identity.resolve(identity.demo.apiKey);
      expect([status, body.error.code]).toEqual([500, 'internal_error']);
      expect(JSON.stringify(body)).not.toMatch(/MASTER_KEY|[0-9a-f]{64}/);
    } finally {
      for (const { kind, ciphertext } of rows)
        await identity.pool.query('UPDATE hmac_secret SET ciphertext = $2 WHERE kind = $1', [kind, ciphertext]);
      await identity.pool.query('UPDATE account SET data_key = $1', [dataKey]);
    }
    expect((await identity.resolve(identity.demo.apiKey)).status).toBe(200);
  };

  test.each([0, 11, 12, 50, 75, 91])('changed in byte %i do not open', async (at) => {
    await corrupt(
      `UPDATE hmac_secret SET ciphertext = set_byte(ciphertext, ${at}, get_byte(ciphertext, ${at}) # 1)
      WHERE kind = 'api'`,
    );
  });

  test('truncated, even to nothing, do not open', async () => {
    await corrupt("UPDATE hmac_secret SET ciphertext = substring(ciphertext FROM 1 FOR 91) WHERE kind = 'api'");
    await corrupt("UPDATE hmac_secret SET ciphertext = '' WHERE kind = 'api'");
  });

  test('moved to another kind do not open', async () => {
    await corrupt(
      `UPDATE hmac_secret SET ciphertext = (SELECT ciphertext FROM hmac_secret WHERE kind = 'webhook')
      WHERE kind = 'api'`,
    );
  });

  test('with a changed data key do not open', async () => {
    await corrupt('UPDATE account SET data_key = set_byte(data_key, 20, get_byte(data_key, 20) # 1)');
  });
});
