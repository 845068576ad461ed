import { expect, test } from '@jest/globals';
import { unavailable } from '@qafila/envelopes/refusal';
import type { IncomingMessage, PoisonMessage } from '../src/bus.ts';
import { asDeadLetter } from '../src/dead-letter.ts';
import { RETRY_LIMITS, processBatch } from '../src/process-batch.ts';
import type { ProcessOptions } from '../src/process-batch.ts';

const message = (n: number): IncomingMessage => ({
  topic: 't',
  partition: 0,
  offset: String(n),
  key: `k${n}`,
  value: Buffer.from('v'),
  headers: {},
});
const batch = (size: number): IncomingMessage[] => Array.from({ length: size }, (_, n) => message(n));

/** What processBatch did: handler calls, dead letters with their attempts, pauses. */
function record(options: Partial<ProcessOptions> & Pick<ProcessOptions, 'handler'>) {
  const done = { calls: [] as number[], dead: [] as { key: string; attempts: number }[], pauses: [] as number[] };
  const all: ProcessOptions = {
    deadLetter: async (poison: PoisonMessage, attempts) => {
      done.dead.push({ key: poison.message.key, attempts });
    },
    pause: async (delayMs) => {
      done.pauses.push(delayMs);
      return true;
    },
    ...options,
    handler: (messages) => {
      done.calls.push(messages.length);
      return options.handler(messages);
    },
  };
  return { done, run: (messages: IncomingMessage[]) => processBatch(messages, all) };
}

const PASSING: Record<string, unknown> = {
  'a serialisation failure': Object.assign(new Error('could not serialize'), { code: '40001' }),
  'a lost database connection': Object.assign(new Error('connection failure'), { code: '08006' }),
  'a service that fetch cannot reach': new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  }),
  'a service that hangs up': new TypeError('fetch failed', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  }),
  'a time-out': new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  'a rule that says 503': unavailable('later'),
};

test.each(Object.keys(PASSING))(
  '%s is waited for beyond any number of attempts, and no message becomes a dead letter',
  async (name) => {
    let failures = 20;
    const { done, run } = record({
      handler: async () => {
        if (failures-- > 0) throw PASSING[name];
      },
    });
    expect(await run(batch(10))).toBe('done');
    expect(done.dead).toEqual([]);
    expect(done.calls).toEqual(Array(21).fill(10));
    expect(Math.max(...done.pauses)).toBe(RETRY_LIMITS.delayMsMax);
  },
);

test('an unexpected error right after an outage still gets all its attempts', async () => {
  const errors = [...Array(5).fill(PASSING['a lost database connection']), new Error('once')];
  const { done, run } = record({
    handler: async () => {
      const error: unknown = errors.shift();
      if (error !== undefined) throw error;
    },
  });
  expect(await run(batch(4))).toBe('done');
  expect(done.dead).toEqual([]);
  expect(done.calls).toEqual(Array(7).fill(4));
});

test.each([
  ['a TypeError', new TypeError('not a function')],
  ['a value that cannot be stored', Object.assign(new Error('invalid byte sequence'), { code: '22021' })],
])('%s is found by halving, without pauses; its neighbours are handled once', async (_, error) => {
  const handled: string[] = [];
  const { done, run } = record({
    handler: async (messages) => {
      if (messages.some(({ key }) => key === 'k700')) throw error;
      handled.push(...messages.map((one) => one.key));
    },
  });
  expect(await run(batch(1_000))).toBe('done');
  expect(done.dead).toEqual([{ key: 'k700', attempts: 11 }]);
  expect(handled).toEqual(
    batch(1_000)
      .map((one) => one.key)
      .filter((key) => key !== 'k700'),
  );
  expect(done.calls.length).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(1_000)));
  expect(done.pauses).toEqual([]);
});

test('an unexpected error gets three attempts with the batch and three alone, not at every half', async () => {
  const { done, run } = record({
    handler: async (messages) => {
      if (messages.some(({ key }) => key === 'k3')) throw new Error('odd');
    },
  });
  expect(await run(batch(8))).toBe('done');
  expect(done.calls).toEqual([8, 8, 8, 4, 2, 2, 1, 1, 1, 1, 4]);
  expect(done.dead).toEqual([{ key: 'k3', attempts: 8 }]);
});

test('a dead letter that cannot be written is retried, without calling the handler again', async () => {
  let failures = 7;
  const written: string[] = [];
  const { done, run } = record({
    handler: async (messages) => [{ message: messages[1] as IncomingMessage, error: new Error('no CloudEvent') }],
    deadLetter: async (poison) => {
      if (failures-- > 0) throw new Error('the broker is away');
      written.push(poison.message.key);
    },
  });
  expect(await run(batch(3))).toBe('done');
  expect(done.calls).toEqual([3]);
  expect(written).toEqual(['k1']);
});

test('an interrupted batch is reported as not done', async () => {
  const away = record({
    handler: () => Promise.reject(PASSING['a lost database connection']),
    pause: async () => false,
  });
  expect(await away.run(batch(2))).toBe('interrupted');
  const unwritable = record({
    handler: () => Promise.reject(new TypeError('x')),
    deadLetter: () => Promise.reject(new Error('away')),
    pause: async () => false,
  });
  expect(await unwritable.run(batch(2))).toBe('interrupted');
});

test('a poison message of the largest size is cut, so that its dead letter can be sent', () => {
  const large = { ...message(1), value: Buffer.alloc(1_040_000, 'x') };
  const { value, headers } = asDeadLetter({ message: large, error: new Error('e'.repeat(5_000)) }, 1, 'g');
  expect(value.length + JSON.stringify(headers).length).toBeLessThanOrEqual(1_000_000);
  expect(headers).toMatchObject({ 'x-cut-from-bytes': '1040000' });
  expect(asDeadLetter({ message: message(1), error: new Error('e') }, 1, 'g').headers).not.toHaveProperty(
    'x-cut-from-bytes',
  );
});

const tooLong = (): Error =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

test('a batch whose statement takes too long is left to smaller ones at once', async () => {
  const { done, run } = record({
    handler: async () => {
      throw tooLong();
    },
  });
  expect(await run(batch(100))).toBe('slow');
  expect(done).toEqual({ calls: [100], dead: [], pauses: [] });
});

test('a single message whose statement always takes too long is a dead letter after three attempts', async () => {
  const { done, run } = record({
    handler: async () => {
      throw tooLong();
    },
  });
  expect(await run(batch(1))).toBe('done');
  expect(done.dead).toEqual([{ key: 'k0', attempts: RETRY_LIMITS.attemptsMax }]);
});
