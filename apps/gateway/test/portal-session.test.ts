import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { startOpenApiHarness } from './openapi-harness.ts';
import type { OpenApiHarness } from './openapi-harness.ts';
import { PortalClient } from './portal-client.ts';

let harness: OpenApiHarness;
let owner: { email: string; password: string };
let client: PortalClient;
const SESSION = '/portal/api/session';
/** The gateway's limits count in a time that stands still while a test says so, however slow the machine is. */
let stoppedAtMs: number | undefined;

beforeAll(async () => {
  harness = await startOpenApiHarness({ nowMs: () => stoppedAtMs ?? performance.now() });
  owner = harness.demo.portal as typeof owner;
}, 120_000);
afterAll(() => harness?.stop());
beforeEach(() => {
  client = new PortalClient(harness.gateway.url);
});

function signedIn(): Promise<Json> {
  return client.signIn(owner);
}

describe('signing in', () => {
  test('answers who, where and what is allowed, and sets a cookie that only this origin gets', async () => {
    const answer = await client.call('POST', SESSION, owner);
    expect(answer.status).toBe(200);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-qafila_session=[\w-]{43}\.1; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/,
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { state, session } = answer.body.data;
    expect(state).toBe('signed_in');
    expect(session).toMatchObject({
      person: { email: owner.email, has_password: true, has_totp: false, passkeys: 0 },
      account: { id: harness.demo.accountId, company_code: harness.demo.companyCode },
      store: { id: harness.demo.storeId },
      role: 'owner',
      mode: 'stage',
    });
    expect(session.scopes).not.toContain('payments:resolve');
    const again = await client.call('GET', SESSION);
    expect(again.body.data).toEqual(session);
  });

  test('unknown persons and wrong passwords get the same answer', async () => {
    const [unknown, wrong] = [
      await client.patiently('POST', SESSION, { email: 'unknown@example.com', password: owner.password }),
      await client.patiently('POST', SESSION, { email: owner.email, password: `${owner.password}x` }),
    ];
    for (const answer of [unknown, wrong]) {
      expect([answer.status, answer.body.error.code]).toEqual([401, 'wrong_credentials']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(unknown.body.message).toBe(wrong.body.message);
  });

  test('the address counts without case; the password does not', async () => {
    await client.signIn({ ...owner, email: owner.email.toUpperCase() });
  });

  test('is limited for each network', async () => {
    stoppedAtMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        client.call('POST', SESSION, { email: `person${n}@example.com`, password: 'wrong' }),
      ),
    ).finally(() => (stoppedAtMs = undefined));
    const limited = answers.filter(({ body }) => body.error.code === 'rate_limited');
    expect(limited.length).toBeGreaterThan(10);
    expect(limited[0]?.headers.get('retry-after')).toBe('1');
  });
});

describe('requests of other pages are refused', () => {
  const create = (headers: Record<string, string>): Promise<Json> =>
    client.call('POST', '/portal/api/public/v1/key', { scopes: ['nothing'] }, headers);

  test.each([
    ['no origin', { origin: '' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['the opaque origin of a sandboxed frame', { origin: 'null' }],
    ['the host as a part of another one', { origin: 'http://127.0.0.1.evil.example' }],
    ['no token', { 'x-csrf-token': '' }],
    ['a wrong token', { 'x-csrf-token': 'A'.repeat(43) }],
    ['a long token', { 'x-csrf-token': 'A'.repeat(5_000) }],
  ])('%s', async (_, headers) => {
    await signedIn();
    // The page itself gets as far as its wrong body.
    expect((await create({})).status).toBe(400);
    const answer = await create(headers);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'csrf_refused']);
  });

  test('another port of this host', async () => {
    await signedIn();
    const answer = await create({ origin: 'http://127.0.0.1:1' });
    expect(answer.body.error.code).toBe('csrf_refused');
  });

  test('the token of another session', async () => {
    await signedIn();
    const other = client.csrfToken as string;
    await signedIn();
    expect((await create({ 'x-csrf-token': other })).body.error.code).toBe('csrf_refused');
  });

  test('a sign-in that another page sends', async () => {
    const answer = await client.call('POST', SESSION, owner, { origin: 'https://evil.example' });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'csrf_refused']);
  });
});

