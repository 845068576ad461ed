import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { NETWORK_HEADER, PRINCIPAL_HEADER } from '@qafila/auth/principal';
import { ask, json, startStand } from './stand.ts';
import type { Stand } from './stand.ts';
import { SHIPMENTS, refused, startTokenStand, token } from './token-stand.ts';
import type { TestKey, TokenStand } from './token-stand.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const UPDATED = '/v1/admin/service-account/token';

let stand: TokenStand;
beforeAll(async () => { stand = await startTokenStand(); });
afterAll(() => stand?.stop());
beforeEach(() => { stand.shipment.answer = (_, response) => json(response, 200, { ok: true }); });

describe('the token endpoints', () => {
  const last = (): TokenStand['identity']['seen'][number] => stand.identity.seen.at(-1)!;

  test('are open; identity gets the bytes, Basic, and the network as the gateway saw it', async () => {
    const got = await ask(stand, '/Auth/Token', { method: 'POST', body: 'grant_type=client_credentials&a=%D9%82', bare: true, headers: { ...FORM, authorization: 'Basic YTpi', [NETWORK_HEADER]: '6.6.6.6', [PRINCIPAL_HEADER]: 'forged' } });
    expect([got.status, got.headers['cache-control']]).toEqual([200, 'no-store']);
    expect([last().body.toString(), last().headers.authorization, last().headers[NETWORK_HEADER], last().headers[PRINCIPAL_HEADER]]).toEqual(['grant_type=client_credentials&a=%D9%82', 'Basic YTpi', '127.0.0.1', undefined]);
    expect((await ask(stand, UPDATED, { method: 'POST', body: '{"clientId": "x"}', bare: true })).status).toBe(200);
    expect([last().url, last().body.toString()]).toEqual([UPDATED, '{"clientId": "x"}']);
  });

  test('refuse in their own dialect what the gateway refuses', async () => {
    const shape = { error: 'invalid_request', error_description: expect.any(String), errorMessage: expect.any(String), errorStatus: 'Error', userMessage: expect.any(String) };
    const form = await ask(stand, UPDATED, { method: 'POST', body: 'a=1', bare: true, headers: FORM });
    expect([form.status, form.json]).toEqual([415, { ...shape, errorCode: '415' }]);
    const large = await ask(stand, '/auth/token', { method: 'POST', body: 'a'.repeat(8_193), bare: true, headers: FORM });
    expect([large.status, large.json]).toEqual([413, { ...shape, errorCode: '413' }]);
    expect((await ask(stand, UPDATED, { bare: true })).status).toBe(404);
  });

  test('a network that floods them, and an identity that is away, are told so, and when to come back', async () => {
    const small = await startStand({ OPEN_REQUESTS_PER_SECOND: '2' });
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(small, UPDATED, { method: 'POST', body: '{}', bare: true })));
    const over = all.find(({ status }) => status === 429)!;
    expect([over.json, over.headers['retry-after']]).toMatchObject([{ error: 'temporarily_unavailable', errorCode: '429' }, '1']);
    await small.identity.stop();
    const away = await ask(small, '/auth/token', { method: 'POST', body: 'a', bare: true, headers: { ...FORM, 'x-forwarded-for': '1.1.1.1' } });
    expect([429, 503]).toContain(away.status);
    await small.stop();
    const deaf = await startStand({ IDENTITY_URL: 'http://127.0.0.1:1' });
    expect(await ask(deaf, UPDATED, { method: 'POST', body: '{}', bare: true })).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { error: 'temporarily_unavailable', errorCode: '503' } });
    await deaf.stop();
  });

  test('the public keys are for anybody, with the caching that identity says', async () => {
    const got = await ask(stand, '/.well-known/jwks.json', { bare: true });
    expect([got.status, got.headers['cache-control'], (got.json.keys as unknown as { kid: string }[])[0]?.kid]).toEqual([200, 'public, max-age=300', 'kid_1']);
    expect((await ask(stand, '/.well-known/jwks.json', { bare: true, method: 'POST', body: '{}' })).status).toBe(404);
  });
});

