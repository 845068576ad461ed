import { afterEach, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import { atEnd, closeAll, listen, OK, openEgress, post, summaryOf } from './egress-harness.ts';
import { readAddressRange } from '../../src/egress/address-rules.ts';
import type { AddressRange } from '../../src/egress/address-rules.ts';
import type { EgressRules } from '../../src/egress/egress-rules.ts';

/** Stands for the public internet, which a test should not touch; everything else of loopback stands for the inside. */
const OUTSIDE = '127.0.0.1';
const INSIDE = [
  '127.0.0.2',
  '127.0.0.3',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.2',
  '64:ff9b::7f00:2',
  '0.0.0.0',
  'fe80::1%lo',
];
/** What a resolver of ill will might answer instead of an address. */
const NONSENSE = ['localhost', '127.2', '0x7f000002', '2130706434', '', '127.0.0.2 ', '[::1]'];
const ONLY_OUTSIDE: EgressRules = { httpsOnly: false, allowed: [readAddressRange(OUTSIDE) as AddressRange] };

afterEach(closeAll);

/**
 * Answers and ends each connection, so that the next request resolves again. It remembers by which address it was
 * reached.
 */
async function openEverywhere(): Promise<{ port: number; reached: Set<string> }> {
  const reached = new Set<string>();
  const server = createServer((socket) => {
    reached.add(socket.localAddress as string);
    socket
      .on('error', () => {})
      .once('data', () => socket.end(OK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')));
  });
  const port = await listen(server, '0.0.0.0');
  atEnd(() => void server.close());
  return { port, reached };
}

/** 126 names, each with its own way of changing: what the n-th question is answered. */
function rebindingNames(): Map<string, (question: number) => string[]> {
  const names = new Map<string, (question: number) => string[]>();
  for (const [index, inside] of [...INSIDE, ...NONSENSE, ...INSIDE.slice(0, 2)].entries()) {
    const ways: Record<string, (question: number) => string[]> = {
      'first-outside': (question) => [question === 0 ? OUTSIDE : inside],
      'first-inside': (question) => [question === 0 ? inside : OUTSIDE],
      alternating: (question) => [question % 2 === 0 ? OUTSIDE : inside],
      'mixed-outside-first': () => [OUTSIDE, inside],
      'mixed-inside-first': () => [inside, OUTSIDE],
      'changing-always': (question) => [
        INSIDE[(question + index) % INSIDE.length] as string,
        ...(question % 3 === 0 ? [OUTSIDE] : []),
      ],
      'inside-only': () => [inside, ...INSIDE],
    };
    for (const [way, answer] of Object.entries(ways)) names.set(`${way}-${index}.example.com`, answer);
  }
  return names;
}

test('a name that changes between questions never leads a socket anywhere but to a checked address', async () => {
  const { port, reached } = await openEverywhere();
  const names = rebindingNames();
  expect(names.size).toBeGreaterThanOrEqual(100);
  const questions = new Map<string, number>();
  const resolve = (host: string): Promise<string[]> => {
    const question = questions.get(host) ?? 0;
    questions.set(host, question + 1);
    return Promise.resolve((names.get(host) as (question: number) => string[])(question));
  };
  const egress = openEgress(ONLY_OUTSIDE, { resolve });
  const wrong: string[] = [];
  await Promise.all(
    [...names].map(async ([host, answerOf]) => {
      for (let question = 0; question < 4; question++) {
        const expected = answerOf(question).includes(OUTSIDE) ? 200 : 'denied_address';
        const outcome = summaryOf(await post(egress, `http://${host}:${port}/`));
        if (outcome !== expected) wrong.push(`${host} question ${question}: ${outcome} instead of ${expected}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
  expect([...reached]).toEqual([OUTSIDE]);
  // Each connection had its one question: nothing is resolved a second time between the check and the connect.
  expect([...questions.values()].every((count) => count === 4)).toBe(true);
});

test('a refusal does not show the internal address of a name', async () => {
  const egress = openEgress(ONLY_OUTSIDE, { resolve: () => Promise.resolve(['10.11.12.13']) });
  const answer = await post(egress, 'http://hooks.example.com/');
  expect(answer).toMatchObject({
    kind: 'failed',
    reason: 'denied_address',
    message: expect.stringContaining('hooks.example.com'),
  });
  expect(JSON.stringify(answer)).not.toContain('10.11.12.13');
});

test('an open connection is reused after its name changes to an internal address', async () => {
  const reached = new Set<string>();
  const server = createServer((socket) => {
    reached.add(socket.localAddress as string);
    socket.on('error', () => {}).on('data', () => socket.write(OK));
    atEnd(() => void socket.destroy());
  });
  atEnd(() => void server.close());
  const port = await listen(server, '0.0.0.0');
  let question = 0;
  const egress = openEgress(ONLY_OUTSIDE, {
    resolve: () => Promise.resolve([question++ === 0 ? OUTSIDE : '127.0.0.2']),
  });
  for (let sends = 0; sends < 5; sends++)
    expect(summaryOf(await post(egress, `http://turning.example.com:${port}/`))).toBe(200);
  expect({ question, reached: [...reached] }).toEqual({ question: 1, reached: [OUTSIDE] });
});
