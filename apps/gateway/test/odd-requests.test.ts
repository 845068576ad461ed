import { connect } from 'node:net';
import { KEY_LINES, ask, raw, startStand } from './stand.ts';
import type { Stand } from './stand.ts';

const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nHost: x\r\n${KEY_LINES}${more}`;

describe('requests that are refused at the door', () => {
  let stand: Stand;
  beforeAll(async () => { stand = await startStand(); });
  beforeEach(() => { stand.metering.seen.length = 0; });
  afterAll(() => stand.stop());

  test('unknown paths are 404 in the dialect of their area', async () => {
    const payment = await ask(stand, '/public/v1/nothing', { bare: true, headers: { 'x-request-id': 'r1' } });
    expect(payment).toMatchObject({ status: 404, json: { success: false, responseStatus: 'NOT_FOUND', error: { code: 'not_found', request_id: 'r1' } } });
    const shipment = await ask(stand, '/OE/aggtr/api/v1/nothing', { method: 'POST', body: '{}', bare: true });
    expect(shipment).toMatchObject({ status: 404, json: { errorCode: '404', errorStatus: 'Error' } });
    expect((await ask(stand, '/internal/v1/meter/events', { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await ask(stand, '/public/v1/meters')).status).toBe(404);
    for (const got of [payment, shipment]) expect(got.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });

  test('paths are matched without regard to case, with or without a slash at the end', async () => {
    for (const path of ['/PUBLIC/V1/Meter/AbC', '/public/v1/meter/', '/Public/V1/Plan/p/Subscription/']) {
      expect((await ask(stand, path)).status).toBe(200);
      expect(stand.metering.seen.at(-1)!.url).toBe(path);
    }
    await ask(stand, '/Public/V1/Meter/AbC/EVENT/', { method: 'POST', body: '{}' });
    expect(stand.metering.seen.at(-1)!.url).toBe('/internal/v1/meter/events');
  });

  test.each([
    '//public/v1/meter', '/public//v1/meter', '/public/v1/meter//x', '/public/v1/meter/../key', '/public/v1/meter/x/%2e%2e/y', '/public/v1/meter/..%2f..%2finternal',
    '/public/v1/meter/%2E/x', '/public/v1/meter/..%5cx', '/public/v1/meter\\x', '/public/v1/meter/%00', '/public/v1/meter/%0d%0aX:1', '/public/v1/meter/%ff', '/public/v1/meter/%zz',
    '/public/v1/meter/x#/../y', '/public/v1/meter/x?a#b', '/public/v1/meter/<x>', 'http://other/public/v1/meter', '*',
  ])('%s reaches nobody', async (target) => {
    expect(await raw(stand, head(`GET ${target}`, '\r\n'), 200)).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(stand.metering.seen).toHaveLength(0);
  });

  test('paths that cannot be decoded, or are too long, are refused in the dialect of their area with a request id', async () => {
    for (const path of ['/%zz', '/public/v1/meter/%ff/event', `/public/v1/meter/${'x'.repeat(3_000)}/event`, `/${'%41'.repeat(1_000)}`]) {
      const got = await ask(stand, path, { method: 'POST', body: '{}' });
      expect([got.status, got.json.error?.code, got.json.error?.request_id]).toEqual([400, 'bad_request', got.headers['x-request-id']]);
    }
    expect((await ask(stand, '/oe/%zz')).json).toMatchObject({ errorCode: '400', errorStatus: 'Error' });
    expect(stand.metering.seen).toHaveLength(0);
  });

  test.each([
    ['a repeated Host', head('GET /public/v1/meter', 'Host: y\r\n\r\n')],
    ['TRACE', head('TRACE /public/v1/meter', '\r\n')],
    ['OPTIONS', head('OPTIONS /public/v1/meter', '\r\n')],
    ['a GET with a body', head('GET /public/v1/meter', 'content-length: 2\r\ncontent-type: application/json\r\n\r\n{}')],
    ['two lengths', head('POST /public/v1/meter', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}')],
    ['a length beside chunks', head('POST /public/v1/meter', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['a gzip body', head('POST /public/v1/meter', 'content-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')],
  ])('%s is refused', async (_name, text) => {
    expect(await raw(stand, text, 200)).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(stand.metering.seen).toHaveLength(0);
  });

  test('CONNECT is not served', async () => {
    expect(await raw(stand, 'CONNECT metering:80 HTTP/1.1\r\nHost: x\r\n\r\n', 200)).toBe('');
  });

  test('415 for any other type of body', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data; boundary=x']) {
      const got = await ask(stand, '/public/v1/meter/m/event', { method: 'POST', body: '{}', headers: { 'content-type': type } });
      expect([got.status, got.json.error?.code]).toEqual([415, 'unsupported_media_type']);
    }
    expect(await raw(stand, head('POST /public/v1/meter', 'content-length: 2\r\n\r\n{}'), 200)).toMatch(/^HTTP\/1.1 415 /);
  });

  test('413 for 10 GB at once, without reading it, and the connection is closed', async () => {
    const from = performance.now();
    const text = await raw(stand, head('POST /public/v1/meter', 'content-type: application/json\r\ncontent-length: 10000000000\r\n\r\n{"a":'), 20_000);
    expect(text).toMatch(/^HTTP\/1.1 413 .*connection: close.*"body_too_large"/is);
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  test('chunks are cut at the limit', async () => {
    let written = 0;
    const text = await new Promise<string>((resolve) => {
      let got = '';
      const socket = connect(Number(new URL(stand.gateway.url).port), '127.0.0.1', () => {
        socket.write(head('POST /public/v1/meter', 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'));
        const pour = setInterval(() => { written += 16_384; socket.write(`4000\r\n${'x'.repeat(16_384)}\r\n`); }, 5);
        socket.on('close', () => { clearInterval(pour); resolve(got); });
      });
      socket.on('data', (chunk) => { got += chunk.toString(); });
      socket.on('error', () => {});
    });
    expect(text).toMatch(/^HTTP\/1.1 413 /);
    expect(written).toBeLessThan(400_000);
    expect(stand.metering.seen).toHaveLength(0);
  });

  test('64 KiB for an event and a meter, 1 MiB for a batch, 4 MiB for a bulk', async () => {
    const body = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
    const post = async (path: string, bytes: number): Promise<number> => (await ask(stand, path, { method: 'POST', body: body(bytes) })).status;
    expect(await post('/public/v1/meter/m/event', 65_536)).toBe(200);
    expect(await post('/public/v1/meter/m/event', 65_537)).toBe(413);
    expect(await post('/public/v1/meter', 65_537)).toBe(413);
    for (const [path, bytesMax] of [['/public/v1/meter/m/event/batch', 1_048_576], ['/public/v1/Meter/m/Event/Bulk', 4_194_304]] as const) {
      expect(await post(path, bytesMax)).toBe(200);
      expect(await post(path, bytesMax + 1)).toBe(413);
    }
  });

  test('a small refused body leaves the connection usable', async () => {
    const refused = 'POST /public/v1/meter HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
    const text = await raw(stand, refused + head('GET /public/v1/meter', '\r\n'), 300);
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  test('serves the event schemas to anybody', async () => {
    const got = await ask(stand, '/asyncapi.yaml', { bare: true });
    expect(got.json).toMatchObject({ asyncapi: '3.0.0' });
    expect(got.headers['content-type']).toBe('application/yaml; charset=utf-8');
  });
});
