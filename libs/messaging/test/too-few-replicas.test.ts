import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';
import { startKafka } from '@qafila/local/kafka';
import type { Kafka as Broker } from '@qafila/local/kafka';
import { scratchDir } from '@qafila/local/scratch-dir';
import { Health } from '@qafila/runtime/health';
import type { Logger } from '@qafila/runtime/log';
import { Metrics } from '@qafila/runtime/metrics';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { KafkaBus } from '../src/kafka-bus.ts';
import { publish } from '../src/outbox.ts';
import { Relay } from '../src/relay.ts';
import { numbersOn } from './numbers-on.ts';
import { inTransaction, kafkaBus, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const PREFIX = 'replicas.';
const SOUND = 'sound.v1';
/** Needs two replicas in sync. Its first partition has two replicas, the others have one, which Kafka accepts. */
const MIXED = 'mixed.v1';
const PARTITIONS = 3;
const KEYS = Array.from({ length: 12 }, (_, n) => `key-${n}`);

interface Line {
  event: string;
  destination?: string;
  reason?: string;
}

describeWithKafka('a partition of a real cluster that has too few replicas in sync', () => {
  let first: Broker;
  let second: Broker;
  let admin: Admin;
  let database: OutboxDatabase;
  let bus: KafkaBus;
  let relay: Relay;
  let refusedKeys: string[];
  let round = 0;
  const lines: Line[] = [];
  const metrics = new Metrics('test', { processMetrics: false });
  const health = new Health();
  const note = (fields: object, event: string): number => lines.push({ ...fields, event });
  const log = Object.assign(Object.create(silent), { warn: note, info: note }) as Logger;

  beforeAll(async () => {
    first = await startKafka({ dataDir: await scratchDir('replicas-first') });
    second = await startKafka({ dataDir: await scratchDir('replicas-second'), joins: first });
    database = await outboxDatabase();
    bus = kafkaBus({ brokers: first.brokers, topicPrefix: PREFIX }, PARTITIONS);
    relay = new Relay({ pool: database.pool, bus, log, metrics, health });
    admin = new Kafka({ brokers: [first.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    await createTopics();
    const destinations = await bus.destinationsOf(KEYS.map((key) => ({ topic: MIXED, key, value: '' })));
    refusedKeys = KEYS.filter((_, n) => destinations[n] === `${MIXED}/0`);
    expect(refusedKeys.length).toBeGreaterThan(0);
    expect(refusedKeys.length).toBeLessThan(KEYS.length);
  }, 180_000);
  afterAll(async () => {
    await relay.stop();
    await bus.stop();
    await admin.disconnect();
    await database.stop();
    await second.stop();
    await first.stop();
  }, 60_000);

  /** A topic begins with as many replicas for each partition: the reassignment takes one from all but the first. */
  async function createTopics(): Promise<void> {
    const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition);
    await eventually(async () => (await admin.describeCluster()).brokers.length === 2, { what: 'the second broker' });
    await admin.createTopics({
      waitForLeaders: true,
      topics: [
        { topic: PREFIX + SOUND, replicaAssignment: partitions.map((partition) => ({ partition, replicas: [1] })) },
        {
          topic: PREFIX + MIXED,
          replicaAssignment: partitions.map((partition) => ({ partition, replicas: [1, 2] })),
          configEntries: [{ name: 'min.insync.replicas', value: '2' }],
        },
      ],
    });
    await admin.alterPartitionReassignments({
      topics: [
        {
          topic: PREFIX + MIXED,
          partitionAssignment: partitions.slice(1).map((partition) => ({ partition, replicas: [1] })),
        },
      ],
    });
    await inSync([2, 1, 1]);
  }

  /** Waits until each partition of the mixed topic has so many replicas in sync. */
  const inSync = (wanted: number[]): Promise<unknown> =>
    eventually(
      async () => {
        const { topics } = await admin.fetchTopicMetadata({ topics: [PREFIX + MIXED] });
        const partitions = [...(topics[0]?.partitions ?? [])].sort((a, b) => a.partitionId - b.partitionId);
        expect(partitions.map(({ isr }) => isr.length)).toEqual(wanted);
      },
      { what: `${wanted.join(', ')} replicas in sync` },
    );
  /** One event of each key on both topics; returns when none is left in the outbox. */
  const commitRound = async (): Promise<void> => {
    round += 1;
    await inTransaction(database.pool, async (client) => {
      for (const key of KEYS)
        for (const topic of [MIXED, SOUND]) await publish(client, topic as never, numbered(round, key));
    });
    relay.wake();
    await eventually(
      async () => (await database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).rowCount === 0,
      { what: `round ${round} to be published or deferred` },
    );
  };
  const deferred = async (): Promise<Record<string, number[]>> => {
    const { rows } = await database.pool.query<{ destination: string; body: string }>(
      'SELECT destination, body FROM outbox_deferred ORDER BY shard, id',
    );
    const found: Record<string, number[]> = {};
    expect([...new Set(rows.map(({ destination }) => destination))]).toEqual(rows.length === 0 ? [] : [`${MIXED}/0`]);
    for (const [key, value] of rows.flatMap(({ body }) => JSON.parse(body) as [string, string][]))
      (found[key] ??= []).push((JSON.parse(value) as { data: { n: number } }).data.n);
    return found;
  };
  const nothingDeferred = (): Promise<unknown> =>
    eventually(async () => Object.keys(await deferred()).length === 0, { what: 'nothing deferred', timeoutMs: 90_000 });
  const gauges = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await metrics.registry.getMetricsAsJSON()).map(({ name, values }) => [name, Number(values[0]?.value)]),
    );
  const rounds = (until: number): number[] => Array.from({ length: until }, (_, n) => n + 1);
  const of = (keys: string[], numbers: number[]): Record<string, number[]> =>
    Object.fromEntries(keys.map((key) => [key, numbers]));
  const onTopic = async (topic: string): Promise<Record<string, number[]>> =>
    Object.fromEntries(await numbersOn(first.brokers, PREFIX + topic));
  const accepted = (): string[] => KEYS.filter((key) => !refusedKeys.includes(key));

  test('its events wait in their order, and all others are published once each', async () => {
    await second.kill();
    await inSync([1, 1, 1]);
    relay.start();
    for (let n = 0; n < 4; n++) await commitRound();
    expect(await deferred()).toEqual(of(refusedKeys, rounds(4)));
    expect(await onTopic(SOUND)).toEqual(of(KEYS, rounds(4)));
    expect(await onTopic(MIXED)).toEqual(of(accepted(), rounds(4)));
  }, 180_000);

  test('the process stays ready, and metrics and one log line say what waits and why', async () => {
    expect(await health.ready()).toEqual({ ready: true, problems: {} });
    const seen = await gauges();
    const waiting = 4 * refusedKeys.length;
    expect(seen).toMatchObject({ outbox_deferred_events: waiting, outbox_unpublished_events: waiting });
    expect(seen['outbox_oldest_seconds']).toBeGreaterThan(0);
    expect(lines.filter(({ event }) => event === 'relay.deferred')).toEqual([
      { event: 'relay.deferred', destination: `${MIXED}/0`, reason: expect.stringMatching(/in-sync replicas/) },
    ]);
  });

  test('they arrive once each, before later ones, when the replica is back', async () => {
    await second.restart();
    await inSync([2, 1, 1]);
    await commitRound();
    await nothingDeferred();
    await commitRound();
    expect(await onTopic(MIXED)).toEqual(of(KEYS, rounds(6)));
    expect(await onTopic(SOUND)).toEqual(of(KEYS, rounds(6)));
    expect(lines.filter(({ event }) => event === 'relay.accepted')).toHaveLength(1);
    expect(await gauges()).toMatchObject({ outbox_deferred_events: 0, outbox_unpublished_events: 0 });
  }, 180_000);

  test('a replica that dies while the relay publishes repeats no event of another partition', async () => {
    const before = round;
    const publishing = (async () => {
      for (let n = 0; n < 20; n++) await commitRound();
    })();
    await eventually(() => round > before + 3, { what: 'publications' });
    await second.kill();
    await publishing;
    await commitRound();
    expect(Object.keys(await deferred()).sort()).toEqual([...refusedKeys].sort());
    expect(await onTopic(SOUND)).toEqual(of(KEYS, rounds(round)));
    await second.restart();
    await nothingDeferred();
    const mixed = await onTopic(MIXED);
    for (const key of accepted()) expect([key, mixed[key]]).toEqual([key, rounds(round)]);
    // What was appended before the refusal is repeated, in order.
    const once = (numbers: number[] = []): number[] => numbers.filter((n, at) => numbers.indexOf(n) === at);
    for (const key of refusedKeys) expect([key, once(mixed[key])]).toEqual([key, rounds(round)]);
  }, 180_000);
});
