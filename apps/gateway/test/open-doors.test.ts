import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { ask, json, keyRecord, API_KEY, SECRET, startStand } from './stand.ts';
import type { Stand } from './stand.ts';
import { signRequest } from '@qafila/signing/request-signature';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PAGE = '/pay/Ab3-_token';

describe('payments at the gateway', () => {
  let stand: Stand;
  beforeAll(async () => { stand = await startStand(); });
  afterAll(() => stand.stop());
  const last = (): Stand['payment']['seen'][number] => stand.payment.seen.at(-1) as Stand['payment']['seen'][number];

  test.each(['/public/v1/payment/checkout', '/public/v1/bnpl/wallet/setup', '/public/v1/subscription/wallet/setup', '/public/v1/refund', '/public/v2/payment/intent/tokenized/payment', '/PUBLIC/v1/Payment/Intent'])(
    'POST %s needs a key and a signature over the body as sent', async (path) => {
      const body = '{"amount": 1500.50, "name":"عميل"}';
      const before = stand.payment.seen.length;
      expect((await ask(stand, path, { method: 'POST', body, bare: true })).json.error?.code).toBe('missing_header');
      expect((await ask(stand, path, { method: 'POST', body })).json.error?.code).toBe('signature_required');
      expect((await ask(stand, path, { method: 'POST', body, headers: { 'x-signature': signRequest(body.replace('1500', '1501'), SECRET) } })).json.error?.code).toBe('signature_mismatch');
      expect(stand.payment.seen).toHaveLength(before);
      expect((await ask(stand, path, { method: 'POST', body, headers: { 'x-signature': signRequest(body, SECRET) } })).status).toBe(200);
      expect([last().url, last().body.toString(), typeof last().headers[PRINCIPAL_HEADER]]).toEqual([path, body, 'string']);
    });

  test('reading needs a key and no signature (§4.9)', async () => {
    expect((await ask(stand, '/public/v1/payment/routing/rules/gateway', { bare: true })).status).toBe(401);
    expect((await ask(stand, '/public/v1/payment/routing/rules/gateway')).status).toBe(200);
  });

  test.each(['/public/v1/subscription/walletprovider/wallet/setup/webhook', '/public/v1/payment/cardgateway-a/webhook'])('%s takes a gateway\'s call without a key, its bytes and signature untouched', async (path) => {
    const body = '{"id":"evt_1",  "amount":1.50}';
    const answer = await ask(stand, path, { method: 'POST', body, bare: true, headers: { 'gateway-signature': 't=1,v1=ab', [PRINCIPAL_HEADER]: 'forged' } });
    expect(answer.status).toBe(200);
    expect([last().body.toString(), last().headers['gateway-signature'], last().headers[PRINCIPAL_HEADER]]).toEqual([body, 't=1,v1=ab', undefined]);
    expect((await ask(stand, path, { method: 'POST', body: JSON.stringify({ text: 'a'.repeat(65_536) }), bare: true })).status).toBe(413);
    expect((await ask(stand, path, { bare: true })).status).toBe(401);
    expect((await ask(stand, path, { method: 'POST', body: 'a=1', bare: true, headers: FORM })).json.error?.code).toBe('unsupported_media_type');
  });

  test('a page passes with the service\'s own policy and headers, and without a key', async () => {
    const own = {
      'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; form-action 'self' http://127.0.0.1:8090", 'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY', 'permissions-policy': 'camera=()',
    };
    stand.payment.answer = (_, response) => response.writeHead(200, own).end('<!doctype html>');
    for (const path of [PAGE, `${PAGE}/return?status=paid`, '/wallet/Ab3-_token']) {
      const page = await ask(stand, path, { bare: true });
      expect([page.status, page.bytes.toString()]).toEqual([200, '<!doctype html>']);
      expect(page.headers).toMatchObject({ ...own, 'x-content-type-options': 'nosniff' });
      expect(last().url).toBe(path);
    }
    const form = await ask(stand, PAGE, { method: 'POST', body: 'method=card&name=%D8%B9', bare: true, headers: FORM });
    expect([form.status, last().body.toString(), last().headers['content-type']]).toEqual([200, 'method=card&name=%D8%B9', FORM['content-type']]);
    expect((await ask(stand, PAGE, { method: 'HEAD', bare: true })).status).toBe(200);
    stand.payment.answer = (_, response) => response.writeHead(303, { location: 'https://shop.example/paid?a=1' }).end();
    expect((await ask(stand, PAGE, { bare: true })).headers.location).toBe('https://shop.example/paid?a=1');
    stand.payment.answer = (_, response) => json(response, 200, { ok: true });
  });

  test('forms are taken by pages alone, and up to 8 KiB; nobody else\'s method or path is a page', async () => {
    const before = stand.payment.seen.length;
    expect((await ask(stand, PAGE, { method: 'POST', body: 'a'.repeat(8_193), bare: true, headers: FORM })).status).toBe(413);
    for (const method of ['PUT', 'DELETE', 'PATCH']) expect((await ask(stand, PAGE, { method, bare: true })).status).toBe(404);
    expect((await ask(stand, '/public/v1/payment/checkout', { method: 'POST', body: 'a=1', headers: FORM })).status).toBe(415);
    expect((await ask(stand, '/public/v1/meter', { method: 'POST', body: 'a=1', headers: FORM })).status).toBe(415);
    expect((await ask(stand, '/payments', { bare: true })).status).toBe(404);
    expect(stand.payment.seen).toHaveLength(before);
  });

  test('when the service is away a customer reads a page in his languages, a program JSON', async () => {
    await stand.payment.stop();
    const page = await ask(stand, PAGE, { bare: true });
    expect([page.status, page.headers['content-type'], page.headers['retry-after']]).toEqual([503, 'text/html; charset=utf-8', '1']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const part of ['Please try again', 'lang="ar" dir="rtl"', 'lang="ur" dir="rtl"']) expect(page.bytes.toString()).toContain(part);
    expect((await ask(stand, '/public/v1/payment/intent')).json.error?.code).toBe('service_unavailable');
    await stand.payment.start();
  });
});

