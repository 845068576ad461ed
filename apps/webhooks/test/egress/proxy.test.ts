import { afterEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { closeAll, DEVELOPMENT, OK, openEgress, openSink, post, STAGE, summaryOf } from './egress-harness.ts';
import type { Sink } from './egress-harness.ts';
import type { Egress } from '../../src/egress/send.ts';
import { readAddressRange } from '../../src/egress/address-rules.ts';
import type { AddressRange } from '../../src/egress/address-rules.ts';

afterEach(closeAll);

/** A CONNECT proxy that does as asked, and remembers what it was asked. */
function openProxy(serve: (socket: Socket, request: string) => void = pass): Promise<Sink> {
  return openSink((socket, request) => (request.startsWith('CONNECT') ? serve(socket, request) : undefined));
}

function pass(socket: Socket, request: string): void {
  const port = Number(/^CONNECT [^ ]*:(\d+) HTTP/.exec(request)?.[1]);
  const onward = connect(port, '127.0.0.1', () => {
    socket.removeAllListeners('data');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy());
}

function through(proxy: Sink, credentials = ''): Egress {
  return openEgress(
    { ...DEVELOPMENT, proxyUrl: `http://${credentials}127.0.0.1:${proxy.port}` },
    { resolve: () => Promise.resolve(['127.0.0.1']), connectTimeoutMs: 300 },
  );
}

test.each([undefined, 'good' as const])(
  'webhooks go through its tunnel, to the address that was checked, and the tunnel is used on (TLS: %s)',
  async (certificate) => {
    const [sink, proxy] = [await openSink((socket) => socket.write(OK), { certificate }), await openProxy()];
    const egress = through(proxy, 'me:p%40ss@');
    const url = sink.url.replace('127.0.0.1', 'a.hooks.test');
    for (let sends = 0; sends < 3; sends++) expect(summaryOf(await post(egress, url))).toBe(200);
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toContain(`CONNECT 127.0.0.1:${sink.port} HTTP/1.1\r\n`);
    expect(proxy.requests[0]).toContain(`proxy-authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}\r\n`);
    expect(sink.requests[0]).toContain(`host: a.hooks.test:${sink.port}\r\n`);
    expect(sink.requests.join()).not.toContain('proxy-authorization');
  },
);

test('an IPv6 address is asked for in brackets', async () => {
  const proxy = await openProxy((socket) => void socket.end('HTTP/1.1 403 No\r\n\r\n'));
  const egress = openEgress(
    { ...DEVELOPMENT, proxyUrl: `http://127.0.0.1:${proxy.port}` },
    { resolve: () => Promise.resolve(['::1']) },
  );
  expect(summaryOf(await post(egress, 'http://a.hooks.test:81/'))).toBe('proxy');
  expect(proxy.requests[0]).toContain('CONNECT [::1]:81 HTTP/1.1\r\n');
});

test('a denied address never gets to the proxy', async () => {
  const proxy = await openProxy();
  const rules = {
    ...STAGE,
    allowed: [readAddressRange('127.0.0.1') as AddressRange],
    proxyUrl: `http://127.0.0.1:${proxy.port}`,
  };
  const egress = openEgress(rules, {
    resolve: (host) => Promise.resolve(host.startsWith('mixed') ? ['10.0.0.1', '127.0.0.1'] : ['10.0.0.1']),
  });
  expect(summaryOf(await post(egress, 'http://a.hooks.test:81/'))).toBe('denied_address');
  expect(summaryOf(await post(egress, 'http://169.254.169.254/'))).toBe('denied_address');
  expect(proxy.connections).toBe(0);
  await post(egress, 'http://mixed.hooks.test:1/');
  expect(proxy.requests.map((request) => request.split('\r\n')[0])).toEqual(['CONNECT 127.0.0.1:1 HTTP/1.1']);
});

describe('faults', () => {
  const ANSWERS: [status: number, outcome: string][] = [
    [407, 'proxy'],
    [403, 'proxy'],
    [500, 'proxy'],
    [302, 'proxy'],
    [502, 'refused'],
    [503, 'refused'],
    [504, 'connect_timeout'],
  ];

  test.each(ANSWERS)('a proxy that answers %d: %s', async (status, outcome) => {
    const proxy = await openProxy((socket) => void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    expect(await post(through(proxy), 'http://a.hooks.test/')).toMatchObject({
      reason: outcome,
      message: expect.stringContaining(String(status)),
    });
  });

  test('a proxy that is not there, breaks off or speaks no HTTP is its own fault', async () => {
    expect(
      summaryOf(await post(openEgress({ ...DEVELOPMENT, proxyUrl: 'http://127.0.0.1:1' }), 'http://127.0.0.1:81/')),
    ).toBe('proxy');
    expect(
      summaryOf(
        await post(through(await openProxy((socket) => void socket.resetAndDestroy())), 'http://a.hooks.test/'),
      ),
    ).toBe('proxy');
    expect(
      summaryOf(
        await post(through(await openProxy((socket) => void socket.end('hello\r\n\r\n'))), 'http://a.hooks.test/'),
      ),
    ).toBe('proxy');
  });

  test('a proxy that took the request and waits for the endpoint: the endpoint did not connect in time', async () => {
    expect(summaryOf(await post(through(await openProxy(() => {})), 'http://a.hooks.test/'))).toBe('connect_timeout');
  });

  test("what the endpoint does behind the tunnel is the endpoint's: its certificate, its end, its answer", async () => {
    const proxy = await openProxy();
    const [bad, ended, busy] = [
      await openSink(() => {}, { certificate: 'expired' }),
      await openSink((socket) => socket.resetAndDestroy()),
      await openSink((socket) => socket.write('HTTP/1.1 407 Mine\r\ncontent-length: 0\r\n\r\n')),
    ];
    expect(summaryOf(await post(through(proxy), bad.url))).toBe('tls');
    expect(summaryOf(await post(through(proxy), ended.url))).toBe('reset');
    expect(summaryOf(await post(through(proxy), busy.url))).toBe(407);
  });

  test("no message shows the proxy's address or our credentials", async () => {
    const proxy = await openProxy((socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n'));
    const messages = JSON.stringify([
      await post(through(proxy, 'me:secret@'), 'http://a.hooks.test/'),
      await post(openEgress({ ...DEVELOPMENT, proxyUrl: 'http://me:secret@127.0.0.1:1' }), 'http://127.0.0.1:81/'),
    ]);
    expect(messages).not.toMatch(/secret|127\.0\.0\.1/);
  });
});
