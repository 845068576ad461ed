import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVENT_TYPES } from '@qafila/contracts/catalogue';
import { brokenRevision } from '../src/audit/audit-chain.ts';
import { readKeyRing } from '../src/settings.ts';
import { Settings } from '@qafila/runtime/env';
import { GATEWAY, anotherStore, startIdentityForTest } from './harness.ts';
import type { IdentityUnderTest } from './harness.ts';
import { UPDATED, requestToken } from './token-client.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentityForTest();
});
afterAll(() => identity?.stop());

const CLIENTS = '/public/v1/service-account';

describe('creating a service account', () => {
  test('shows its secret once and stores only a hash of it', async () => {
    const caller = await anotherStore(identity);
    const created = await identity.call('POST', CLIENTS, { name: 'مستودع الرياض' }, caller);
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { client_secret: secret, ...view } = created.body.data;
    expect(secret).toMatch(/^cs_stage_[0-9A-Za-z]{49}$/);
    expect(view).toEqual({
      client_id: expect.stringMatching(/^sa_stage_[0-9a-f]{24}$/),
      name: 'مستودع الرياض',
      company_code: identity.demo.companyCode,
      mode: 'stage',
      scopes: ['shipments:write', 'shipments:read'],
      rate_limit_per_second: 7,
      created_at: expect.any(String),
      revoked_at: null,
      secrets: [
        {
          secret_id: expect.stringMatching(/^sec_/),
          prefix: secret.slice(0, 14),
          created_at: expect.any(String),
          last_used_at: null,
          revoked_at: null,
        },
      ],
    });
    const listed = await identity.call('GET', CLIENTS, undefined, caller);
    expect(listed.body.data.items).toEqual([view]);
    const dump = await identity.dump();
    expect(dump).toContain(view.client_id);
    expect(dump).not.toContain(secret.slice(14));
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test.each([
    [{ scopes: ['meters:read'] }],
    [{ scopes: [] }],
    [{ scopes: ['shipments:read', 'shipments:read'] }],
    [{ scopes: 'shipments:read' }],
    [{ name: '' }],
    [{ name: 'x'.repeat(101) }],
    [{ colour: 'red' }],
  ])('refuses %j', async (body) => {
    expect((await identity.call('POST', CLIENTS, body)).status).toBe(400);
  });

  test('keys never get the scopes of clients, and clients never get the scopes of keys', async () => {
    const caller = await anotherStore(identity);
    const key = await identity.call('POST', '/public/v1/key', { scopes: ['shipments:read'] }, caller);
    expect([key.status, key.body.error.param]).toEqual([400, 'scopes.0']);
    expect((await identity.call('POST', '/public/v1/key', {}, caller)).body.data.scopes).not.toContain(
      'shipments:read',
    );
    const { rows } = await identity.pool.query(
      "SELECT 1 FROM api_key WHERE scopes && '{shipments:read,shipments:write}'",
    );
    expect(rows).toEqual([]);
  });

  test('a subset of scopes is stored in the order of the contract', async () => {
    const caller = await anotherStore(identity);
    const scopes = async (requested: string[]): Promise<string[]> =>
      (await identity.call('POST', CLIENTS, { scopes: requested }, caller)).body.data.scopes as string[];
    expect([await scopes(['shipments:read']), await scopes(['shipments:read', 'shipments:write'])]).toEqual([
      ['shipments:read'],
      ['shipments:write', 'shipments:read'],
    ]);
  });

  test('of fifteen concurrent requests a store gets ten accounts, and a revoked account frees its place', async () => {
    const caller = await anotherStore(identity);
    const answers = await Promise.all(Array.from({ length: 15 }, () => identity.call('POST', CLIENTS, {}, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(201),
      ...Array<number>(5).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toMatchObject({
      code: 'too_many_service_accounts',
      service_accounts_max: 10,
    });
    const [first] = answers.filter(({ status }) => status === 201);
    await identity.call('DELETE', `${CLIENTS}/${first?.body.data.client_id}`, undefined, caller);
    expect((await identity.call('POST', CLIENTS, {}, caller)).status).toBe(201);
  });

  test('needs keys:write, listing needs keys:read, and both need a key that is not revoked', async () => {
    const caller = await anotherStore(identity);
    const reader = { ...caller, scopes: ['keys:read' as const] };
    expect((await identity.call('POST', CLIENTS, {}, reader)).status).toBe(403);
    expect((await identity.call('GET', CLIENTS, undefined, { ...caller, scopes: ['keys:write'] })).status).toBe(403);
    expect((await identity.call('GET', CLIENTS, undefined, reader)).status).toBe(200);
    await identity.pool.query('UPDATE api_key SET revoked_at = now() WHERE key_id = $1', [caller.keyId]);
    expect((await identity.call('POST', CLIENTS, {}, caller)).status).toBe(401);
  });
});

describe('secrets of a service account', () => {
  test('two are live, never three, even with ten concurrent requests', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', CLIENTS, {}, caller);
    const path = `${CLIENTS}/${made.client_id}/secret`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => identity.call('POST', path, undefined, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('too_many_secrets');
    const second = answers.find(({ status }) => status === 201)?.body.data;
    expect(second).toMatchObject({
      client_id: made.client_id,
      secret_id: expect.any(String),
      client_secret: expect.stringMatching(/^cs_stage_/),
      prefix: second.client_secret.slice(0, 14),
    });
    const revoked = await identity.call('DELETE', `${path}/${made.secrets[0].secret_id}`, undefined, caller);
    expect([revoked.status, revoked.body.data.revoked_at]).toEqual([200, expect.any(String)]);
    expect(
      (await identity.call('DELETE', `${path}/${made.secrets[0].secret_id}`, undefined, caller)).body.data,
    ).toEqual(revoked.body.data);
    expect((await identity.call('POST', path, undefined, caller)).status).toBe(201);
    await expect(
      identity.pool.query(`INSERT INTO client_secret (account_id, client_id, secret_id, prefix, secret_hash, slot)
      SELECT account_id, client_id, secret_id || 'x', prefix, secret_hash, 3 FROM client_secret LIMIT 1`),
    ).rejects.toThrow(/check constraint/);
  });

  test('revoking the account revokes every secret, prevents new ones, and can be repeated', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', CLIENTS, {}, caller);
    const token = (): Promise<{ status: number }> =>
      requestToken(
        identity.service.url,
        UPDATED,
        JSON.stringify({
          clientId: made.client_id,
          clientSecret: made.client_secret,
          grantType: 'client_credentials',
          companyCode: made.company_code,
        }),
      );
    expect((await token()).status).toBe(200);
    const revoked = await identity.call('DELETE', `${CLIENTS}/${made.client_id}`, undefined, caller);
    expect([revoked.status, revoked.body.data.revoked_at, revoked.body.data.secrets[0].revoked_at]).toEqual([
      200,
      expect.any(String),
      expect.any(String),
    ]);
    expect((await identity.call('DELETE', `${CLIENTS}/${made.client_id}`, undefined, caller)).body.data).toEqual(
      revoked.body.data,
    );
    expect((await token()).status).toBe(401);
    expect(
      (await identity.call('POST', `${CLIENTS}/${made.client_id}/secret`, undefined, caller)).body.error.code,
    ).toBe('service_account_revoked');
  });

  test('another store gets 404 for them', async () => {
    const [caller, other] = [await anotherStore(identity), await anotherStore(identity)];
    const {
      body: { data: made },
    } = await identity.call('POST', CLIENTS, {}, caller);
    const answers = await Promise.all([
      identity.call('DELETE', `${CLIENTS}/${made.client_id}`, undefined, other),
      identity.call('POST', `${CLIENTS}/${made.client_id}/secret`, undefined, other),
      identity.call('DELETE', `${CLIENTS}/${made.client_id}/secret/${made.secrets[0].secret_id}`, undefined, other),
      identity.call('DELETE', `${CLIENTS}/${encodeURIComponent("'; --")}`, undefined, other),
      identity.call('DELETE', `${CLIENTS}/${made.client_id}/secret/sec_unknown`, undefined, caller),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await identity.call('GET', CLIENTS, undefined, other)).body.data.items).toEqual([]);
  });
});

test('each change writes one audit row and one event that matches its schema, without a secret', async () => {
  const caller = await anotherStore(identity);
  const {
    body: { data: made },
  } = await identity.call('POST', CLIENTS, { name: 'Audited' }, caller);
  const {
    body: { data: second },
  } = await identity.call('POST', `${CLIENTS}/${made.client_id}/secret`, undefined, caller);
  await identity.call('DELETE', `${CLIENTS}/${made.client_id}/secret/${second.secret_id}`, undefined, caller);
  await identity.call('DELETE', `${CLIENTS}/${made.client_id}`, undefined, caller);
  const { rows } = await identity.pool.query<{ revision: number; action: string; subject: string; actor: string }>(
    'SELECT revision::int, actor, action, subject FROM audit_log WHERE store_id = $1 ORDER BY revision',
    [caller.storeId],
  );
  expect(rows.map(({ actor, action, subject }) => [actor, action, subject])).toEqual(
    ['client.created', 'client.secret.created', 'client.secret.revoked', 'client.revoked'].map((action) => [
      caller.keyId,
      action,
      made.client_id,
    ]),
  );
  const events = (await identity.published()).filter((event) => event.storeid === caller.storeId);
  expect(events.map(({ type, aggregateversion }) => [type, aggregateversion])).toEqual(
    rows.map(({ revision, action }) => [`identity.${action}`, revision]),
  );
  for (const { type, data } of events) {
    const { schema } = EVENT_TYPES.find(({ name }) => name === type) as { schema: { required?: unknown } };
    expect([type, Object.keys(data).sort()]).toEqual([type, [...(schema.required as string[])].sort()]);
  }
  expect(JSON.stringify([rows, events])).not.toMatch(new RegExp(`${made.client_secret}|${second.client_secret}`));
  expect(
    await brokenRevision(identity.pool, readKeyRing(new Settings(identity.environment))(), identity.demo.accountId),
  ).toBeNull();
});

describe('the gateway’s check of a client', () => {
  const resolve = (client_id: string, secret_id: string, principal = GATEWAY): ReturnType<IdentityUnderTest['call']> =>
    identity.call('POST', '/internal/v1/clients/resolve', { client_id, secret_id }, principal);

  test('is answered in the shape of a key, and refused once the secret is revoked', async () => {
    const caller = await anotherStore(identity);
    const {
      body: { data: made },
    } = await identity.call('POST', CLIENTS, { scopes: ['shipments:read'] }, caller);
    const [{ secret_id: secretId }] = made.secrets;
    expect((await resolve(made.client_id, secretId)).body).toEqual({
      key_id: made.client_id,
      account_id: caller.accountId,
      store_id: caller.storeId,
      mode: 'stage',
      scopes: ['shipments:read'],
      rate_limit_per_second: 7,
      signature_required: false,
      hmac_secrets: [],
    });
    expect((await resolve(made.client_id, 'sec_other')).body.error.code).toBe('TOKEN_INVALID');
    await identity.call('DELETE', `${CLIENTS}/${made.client_id}/secret/${secretId}`, undefined, caller);
    expect([
      (await resolve(made.client_id, secretId)).status,
      (await resolve(made.client_id, secretId)).body.error.code,
    ]).toEqual([401, 'TOKEN_INVALID']);
  });

  test('is refused for every other caller', async () => {
    expect((await resolve(identity.demo.clientId, 'sec_1', identity.owner)).status).toBe(403);
  });
});
