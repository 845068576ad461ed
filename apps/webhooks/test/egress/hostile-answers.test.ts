import { afterEach, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { closeAll, openEgress, openSink, post, summaryOf, until } from './egress-harness.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'x');
const MEGABYTE = 1024 * 1024;
/** Much less than what is thrown at us, much more than what garbage may lie about. */
const MEMORY_BYTES_MAX = 96 * MEGABYTE;

afterEach(closeAll);

/** As much as the other side takes, without end; answers how much that was. */
function pour(socket: Socket, bytes: Buffer): { poured: () => number } {
  let poured = 0;
  const more = (): void => {
    while (!socket.destroyed) {
      poured += bytes.length;
      if (!socket.write(bytes)) return;
    }
  };
  socket.on('drain', more);
  more();
  return { poured: () => poured };
}

function trickle(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++ % text.length] as string), 20);
  socket.on('close', () => clearInterval(timer));
}

async function memoryDuring<Result>(work: () => Promise<Result>): Promise<{ result: Result; grownBytes: number }> {
  const used = (): number => process.memoryUsage().rss;
  const before = used();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, 5);
  try {
    return { result: await work(), grownBytes: most - before };
  } finally {
    clearInterval(timer);
  }
}

describe('what is too much', () => {
  test('of an answer of 10 GB little is read, and its status counts', async () => {
    const poured: (() => number)[] = [];
    const sink = await openSink((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${10 * 1024 * MEGABYTE}\r\n\r\n`);
      poured.push(pour(socket, CHUNK).poured);
    });
    const egress = openEgress();
    const { result, grownBytes } = await memoryDuring(() =>
      Promise.all(Array.from({ length: 20 }, () => post(egress, sink.url))),
    );
    for (const answer of result)
      expect(answer).toMatchObject({ kind: 'answered', status: 200, excerpt: 'x'.repeat(4_096) });
    expect(Math.max(...poured.map((each) => each()))).toBeLessThan(32 * MEGABYTE);
    expect(grownBytes).toBeLessThan(MEMORY_BYTES_MAX);
    await until(() => sink.open() === 0);
    expect(egress.stats).toEqual({ underWay: 0, idleConnections: 0, idleOrigins: 0 });
  });

  test('an answer of exactly 64 KiB is read and its connection kept; one byte more ends the connection', async () => {
    const sink = await openSink((socket, request) => {
      const length = 65_536 + (request.startsWith('POST /more') ? 1 : 0);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${'y'.repeat(length)}`);
    });
    const egress = openEgress();
    expect(summaryOf(await post(egress, sink.url))).toBe(200);
    expect(egress.stats.idleConnections).toBe(1);
    expect(summaryOf(await post(egress, sink.url.replace('hook', 'more')))).toBe(200);
    expect(egress.stats.idleConnections).toBe(0);
  });

  test('a gzip bomb stays what it is: nothing asks for it and nothing unpacks it', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEGABYTE));
    const sink = await openSink((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.write(bomb);
    });
    const egress = openEgress();
    const { result, grownBytes } = await memoryDuring(() => post(egress, sink.url));
    expect(summaryOf(result)).toBe(200);
    expect(sink.requests[0]).toContain('accept-encoding: identity\r\n');
    expect(grownBytes).toBeLessThan(32 * MEGABYTE);
  });

  const ENDLESS: [what: string, head: string, more: Buffer, outcome: string | number][] = [
    ['headers', 'HTTP/1.1 200 OK\r\n', Buffer.from(`x-a: ${'b'.repeat(1_000)}\r\n`.repeat(64)), 'protocol'],
    ['one header', 'HTTP/1.1 200 OK\r\nx-a: ', CHUNK, 'protocol'],
    ['tiny headers', 'HTTP/1.1 200 OK\r\n', Buffer.from('a:\r\n'.repeat(16_384)), 'protocol'],
    ['a header name', 'HTTP/1.1 200 OK\r\n', CHUNK, 'protocol'],
    ['a reason phrase', 'HTTP/1.1 200 ', CHUNK, 'protocol'],
    ['empty lines before the answer', '', Buffer.from('\r\n'.repeat(32_768)), 'protocol'],
    ['interim answers', '', Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000)), 'protocol'],
    ['a chunk extension', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', CHUNK, 'protocol'],
    [
      'a chunk extension of a refusal',
      'HTTP/1.1 429 Slow\r\ntransfer-encoding: chunked\r\nretry-after: 7\r\n\r\n1;',
      CHUNK,
      429,
    ],
    [
      'chunks of one byte',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      Buffer.from('1\r\nx\r\n'.repeat(10_000)),
      200,
    ],
    [
      'trailers',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
      Buffer.from(`x-a: ${'b'.repeat(1_000)}\r\n`.repeat(64)),
      'protocol',
    ],
    ['zeros that are no HTTP', '', Buffer.alloc(64 * 1024), 'protocol'],
    ['a body until the connection ends', 'HTTP/1.0 200 OK\r\n\r\n', CHUNK, 200],
  ];

  test.each(ENDLESS)('%s without end: dropped early, in little memory', async (_what, head, more, outcome) => {
    const sink = await openSink((socket) => {
      socket.write(head);
      pour(socket, more);
    });
    const egress = openEgress(undefined, { totalTimeoutMs: 20_000 });
    const { result, grownBytes } = await memoryDuring(() =>
      Promise.all(Array.from({ length: 5 }, () => post(egress, sink.url))),
    );
    expect(result.map(summaryOf)).toEqual(result.map(() => outcome));
    expect(Math.max(...result.map(({ latencyMs }) => latencyMs))).toBeLessThan(15_000);
    expect(grownBytes).toBeLessThan(MEMORY_BYTES_MAX);
  });
});

