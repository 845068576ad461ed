import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { NETWORK_HEADER, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { callGateway, json, STOPPED_CLOCK, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';
import { SHIPMENTS, refused, startTokenHarness, token } from './token-harness.ts';
import type { TestKey, TokenHarness } from './token-harness.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UPDATED = '/v1/admin/service-account/token';

let harness: TokenHarness;
beforeAll(async () => {
  harness = await startTokenHarness();
});
afterAll(() => harness?.stop());
beforeEach(() => {
  harness.shipment.answer = (_, response) => json(response, 200, { ok: true });
});

describe('the token endpoints', () => {
  const last = (): TokenHarness['identity']['received'][number] => harness.identity.received.at(-1)!;

  test("need no key; identity gets the body, the Basic header and the client's network", async () => {
    const answer = await callGateway(harness, '/Auth/Token', {
      method: 'POST',
      body: 'grant_type=client_credentials&a=%D9%82',
      bare: true,
      headers: { ...FORM, authorization: 'Basic YTpi', [NETWORK_HEADER]: '6.6.6.6', [PRINCIPAL_HEADER]: 'forged' },
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([
      last().body.toString(),
      last().headers.authorization,
      last().headers[NETWORK_HEADER],
      last().headers[PRINCIPAL_HEADER],
    ]).toEqual(['grant_type=client_credentials&a=%D9%82', 'Basic YTpi', '127.0.0.1', undefined]);
    expect(
      (await callGateway(harness, UPDATED, { method: 'POST', body: '{"clientId": "x"}', bare: true })).status,
    ).toBe(200);
    expect([last().url, last().body.toString()]).toEqual([UPDATED, '{"clientId": "x"}']);
  });

  test("answer the gateway's refusals in their own dialect", async () => {
    const shape = {
      error: 'invalid_request',
      error_description: expect.any(String),
      errorMessage: expect.any(String),
      errorStatus: 'Error',
      userMessage: expect.any(String),
    };
    const form = await callGateway(harness, UPDATED, { method: 'POST', body: 'a=1', bare: true, headers: FORM });
    expect([form.status, form.body]).toEqual([415, { ...shape, errorCode: '415' }]);
    const large = await callGateway(harness, '/auth/token', {
      method: 'POST',
      body: 'a'.repeat(8_193),
      bare: true,
      headers: FORM,
    });
    expect([large.status, large.body]).toEqual([413, { ...shape, errorCode: '413' }]);
    expect((await callGateway(harness, UPDATED, { bare: true })).status).toBe(405);
  });

  test('a flood from one network, and an unavailable identity, get a refusal with Retry-After', async () => {
    const small = await startHarness({ OPEN_REQUESTS_PER_SECOND: '2' }, STOPPED_CLOCK);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => callGateway(small, UPDATED, { method: 'POST', body: '{}', bare: true })),
    );
    const over = all.find(({ status }) => status === 429)!;
    expect([over.body, over.headers.get('retry-after')]).toMatchObject([
      { error: 'temporarily_unavailable', errorCode: '429' },
      '1',
    ]);
    await small.stop();
    const disconnected = await startHarness({ IDENTITY_URL: 'http://127.0.0.1:1' });
    const refusal = await callGateway(disconnected, UPDATED, { method: 'POST', body: '{}', bare: true });
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refusal.body).toMatchObject({ error: 'temporarily_unavailable', errorCode: '503' });
    expect(
      (await callGateway(disconnected, '/auth/token', { method: 'POST', body: 'a', bare: true, headers: FORM })).status,
    ).toBe(503);
    await disconnected.stop();
  });

  test("the public keys need no authentication and keep identity's cache-control", async () => {
    const answer = await callGateway(harness, '/.well-known/jwks.json', { bare: true });
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      (answer.body.keys as unknown as { kid: string }[])[0]?.kid,
    ]).toEqual([200, 'public, max-age=300', 'kid_1']);
    expect(
      (await callGateway(harness, '/.well-known/jwks.json', { bare: true, method: 'POST', body: '{}' })).status,
    ).toBe(405);
  });
});

