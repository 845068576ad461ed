import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { parse } from 'yaml';
import { asyncApiDocument } from '@qafila/contracts/asyncapi';
import { KEY_LINES, callGateway, raw, startHarness } from './gateway-harness.ts';
import type { GatewayHarness } from './gateway-harness.ts';

const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${more}`;

describe('requests that the gateway refuses', () => {
  let harness: GatewayHarness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(() => {
    harness.metering.received.length = 0;
  });
  afterAll(() => harness.stop());

  test('an unknown path gets 404 in the dialect of its area', async () => {
    const payment = await callGateway(harness, '/public/v1/nothing', { bare: true, headers: { 'x-request-id': 'r1' } });
    expect(payment).toMatchObject({
      status: 404,
      body: { success: false, responseStatus: 'NOT_FOUND', error: { code: 'not_found', request_id: 'r1' } },
    });
    const shipment = await callGateway(harness, '/OE/aggtr/api/v1/nothing', { method: 'POST', body: '{}', bare: true });
    expect(shipment).toMatchObject({ status: 404, body: { errorCode: '404', errorStatus: 'Error' } });
    expect((await callGateway(harness, '/internal/v1/meter/events', { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await callGateway(harness, '/public/v1/meters')).status).toBe(404);
    for (const answer of [payment, shipment])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
  });

  test('paths match in any case, with or without a final slash', async () => {
    for (const path of ['/PUBLIC/V1/Meter/AbC', '/public/v1/meter/', '/Public/V1/Plan/p/Subscription/']) {
      expect((await callGateway(harness, path)).status).toBe(200);
      expect(harness.metering.received.at(-1)!.url).toBe(path);
    }
    await callGateway(harness, '/Public/V1/Meter/AbC/EVENT/', { method: 'POST', body: '{}' });
    expect(harness.metering.received.at(-1)!.url).toBe('/internal/v1/meter/events');
  });

  test.each([
    '//public/v1/meter',
    '/public//v1/meter',
    '/public/v1/meter//x',
    '/public/v1/meter/../key',
    '/public/v1/meter/x/%2e%2e/y',
    '/public/v1/meter/..%2f..%2finternal',
    '/public/v1/meter/%2E/x',
    '/public/v1/meter/..%5cx',
    '/public/v1/meter\\x',
    '/public/v1/meter/%00',
    '/public/v1/meter/%0d%0aX:1',
    '/public/v1/meter/%ff',
    '/public/v1/meter/%zz',
    '/public/v1/meter/x#/../y',
    '/public/v1/meter/x?a#b',
    '/public/v1/meter/<x>',
    'http://other/public/v1/meter',
    '*',
  ])('%s reaches no service', async (target) => {
    expect(await raw(harness, head(`GET ${target}`, '\r\n'), 200)).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(harness.metering.received).toHaveLength(0);
  });

  test('an undecodable or too long path gets 400 in the dialect of its area, with a request id', async () => {
    for (const path of [
      '/%zz',
      '/public/v1/meter/%ff/event',
      `/public/v1/meter/${'x'.repeat(3_000)}/event`,
      `/${'%41'.repeat(1_000)}`,
    ]) {
      const answer = await callGateway(harness, path, { method: 'POST', body: '{}' });
      expect([answer.status, answer.body.error?.code, answer.body.error?.request_id]).toEqual([
        400,
        'bad_request',
        answer.headers.get('x-request-id'),
      ]);
    }
    expect((await callGateway(harness, '/oe/%zz')).body).toMatchObject({ errorCode: '400', errorStatus: 'Error' });
    expect(harness.metering.received).toHaveLength(0);
  });

  test.each([
    ['a repeated Host', head('GET /public/v1/meter', 'Host: y\r\n\r\n')],
    ['TRACE', head('TRACE /public/v1/meter', '\r\n')],
    ['OPTIONS', head('OPTIONS /public/v1/meter', '\r\n')],
    [
      'a GET with a body',
      head('GET /public/v1/meter', 'content-length: 2\r\ncontent-type: application/json\r\n\r\n{}'),
    ],
    ['two lengths', head('POST /public/v1/meter', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    [
      'a length beside chunks',
      head('POST /public/v1/meter', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    [
      'a gzip body',
      head(
        'POST /public/v1/meter',
        'content-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      ),
    ],
  ])('%s is refused', async (_name, text) => {
    expect(await raw(harness, text, 200)).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(harness.metering.received).toHaveLength(0);
  });

  test('CONNECT is not served', async () => {
    expect(await raw(harness, 'CONNECT metering:80 HTTP/1.1\r\nHost: x\r\n\r\n', 200)).toBe('');
  });

  test('any other content type gets 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await callGateway(harness, '/public/v1/meter/m/event', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.body.error?.code]).toEqual([415, 'unsupported_media_type']);
    }
    expect(await raw(harness, head('POST /public/v1/meter', 'content-length: 2\r\n\r\n{}'), 200)).toMatch(
      /^HTTP\/1.1 415 /,
    );
  });

  test('an announced body of 10 GB gets 413 at once, unread, and the connection is closed', async () => {
    const from = performance.now();
    const text = await raw(
      harness,
      head('POST /public/v1/meter', 'content-type: application/json\r\ncontent-length: 10000000000\r\n\r\n{"a":'),
      20_000,
    );
    expect(text).toMatch(/^HTTP\/1.1 413 .*connection: close.*"body_too_large"/is);
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  test('a chunked body is cut off at the limit', async () => {
    let written = 0;
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(Number(new URL(harness.gateway.url).port), '127.0.0.1', () => {
        socket.write(
          head('POST /public/v1/meter', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'),
        );
        const pour = setInterval(() => {
          written += 16_384;
          socket.write(`4000\r\n${'x'.repeat(16_384)}\r\n`);
        }, 5);
        socket.on('close', () => {
          clearInterval(pour);
          resolve(received);
        });
      });
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('error', () => {});
    });
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(written).toBeLessThan(400_000);
    expect(harness.metering.received).toHaveLength(0);
  });

  test('the limit is 64 KiB for an event and a meter, 1 MiB for a batch and 4 MiB for a bulk', async () => {
    const body = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
    const post = async (path: string, bytes: number): Promise<number> =>
      (await callGateway(harness, path, { method: 'POST', body: body(bytes) })).status;
    expect(await post('/public/v1/meter/m/event', 65_536)).toBe(200);
    expect(await post('/public/v1/meter/m/event', 65_537)).toBe(413);
    expect(await post('/public/v1/meter', 65_537)).toBe(413);
    for (const [path, bytesMax] of [
      ['/public/v1/meter/m/event/batch', 1_048_576],
      ['/public/v1/Meter/m/Event/Bulk', 4_194_304],
    ] as const) {
      expect(await post(path, bytesMax)).toBe(200);
      expect(await post(path, bytesMax + 1)).toBe(413);
    }
  });

  test('a small refused body leaves the connection usable', async () => {
    const refused =
      'POST /public/v1/meter HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
    const text = await raw(harness, refused + head('GET /public/v1/meter', '\r\n'), 300);
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  test('the event schemas are public', async () => {
    const answer = await callGateway(harness, '/asyncapi.yaml', { bare: true });
    // YAML as a person reads it, not JSON under another name.
    expect(answer.text).toMatch(/^asyncapi: 3\.0\.0\ninfo:\n/);
    expect(parse(answer.text)).toEqual(JSON.parse(JSON.stringify(asyncApiDocument())));
    expect(answer.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  });
});
