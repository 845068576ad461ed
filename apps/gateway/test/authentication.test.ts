import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import {
  ACCOUNT,
  API_KEY,
  KEY_LINES,
  callGateway,
  json,
  keyRecord,
  raw,
  startHarness,
  STOPPED_CLOCK,
} from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

const other = (n: number): string => `sk_stage_${String(n).padStart(64, '0')}`;

describe('authentication', () => {
  let harness: GatewayHarness;
  beforeEach(async () => {
    harness = await startHarness();
  });
  afterEach(() => harness.stop());

  test.each([['x-api-key'], ['x-account-id']])('a 401 names the missing header %s', async (name) => {
    const headers = { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT, [name]: '' };
    const answer = await callGateway(harness, '/public/v1/meter', { headers, bare: true });
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'missing_header']);
    expect(answer.body.message).toContain(name);
    expect(harness.identity.received).toHaveLength(0);
  });

  test('a repeated key header is refused', async () => {
    for (const line of [`x-api-key: ${API_KEY}\r\n`, `x-account-id: ${ACCOUNT}\r\n`]) {
      expect(await raw(harness, `GET /public/v1/meter HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${line}\r\n`)).toMatch(
        /^HTTP\/1.1 401 .*"invalid_header"/s,
      );
    }
    expect(harness.identity.received).toHaveLength(0);
  });

  test("identity's refusal of an unknown key or account is passed on, with the id of this request", async () => {
    const unknown = await callGateway(harness, '/public/v1/meter', { headers: { 'x-api-key': other(1) } });
    expect([unknown.status, unknown.body.error?.code, unknown.body.message]).toEqual([
      401,
      'invalid_api_key',
      'Refused: invalid_api_key.',
    ]);
    expect(unknown.body.error?.request_id).toBe(unknown.headers.get('x-request-id'));
    const mismatch = await callGateway(harness, '/public/v1/meter', { headers: { 'x-account-id': 'another-account' } });
    expect([mismatch.status, mismatch.body.error?.code]).toEqual([403, 'account_mismatch']);
  });

  test('a key of the other mode is refused even if identity accepts it', async () => {
    harness.keys.set(API_KEY, keyRecord({ mode: 'live' }));
    const answer = await callGateway(harness, '/public/v1/meter');
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'mode_mismatch']);
  });

  test('an answer of identity with an unexpected form grants no access', async () => {
    harness.keys.set(API_KEY, keyRecord({ hmac_secrets: undefined }));
    expect((await callGateway(harness, '/public/v1/meter')).status).toBe(503);
    expect(harness.metering.received).toHaveLength(0);
  });

  test("requests to identity carry the gateway's own seal", async () => {
    await callGateway(harness, '/public/v1/meter');
    const received = harness.identity.received[0]!;
    expect(await harness.openers.identity.open(received.headers['x-internal-principal'] as string)).toMatchObject({
      keyId: 'gateway',
      scopes: [],
    });
  });

  test('20 concurrent requests with one key share one call to identity', async () => {
    const { answer } = harness.identity;
    harness.identity.answer = async (received, response) => {
      await sleep(50);
      answer(received, response);
    };
    const all = await Promise.all(Array.from({ length: 20 }, () => callGateway(harness, '/public/v1/meter')));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(harness.identity.received).toHaveLength(1);
  });

  test('a revoked key in use is refused within five seconds', async () => {
    expect((await callGateway(harness, '/public/v1/meter')).status).toBe(200);
    harness.keys.delete(API_KEY);
    const revokedAt = performance.now();
    await eventually(async () => (await callGateway(harness, '/public/v1/meter')).status !== 200, { intervalMs: 50 });
    expect(performance.now() - revokedAt).toBeLessThan(5_000);
    expect((await callGateway(harness, '/public/v1/meter')).status).toBe(401);
  });

  test('without identity, known keys work for seconds, then get 503 with Retry-After until it is back', async () => {
    await callGateway(harness, '/public/v1/meter');
    await harness.identity.stop();
    expect((await callGateway(harness, '/public/v1/meter')).status).toBe(200);
    const answer = await eventually(
      async () => {
        const answer = await callGateway(harness, '/public/v1/meter');
        return answer.status !== 200 && answer;
      },
      { intervalMs: 50 },
    );
    expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ]);
    await harness.identity.start();
    await eventually(async () => (await callGateway(harness, '/public/v1/meter')).status === 200);
  });

  test('if identity hangs, a request fails at the deadline of the lookup', async () => {
    harness.identity.answer = () => {};
    const from = performance.now();
    expect((await callGateway(harness, '/public/v1/meter')).status).toBe(503);
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  test('key guesses are limited before they flood identity, and known keys still work', async () => {
    const stopped = await startHarness({}, STOPPED_CLOCK);
    await callGateway(stopped, '/public/v1/meter');
    const guesses = await Promise.all(
      Array.from({ length: 400 }, (_, n) =>
        callGateway(stopped, '/public/v1/meter', { headers: { 'x-api-key': other(n) } }),
      ),
    );
    const burst = LIMITS.failedAuthenticationsPerSecond * LIMITS.burstSeconds;
    // The known key is looked up within the same limit, which gives its token back.
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(burst);
    expect(stopped.identity.received).toHaveLength(burst + 1);
    const refused = guesses.filter(({ status }) => status !== 401);
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array.from({ length: 400 - burst }, () => [429, '1']),
    );
    expect((await callGateway(stopped, '/public/v1/meter')).status).toBe(200);
    await stopped.stop();
  });

  test('the gateway is ready only if identity is reachable', async () => {
    expect(await callGateway(harness, '/health/ready', { bare: true })).toMatchObject({
      status: 200,
      body: { ready: true },
    });
    await harness.identity.stop();
    const disconnected = await startHarness({ IDENTITY_URL: harness.identity.origin });
    expect(await callGateway(disconnected, '/health/ready', { bare: true })).toMatchObject({
      status: 503,
      body: { ready: false, problems: ['identity'] },
    });
    expect((await callGateway(disconnected, '/health/live', { bare: true })).status).toBe(200);
    await disconnected.stop();
  });

  test('a 5xx of identity becomes a 503', async () => {
    harness.identity.answer = (_seen, response) => json(response, 500, { message: 'secret stack' });
    const answer = await callGateway(harness, '/public/v1/meter');
    expect(answer.status).toBe(503);
    expect(answer.bytes.toString()).not.toContain('secret');
  });
});
