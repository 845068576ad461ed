import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeWithKafka, testKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { BatchHandler, IncomingMessage } from '../src/bus.ts';
import type { KafkaBus } from '../src/kafka-bus.ts';
import { inParts } from '../src/kafka-bus.ts';
import { kafkaBus } from './outbox-database.ts';

const MESSAGES = 200;
const POISON = new Set([7, 77, 78, 150]);

/** What each planted fault does to a handler that meets it. */
const FAULTS: Record<string, (message: IncomingMessage) => void> = {
  'invalid JSON': (message) => void JSON.parse(message.value.toString()),
  'a TypeError of the handler': (message) => { if (message.value.includes('poison')) (undefined as unknown as { a: { b: string } }).a.b.trim(); },
  'a plain error': (message) => { if (message.value.includes('poison')) throw new Error('cannot be stored'); },
  'a NUL that the database refuses': (message) => { if (message.value.includes('poison')) throw Object.assign(new Error('invalid byte sequence'), { code: '22021' }); },
};

describeWithKafka('a consumer on a real broker', () => {
  const buses: KafkaBus[] = [];
  const openBus = (kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>): KafkaBus => {
    const bus = kafkaBus(kafka);
    buses.push(bus);
    return bus;
  };
  let bus: KafkaBus;
  beforeAll(() => { bus = openBus(); });
  afterAll(async () => { for (const one of buses) await one.stop(); });

  async function collect(on: KafkaBus, topic: string, handler: BatchHandler): Promise<void> {
    await on.subscribe({ group: `group-${topic}`, topics: [topic], handler, batchMessagesMax: 50 });
  }

  test.each(Object.keys(FAULTS))('%s does not block the partition: the others are handled, the poison is a dead letter', async (fault) => {
    const topic = `poison-${Object.keys(FAULTS).indexOf(fault)}`;
    const handled = new Set<string>();
    const dead: IncomingMessage[] = [];
    await collect(bus, topic, async (messages) => {
      for (const message of messages) FAULTS[fault]?.(message);
      for (const message of messages) handled.add(message.key);
    });
    await bus.publish(Array.from({ length: MESSAGES }, (_, n) => ({ topic, key: `k${n}`, value: POISON.has(n) ? '{poison' : JSON.stringify({ n }) })));
    await collect(bus, `${topic}.dlq`, async (messages) => { dead.push(...messages); });
    await eventually(() => handled.size === MESSAGES - POISON.size && dead.length >= POISON.size, { timeoutMs: 60_000, what: 'all messages' });
    expect(dead.map((message) => message.key).sort()).toEqual([...POISON].map((n) => `k${n}`).sort());
    for (const { headers, value } of dead) {
      expect(value.toString()).toBe('{poison');
      expect(headers).toMatchObject({ 'x-origin-topic': topic, 'x-consumer': `group-${topic}`, 'x-attempts': expect.stringMatching(/^\d+$/), 'x-origin-offset': expect.stringMatching(/^\d+$/), 'x-error': expect.stringMatching(/.+/) });
    }
  });

  test('messages that come after a thrown TypeError are handled: the consumer lives on', async () => {
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
    expect(await bus.health()).toBeNull();
  });

  test('a database that is away for a while makes no dead letter and loses nothing', async () => {
    const seen = new Set<string>();
    let failures = 0;
    await collect(bus, 'away', async (messages) => {
      if (failures++ < 6) throw Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
      for (const message of messages) seen.add(message.key);
    });
    await bus.publish(Array.from({ length: 20 }, (_, n) => ({ topic: 'away', key: `k${n}`, value: '1' })));
    await eventually(() => seen.size === 20, { timeoutMs: 60_000, what: 'all messages after the outage' });
    const dead: IncomingMessage[] = [];
    await collect(bus, 'away.dlq', async (messages) => { dead.push(...messages); });
    await bus.publish([{ topic: 'away.dlq', key: 'sentinel', value: '1' }]);
    await eventually(() => dead.length > 0, { timeoutMs: 60_000, what: 'the sentinel' });
    expect(dead.map((message) => message.key)).toEqual(['sentinel']);
  });

  test('what a stopped consumer had not finished comes to its successor', async () => {
    const kafka = testKafka() as NonNullable<ReturnType<typeof testKafka>>;
    const [first, second] = [openBus(kafka), openBus(kafka)];
    await collect(first, 'handover', () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })));
    await first.publish([{ topic: 'handover', key: 'k', value: '1' }]);
    await first.stop();
    const seen: string[] = [];
    await collect(second, 'handover', async (messages) => { seen.push(...messages.map((message) => message.key)); });
    await eventually(() => seen.includes('k'), { timeoutMs: 60_000, what: 'the message' });
  });
});

test('a publish is cut into parts that a broker takes, in order', () => {
  const messages = Array.from({ length: 100 }, (_, n) => ({ topic: 't', key: String(n), value: 'x'.repeat(10_000) }));
  const parts = inParts(messages, 100_000);
  expect(parts.flat()).toEqual(messages);
  expect(Math.max(...parts.map((part) => part.reduce((sum, { value }) => sum + value.length, 0)))).toBeLessThanOrEqual(100_000);
  expect(inParts([{ topic: 't', key: 'k', value: 'x'.repeat(200) }], 100)).toHaveLength(1);
});