test('a flood from one network is answered 429, and others, keys and the other kind of door go on', async () => {
  const stand = await startStand({ OPEN_REQUESTS_PER_SECOND: '5', TRUSTED_PROXIES: '1' });
  stand.keys.set(API_KEY, keyRecord({ scopes: ['payments:read'] }));
  const from = (address: string): { bare: true; headers: Record<string, string> } => ({ bare: true, headers: { 'x-forwarded-for': address } });
  const start = performance.now();
  const flood = await Promise.all(Array.from({ length: 60 }, () => ask(stand, PAGE, from('203.0.113.7'))));
  const refused = flood.filter(({ status }) => status === 429);
  // Twice the rate at once, and then the rate: judged by the clock, since a busy machine answers slowly.
  expect(flood.length - refused.length).toBeLessThanOrEqual(10 + 5 * (performance.now() - start) / 1000);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.bytes.toString()).toContain('Please try again');
  expect((await ask(stand, PAGE, from('203.0.113.8'))).status).toBe(200);
  // The other addresses of the flooding network's /64 are the same network.
  await Promise.all(Array.from({ length: 30 }, (_, at) => ask(stand, PAGE, from(`2001:db8:0:1::${at + 1}`))));
  expect((await ask(stand, PAGE, from('2001:db8:0:1::ffff'))).status).toBe(429);
  expect((await ask(stand, '/public/v1/payment/cardgateway-a/webhook', { ...from('203.0.113.7'), method: 'POST', body: '{}' })).status).toBe(200);
  expect((await ask(stand, '/public/v1/payment/intent', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(200);
  await stand.stop();
});
