import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { closeAll, DEVELOPMENT, OK, openEgress, openSink, post, STAGE, summaryOf, until } from './egress-harness.ts';

afterEach(closeAll);

describe('what is sent', () => {
  test('the headers and the bytes as given, and nothing that invites encodings', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    const answer = await openEgress().send({
      url: `${sink.url}?a=b%20c`,
      headers: ['Webhook-Id', 'evt_1', 'x-shop', 'é'],
      body: Buffer.from('{"a":"👋"}'),
    });
    expect(answer).toEqual({
      kind: 'answered',
      status: 200,
      retryAfter: undefined,
      excerpt: 'ok',
      latencyMs: expect.any(Number),
    });
    const [request] = sink.requests as [string];
    expect(request.split('\r\n')[0]).toBe('POST /hook?a=b%20c HTTP/1.1');
    expect(request).toContain(`\r\nhost: 127.0.0.1:${sink.port}\r\n`);
    expect(request).toContain('\r\nWebhook-Id: evt_1\r\n');
    expect(request).toContain('\r\naccept-encoding: identity\r\n');
    expect(Buffer.from(request.slice(request.indexOf('\r\n\r\n') + 4), 'latin1').toString()).toBe('{"a":"👋"}');
  });

  test('a redirect is an answer and is not followed', async () => {
    const inside = await openSink((socket) => socket.write(OK));
    for (const status of [301, 302, 303, 307, 308]) {
      const sink = await openSink((socket) =>
        socket.write(
          `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${inside.url}\r\nrefresh: 0;url=${inside.url}\r\n` +
            'content-length: 0\r\n\r\n',
        ),
      );
      expect(await post(openEgress(), sink.url)).toMatchObject({ kind: 'answered', status, excerpt: '' });
    }
    expect(inside.connections).toBe(0);
  });

  test('Retry-After is summaryOf, and no more of it than has sense', async () => {
    const sink = await openSink((socket, request) =>
      socket.write(
        `HTTP/1.1 429 Slow\r\nretry-after: ${request.startsWith('POST /hook') ? '120' : '9'.repeat(1_000)}\r\n` +
          'content-length: 0\r\n\r\n',
      ),
    );
    expect(await post(openEgress(), sink.url)).toMatchObject({ status: 429, retryAfter: '120' });
    expect(await post(openEgress(), sink.url.replace('hook', 'other'))).toMatchObject({
      status: 429,
      retryAfter: '9'.repeat(64),
    });
  });

  test('plain http is refused where only https may be, before any connection', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    expect(summaryOf(await post(openEgress({ ...DEVELOPMENT, httpsOnly: true }), sink.url))).toBe('denied_address');
    expect(sink.connections).toBe(0);
  });

  test.each([
    ['bad header', 'x'],
    ['x', 'a\r\ny: b'],
    ['transfer-encoding', 'chunked'],
    ['content-length', '99'],
    ['expect', '100-continue'],
  ])('the header %j: %j is our mistake, not an answer', async (name, value) => {
    const sink = await openSink((socket) => socket.write(OK));
    const egress = openEgress();
    await expect(egress.send({ url: sink.url, headers: [name, value], body: 'abc' })).rejects.toThrow();
    expect(egress.stats.underWay).toBe(0);
    expect(sink.requests).toEqual([]);
  });
});

