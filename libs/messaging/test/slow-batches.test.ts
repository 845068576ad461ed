import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { Bus, IncomingMessage } from '../src/bus.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { kafkaBus, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const TOPIC = 'slow.v1';
const MESSAGES = 300;
/** A batch of more than 50 messages exceeds it. */
const STATEMENT_MS = 500;
const MESSAGE_SECONDS = 0.01;
const POISON = 'poison';

let database: OutboxDatabase;
let bus: Bus | undefined;
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(async () => {
  await bus?.stop();
  await database.stop();
});

interface Seen {
  handled: string[];
  dead: string[];
}

/** Each message costs time in one statement, as a fan-out does; one message costs too much by itself. */
async function consume(on: Bus): Promise<Seen> {
  const seen: Seen = { handled: [], dead: [] };
  await on.subscribe({
    group: 'slow',
    topics: [TOPIC],
    batchMessagesMax: 1_000,
    handler: async (messages: IncomingMessage[]) => {
      const client = await database.pool.connect();
      try {
        await client.query(`BEGIN; SET LOCAL statement_timeout = ${STATEMENT_MS}`);
        const isPoison = messages.some(({ value }) => value.toString() === POISON);
        await client.query('SELECT pg_sleep($1)', [isPoison ? 60 : messages.length * MESSAGE_SECONDS]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
      seen.handled.push(...messages.map(({ value }) => value.toString()));
    },
  });
  return seen;
}

const messages = Array.from({ length: MESSAGES }, (_, n) => ({ topic: TOPIC, key: 'k', value: String(n) }));

test('the embedded bus handles what is too slow at once in smaller batches, in order', async () => {
  bus = new EmbeddedBus(silent);
  const seen = await consume(bus);
  await bus.publish(messages);
  expect(seen.handled).toEqual(messages.map(({ value }) => value));
}, 60_000);

describeWithKafka('batches that are too slow, on a real broker', (kafka) => {
  test('they shrink, a message that is too slow alone is a dead letter, other partitions go on', async () => {
    const own = kafkaBus(kafka);
    bus = own;
    const keys = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ topic: TOPIC, key, value: '' }));
    const places = await own.publish(keys).then(() => own.destinationsOf(keys));
    const other = (keys[places.findIndex((place) => place !== places[0])] as { key: string }).key;
    const seen = await consume(own);
    await eventually(() => seen.handled.length === keys.length, { what: 'the consumer' });
    const dead: string[] = [];
    await own.subscribe({
      group: 'dead',
      topics: [`${TOPIC}.dlq`],
      batchMessagesMax: 100,
      handler: async (all) => {
        dead.push(...all.map(({ value }) => value.toString()));
      },
    });
    await own.publish([
      ...messages.map((message) => ({ ...message, key: 'a', value: message.value === '150' ? POISON : message.value })),
      { topic: TOPIC, key: other, value: 'beside' },
    ]);
    await eventually(() => seen.handled.includes('beside'), { what: 'the other partition' });
    await eventually(() => seen.handled.includes('299') && dead.includes(POISON), { what: 'all messages' });
    const expected = messages.map(({ value }) => value).filter((value) => value !== '150');
    expect(seen.handled.filter((value) => /^\d/.test(value))).toEqual(expected);
    expect(dead).toEqual([POISON]);
  }, 120_000);
});
