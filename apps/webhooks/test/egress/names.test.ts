import { afterEach, expect, test } from '@jest/globals';
import { createSocket } from 'node:dgram';
import type { RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { resolveByDns, resolveByMachine } from '../../src/egress/resolve-name.ts';
import { atEnd, closeAll, DEVELOPMENT, OK, openEgress, openSink, post, STAGE, summaryOf } from './egress-harness.ts';

afterEach(closeAll);

const [TYPE_A, TYPE_AAAA, NO_SUCH_NAME] = [1, 28, 3];

/**
 * A name server on loopback: answers A and AAAA with what `answer` says, `null` for no such name, or is silent for
 * `undefined`.
 */
async function openNameServer(
  answer: (name: string, type: number) => Buffer[] | null | undefined,
): Promise<{ server: string; questions: string[] }> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] as number; length > 0; length = query[at] as number) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = query.readUInt16BE(at + 1);
    questions.push(`${labels.join('.')} ${type}`);
    const addresses = answer(labels.join('.'), type);
    if (addresses === undefined) return;
    const head = Buffer.from([
      query[0] as number,
      query[1] as number,
      0x81,
      0x80 | (addresses === null ? NO_SUCH_NAME : 0),
      0,
      1,
      0,
      addresses?.length ?? 0,
      0,
      0,
      0,
      0,
    ]);
    const records = (addresses ?? []).map((address) =>
      Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length]), address]),
    );
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, questions };
}

test('names are asked of name servers, both families, with no search domain', async () => {
  const v6 = Buffer.from('20010db8000000000000000000000001', 'hex');
  const { server, questions } = await openNameServer((_name, type) =>
    type === TYPE_A ? [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 2])] : [v6],
  );
  expect(await resolveByDns([server])('hooks.example.com')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  expect(questions.sort()).toEqual([`hooks.example.com ${TYPE_A}`, `hooks.example.com ${TYPE_AAAA}`]);
});

test('a name of one family is enough, and the other family is not waited for', async () => {
  const onlyV4 = await openNameServer((_name, type) => (type === TYPE_A ? [Buffer.from([192, 0, 2, 1])] : undefined));
  expect(await resolveByDns([onlyV4.server], 200)('a.example.com')).toEqual(['192.0.2.1']);
  const onlyV6 = await openNameServer((_name, type) => (type === TYPE_A ? [] : [Buffer.alloc(16, 0x20)]));
  expect(await resolveByDns([onlyV6.server])('a.example.com')).toEqual(['2020:2020:2020:2020:2020:2020:2020:2020']);
});

test('a name that does not exist fails by name resolution', async () => {
  const { server } = await openNameServer(() => null);
  expect(await post(openEgress(STAGE, { resolve: resolveByDns([server]) }), 'http://none.example.com/')).toMatchObject({
    reason: 'dns',
    message: 'none.example.com cannot be resolved (ENOTFOUND).',
  });
});

test('a name server that rebinds in the middle is judged by the answer that is used', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  let questions = 0;
  const { server } = await openNameServer((_name, type) =>
    type === TYPE_AAAA ? [] : [questions++ % 2 === 0 ? Buffer.from([10, 0, 0, 1]) : Buffer.from([127, 0, 0, 1])],
  );
  const egress = openEgress(STAGE, { resolve: resolveByDns([server]) });
  for (let sends = 0; sends < 6; sends++)
    expect(summaryOf(await post(egress, `http://rebinding.example.com:${sink.port}/`))).toBe('denied_address');
  expect({ questions, connections: sink.connections }).toEqual({ questions: 6, connections: 0 });
});

test('50 names whose name server is silent end in time and hold up no other name', async () => {
  const sink = await openSink((socket) => socket.write(OK));
  const { server } = await openNameServer((name, type) =>
    name.startsWith('silent')
      ? undefined
      : [TYPE_A].filter((known) => known === type).map(() => Buffer.from([127, 0, 0, 1])),
  );
  const egress = openEgress(DEVELOPMENT, { resolve: resolveByDns([server], 2_700), connectTimeoutMs: 2_600 });
  let ended = 0;
  const silent = Array.from({ length: 50 }, (_, index) =>
    post(egress, `http://silent${index}.example.com:${sink.port}/`).finally(() => {
      ended++;
    }),
  );
  const good = await post(egress, `http://good.example.com:${sink.port}/`);
  expect(summaryOf(good)).toBe(200);
  expect(ended).toBe(0);
  const answers = await Promise.all(silent);
  expect(new Set(answers.map(summaryOf))).toEqual(new Set(['dns']));
  expect(Math.max(...answers.map(({ latencyMs }) => latencyMs))).toBeLessThan(10_000);
});

test('in development names are those of the machine', async () => {
  expect(await resolveByMachine('localhost')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
  const sink = await openSink((socket) => socket.write(OK));
  expect(summaryOf(await post(openEgress(), `http://localhost:${sink.port}/`))).toBe(200);
});
