import { expect, test } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { BatchHandler } from '../src/bus.ts';
import { ConsumerMetrics } from '../src/consumer-metrics.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { kafkaBus, silent } from './outbox-database.ts';

const [TOPIC, GROUP] = ['counted.v1', 'counting'];

async function read(metrics: Metrics): Promise<Record<string, number>> {
  const all = await metrics.registry.getMetricsAsJSON();
  return Object.fromEntries(
    all.flatMap(({ name, values }) =>
      values.map(({ labels, value }) => [`${name} ${labels['group']} ${labels['topic']}`, Number(value)]),
    ),
  );
}
const named = (name: string): string => `${name} ${GROUP} ${TOPIC}`;
const messages = (values: string[]): { topic: string; key: string; value: string }[] =>
  values.map((value, n) => ({ topic: TOPIC, key: `k${n}`, value }));
const poisonOf: BatchHandler = async (batch) =>
  batch
    .filter(({ value }) => value.toString() === 'poison')
    .map((message) => ({ message, error: new Error('not an event') }));

test('the embedded bus counts dead letters, from zero', async () => {
  const metrics = new Metrics('test', { processMetrics: false });
  const bus = new EmbeddedBus(silent);
  await bus.subscribe({
    group: GROUP,
    topics: [TOPIC],
    batchMessagesMax: 10,
    handler: poisonOf,
    metrics: new ConsumerMetrics(metrics),
  });
  expect(await read(metrics)).toMatchObject({ [named('consumer_dead_letters_total')]: 0 });
  await bus.publish(messages(['event', 'poison', 'poison']));
  expect(await read(metrics)).toMatchObject({ [named('consumer_dead_letters_total')]: 2 });
});

describeWithKafka('consumers of a real broker', (kafka) => {
  test('show what waits behind a handler that is stuck, dead letters, and the age of the last message', async () => {
    const metrics = new Metrics('test', { processMetrics: false });
    const bus = kafkaBus(kafka);
    await bus.publish(messages(['event', 'event', 'poison', 'event', 'event']));
    let isStuck = true;
    await bus.subscribe({
      group: GROUP,
      topics: [TOPIC],
      batchMessagesMax: 2,
      handler: async (batch) => {
        await eventually(() => !isStuck);
        return poisonOf(batch);
      },
      metrics: new ConsumerMetrics(metrics),
    });
    await eventually(async () => (await read(metrics))[named('consumer_lag_messages')] === 5, { what: 'the lag' });
    await bus.publish(messages(['event', 'event']));
    await eventually(async () => (await read(metrics))[named('consumer_lag_messages')] === 7, { what: 'more lag' });
    isStuck = false;
    await eventually(async () => (await read(metrics))[named('consumer_lag_messages')] === 0, { what: 'no lag' });
    const now = await read(metrics);
    expect(now[named('consumer_dead_letters_total')]).toBe(1);
    expect(now[named('consumer_message_age_seconds')]).toBeGreaterThan(0);
    await bus.stop();
  }, 120_000);
});
