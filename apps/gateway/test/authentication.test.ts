import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@qafila/testing/wait';
import { ACCOUNT, API_KEY, KEY_LINES, ask, json, keyRecord, raw, startStand } from './stand.ts';
import type { Stand } from './stand.ts';

const other = (n: number): string => `sk_stage_${String(n).padStart(64, '0')}`;

describe('authentication', () => {
  let stand: Stand;
  beforeEach(async () => { stand = await startStand(); });
  afterEach(() => stand.stop());

  test.each([['x-api-key'], ['x-account-id']])('401 names the missing header %s', async (name) => {
    const headers = { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT, [name]: '' };
    const got = await ask(stand, '/public/v1/meter', { headers, bare: true });
    expect([got.status, got.json.error?.code]).toEqual([401, 'missing_header']);
    expect(got.json.message).toContain(name);
    expect(stand.identity.seen).toHaveLength(0);
  });

  test('a key header that is sent twice is refused', async () => {
    for (const line of [`x-api-key: ${API_KEY}\r\n`, `x-account-id: ${ACCOUNT}\r\n`]) {
      expect(await raw(stand, `GET /public/v1/meter HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${line}\r\n`)).toMatch(/^HTTP\/1.1 401 .*"invalid_header"/s);
    }
    expect(stand.identity.seen).toHaveLength(0);
  });

  test('passes on what identity says of an unknown key and of another account, with the id of this request', async () => {
    const unknown = await ask(stand, '/public/v1/meter', { headers: { 'x-api-key': other(1) } });
    expect([unknown.status, unknown.json.error?.code, unknown.json.message]).toEqual([401, 'invalid_api_key', 'Refused: invalid_api_key.']);
    expect(unknown.json.error?.request_id).toBe(unknown.headers['x-request-id']);
    const mismatch = await ask(stand, '/public/v1/meter', { headers: { 'x-account-id': 'somebody-else' } });
    expect([mismatch.status, mismatch.json.error?.code]).toEqual([403, 'account_mismatch']);
  });

  test('refuses a key of the other mode even when identity lets it pass', async () => {
    stand.keys.set(API_KEY, keyRecord({ mode: 'live' }));
    const got = await ask(stand, '/public/v1/meter');
    expect([got.status, got.json.error?.code]).toEqual([403, 'mode_mismatch']);
  });

  test('an answer of identity that is not what was agreed opens nothing', async () => {
    stand.keys.set(API_KEY, keyRecord({ hmac_secrets: undefined }));
    expect((await ask(stand, '/public/v1/meter')).status).toBe(503);
    expect(stand.metering.seen).toHaveLength(0);
  });

  test('asks identity with a seal of its own', async () => {
    await ask(stand, '/public/v1/meter');
    const seen = stand.identity.seen[0]!;
    expect(await stand.openers.identity.open(seen.headers['x-internal-principal'] as string)).toMatchObject({ keyId: 'gateway', scopes: [] });
  });

  test('twenty concurrent requests with one key share one call to identity', async () => {
    const { answer } = stand.identity;
    stand.identity.answer = async (seen, response) => { await sleep(50); answer(seen, response); };
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(stand, '/public/v1/meter')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(stand.identity.seen).toHaveLength(1);
  });

  test('a revoked key is refused within five seconds while it is in use', async () => {
    expect((await ask(stand, '/public/v1/meter')).status).toBe(200);
    stand.keys.delete(API_KEY);
    const revokedAt = performance.now();
    await eventually(async () => (await ask(stand, '/public/v1/meter')).status !== 200, { intervalMs: 50 });
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect((await ask(stand, '/public/v1/meter')).status).toBe(401);
  });

  test('while identity is away known keys pass for seconds, then 503 with Retry-After, and again when it is back', async () => {
    await ask(stand, '/public/v1/meter');
    await stand.identity.stop();
    expect((await ask(stand, '/public/v1/meter')).status).toBe(200);
    const got = await eventually(async () => { const one = await ask(stand, '/public/v1/meter'); return one.status !== 200 && one; }, { intervalMs: 50 });
    expect([got.status, got.json.error?.code, got.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    await stand.identity.start();
    await eventually(async () => (await ask(stand, '/public/v1/meter')).status === 200);
  });

  test('an identity that hangs costs its deadline and not the request time-out', async () => {
    stand.identity.answer = () => {};
    const from = performance.now();
    expect((await ask(stand, '/public/v1/meter')).status).toBe(503);
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  test('guessing keys is cut off before it floods identity, and known keys go on', async () => {
    await ask(stand, '/public/v1/meter');
    const guesses = await Promise.all(Array.from({ length: 400 }, (_, n) => ask(stand, '/public/v1/meter', { headers: { 'x-api-key': other(n) } })));
    const statuses = guesses.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(stand.identity.seen.length).toBeLessThan(250);
    expect(guesses.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
    expect((await ask(stand, '/public/v1/meter')).status).toBe(200);
  });

  test('is ready only when identity can be reached', async () => {
    expect(await ask(stand, '/health/ready', { bare: true })).toMatchObject({ status: 200, json: { ready: true } });
    await stand.identity.stop();
    const deaf = await startStand({ IDENTITY_URL: stand.identity.origin });
    expect(await ask(deaf, '/health/ready', { bare: true })).toMatchObject({ status: 503, json: { ready: false, problems: ['identity'] } });
    expect((await ask(deaf, '/health/live', { bare: true })).status).toBe(200);
    await deaf.stop();
  });

  test('a 5xx of identity is a 503 here', async () => {
    stand.identity.answer = (_seen, response) => json(response, 500, { message: 'secret stack' });
    const got = await ask(stand, '/public/v1/meter');
    expect(got.status).toBe(503);
    expect(got.bytes.toString()).not.toContain('secret');
  });
});
