import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { eventually } from '@qafila/testing/wait';
import { ACCOUNT, API_KEY, KEY_LINES, ask, json, principalOf, raw, startStand } from './stand.ts';
import type { Stand } from './stand.ts';

describe('forwarding', () => {
  let stand: Stand;
  beforeAll(async () => { stand = await startStand({ UPSTREAM_TIMEOUT_MS: '1500' }); });
  afterAll(() => stand.stop());
  beforeEach(() => {
    stand.metering.seen.length = 0;
    stand.metering.answer = (_seen, response) => json(response, 200, { ok: true });
  });

  test('hands the body, the path and the headers over byte by byte', async () => {
    const body = Buffer.concat([Buffer.from('{ "name" : "قافلة\\/\\u00e9", "n": 1.50 }\n'), randomBytes(500)]);
    const path = '/Public/v1/METER/a%2Fb/%D9%82?b=2&a=%20x&b=1';
    const got = await ask(stand, path, { method: 'PATCH', body, headers: { 'X-Odd-Case': 'caf\u00e9', 'content-type': 'application/json; charset=utf-8', traceparent: '00-abc-def-01' } });
    expect(got.status).toBe(200);
    const seen = stand.metering.seen[0]!;
    expect(seen.body.equals(body)).toBe(true);
    expect([seen.method, seen.url]).toEqual(['PATCH', path]);
    expect(seen.headers).toMatchObject({ 'x-odd-case': 'caf\u00e9', 'content-type': 'application/json; charset=utf-8', traceparent: '00-abc-def-01', 'x-account-id': ACCOUNT });
  });

  test('gives back status, headers and bytes as the service wrote them', async () => {
    const bytes = randomBytes(3_000);
    stand.metering.answer = (_seen, response) => response.writeHead(207, [
      'X-Made-By', 'metering', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Cache-Control', 'private, max-age=5', 'X-Latin', 'caf\u00e9', 'ETag', '"x"',
    ]).end(bytes);
    const got = await ask(stand, '/public/v1/meter/m');
    expect(got.status).toBe(207);
    expect(got.bytes.equals(bytes)).toBe(true);
    expect(got.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'cache-control': 'private, max-age=5', etag: '"x"', 'x-content-type-options': 'nosniff' });
    const text = await raw(stand, `GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`);
    expect(text).toContain('X-Made-By: metering\r\n');
    expect(text).toContain('X-Latin: caf\u00e9\r\n');
  });

  test('streams a large answer whole', async () => {
    const piece = randomBytes(64 * 1024);
    stand.metering.answer = async (_seen, response) => {
      for (let at = 0; at < 400; at++) if (!response.write(piece)) await once(response, 'drain');
      response.end();
    };
    expect((await ask(stand, '/public/v1/meter/m')).bytes.equals(Buffer.concat(Array<Buffer>(400).fill(piece)))).toBe(true);
  });

  test('a client that stops reading stops the service from writing, and fills no memory here', async () => {
    let written = 0;
    let blocked = false;
    stand.metering.answer = (_seen, response) => {
      const pour = (): void => {
        while (written < 300_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) { blocked = true; return void response.once('drain', () => { blocked = false; pour(); }); }
        }
        response.end();
      };
      pour();
    };
    const socket = connect(Number(new URL(stand.gateway.url).port), '127.0.0.1').pause();
    socket.write(`GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`);
    // Blocked, and nothing more for a second: what could flow has flowed.
    for (let before = -1; !blocked || before !== written; await sleep(1_000)) before = written;
    expect(written).toBeLessThan(60_000_000);
    socket.destroy();
  });

  test('seals who is asking and strips what only the gateway may say', async () => {
    await ask(stand, '/public/v1/meter/m', { headers: {
      'x-internal-principal': 'forged', 'X-Internal-Anything': 'x', 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https', forwarded: 'for=6.6.6.6', 'x-request-id': 'req-1',
    } });
    const seen = stand.metering.seen[0]!;
    expect(await principalOf(stand, seen)).toEqual({ accountId: ACCOUNT, storeId: 'store_1', mode: 'stage', keyId: 'key_1', scopes: ['usage:write', 'meters:read'] });
    expect(seen.rawHeaders.filter((name) => name.toLowerCase() === 'x-internal-principal')).toHaveLength(1);
    expect(seen.headers).not.toHaveProperty('x-internal-anything');
    expect(seen.headers).not.toHaveProperty('forwarded');
    expect(seen.headers).not.toHaveProperty('x-api-key');
    expect(seen.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(seen.headers['x-request-id']).toBe('req-1');
  });

  test('strips headers that the Connection header names', async () => {
    await raw(stand, `GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}Connection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\n\r\n`);
    expect(stand.metering.seen[0]!.headers).not.toHaveProperty('x-hop');
    expect(stand.metering.seen[0]!.headers).not.toHaveProperty('te');
  });

  test('a seal for one service does not open at another', async () => {
    await ask(stand, '/public/v1/meter/m');
    await expect(principalOf(stand, stand.metering.seen[0]!, 'identity')).rejects.toMatchObject({ status: 401 });
  });

  test('sends keys to identity and plans to metering', async () => {
    expect((await ask(stand, '/public/v1/key')).json).toEqual({ from: 'identity' });
    await ask(stand, '/public/v1/plan/p/subscription');
    expect(stand.metering.seen[0]!.url).toBe('/public/v1/plan/p/subscription');
  });

  test('HEAD, 204 and 304 have no body and keep the connection', async () => {
    stand.metering.answer = (seen, response) => (seen.method === 'HEAD' ? response.writeHead(200, { 'content-length': '50' }).end() : response.writeHead(204).end());
    const head = await ask(stand, '/public/v1/meter/m', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, '50', 0]);
    expect((await ask(stand, '/public/v1/meter/m', { method: 'DELETE' })).status).toBe(204);
    expect(stand.metering.seen[1]!.headers).not.toHaveProperty('content-type');
  });

  test('pipelined requests on one connection are answered in order', async () => {
    stand.metering.answer = (seen, response) => json(response, 200, { url: seen.url });
    const one = (id: string): string => `GET /public/v1/meter/${id} HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`;
    const text = await raw(stand, one('first') + one('second') + one('third'));
    expect(text.match(/"url":"[^"]+"/g)).toEqual(['first', 'second', 'third'].map((id) => `"url":"/public/v1/meter/${id}"`));
  });

  test('502 when the service breaks off before it answers, and a POST is not sent again', async () => {
    stand.metering.answer = (_seen, response) => response.socket?.destroy();
    const got = await ask(stand, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([got.status, got.json.error?.code, got.json.error?.retryable]).toEqual([502, 'bad_gateway', true]);
    expect(stand.metering.seen).toHaveLength(1);
  });

  test('a GET is sent once more after a reset', async () => {
    stand.metering.answer = (_seen, response) => (stand.metering.seen.length === 1 ? response.socket?.destroy() : json(response, 200, { second: true }));
    expect((await ask(stand, '/public/v1/meter/m')).json).toEqual({ second: true });
  });

  test('a broken answer breaks the connection instead of ending as if it were whole', async () => {
    stand.metering.answer = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"half":');
      setTimeout(() => response.socket?.destroy(), 50);
    };
    await expect(ask(stand, '/public/v1/meter/m')).rejects.toThrow();
  });

  test('504 when the service does not answer in time', async () => {
    stand.metering.answer = () => {};
    const got = await ask(stand, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([got.status, got.json.error?.code]).toEqual([504, 'gateway_timeout']);
  });

  test('503 with Retry-After when the service cannot be connected, and it serves again when the service is back', async () => {
    await stand.metering.stop();
    const got = await ask(stand, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([got.status, got.json.error?.code, got.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    expect(got.json.error?.request_id).toBe(got.headers['x-request-id']);
    await stand.metering.start();
    expect((await ask(stand, '/public/v1/meter', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  test('cancels the call when the client goes away', async () => {
    let closed = false;
    stand.metering.answer = (_seen, response) => { response.on('close', () => { closed = true; }); };
    const away = new AbortController();
    const asking = request(`${stand.gateway.url}/public/v1/meter/m`, { headers: { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT }, signal: away.signal });
    await eventually(() => stand.metering.seen.length === 1);
    away.abort();
    await expect(asking).rejects.toThrow();
    await eventually(() => closed);
  });
});
