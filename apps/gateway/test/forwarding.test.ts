import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { eventually } from '@qafila/testing/wait';
import { ACCOUNT, API_KEY, KEY_LINES, callGateway, json, principalOf, raw, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

describe('forwarding', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness({ UPSTREAM_TIMEOUT_MS: '4000' });
  });
  afterAll(() => harness.stop());
  beforeEach(() => {
    harness.metering.received.length = 0;
    harness.metering.answer = (_seen, response) => json(response, 200, { ok: true });
  });

  test('body, path and headers are forwarded byte by byte', async () => {
    const body = Buffer.concat([Buffer.from('{ "name" : "قافلة\\/\\u00e9", "n": 1.50 }\n'), randomBytes(500)]);
    const path = '/Public/v1/METER/a%2Fb/%D9%82?b=2&a=%20x&b=1';
    const answer = await callGateway(harness, path, {
      method: 'PATCH',
      body,
      headers: {
        'X-Odd-Case': 'caf\u00e9',
        'content-type': 'application/json; charset=utf-8',
        traceparent: '00-abc-def-01',
      },
    });
    expect(answer.status).toBe(200);
    const received = harness.metering.received[0]!;
    expect(received.body.equals(body)).toBe(true);
    expect([received.method, received.url]).toEqual(['PATCH', path]);
    expect(received.headers).toMatchObject({
      'x-odd-case': 'caf\u00e9',
      'content-type': 'application/json; charset=utf-8',
      traceparent: '00-abc-def-01',
      'x-account-id': ACCOUNT,
    });
  });

  test('status, headers and body are returned as the service wrote them', async () => {
    const bytes = randomBytes(3_000);
    harness.metering.answer = (_seen, response) =>
      response
        .writeHead(207, [
          'X-Made-By',
          'metering',
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'Cache-Control',
          'private, max-age=5',
          'X-Latin',
          'caf\u00e9',
          'ETag',
          '"x"',
        ])
        .end(bytes);
    const answer = await callGateway(harness, '/public/v1/meter/m');
    expect(answer.status).toBe(207);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, max-age=5',
      etag: '"x"',
      'x-content-type-options': 'nosniff',
    });
    const text = await raw(harness, `GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`);
    expect(text).toContain('X-Made-By: metering\r\n');
    expect(text).toContain('X-Latin: caf\u00e9\r\n');
  });

  test('a large answer is streamed completely', async () => {
    const piece = randomBytes(64 * 1024);
    harness.metering.answer = async (_seen, response) => {
      for (let at = 0; at < 400; at++) if (!response.write(piece)) await once(response, 'drain');
      response.end();
    };
    expect(
      (await callGateway(harness, '/public/v1/meter/m')).bytes.equals(Buffer.concat(Array<Buffer>(400).fill(piece))),
    ).toBe(true);
  });

  test('a client that stops reading stops the service from writing, without buffering in the gateway', async () => {
    let written = 0;
    let blocked = false;
    harness.metering.answer = (_seen, response) => {
      const pour = (): void => {
        while (written < 300_000_000) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536))) {
            blocked = true;
            return void response.once('drain', () => {
              blocked = false;
              pour();
            });
          }
        }
        response.end();
      };
      pour();
    };
    const socket = connect(Number(new URL(harness.gateway.url).port), '127.0.0.1').pause();
    socket.write(`GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`);
    // The stream is full once the service is blocked and nothing more flows for a second.
    for (let before = -1; !blocked || before !== written; await sleep(1_000)) before = written;
    expect(written).toBeLessThan(60_000_000);
    socket.destroy();
  });

  test('the caller is sealed, and headers that only the gateway may set are removed', async () => {
    await callGateway(harness, '/public/v1/meter/m', {
      headers: {
        'x-internal-principal': 'forged',
        'X-Internal-Anything': 'x',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-proto': 'https',
        forwarded: 'for=6.6.6.6',
        'x-request-id': 'req-1',
      },
    });
    const received = harness.metering.received[0]!;
    expect(await principalOf(harness, received)).toEqual({
      accountId: ACCOUNT,
      storeId: 'store_1',
      mode: 'stage',
      keyId: 'key_1',
      scopes: ['usage:write', 'meters:read'],
    });
    expect(received.rawHeaders.filter((name) => name.toLowerCase() === 'x-internal-principal')).toHaveLength(1);
    expect(received.headers).not.toHaveProperty('x-internal-anything');
    expect(received.headers).not.toHaveProperty('forwarded');
    expect(received.headers).not.toHaveProperty('x-api-key');
    expect(received.headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(received.headers['x-request-id']).toBe('req-1');
  });

  test('headers that the Connection header names are removed', async () => {
    const hopHeaders = 'Connection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\n';
    await raw(harness, `GET /public/v1/meter/m HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${hopHeaders}\r\n`);
    expect(harness.metering.received[0]!.headers).not.toHaveProperty('x-hop');
    expect(harness.metering.received[0]!.headers).not.toHaveProperty('te');
  });

  test('a seal for one service is not valid at another', async () => {
    await callGateway(harness, '/public/v1/meter/m');
    await expect(principalOf(harness, harness.metering.received[0]!, 'identity')).rejects.toMatchObject({
      status: 401,
    });
  });

  test('keys are forwarded to identity and plans to metering', async () => {
    expect((await callGateway(harness, '/public/v1/key')).body).toEqual({ from: 'identity' });
    await callGateway(harness, '/public/v1/plan/p/subscription');
    expect(harness.metering.received[0]!.url).toBe('/public/v1/plan/p/subscription');
  });

  test('HEAD, 204 and 304 have no body and keep the connection', async () => {
    harness.metering.answer = (received, response) =>
      received.method === 'HEAD'
        ? response.writeHead(200, { 'content-length': '50' }).end()
        : response.writeHead(204).end();
    const head = await callGateway(harness, '/public/v1/meter/m', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '50', 0]);
    expect((await callGateway(harness, '/public/v1/meter/m', { method: 'DELETE' })).status).toBe(204);
    expect(harness.metering.received[1]!.headers).not.toHaveProperty('content-type');
  });

  test('pipelined requests on one connection are answered in order', async () => {
    harness.metering.answer = (received, response) => json(response, 200, { url: received.url });
    const get = (id: string): string => `GET /public/v1/meter/${id} HTTP/1.1\r\nHost: x\r\n${KEY_LINES}\r\n`;
    const text = await raw(harness, get('first') + get('second') + get('third'));
    expect(text.match(/"url":"[^"]+"/g)).toEqual(
      ['first', 'second', 'third'].map((id) => `"url":"/public/v1/meter/${id}"`),
    );
  });

  test('a POST gets 502 when the service closes the connection unanswered, and is not sent again', async () => {
    harness.metering.answer = (_seen, response) => response.socket?.destroy();
    const answer = await callGateway(harness, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([answer.status, answer.body.error?.code, answer.body.error?.retryable]).toEqual([502, 'bad_gateway', true]);
    expect(harness.metering.received).toHaveLength(1);
  });

  test('a GET is sent again after a reset', async () => {
    harness.metering.answer = (_seen, response) =>
      harness.metering.received.length === 1 ? response.socket?.destroy() : json(response, 200, { second: true });
    expect((await callGateway(harness, '/public/v1/meter/m')).body).toEqual({ second: true });
  });

  test("an incomplete answer breaks the client's connection and does not look complete", async () => {
    harness.metering.answer = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"half":');
      setTimeout(() => response.socket?.destroy(), 50);
    };
    await expect(callGateway(harness, '/public/v1/meter/m')).rejects.toThrow();
  });

  test('a service that does not answer in time causes 504', async () => {
    harness.metering.answer = () => {};
    const answer = await callGateway(harness, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([answer.status, answer.body.error?.code]).toEqual([504, 'gateway_timeout']);
  });

  test('an unreachable service causes 503 with Retry-After until it is back', async () => {
    await harness.metering.stop();
    const answer = await callGateway(harness, '/public/v1/meter', { method: 'POST', body: '{}' });
    expect([answer.status, answer.body.error?.code, answer.headers.get('retry-after')]).toEqual([
      503,
      'service_unavailable',
      '1',
    ]);
    expect(answer.body.error?.request_id).toBe(answer.headers.get('x-request-id'));
    await harness.metering.start();
    expect((await callGateway(harness, '/public/v1/meter', { method: 'POST', body: '{}' })).status).toBe(200);
  });

  test('the call is cancelled when the client disconnects', async () => {
    let closed = false;
    harness.metering.answer = (_seen, response) => {
      response.on('close', () => {
        closed = true;
      });
    };
    const disconnect = new AbortController();
    const asking = request(`${harness.gateway.url}/public/v1/meter/m`, {
      headers: { 'x-api-key': API_KEY, 'x-account-id': ACCOUNT },
      signal: disconnect.signal,
    });
    await eventually(() => harness.metering.received.length === 1);
    disconnect.abort();
    await expect(asking).rejects.toThrow();
    await eventually(() => closed);
  });
});
