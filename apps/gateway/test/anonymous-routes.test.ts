import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { callGateway, json, keyRecord, API_KEY, SECRET, STOPPED_CLOCK, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';
import { signRequest } from '@qafila/signing/request-signature';
import type { HttpAnswer } from '@qafila/testing/http-call';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PAGE = '/pay/Ab3-_token';

describe('payment routes at the gateway', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.stop());
  const last = (): GatewayHarness['payment']['received'][number] =>
    harness.payment.received.at(-1) as GatewayHarness['payment']['received'][number];

  test.each([
    '/public/v1/payment/checkout',
    '/public/v1/bnpl/wallet/setup',
    '/public/v1/subscription/wallet/setup',
    '/public/v1/refund',
    '/public/v2/payment/intent/tokenized/payment',
    '/PUBLIC/v1/Payment/Intent',
  ])('POST %s needs a key and a signature over the body as sent', async (path) => {
    const body = '{"amount": 1500.50, "name":"عميل"}';
    const before = harness.payment.received.length;
    expect((await callGateway(harness, path, { method: 'POST', body, bare: true })).body.error?.code).toBe(
      'missing_header',
    );
    expect((await callGateway(harness, path, { method: 'POST', body })).body.error?.code).toBe('signature_required');
    expect(
      (
        await callGateway(harness, path, {
          method: 'POST',
          body,
          headers: { 'x-signature': signRequest(body.replace('1500', '1501'), SECRET) },
        })
      ).body.error?.code,
    ).toBe('signature_mismatch');
    expect(harness.payment.received).toHaveLength(before);
    expect(
      (
        await callGateway(harness, path, {
          method: 'POST',
          body,
          headers: { 'x-signature': signRequest(body, SECRET) },
        })
      ).status,
    ).toBe(200);
    expect([last().url, last().body.toString(), typeof last().headers[PRINCIPAL_HEADER]]).toEqual([
      path,
      body,
      'string',
    ]);
  });

  test('a gateway checks and calls the address of a connection without a key', async () => {
    const path = '/public/v1/payment/callback/gwc_1';
    const body = '{"id":"evt_1",  "amount":1.50}';
    for (const method of ['GET', 'POST'] as const) {
      const headers = { 'stripe-signature': 't=1,v1=ab', [PRINCIPAL_HEADER]: 'forged' };
      const more = method === 'POST' ? { body } : {};
      expect((await callGateway(harness, `${path}?a=1`, { method, bare: true, headers, ...more })).status).toBe(200);
      expect([last().url, last().headers['stripe-signature'], last().headers[PRINCIPAL_HEADER]]).toEqual([
        `${path}?a=1`,
        't=1,v1=ab',
        undefined,
      ]);
    }
    expect(last().body.toString()).toBe(body);
    expect((await callGateway(harness, path, { method: 'DELETE', bare: true })).status).toBe(401);
  });

  test('reading needs a key but no signature (§4.9)', async () => {
    expect((await callGateway(harness, '/public/v1/payment/routing/rules/gateway', { bare: true })).status).toBe(401);
    expect((await callGateway(harness, '/public/v1/payment/routing/rules/gateway')).status).toBe(200);
  });

  test.each([
    '/public/v1/subscription/walletprovider/wallet/setup/webhook',
    '/public/v1/payment/cardgateway-a/webhook',
  ])("%s takes a gateway's call without a key, its bytes and signature untouched", async (path) => {
    const body = '{"id":"evt_1",  "amount":1.50}';
    const answer = await callGateway(harness, path, {
      method: 'POST',
      body,
      bare: true,
      headers: { 'gateway-signature': 't=1,v1=ab', [PRINCIPAL_HEADER]: 'forged' },
    });
    expect(answer.status).toBe(200);
    expect([last().body.toString(), last().headers['gateway-signature'], last().headers[PRINCIPAL_HEADER]]).toEqual([
      body,
      't=1,v1=ab',
      undefined,
    ]);
    expect(
      (
        await callGateway(harness, path, {
          method: 'POST',
          body: JSON.stringify({ text: 'a'.repeat(65_536) }),
          bare: true,
        })
      ).status,
    ).toBe(413);
    expect((await callGateway(harness, path, { bare: true })).status).toBe(401);
    expect(
      (await callGateway(harness, path, { method: 'POST', body: 'a=1', bare: true, headers: FORM })).body.error?.code,
    ).toBe('unsupported_media_type');
  });

  test("a page needs no key, and keeps the service's policy and headers", async () => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; form-action 'self' http://127.0.0.1:8090",
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=()',
    };
    harness.payment.answer = (_, response) => response.writeHead(200, headers).end('<!doctype html>');
    for (const path of [PAGE, `${PAGE}/return?status=paid`, '/wallet/Ab3-_token']) {
      const page = await callGateway(harness, path, { bare: true });
      expect([page.status, page.bytes.toString()]).toEqual([200, '<!doctype html>']);
      expect(Object.fromEntries(page.headers)).toMatchObject({ ...headers, 'x-content-type-options': 'nosniff' });
      expect(last().url).toBe(path);
    }
    const form = await callGateway(harness, PAGE, {
      method: 'POST',
      body: 'method=card&name=%D8%B9',
      bare: true,
      headers: FORM,
    });
    expect([form.status, last().body.toString(), last().headers['content-type']]).toEqual([
      200,
      'method=card&name=%D8%B9',
      FORM['content-type'],
    ]);
    expect((await callGateway(harness, PAGE, { method: 'HEAD', bare: true })).status).toBe(200);
    harness.payment.answer = (_, response) =>
      response.writeHead(303, { location: 'https://shop.example/paid?a=1' }).end();
    expect((await callGateway(harness, PAGE, { bare: true })).headers.get('location')).toBe(
      'https://shop.example/paid?a=1',
    );
    harness.payment.answer = (_, response) => json(response, 200, { ok: true });
  });

  test('only pages accept forms, up to 8 KiB, and only the methods and paths of pages are open', async () => {
    const before = harness.payment.received.length;
    expect(
      (await callGateway(harness, PAGE, { method: 'POST', body: 'a'.repeat(8_193), bare: true, headers: FORM })).status,
    ).toBe(413);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      expect((await callGateway(harness, PAGE, { method, bare: true })).status).toBe(405);
    expect(
      (await callGateway(harness, '/public/v1/payment/checkout', { method: 'POST', body: 'a=1', headers: FORM }))
        .status,
    ).toBe(415);
    expect(
      (await callGateway(harness, '/public/v1/meter', { method: 'POST', body: 'a=1', headers: FORM })).status,
    ).toBe(415);
    expect((await callGateway(harness, '/payments', { bare: true })).status).toBe(404);
    expect(harness.payment.received).toHaveLength(before);
  });

  test('while the service is unavailable, customers get a page in their languages and programs get JSON', async () => {
    await harness.payment.stop();
    const page = await callGateway(harness, PAGE, { bare: true });
    expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
      503,
      'text/html; charset=utf-8',
      '1',
    ]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const part of ['Please try again', 'lang="ar" dir="rtl"', 'lang="ur" dir="rtl"'])
      expect(page.bytes.toString()).toContain(part);
    expect((await callGateway(harness, '/public/v1/payment/intent')).body.error?.code).toBe('service_unavailable');
    await harness.payment.start();
  });
});