describe('the shipment routes', () => {
  test('accept a body of 1 MiB and no more', async () => {
    const good = await token(harness.published[0] as TestKey);
    const body = (size: number): string => JSON.stringify({ x: 'a'.repeat(size - 8) });
    expect((await harness.send(good, SHIPMENTS, { method: 'POST', body: body(1024 * 1024) })).status).toBe(200);
    expect(harness.shipment.received.at(-1)?.body.length).toBe(1024 * 1024);
    expect(refused(await harness.send(good, SHIPMENTS, { method: 'POST', body: body(1024 * 1024 + 1) }))).toEqual([
      413,
      'BODY_TOO_LARGE',
    ]);
    expect(refused(await harness.send(good, SHIPMENTS, { method: 'POST', body: 'a=1', headers: FORM }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  test("a courier's call needs no token, and its body and signature are forwarded unchanged", async () => {
    const path = '/oe/aggtr/api/v1/couriers/courier-a/webhook';
    const answer = await callGateway(harness, path, {
      method: 'POST',
      body: '{"scan":  1}',
      bare: true,
      headers: { 'x-courier-signature': 'v1=ab', authorization: 'Bearer courier' },
    });
    const received = harness.shipment.received.at(-1)!;
    expect([
      answer.status,
      received.url,
      received.body.toString(),
      received.headers['x-courier-signature'],
      received.headers.authorization,
      received.headers[PRINCIPAL_HEADER],
    ]).toEqual([200, path, '{"scan":  1}', 'v1=ab', 'Bearer courier', undefined]);
    expect(refused(await callGateway(harness, path, { bare: true }))).toEqual([405, 'METHOD_NOT_ALLOWED']);
  });

  test('a label of 20 MB needs only its address and is streamed byte for byte', async () => {
    const piece = randomBytes(64 * 1024);
    harness.shipment.answer = async (_seen, response) => {
      response.writeHead(200, {
        'content-type': 'application/pdf',
        'cache-control': 'private, max-age=60',
        'content-disposition': 'inline; filename="awb.pdf"',
        etag: '"sha256-x"',
      });
      for (let at = 0; at < 320; at++) if (!response.write(piece)) await once(response, 'drain');
      response.end();
    };
    const answer = await callGateway(harness, '/awb/s-1/label.pdf?expires=1&sig=a_-b', { bare: true });
    expect([answer.status, harness.shipment.received.at(-1)?.url]).toEqual([
      200,
      '/awb/s-1/label.pdf?expires=1&sig=a_-b',
    ]);
    expect(answer.bytes.equals(Buffer.concat(Array<Buffer>(320).fill(piece)))).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, max-age=60',
      'content-disposition': 'inline; filename="awb.pdf"',
      etag: '"sha256-x"',
      'x-content-type-options': 'nosniff',
    });
    harness.shipment.answer = (_, response) => response.writeHead(200, { 'content-length': '50' }).end();
    expect(
      (await callGateway(harness, '/awb/s-1/label.pdf', { bare: true, method: 'HEAD' })).headers.get('content-length'),
    ).toBe('50');
    expect(refused(await callGateway(harness, '/awb/s-1', { bare: true, method: 'POST', body: '{}' }))[0]).toBe(405);
  });

  test('labels and calls have separate rate limits', async () => {
    const small = await startHarness({ OPEN_REQUESTS_PER_SECOND: '2' }, STOPPED_CLOCK);
    const all = await Promise.all(Array.from({ length: 20 }, () => callGateway(small, '/awb/x', { bare: true })));
    expect(refused(all.find(({ status }) => status === 429)!)).toEqual([429, 'RATE_LIMITED']);
    expect(
      (await callGateway(small, '/oe/aggtr/api/v1/couriers/a/webhook', { method: 'POST', body: '{}', bare: true }))
        .status,
    ).toBe(200);
    await small.stop();
  });

  test('an unavailable shipment service causes 503', async () => {
    const without: GatewayHarness = await startHarness({ SHIPMENT_URL: 'http://127.0.0.1:1' });
    expect(refused(await callGateway(without, '/awb/x', { bare: true }))).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await without.stop();
  });
});