describe('what is too slow', () => {
  const SLOW: [what: string, serve: (socket: Socket) => void][] = [
    ['silence', () => {}],
    ['a head of one byte at a time', (socket) => trickle(socket, `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(10_000)}`)],
    [
      'a body of one byte at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
        trickle(socket, 'x');
      },
    ],
    [
      'chunks of one byte at a time',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        trickle(socket, '1\r\nx\r\n');
      },
    ],
    [
      'interim answers now and then',
      (socket) => {
        trickle(socket, 'HTTP/1.1 102 Processing\r\n\r\n');
      },
    ],
  ];

  test.each(SLOW)('%s ends with the deadline', async (_what, serve) => {
    const sink = await openSink(serve);
    const answer = await post(openEgress(), sink.url, 250);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'timeout', message: expect.stringContaining('250 ms') });
    expect(answer.latencyMs).toBeGreaterThanOrEqual(250);
    expect(answer.latencyMs).toBeLessThan(10_000);
  });

  test('a 410 with a body that never ends is a 410 all the same', async () => {
    const sink = await openSink((socket) => {
      socket.write('HTTP/1.1 410 Gone\r\ncontent-length: 1000\r\n\r\nbye');
    });
    expect(await post(openEgress(), sink.url, 250)).toMatchObject({ kind: 'answered', status: 410, excerpt: 'bye' });
  });

  test('a server that reads nothing of a large request', async () => {
    const sink = await openSink(() => {});
    const egress = openEgress();
    const answer = await egress.send({ url: sink.url, headers: [], body: Buffer.alloc(32 * MEGABYTE), timeoutMs: 300 });
    expect(summaryOf(answer)).toBe('timeout');
  });

  test('300 silent connections at once end in time, and none is left', async () => {
    const sink = await openSink(() => {});
    const egress = openEgress();
    const answers = await Promise.all(Array.from({ length: 300 }, () => post(egress, sink.url, 800)));
    // On a busy machine some connections are not open yet when the time ends.
    const unexpected = answers.map(summaryOf).filter((each) => each !== 'timeout' && each !== 'connect_timeout');
    expect(unexpected).toEqual([]);
    await until(() => sink.open() === 0);
    expect(egress.stats).toEqual({ underWay: 0, idleConnections: 0, idleOrigins: 0 });
  });
});

describe('what is kept of an answer', () => {
  async function excerptFor(body: Buffer): Promise<string> {
    const sink = await openSink((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    const answer = await post(openEgress(), sink.url);
    return answer.kind === 'answered' ? answer.excerpt : '';
  }

  test('text stays text', async () =>
    expect(await excerptFor(Buffer.from('{"مرحبا":\t"👋"}\r\nend'))).toBe('{"مرحبا":\t"👋"}\nend'));
  test('NUL, escape sequences and turned text are replaced', async () => {
    expect(await excerptFor(Buffer.from('a\u0000b\u001b[2Jc\u009bd\u202ee\rf'))).toBe(
      'a\uFFFDb\uFFFD[2Jc\uFFFDd\uFFFDe\uFFFDf',
    );
  });
  test('bytes that are not UTF-8 are replaced', async () =>
    expect(await excerptFor(Buffer.from([0x61, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]))).toMatch(/^a\uFFFD+\(\uFFFD+$/));
  test('at most 4 KiB of UTF-8, and no half character at the end', async () => {
    for (const body of [
      Buffer.from('👋'.repeat(3_000)),
      Buffer.from(`a${'é'.repeat(5_000)}`),
      Buffer.alloc(9_000),
      Buffer.alloc(4_096),
      Buffer.alloc(60_000, 0xff),
    ]) {
      const excerpt = await excerptFor(body);
      expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(4_096);
      expect(Buffer.byteLength(excerpt)).toBeGreaterThan(4_090);
      expect(Buffer.from(excerpt).toString()).toBe(excerpt);
    }
    expect(await excerptFor(Buffer.from(`a${'é'.repeat(5_000)}`))).toBe(`a${'é'.repeat(2_047)}`);
  });
});