test('a flood from one network gets 429; other networks, keys and other kinds of route are still served', async () => {
  const harness = await startHarness({ OPEN_REQUESTS_PER_SECOND: '5', TRUSTED_PROXIES: '1' }, STOPPED_CLOCK);
  harness.keys.set(API_KEY, keyRecord({ scopes: ['payments:read'] }));
  const from = (address: string): { bare: true; headers: Record<string, string> } => ({
    bare: true,
    headers: { 'x-forwarded-for': address },
  });
  // A burst of twice the rate passes.
  const flooded = async (addressOf: (at: number) => string): Promise<HttpAnswer[]> => {
    const flood = await Promise.all(
      Array.from({ length: 60 }, (_, at) => callGateway(harness, PAGE, from(addressOf(at)))),
    );
    const refused = flood.filter(({ status }) => status === 429);
    expect(flood.length - refused.length).toBe(10);
    return refused;
  };
  const refused = await flooded(() => '203.0.113.7');
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.bytes.toString()).toContain('Please try again');
  expect((await callGateway(harness, PAGE, from('203.0.113.8'))).status).toBe(200);
  // All addresses of a /64 are the same network.
  await flooded((at) => `2001:db8:0:1::${at + 1}`);
  expect(
    (
      await callGateway(harness, '/public/v1/payment/cardgateway-a/webhook', {
        ...from('203.0.113.7'),
        method: 'POST',
        body: '{}',
      })
    ).status,
  ).toBe(200);
  expect(
    (await callGateway(harness, '/public/v1/payment/intent', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status,
  ).toBe(200);
  await harness.stop();
});