describe('the routes of shipments', () => {
  test('take a body of 1 MiB and no more', async () => {
    const good = await token(stand.published[0] as TestKey);
    const body = (size: number): string => JSON.stringify({ x: 'a'.repeat(size - 8) });
    expect((await stand.send(good, SHIPMENTS, { method: 'POST', body: body(1024 * 1024) })).status).toBe(200);
    expect(stand.shipment.seen.at(-1)?.body.length).toBe(1024 * 1024);
    expect(refused(await stand.send(good, SHIPMENTS, { method: 'POST', body: body(1024 * 1024 + 1) }))).toEqual([413, 'BODY_TOO_LARGE']);
    expect(refused(await stand.send(good, SHIPMENTS, { method: 'POST', body: 'a=1', headers: FORM }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('a courier calls without a token, its bytes and signature untouched', async () => {
    const path = '/oe/aggtr/api/v1/couriers/courier-a/webhook';
    const got = await ask(stand, path, { method: 'POST', body: '{"scan":  1}', bare: true, headers: { 'x-courier-signature': 'v1=ab', authorization: 'Bearer courier' } });
    const seen = stand.shipment.seen.at(-1)!;
    expect([got.status, seen.url, seen.body.toString(), seen.headers['x-courier-signature'], seen.headers.authorization, seen.headers[PRINCIPAL_HEADER]]).toEqual([200, path, '{"scan":  1}', 'v1=ab', 'Bearer courier', undefined]);
    expect(refused(await ask(stand, path, { bare: true }))).toEqual([404, 'NOT_FOUND']);
  });

  test('a label of 20 MB passes by its address alone, byte for byte, as it arrives', async () => {
    const piece = randomBytes(64 * 1024);
    stand.shipment.answer = async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'cache-control': 'private, max-age=60', 'content-disposition': 'inline; filename="awb.pdf"', etag: '"sha256-x"' });
      for (let at = 0; at < 320; at++) if (!response.write(piece)) await once(response, 'drain');
      response.end();
    };
    const got = await ask(stand, '/awb/s-1/label.pdf?expires=1&sig=a_-b', { bare: true });
    expect([got.status, stand.shipment.seen.at(-1)?.url]).toEqual([200, '/awb/s-1/label.pdf?expires=1&sig=a_-b']);
    expect(got.bytes.equals(Buffer.concat(Array<Buffer>(320).fill(piece)))).toBe(true);
    expect(got.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, max-age=60', 'content-disposition': 'inline; filename="awb.pdf"', etag: '"sha256-x"', 'x-content-type-options': 'nosniff' });
    stand.shipment.answer = (_, response) => response.writeHead(200, { 'content-length': '50' }).end();
    expect((await ask(stand, '/awb/s-1/label.pdf', { bare: true, method: 'HEAD' })).headers['content-length']).toBe('50');
    expect(refused(await ask(stand, '/awb/s-1', { bare: true, method: 'POST', body: '{}' }))[0]).toBe(404);
  });

  test('labels are counted apart from calls', async () => {
    const small = await startStand({ OPEN_REQUESTS_PER_SECOND: '2' });
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(small, '/awb/x', { bare: true })));
    expect(refused(all.find(({ status }) => status === 429)!)).toEqual([429, 'RATE_LIMITED']);
    expect((await ask(small, '/oe/aggtr/api/v1/couriers/a/webhook', { method: 'POST', body: '{}', bare: true })).status).toBe(200);
    await small.stop();
  });

  test('shipments that are away are 503', async () => {
    const without: Stand = await startStand({ SHIPMENT_URL: 'http://127.0.0.1:1' });
    expect(refused(await ask(without, '/awb/x', { bare: true }))).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await without.stop();
  });
});
