import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithKafka, testKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { BatchHandler, IncomingMessage } from '../src/bus.ts';
import type { KafkaBus } from '../src/kafka-bus.ts';
import { PUBLISH_LIMITS, splitMessages } from '../src/kafka-publisher.ts';
import { SESSION_MS, kafkaBus } from './outbox-database.ts';

const MESSAGES = 200;
const POISON = new Set([7, 77, 78, 150]);

/** What each fault does to the handler. */
const FAULTS: Record<string, (message: IncomingMessage) => void> = {
  'invalid JSON': (message) => void JSON.parse(message.value.toString()),
  'a TypeError of the handler': (message) => {
    if (message.value.includes('poison')) (undefined as unknown as { a: { b: string } }).a.b.trim();
  },
  'a plain error': (message) => {
    if (message.value.includes('poison')) throw new Error('cannot be stored');
  },
  'a NUL that the database refuses': (message) => {
    if (message.value.includes('poison')) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  },
};

describeWithKafka('a consumer on a real broker', () => {
  const buses: KafkaBus[] = [];
  const openBus = (kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>): KafkaBus => {
    const bus = kafkaBus(kafka);
    buses.push(bus);
    return bus;
  };
  let bus: KafkaBus;
  beforeAll(() => {
    bus = openBus();
  });
  afterAll(async () => {
    for (const one of buses) await one.stop();
  });

  async function collect(on: KafkaBus, topic: string, handler: BatchHandler): Promise<void> {
    await on.subscribe({ group: `group-${topic}`, topics: [topic], handler, batchMessagesMax: 50 });
  }

  test.each(Object.keys(FAULTS))(
    '%s does not block the partition: the others are handled, the poison is a dead letter',
    async (fault) => {
      const topic = `poison-${Object.keys(FAULTS).indexOf(fault)}`;
      const handled = new Set<string>();
      const dead: IncomingMessage[] = [];
      await collect(bus, topic, async (messages) => {
        for (const message of messages) FAULTS[fault]?.(message);
        for (const message of messages) handled.add(message.key);
      });
      await bus.publish(
        Array.from({ length: MESSAGES }, (_, n) => ({
          topic,
          key: `k${n}`,
          value: POISON.has(n) ? '{poison' : JSON.stringify({ n }),
        })),
      );
      await collect(bus, `${topic}.dlq`, async (messages) => {
        dead.push(...messages);
      });
      await eventually(() => handled.size === MESSAGES - POISON.size && dead.length >= POISON.size, {
        timeoutMs: 60_000,
        what: 'all messages',
      });
      expect(
        new Set(dead.map(({ headers }) => `${headers['x-origin-partition']}/${headers['x-origin-offset']}`)).size,
      ).toBe(POISON.size);
      expect(dead.map((message) => message.key).sort()).toEqual([...POISON].map((n) => `k${n}`).sort());
      for (const { headers, value } of dead) {
        expect(value.toString()).toBe('{poison');
        expect(headers).toMatchObject({
          'x-origin-topic': topic,
          'x-consumer': `group-${topic}`,
          'x-attempts': expect.stringMatching(/^\d+$/),
          'x-origin-partition': expect.stringMatching(/^[01]$/),
          'x-origin-offset': expect.stringMatching(/^\d+$/),
          'x-error': expect.stringMatching(/.+/),
        });
      }
    },
  );

  test('messages after a thrown TypeError are handled: the consumer continues', async () => {
    const seen: string[] = [];
    await collect(bus, 'after', async (messages) => {
      if (messages.some((message) => message.key === 'bad')) throw new TypeError('not a function');
      seen.push(...messages.map((message) => message.key));
    });
    await bus.publish([{ topic: 'after', key: 'bad', value: '1' }]);
    for (const key of ['a', 'b', 'c']) {
      await bus.publish([{ topic: 'after', key, value: '1' }]);
      await eventually(() => seen.includes(key), { timeoutMs: 60_000, what: `message ${key}` });
    }
    expect(await bus.stall()).toBeNull();
  });

  test('a database that is away for longer than the session timeout costs no messages or partitions', async () => {
    const kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>;
    const [own, rival] = [openBus(kafka), openBus(kafka)];
    const outageMs = SESSION_MS * 1.5;
    const seen = { away: [] as string[], slow: [] as string[] };
    let awayUntil = 0;
    await collect(own, 'away', async (messages) => {
      awayUntil ||= Date.now() + outageMs;
      if (Date.now() < awayUntil) throw Object.assign(new Error('connection failure'), { code: '08006' });
      seen.away.push(...messages.map((message) => message.key));
    });
    await collect(own, 'slow', async (messages) => {
      await new Promise((resolve) => setTimeout(resolve, outageMs));
      seen.slow.push(...messages.map((message) => message.key));
    });
    for (const topic of ['away', 'slow'])
      await own.publish(Array.from({ length: 20 }, () => ({ topic, key: 'one partition', value: '1' })));
    await eventually(() => seen.away.length >= 20 && seen.slow.length >= 20, {
      timeoutMs: 60_000,
      what: 'all messages after the outage',
    });
    // The offsets are committed: a member that joins now gets only new messages.
    for (const topic of ['away', 'slow'] as const) {
      await own.publish([{ topic, key: 'one partition', value: '2' }]);
      await eventually(() => seen[topic].length === 21, { timeoutMs: 60_000, what: 'the next message' });
    }
    const dead: IncomingMessage[] = [];
    await collect(rival, 'away.dlq', async (messages) => {
      dead.push(...messages);
    });
    await rival.publish([{ topic: 'away.dlq', key: 'sentinel', value: '1' }]);
    await eventually(() => dead.length > 0, { timeoutMs: 60_000, what: 'the sentinel' });
    expect(dead.map((message) => message.key)).toEqual(['sentinel']);
    expect(seen.away).toHaveLength(21);
    expect(seen.slow).toHaveLength(21);
  }, 120_000);

  test('a batch that runs at the stop is finished and committed: the successor does not get it again', async () => {
    const kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>;
    const [first, second] = [openBus(kafka), openBus(kafka)];
    let began = false;
    let finish = (): void => {};
    await collect(first, 'drain', async () => {
      began = true;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await first.publish([{ topic: 'drain', key: 'k', value: 'first' }]);
    await eventually(() => began, { timeoutMs: 60_000, what: 'the batch' });
    const stopped = first.stop();
    finish();
    await stopped;
    const seen: string[] = [];
    await collect(second, 'drain', async (messages) => {
      seen.push(...messages.map((message) => message.value.toString()));
    });
    await second.publish([{ topic: 'drain', key: 'k', value: 'second' }]);
    await eventually(() => seen.includes('second'), { timeoutMs: 60_000, what: 'the next message' });
    expect(seen).toEqual(['second']);
  });

  test('a handler that never ends does not delay the stop', async () => {
    const own = openBus();
    let release: (() => void) | undefined;
    await collect(
      own,
      'hanging',
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    await own.publish([{ topic: 'hanging', key: 'k', value: '1' }]);
    await eventually(() => release !== undefined, { timeoutMs: 60_000, what: 'the batch' });
    const from = performance.now();
    await own.stop();
    expect(performance.now() - from).toBeLessThan(10_000);
    release?.();
  });

  test('health reports what is missing until the group is joined', async () => {
    const own = openBus();
    await collect(own, 'joining', async () => {});
    expect(await own.health()).toMatch(/^group-joining: /);
    expect(await own.stall()).toBeNull();
    await eventually(async () => (await own.health()) === null, { timeoutMs: 60_000, what: 'the group' });
  });

  test('megabytes for one key arrive in order; a message that no broker accepts is named and refused', async () => {
    const seen: string[] = [];
    await collect(bus, 'large', async (messages) => {
      seen.push(...messages.map(({ value }) => value.toString('utf8', 0, 3)));
    });
    const numbers = Array.from({ length: 60 }, (_, n) => String(100 + n));
    await bus.publish(numbers.map((n) => ({ topic: 'large', key: 'k', value: n + 'x'.repeat(100_000) })));
    await expect(
      bus.publish([{ topic: 'large', key: 'giant', value: 'é'.repeat(PUBLISH_LIMITS.messageBytesMax / 2) }]),
    ).rejects.toThrow(/large\/[01]: a message with key giant has \d+ bytes/);
    await bus.publish([{ topic: 'large', key: 'k', value: '999'.padEnd(PUBLISH_LIMITS.messageBytesMax - 200, 'x') }]);
    await eventually(() => seen.includes('999'), { timeoutMs: 60_000, what: 'the last message' });
    // A consumer that a slow machine keeps from its heartbeat loses its session and gets a part again.
    expect([...new Set(seen)]).toEqual([...numbers, '999']);
  });

  test.each(['while it joins', 'while it retries'])(
    'messages that a consumer stopped %s did not finish reach its successor at once',
    async (when) => {
      const kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>;
      const [first, second] = [openBus(kafka), openBus(kafka)];
      await second.publish([{ topic: 'handover', key: 'k', value: '1' }]);
      let tries = 0;
      await collect(first, 'handover', () => {
        tries++;
        return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
      });
      if (when === 'while it retries')
        await eventually(() => tries > 1, { timeoutMs: 60_000, what: 'the first tries' });
      const from = performance.now();
      await first.stop();
      const seen: string[] = [];
      await collect(second, 'handover', async (messages) => {
        seen.push(...messages.map((message) => message.key));
      });
      await eventually(() => seen.includes('k'), { timeoutMs: 60_000, what: 'the message' });
      // The consumer left its group: the successor did not wait for its session to expire.
      expect(performance.now() - from).toBeLessThan(SESSION_MS);
    },
  );
});

test('a publish is split in order into parts that a broker accepts', () => {
  const messages = Array.from({ length: 100 }, (_, n) => ({ topic: 't', key: String(n), value: 'x'.repeat(10_000) }));
  const parts = splitMessages(messages, 100_000);
  expect(parts.flat()).toEqual(messages);
  expect(Math.max(...parts.map((part) => part.reduce((sum, { value }) => sum + value.length, 0)))).toBeLessThanOrEqual(
    100_000,
  );
  expect(splitMessages([{ topic: 't', key: 'k', value: 'x'.repeat(200) }], 100)).toHaveLength(1);
});