describe('a session ends', () => {
  const isRefused = async (): Promise<boolean> => {
    const answer = await client.call('GET', SESSION);
    if (answer.status !== 401) return false;
    expect(answer.body.error.code).toBe('not_signed_in');
    return true;
  };

  test('when the person signs out, at once and for good', async () => {
    await signedIn();
    const { cookie } = client;
    const out = await client.call('DELETE', SESSION);
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-qafila_session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    expect(client.cookie).toBeUndefined();
    client.cookie = cookie;
    expect(await isRefused()).toBe(true);
  });

  test('when the same browser signs in again', async () => {
    await signedIn();
    const { cookie } = client;
    await signedIn();
    expect(client.cookie).not.toBe(cookie);
    client.cookie = cookie;
    await eventually(isRefused);
  });

  test.each([
    ['expired', "expires_at = now() - interval '1 s'"],
    ['not used for long', "used_at = now() - interval '12 h 1 s'"],
    ['ended', 'ended_at = now()'],
    ['of the other kind', "kind = 'operator'"],
    ['without its second factor', "state = 'second_factor'"],
  ])('when it is %s, within 2 s in every gateway', async (_, change) => {
    await signedIn();
    expect((await client.call('GET', '/portal/api/public/v1/key')).status).toBe(200);
    await harness.identityTables.query(`UPDATE session SET ${change}`);
    const started = performance.now();
    await eventually(async () => (await client.call('GET', '/portal/api/public/v1/key')).status === 401);
    expect(performance.now() - started).toBeLessThan(3_500);
  });

  test.each([
    ['the membership', 'DELETE FROM membership WHERE person_id = $1'],
    ['the person', 'UPDATE person SET suspended_at = now() WHERE person_id = $1'],
  ])('with %s', async (_, end) => {
    const { portal } = await harness.addMerchant();
    const session = await client.signIn(portal as typeof owner);
    await harness.identityTables.query(end, [session.person.id]);
    await eventually(isRefused);
  });

  test.each([
    ['an unknown token', () => `${'A'.repeat(43)}.1`],
    ['a version that the session does not have yet', () => client.cookie?.replace(/\.1$/, '.2')],
    ['version 0', () => client.cookie?.replace(/\.1$/, '.0')],
    ['no token', () => ''],
    ['anything', () => "';DROP TABLE session;--"],
    ['a long text', () => 'A'.repeat(6_000)],
  ])('%s is no session', async (_, cookie) => {
    await signedIn();
    client.cookie = cookie();
    expect(await isRefused()).toBe(true);
  });

  test('two cookies of the name are none', async () => {
    await signedIn();
    client.cookie = `${client.cookie}; __Host-qafila_session=planted`;
    expect(await isRefused()).toBe(true);
  });
});

describe('switching', () => {
  test('moves the next request in every gateway, and refuses a page that still shows the store before', async () => {
    const session = await signedIn();
    const { accountId } = harness.demo;
    const storeId = 'str_second';
    await harness.identityTables.query(
      "INSERT INTO store (account_id, store_id, name) VALUES ($1, $2, 'Second') ON CONFLICT DO NOTHING",
      [accountId, storeId],
    );
    const second = new PortalClient((await harness.gatewayWithout('webhooks')).url);
    [second.cookie, second.csrfToken] = [client.cookie, client.csrfToken];
    const before = await second.call('GET', '/portal/api/public/v1/key');
    expect(before.body.data.items.length).toBeGreaterThan(0);
    const stale = client.csrfToken as string;
    const moved = await client.call('PATCH', SESSION, { store_id: storeId });
    expect([moved.status, moved.body.data.store.id]).toEqual([200, storeId]);
    expect(moved.body.data.csrf_token).not.toBe(session.csrf_token);
    second.cookie = client.cookie;
    // No wait: the version in the cookie is a new name in the other gateway's cache.
    expect((await second.call('GET', '/portal/api/public/v1/key')).body.data.items).toEqual([]);
    const late = await client.call('POST', '/portal/api/public/v1/key', {}, { 'x-csrf-token': stale });
    expect([late.status, late.body.error.code]).toEqual([403, 'csrf_refused']);
    const back = await client.call('PATCH', SESSION, { store_id: harness.demo.storeId });
    expect(back.body.data.store.id).toBe(harness.demo.storeId);
  });

  test("another merchant's account and store do not exist for the person", async () => {
    const other = await harness.addMerchant();
    await signedIn();
    for (const body of [
      { account_id: other.accountId },
      { store_id: other.storeId },
      { account_id: other.accountId, store_id: other.storeId },
    ]) {
      const answer = await client.call('PATCH', SESSION, body);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
    }
    expect((await client.call('PATCH', SESSION, {})).status).toBe(400);
  });
});

describe('the session opens nothing else', () => {
  test('neither without the prefix nor beside a key', async () => {
    await signedIn();
    expect((await client.call('GET', '/public/v1/key')).body.error.code).toBe('missing_header');
    const token = await client.call('GET', '/portal/api/public/v1/key', undefined, { cookie: '' });
    expect([token.status, token.body.error.code]).toEqual([401, 'not_signed_in']);
  });

  test('no path of others than merchants is reachable, and no other spelling of the prefix', async () => {
    await signedIn();
    for (const path of ['pay/x', 'internal/v1/keys/resolve', 'auth/token', 'portal/api/session', 'nothing'])
      expect([path, (await client.call('GET', `/portal/api/${path}`)).status]).toEqual([path, 404]);
    const { statusCode } = await request(`${client.origin}/%70ortal/api/public/v1/key`, {
      headers: { cookie: `__Host-qafila_session=${client.cookie}` },
    });
    expect(statusCode).toBe(400);
  });
});
