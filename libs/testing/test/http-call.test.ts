import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PRINCIPAL_HEADER } from '@qafila/auth/principal';
import type { Principal } from '@qafila/auth/principal';
import { generateSealingKeys, Opener, Sealer } from '@qafila/auth/seal';
import { httpCall } from '../src/http-call.ts';
import { sealedCall } from '../src/sealed-call.ts';

/**
 * Answers with what it received; under `/text` as text, under `/moved` with a redirect, under `/empty` with nothing.
 */
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/silent') return;
      if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end();
      if (request.url === '/empty') return response.writeHead(204, { 'content-type': 'application/json' }).end();
      const { method, headers } = request;
      const body = Buffer.concat(chunks).toString();
      const type = request.url === '/text' ? 'text/plain' : 'application/problem+json; charset=utf-8';
      return response.writeHead(201, { 'content-type': type }).end(JSON.stringify({ method, headers, body }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('a call without a body is a GET, one with a body a POST of JSON', async () => {
  expect((await httpCall(url)).body).toMatchObject({ method: 'GET', body: '' });
  expect((await httpCall(url)).body.headers['content-type']).toBeUndefined();
  const posted = await httpCall(url, { body: { amount: 1 } });
  expect(posted.status).toBe(201);
  expect(posted.body).toMatchObject({
    method: 'POST',
    body: '{"amount":1}',
    headers: { 'content-type': 'application/json' },
  });
});

test.each([
  ['text as it is', '{"amount":1.50', '{"amount":1.50', 'application/json'],
  ['bytes as they are', Buffer.from('xyz').subarray(1), 'yz', 'application/json'],
  ['a form', new URLSearchParams({ a: 'b c' }), 'a=b+c', 'application/x-www-form-urlencoded;charset=UTF-8'],
])('it sends %s', async (_, body, sent, type) => {
  const answer = await httpCall(url, { body });
  expect(answer.body).toMatchObject({ body: sent, headers: { 'content-type': type } });
});

test('its headers and its method are the ones sent', async () => {
  const headers = { 'content-type': 'text/csv', 'x-more': 'yes' };
  const answer = await httpCall(url, { method: 'PUT', body: 'a,b', headers });
  expect(answer.body).toMatchObject({ method: 'PUT', headers });
});

test('only an answer that says it is JSON has a body', async () => {
  const answer = await httpCall(`${url}/text`);
  expect(answer.body).toBeUndefined();
  expect(JSON.parse(answer.text)).toMatchObject({ method: 'GET' });
  expect(answer.bytes.toString()).toBe(answer.text);
  expect(await httpCall(`${url}/empty`)).toMatchObject({ status: 204, text: '', body: undefined });
});

test('a redirect is an answer', async () => {
  const answer = await httpCall(`${url}/moved`);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/elsewhere');
});

test('a call may have a deadline', async () => {
  await expect(httpCall(`${url}/silent`, { timeoutMs: 50 })).rejects.toThrow('timeout');
});

test('a sealed call carries its principal, sealed for the service', async () => {
  const keys = generateSealingKeys();
  const principal: Principal = {
    accountId: 'acc',
    storeId: 'str',
    mode: 'stage',
    keyId: 'key',
    scopes: ['meters:read'],
  };
  const call = sealedCall({ url: () => url, sealer: new Sealer(keys.privateKey), audience: 'metering', principal });
  const open = (body: { headers: Record<string, string> }): Promise<Principal> =>
    Promise.resolve(new Opener(keys.publicKey, 'metering').open(body.headers[PRINCIPAL_HEADER] as string));
  expect(await open((await call('GET', '/meter')).body)).toMatchObject(principal);
  const other = { ...principal, accountId: 'other' };
  const answer = await call('POST', '/meter', { id: 'm' }, { principal: other, headers: { 'x-more': 'yes' } });
  expect(await open(answer.body)).toMatchObject(other);
  expect(answer.body).toMatchObject({ method: 'POST', body: '{"id":"m"}', headers: { 'x-more': 'yes' } });
});
