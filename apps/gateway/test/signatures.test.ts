import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { KEY_LINES, SECRET, callGateway, keyRecord, raw, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

const sign = (data: string | Buffer, secret = SECRET): string =>
  createHmac('sha256', secret).update(data).digest('hex');
const compact = '{"name":"قافلة","url":"https://a.b/c","n":1}';

describe('x-signature', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness.stop());

  test.each([
    ['the raw bytes', '{ "a" : 1 }', '{ "a" : 1 }'],
    [
      'PHP: escapes sent, plain text signed',
      String.raw`{"name":"\u0642\u0627\u0641\u0644\u0629","url":"https:\/\/a.b\/c","n":1}`,
      compact,
    ],
    [
      'Python: spaces and escapes sent, compact signed',
      String.raw`{"name": "\u0642\u0627\u0641\u0644\u0629", "url": "https://a.b/c", "n": 1}`,
      compact,
    ],
    ['number text kept', '{"amount": 100.0, "2": 1, "1": 2}', '{"amount":100.0,"2":1,"1":2}'],
    ['JSON.stringify of it', '{"amount": 100.0}', '{"amount":100}'],
  ])('accepts %s', async (_name, sent, signed) => {
    const answer = await callGateway(harness, '/public/v1/key', {
      method: 'POST',
      body: sent,
      headers: { 'x-signature': sign(signed) },
    });
    expect(answer.status).toBe(200);
    expect(harness.identity.received.at(-1)!.body.toString()).toBe(sent);
  });

  test('accepts the secret before the last rotation', async () => {
    harness.keys.set('k2', keyRecord({ key_id: 'key_2', hmac_secrets: ['new', 'old'] }));
    const answer = await callGateway(harness, '/public/v1/key', {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': 'k2', 'x-signature': sign('{}', 'old') },
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a tampered body', '/public/v1/key', '{"a":2}', sign('{"a":1}')],
    ['upper case', '/public/v1/key', '{"a":1}', sign('{"a":1}').toUpperCase()],
    ['another secret', '/public/v1/key', '{"a":1}', sign('{"a":1}', 'x')],
    ['a repeated JSON key', '/public/v1/key', '{"a":1,"a":2}', sign('{"a":1,"a":2}')],
    ['a wrong one where none is required', '/public/v1/meter/m/event', '{"a":1}', 'no'],
  ])('refuses %s', async (_name, path, body, signature) => {
    const before =
      harness.metering.received.length +
      harness.identity.received.filter(({ url }) => url.startsWith('/public')).length;
    const answer = await callGateway(harness, path, { method: 'POST', body, headers: { 'x-signature': signature } });
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'signature_mismatch']);
    expect(
      harness.metering.received.length +
        harness.identity.received.filter(({ url }) => url.startsWith('/public')).length,
    ).toBe(before);
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s under /key must be signed', async (method) => {
    const answer = await callGateway(harness, '/public/v1/key/k', {
      method,
      ...(method === 'DELETE' ? {} : { body: '{}' }),
    });
    expect([answer.status, answer.body.error?.code]).toEqual([401, 'signature_required']);
  });

  test('GET and DELETE may sign the empty string; GET may also omit the signature', async () => {
    expect((await callGateway(harness, '/public/v1/key', { headers: { 'x-signature': sign('') } })).status).toBe(200);
    expect((await callGateway(harness, '/public/v1/key')).status).toBe(200);
    expect(
      (await callGateway(harness, '/public/v1/key/k', { method: 'DELETE', headers: { 'x-signature': sign('') } }))
        .status,
    ).toBe(200);
    expect((await callGateway(harness, '/public/v1/key', { headers: { 'x-signature': sign('x') } })).status).toBe(401);
  });

  test('meter writes must be signed if the store requires it', async () => {
    harness.keys.set('k3', keyRecord({ key_id: 'key_3', signature_required: true }));
    const headers = { 'x-api-key': 'k3' };
    for (const path of ['/public/v1/meter/m/event', '/public/v1/meter']) {
      expect((await callGateway(harness, path, { method: 'POST', body: '{}', headers })).body.error?.code).toBe(
        'signature_required',
      );
      expect(
        (
          await callGateway(harness, path, {
            method: 'POST',
            body: '{}',
            headers: { ...headers, 'x-signature': sign('{}') },
          })
        ).status,
      ).toBe(200);
    }
    expect((await callGateway(harness, '/public/v1/meter', { headers })).status).toBe(200);
  });

  test('a repeated signature is refused', async () => {
    const line = `x-signature: ${sign('{}')}\r\n`;
    const headers = `Host: x\r\n${KEY_LINES}${line}${line}content-type: application/json\r\ncontent-length: 2\r\n`;
    const text = await raw(harness, `POST /public/v1/key HTTP/1.1\r\n${headers}\r\n{}`);
    expect(text).toMatch(/^HTTP\/1.1 401 .*"signature_mismatch"/s);
  });
});
