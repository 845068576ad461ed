import { createHmac } from 'node:crypto';
import { KEY_LINES, SECRET, ask, keyRecord, raw, startStand } from './stand.ts';
import type { Stand } from './stand.ts';

const sign = (data: string | Buffer, secret = SECRET): string => createHmac('sha256', secret).update(data).digest('hex');
const compact = '{"name":"قافلة","url":"https://a.b/c","n":1}';

describe('x-signature', () => {
  let stand: Stand;
  beforeAll(async () => { stand = await startStand(); });
  afterAll(() => stand.stop());

  test.each([
    ['the raw bytes', '{ "a" : 1 }', '{ "a" : 1 }'],
    ['PHP: escapes sent, plain text signed', String.raw`{"name":"\u0642\u0627\u0641\u0644\u0629","url":"https:\/\/a.b\/c","n":1}`, compact],
    ['Python: spaces and escapes sent, compact signed', String.raw`{"name": "\u0642\u0627\u0641\u0644\u0629", "url": "https://a.b/c", "n": 1}`, compact],
    ['number text kept', '{"amount": 100.0, "2": 1, "1": 2}', '{"amount":100.0,"2":1,"1":2}'],
    ['JSON.stringify of it', '{"amount": 100.0}', '{"amount":100}'],
  ])('accepts %s', async (_name, sent, signed) => {
    const got = await ask(stand, '/public/v1/key', { method: 'POST', body: sent, headers: { 'x-signature': sign(signed) } });
    expect(got.status).toBe(200);
    expect(stand.identity.seen.at(-1)!.body.toString()).toBe(sent);
  });

  test('accepts the secret before the last rotation', async () => {
    stand.keys.set('k2', keyRecord({ key_id: 'key_2', hmac_secrets: ['new', 'old'] }));
    const got = await ask(stand, '/public/v1/key', { method: 'POST', body: '{}', headers: { 'x-api-key': 'k2', 'x-signature': sign('{}', 'old') } });
    expect(got.status).toBe(200);
  });

  test.each([
    ['a tampered body', '/public/v1/key', '{"a":2}', sign('{"a":1}')],
    ['upper case', '/public/v1/key', '{"a":1}', sign('{"a":1}').toUpperCase()],
    ['another secret', '/public/v1/key', '{"a":1}', sign('{"a":1}', 'x')],
    ['a key that is given twice', '/public/v1/key', '{"a":1,"a":2}', sign('{"a":1,"a":2}')],
    ['a wrong one where none is needed', '/public/v1/meter/m/event', '{"a":1}', 'no'],
  ])('refuses %s', async (_name, path, body, signature) => {
    const before = stand.metering.seen.length + stand.identity.seen.filter(({ url }) => url.startsWith('/public')).length;
    const got = await ask(stand, path, { method: 'POST', body, headers: { 'x-signature': signature } });
    expect([got.status, got.json.error?.code]).toEqual([401, 'signature_mismatch']);
    expect(stand.metering.seen.length + stand.identity.seen.filter(({ url }) => url.startsWith('/public')).length).toBe(before);
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s under /key must be signed', async (method) => {
    const got = await ask(stand, '/public/v1/key/k', { method, ...(method === 'DELETE' ? {} : { body: '{}' }) });
    expect([got.status, got.json.error?.code]).toEqual([401, 'signature_required']);
  });

  test('GET and DELETE may sign the empty string; GET need not', async () => {
    expect((await ask(stand, '/public/v1/key', { headers: { 'x-signature': sign('') } })).status).toBe(200);
    expect((await ask(stand, '/public/v1/key')).status).toBe(200);
    expect((await ask(stand, '/public/v1/key/k', { method: 'DELETE', headers: { 'x-signature': sign('') } })).status).toBe(200);
    expect((await ask(stand, '/public/v1/key', { headers: { 'x-signature': sign('x') } })).status).toBe(401);
  });

  test('meter writes must be signed when the store says so', async () => {
    stand.keys.set('k3', keyRecord({ key_id: 'key_3', signature_required: true }));
    const headers = { 'x-api-key': 'k3' };
    for (const path of ['/public/v1/meter/m/event', '/public/v1/meter']) {
      expect((await ask(stand, path, { method: 'POST', body: '{}', headers })).json.error?.code).toBe('signature_required');
      expect((await ask(stand, path, { method: 'POST', body: '{}', headers: { ...headers, 'x-signature': sign('{}') } })).status).toBe(200);
    }
    expect((await ask(stand, '/public/v1/meter', { headers })).status).toBe(200);
  });

  test('a signature that is sent twice is refused', async () => {
    const line = `x-signature: ${sign('{}')}\r\n`;
    const text = await raw(stand, `POST /public/v1/key HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${line}${line}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`);
    expect(text).toMatch(/^HTTP\/1.1 401 .*"signature_mismatch"/s);
  });
});