describe('connections', () => {
  test('1,000 requests, 10 at a time, need 10 connections', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    const egress = openEgress();
    let left = 1_000;
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        while (left-- > 0) expect(summaryOf(await post(egress, sink.url))).toBe(200);
      }),
    );
    expect(sink.requests).toHaveLength(1_000);
    expect(sink.connections).toBeLessThanOrEqual(10);
    expect(egress.stats).toEqual({ underWay: 0, idleConnections: sink.connections, idleOrigins: 1 });
  });

  test('TLS connections are kept too, and a new one resumes the session of the last', async () => {
    const reused: boolean[] = [];
    const sink = await openSink(
      (socket, request) => {
        reused.push((socket as unknown as { isSessionReused(): boolean }).isSessionReused());
        socket.write(request.startsWith('POST /close') ? OK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n') : OK);
      },
      { certificate: 'good' },
    );
    const egress = openEgress();
    for (const path of ['hook', 'hook', 'close', 'hook'])
      expect(summaryOf(await post(egress, sink.url.replace('hook', path)))).toBe(200);
    expect({ connections: sink.connections, reused }).toEqual({ connections: 2, reused: [false, false, false, true] });
  });

  test('an idle one is closed after its time, and the endpoint forgotten', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    const egress = openEgress(DEVELOPMENT, { idleMs: 50 });
    await post(egress, sink.url);
    expect(egress.stats).toMatchObject({ idleConnections: 1, idleOrigins: 1 });
    await until(() => egress.stats.idleConnections === 0);
    expect(egress.stats.idleOrigins).toBe(0);
    expect(summaryOf(await post(egress, sink.url))).toBe(200);
    expect(sink.connections).toBe(2);
  });

  test('of 200 endpoints no more connections stay open than the bound allows', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    // The limits of time are not the subject: a busy machine may take seconds for 200 connections.
    const egress = openEgress(DEVELOPMENT, {
      idleConnectionsMax: 16,
      resolve: () => Promise.resolve(['127.0.0.1']),
      connectTimeoutMs: 30_000,
      totalTimeoutMs: 30_000,
    });
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => post(egress, `http://h${index}.hooks.test:${sink.port}/`)),
      );
      expect(new Set(answers.map(summaryOf))).toEqual(new Set([200]));
      expect(egress.stats).toEqual({ underWay: 0, idleConnections: 16, idleOrigins: 16 });
    }
  });

  test('one that is too old is not used on', async () => {
    const sink = await openSink((socket) => socket.write(OK));
    const egress = openEgress(DEVELOPMENT, { connectionAgeMs: 0 });
    for (let sends = 0; sends < 3; sends++) expect(summaryOf(await post(egress, sink.url))).toBe(200);
    expect(sink.connections).toBe(3);
  });

  test.each([undefined, 'good' as const])(
    'one that the other side closes as we write is replaced, and the webhook sent once more (TLS: %s)',
    async (certificate) => {
      let served = 0;
      const sink = await openSink(
        (socket) => {
          // Takes the second request of the first connection, and is gone without a byte.
          if (++served === 2) return certificate === undefined ? socket.resetAndDestroy() : socket.destroy();
          socket.write(OK);
        },
        { certificate },
      );
      const egress = openEgress();
      expect(summaryOf(await post(egress, sink.url))).toBe(200);
      expect(summaryOf(await post(egress, sink.url))).toBe(200);
      expect({ connections: sink.connections, requests: sink.requests.length }).toEqual({
        connections: 2,
        requests: 3,
      });
    },
  );

  test('a second end, on the new connection, is not followed by a third request', async () => {
    let served = 0;
    const sink = await openSink((socket) => (++served === 1 ? socket.write(OK) : socket.resetAndDestroy()));
    const egress = openEgress();
    await post(egress, sink.url);
    expect(summaryOf(await post(egress, sink.url))).toBe('reset');
    expect({ connections: sink.connections, requests: sink.requests.length }).toEqual({ connections: 2, requests: 3 });
  });

  test('one that had begun to answer is not replaced: the request was read', async () => {
    let served = 0;
    const sink = await openSink((socket) =>
      ++served === 1 ? socket.write(OK) : socket.write('HTTP/1.1 2', () => socket.resetAndDestroy()),
    );
    const egress = openEgress();
    await post(egress, sink.url);
    expect(summaryOf(await post(egress, sink.url))).toBe('reset');
    expect({ connections: sink.connections, requests: sink.requests.length }).toEqual({ connections: 1, requests: 2 });
  });

  test('one that the other side closed while it was idle is not used', async () => {
    const sink = await openSink((socket) => socket.write(OK, () => socket.end()));
    const egress = openEgress();
    for (let sends = 0; sends < 5; sends++) {
      expect(summaryOf(await post(egress, sink.url))).toBe(200);
      await until(() => egress.stats.idleConnections === 0);
    }
    expect(sink.requests).toHaveLength(5);
  });
});

test('a burst of new connections to one name asks for it once', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  let questions = 0;
  const egress = openEgress(DEVELOPMENT, {
    resolve: () => {
      questions++;
      return Promise.resolve(['127.0.0.1']);
    },
  });
  await Promise.all(Array.from({ length: 50 }, () => post(egress, `http://burst.hooks.test:${sink.port}/`)));
  expect({ questions, connections: sink.connections }).toEqual({ questions: 1, connections: 50 });
});

describe('closing', () => {
  test('takes nothing more, and lets what is under way come to its end', async () => {
    const waiting: (() => void)[] = [];
    const sink = await openSink((socket) => {
      waiting.push(() => socket.write(OK));
    });
    const egress = openEgress();
    const order: string[] = [];
    const underWay = post(egress, sink.url).then((answer) => order.push(String(summaryOf(answer))));
    const closing = egress.close().then(() => order.push('closed'));
    await expect(post(egress, sink.url)).rejects.toThrow('closed');
    await until(() => waiting.length === 1);
    waiting[0]?.();
    await Promise.all([underWay, closing, egress.close()]);
    expect(order).toEqual(['200', 'closed']);
    expect(egress.stats).toEqual({ underWay: 0, idleConnections: 0, idleOrigins: 0 });
  });

  test('ends idle connections, and may be resolvedHosts for twice', async () => {
    const ended: Promise<unknown>[] = [];
    const sink = await openSink((socket) => {
      ended.push(once(socket, 'close'));
      socket.write(OK);
    });
    const egress = openEgress();
    await post(egress, sink.url);
    await Promise.all([egress.close(), egress.close()]);
    await Promise.all(ended);
    expect(sink.open()).toBe(0);
  });
});

test('nothing is resolved or connected for a host that is denied', async () => {
  const resolvedHosts: string[] = [];
  const egress = openEgress(STAGE, {
    resolve: (host) => {
      resolvedHosts.push(host);
      return Promise.resolve(['10.0.0.1']);
    },
  });
  expect(summaryOf(await post(egress, 'http://127.0.0.1/'))).toBe('denied_address');
  expect(summaryOf(await post(egress, 'http://hooks.example.com./'))).toBe('denied_address');
  expect(resolvedHosts).toEqual(['hooks.example.com']);
});
