import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import type { Admin } from 'kafkajs';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import type { KafkaBus } from '../src/kafka-bus.ts';
import { publish, publishAll } from '../src/outbox.ts';
import { RELAY_LIMITS, Relay } from '../src/relay.ts';
import { numbersOn } from './numbers-on.ts';
import { inTransaction, kafkaBus, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

/** ConfigResourceTypes.TOPIC, which kafkajs does not export to ES modules. */
const TOPIC_RESOURCE = 2;
const PARTITIONS = 4;
const SOUND = 'sound.v1';
const SHORT = 'short.v1';

describeWithKafka('brokers that refuse some of what the relay publishes', (shared) => {
  let database: OutboxDatabase;
  let bus: KafkaBus;
  let admin: Admin;
  let prefix: string;
  let next = 0;
  const relays: Relay[] = [];

  beforeEach(async () => {
    prefix = `${shared.topicPrefix}${next++}.`;
    database = await outboxDatabase();
    bus = kafkaBus({ ...shared, topicPrefix: prefix }, PARTITIONS);
    admin = new Kafka({ brokers: [shared.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.stop();
    await bus.stop();
    await admin.disconnect();
    await database.stop();
  });

  const topic = (name: string, settings: Record<string, string> = {}): Promise<boolean> =>
    admin.createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic: prefix + name,
          numPartitions: PARTITIONS,
          replicationFactor: 1,
          configEntries: Object.entries(settings).map(([key, value]) => ({ name: key, value })),
        },
      ],
    });
  const configure = async (name: string, settings: Record<string, string>): Promise<void> => {
    await admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: TOPIC_RESOURCE,
          name: prefix + name,
          configEntries: Object.entries(settings).map(([key, value]) => ({ name: key, value })),
        },
      ],
    });
  };
  const commit = (name: string, n: number, key: string, text = ''): Promise<void> =>
    inTransaction(database.pool, (client) =>
      publish(client, name as never, { ...numbered(n, key), data: { n, text } }),
    );
  const startRelay = (): Relay => {
    const relay = new Relay({ pool: database.pool, bus, log: silent });
    relays.push(relay);
    relay.start();
    return relay;
  };

  const onTopic = (name: string): Promise<Map<string, number[]>> => numbersOn(shared.brokers, prefix + name);
  const ends = async (name: string): Promise<number> =>
    (await admin.fetchTopicOffsets(prefix + name)).reduce((sum, { high }) => sum + Number(high), 0);
  const unpublished = async (): Promise<number> =>
    Number((await database.pool.query('SELECT count(*) AS n FROM outbox WHERE published_at IS NULL')).rows[0].n);

  test('a topic that is refused stops no other topic, repeats nothing there, and catches up in order', async () => {
    await topic(SOUND);
    await topic(SHORT, { 'max.message.bytes': '100' });
    // More than a read holds: rows that cannot be published must not keep the others from being seen.
    const deferred = 3 * RELAY_LIMITS.rowsPerReadMax;
    await inTransaction(database.pool, async (client) => {
      for (let n = 0; n < deferred; n++) await publish(client, SHORT as never, numbered(n, `key-${n % 7}`));
    });
    for (let n = 0; n < 100; n++) await commit(SOUND, n, `key-${n % 7}`);
    startRelay();
    await eventually(async () => (await ends(SOUND)) >= 100, { what: 'the sound topic' });
    for (let n = 100; n < 120; n++) await commit(SOUND, n, `key-${n % 7}`);
    for (let n = deferred; n < deferred + 20; n++) await commit(SHORT, n, `key-${n % 7}`);
    await eventually(async () => (await ends(SOUND)) >= 120 && (await unpublished()) === 0, { what: 'the others' });
    expect(await ends(SHORT)).toBe(0);
    await configure(SHORT, { 'max.message.bytes': '1000000' });
    await eventually(async () => (await ends(SHORT)) >= deferred + 20, { what: 'the topic, once it is accepted' });
    await eventually(async () => (await database.pool.query('SELECT 1 FROM outbox_deferred')).rowCount === 0, {
      what: 'nothing deferred',
    });
    const [sound, short] = [await onTopic(SOUND), await onTopic(SHORT)];
    for (let k = 0; k < 7; k++) {
      const all = (until: number): number[] => Array.from({ length: until }, (_, n) => n).filter((n) => n % 7 === k);
      expect(sound.get(`key-${k}`)).toEqual(all(120));
      expect(short.get(`key-${k}`)).toEqual(all(deferred + 20));
    }
  }, 180_000);

  test('one partition that refuses keeps its keys only, also within a row that has keys of others', async () => {
    await topic(SOUND, { 'max.message.bytes': '2000' });
    const destinations = await bus.destinationsOf(
      Array.from({ length: 50 }, (_, n) => ({ topic: SOUND, key: `k${n}`, value: '' })),
    );
    const bad = destinations[0] as string;
    const keys = destinations.map((destination, n) => ({ key: `k${n}`, isBad: destination === bad }));
    await commit(SOUND, 0, 'k0', 'x'.repeat(5_000));
    startRelay();
    for (let round = 1; round <= 3; round++) {
      await inTransaction(database.pool, (client) =>
        publishAll(
          client,
          SOUND as never,
          keys.map(({ key }) => numbered(round, key)),
          0,
        ),
      );
    }
    const sound = keys.filter(({ isBad }) => !isBad);
    expect(sound.length).toBeGreaterThan(10);
    await eventually(async () => (await ends(SOUND)) >= 3 * sound.length && (await unpublished()) === 0, {
      what: 'the other partitions',
    });
    const before = await onTopic(SOUND);
    for (const { key, isBad } of keys) expect([key, before.get(key)]).toEqual([key, isBad ? undefined : [1, 2, 3]]);
    // The next relay finds what is deferred, and holds what follows.
    await relays.splice(0)[0]?.stop();
    for (const { key } of keys) await commit(SOUND, 4, key);
    startRelay();
    await eventually(async () => (await ends(SOUND)) >= 4 * sound.length && (await unpublished()) === 0, {
      what: 'the other partitions, by the next relay',
    });
    await configure(SOUND, { 'max.message.bytes': '1000000' });
    await eventually(async () => (await ends(SOUND)) >= 4 * keys.length + 1, { what: 'the partition' });
    const after = await onTopic(SOUND);
    const order = (key: string): number[] => (after.get(key) ?? []).filter((n, at, all) => all.indexOf(n) === at);
    // Two relays may publish what the first had not marked: its repeats are in order too.
    for (const { key } of keys) expect([key, order(key)]).toEqual([key, key === 'k0' ? [0, 1, 2, 3, 4] : [1, 2, 3, 4]]);
  }, 180_000);

  test('a topic that the cluster cannot create stops no other topic', async () => {
    await topic(SOUND);
    await commit('a topic with an impossible name', 0, 'k');
    for (let n = 0; n < 5; n++) await commit(SOUND, n, 'k');
    startRelay();
    await eventually(async () => (await ends(SOUND)) >= 5 && (await unpublished()) === 0, { what: 'the sound topic' });
    expect((await onTopic(SOUND)).get('k')).toEqual([0, 1, 2, 3, 4]);
  }, 120_000);
});
