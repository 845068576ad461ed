import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import {
  closeAll,
  DEVELOPMENT,
  listen,
  OK,
  openEgress,
  openSink,
  post,
  summaryOf,
  atEnd,
  until,
} from './egress-harness.ts';
import type { TEST_CERTIFICATES } from './test-only-certificates.ts';

afterEach(closeAll);

test('a port on which nothing listens: refused', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => {
    server.close(resolve);
  });
  expect(await post(openEgress(), `http://127.0.0.1:${port}/`)).toMatchObject({
    kind: 'failed',
    reason: 'refused',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

test('the next address is tried when the first does not answer', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  const egress = openEgress(DEVELOPMENT, { resolve: () => Promise.resolve(['::1', '127.0.0.1']) });
  expect(summaryOf(await post(egress, `http://two.hooks.test:${sink.port}/`))).toBe(200);
});

describe('TLS', () => {
  const BAD: [certificate: keyof typeof TEST_CERTIFICATES, host: string, why: RegExp][] = [
    ['selfSigned', '127.0.0.1', /self-signed/],
    ['expired', '127.0.0.1', /expired/],
    ['otherHost', '127.0.0.1', /altnames/],
    ['otherHost', 'a.hooks.test', /altnames/],
    ['good', 'a.b.hooks.test', /altnames/],
  ];

  test.each(BAD)('a certificate that is %s for %s', async (certificate, host, why) => {
    const sink = await openSink((socket) => socket.write(OK), { certificate });
    const egress = openEgress(DEVELOPMENT, { resolve: () => Promise.resolve(['127.0.0.1']) });
    for (let sends = 0; sends < 2; sends++) {
      expect(await post(egress, `https://${host}:${sink.port}/`)).toMatchObject({
        kind: 'failed',
        reason: 'tls',
        message: expect.stringMatching(why),
      });
    }
    await until(() => sink.open() === 0);
    expect({ requests: sink.requests, stats: egress.stats }).toEqual({
      requests: [],
      stats: { underWay: 0, idleConnections: 0, idleOrigins: 0 },
    });
  });

  test('a good one, by name, by name with a dot at its end and by address', async () => {
    const sink = await openSink((socket) => socket.write(OK), { certificate: 'good' });
    const egress = openEgress(DEVELOPMENT, { resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const host of ['a.hooks.test', 'a.hooks.test.', 'b.hooks.test', '127.0.0.1'])
      expect(summaryOf(await post(egress, `https://${host}:${sink.port}/`))).toBe(200);
  });

  test('a Host header of a merchant does not decide whose certificate is right', async () => {
    const sink = await openSink((socket) => socket.write(OK), { certificate: 'otherHost' });
    const answer = await openEgress().send({ url: sink.url, headers: ['host', 'other.example'], body: '' });
    expect(summaryOf(answer)).toBe('tls');
  });

  test('a server that speaks plain HTTP', async () => {
    const server = createServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    atEnd(() => void server.close());
    expect(summaryOf(await post(openEgress(), `https://127.0.0.1:${await listen(server)}/`))).toBe('tls');
  });

  test('a server that takes the connection and then says nothing: no connection in time', async () => {
    const server = createServer((socket) => void atEnd(() => void socket.on('error', () => {}).destroy()));
    atEnd(() => void server.close());
    const answer = await post(
      openEgress(DEVELOPMENT, { connectTimeoutMs: 200 }),
      `https://127.0.0.1:${await listen(server)}/`,
    );
    expect(summaryOf(answer)).toBe('connect_timeout');
    expect(answer.latencyMs).toBeLessThan(4_500);
  });

  test('a server that ends the handshake', async () => {
    const server = createServer(
      (socket) => void socket.on('error', () => {}).once('data', () => socket.resetAndDestroy()),
    );
    atEnd(() => void server.close());
    expect(summaryOf(await post(openEgress(), `https://127.0.0.1:${await listen(server)}/`))).toBe('reset');
  });
});

describe('broken off', () => {
  const ENDS: [what: string, serve: (socket: Socket) => void, outcome: string | number][] = [
    ['a reset before any answer', (socket) => socket.resetAndDestroy(), 'reset'],
    ['an end before any answer', (socket) => socket.end(), 'reset'],
    [
      'a reset within the head',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nx-a', () => socket.resetAndDestroy()),
      'reset',
    ],
    ['an end within the head', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a'), 'reset'],
    [
      'a reset within the body',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', () => socket.resetAndDestroy()),
      'reset',
    ],
    ['an end within the body', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'), 'reset'],
    [
      'an end within a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\na\r\nabc'),
      'reset',
    ],
    [
      'an end within the body of a refusal',
      (socket) => socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 10\r\n\r\nabc'),
      503,
    ],
    [
      'an end that is the end of the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc'),
      200,
    ],
    ['a half-closed connection that still answers', (socket) => socket.end(OK), 200],
    ['another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'protocol'],
    ['HTTP/2 unasked for', (socket) => socket.end(Buffer.from('000006040000000000000300000064', 'hex')), 'protocol'],
    [
      'a switch of protocols',
      (socket) => socket.end('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      'protocol',
    ],
    [
      'two lengths',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nokk'),
      'protocol',
    ],
    [
      'a length and chunks',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      'protocol',
    ],
    ['a status that is none', (socket) => socket.end('HTTP/1.1 OK 200\r\n\r\n'), 'protocol'],
  ];

  test.each(ENDS)('%s', async (_what, serve, outcome) => {
    const sink = await openSink(serve);
    const egress = openEgress();
    expect(summaryOf(await post(egress, sink.url))).toBe(outcome);
    expect(sink.requests).toHaveLength(1);
    // Whatever it was, the next request has a connection that works.
    const good = await openSink((socket) => socket.write(OK));
    expect(summaryOf(await post(egress, good.url))).toBe(200);
  });

  test('no garbage that follows an answer can answer the next request', async () => {
    const sink = await openSink((socket) => socket.write(`${OK}HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n`));
    const egress = openEgress();
    for (let sends = 0; sends < 5; sends++) expect(summaryOf(await post(egress, sink.url))).toBe(200);
  });

  test('500 answers broken in random ways: each ends in one answer, and the process lives', async () => {
    const answers = [
      OK,
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nx: y\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 204 No\r\n\r\n',
      'HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n',
    ];
    let seed = 42;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const sink = await openSink((socket) => {
      const bytes = Buffer.from(
        (answers[random(answers.length)] as string) + (answers[random(answers.length)] as string),
      );
      for (let changes = random(4); changes > 0; changes--) bytes[random(bytes.length)] = random(256);
      const part = bytes.subarray(0, random(bytes.length + 1));
      socket.write(part, () => [() => socket.end(), () => socket.resetAndDestroy(), () => {}][random(3)]?.());
    });
    const egress = openEgress(DEVELOPMENT, { connectTimeoutMs: 3_000 });
    // Long enough for 500 connections on a busy machine; some of the answers never end.
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, () => post(egress, sink.url, 3_000).then(summaryOf)),
    );
    const others = outcomes.filter((outcome) =>
      typeof outcome === 'number' ? outcome < 200 : !['reset', 'protocol', 'timeout'].includes(outcome),
    );
    expect(others).toEqual([]);
    expect(egress.stats.underWay).toBe(0);
  });
});
