import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway, raw, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

describe('a method that the path does not have', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.stop());

  test.each([
    ['GET', '/auth/token', 'POST'],
    ['DELETE', '/v1/admin/service-account/token', 'POST'],
    ['POST', '/.well-known/jwks.json', 'GET, HEAD'],
    ['PUT', '/openapi.json', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['OPTIONS', '/docs', 'GET, HEAD'],
    ['GET', '/oe/aggtr/api/v1/couriers/fast/webhook', 'POST'],
    ['POST', '/AWB/a/b/label.pdf?x=1', 'GET, HEAD'],
    ['DELETE', '/pay/abc', 'GET, HEAD, POST'],
    // OPTIONS is not forwarded, so the gateway answers with what its own row allows.
    ['OPTIONS', '/public/v1/meter/m', 'DELETE, GET, HEAD, PATCH, POST, PUT'],
  ])('%s %s is 405, and Allow lists %s', async (method, path, allow) => {
    const answer = await fetch(harness.gateway.url + path, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(answer.headers.get('x-request-id')).toEqual(expect.any(String));
  });

  test('the body is in the dialect of the path, and names the methods', async () => {
    const get = async (path: string, method = 'GET'): Promise<unknown> =>
      (await fetch(harness.gateway.url + path, { method })).json();
    const message = 'GET is not possible here. Use POST.';
    expect(await get('/auth/token')).toMatchObject({ error: 'invalid_request', errorCode: '405' });
    expect(await get('/oe/aggtr/api/v1/couriers/fast/webhook')).toMatchObject({
      errorCode: '405',
      errorMessage: message,
      details: [{ code: 'METHOD_NOT_ALLOWED' }],
    });
    expect(await get('/openapi.json', 'POST')).toMatchObject({
      responseStatus: 'METHOD_NOT_ALLOWED',
      error: { code: 'method_not_allowed', type: 'invalid_request_error', retryable: false },
    });
  });

  test('HEAD gets the same status and no body', async () => {
    const text = await raw(harness, 'HEAD /auth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 405 [^]*\r\nallow: POST\r\n[^]*\r\n\r\n$/i);
  });

  test.each(['GET', 'POST', 'OPTIONS'])('%s on an unknown path stays 404', async (method) => {
    for (const path of ['/nothing', '/oe/aggtr', '/auth', '/docs/nothing', '/public/v1'])
      expect([path, (await fetch(harness.gateway.url + path, { method })).status]).toEqual([path, 404]);
  });

  test.each([
    ['/meters', '/public/v1/meter'],
    ['/public/v1/refunds/rf_1', '/public/v1/refund/rf_1'],
    ['/oe/v1/shipment', '/oe/aggtr/api/v1/shipments'],
    ['/doc', '/docs'],
  ])('%s is 404 and names the nearest path', async (path, nearest) => {
    const answer = await fetch(harness.gateway.url + path);
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining(`There is no such operation; did you mean ${nearest}? /docs on the gateway lists all.`),
    ]);
  });

  test('the Allow of a service comes back', async () => {
    harness.identity.answer = ((answer) => (received, response) => {
      if (received.url.startsWith('/internal')) return answer(received, response);
      response.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
    })(harness.identity.answer);
    const { status, headers } = await callGateway(harness, '/public/v1/key');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
