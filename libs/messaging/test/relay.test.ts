import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@qafila/runtime/log';
import { eventually } from '@qafila/testing/wait';
import type { Bus, OutgoingMessage } from '../src/bus.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { EVENT_BYTES_MAX, publish, publishAll } from '../src/outbox.ts';
import { RELAY_LIMITS, Relay } from '../src/relay.ts';
import { inTransaction, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const TOPIC = 'meter.events.v1';

let database: OutboxDatabase;
const relays: Relay[] = [];
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
  await database.stop();
});

/** A bus that records the published messages. A test can make it wait or fail. */
class Recorder implements Bus {
  readonly messages: OutgoingMessage[] = [];
  before: () => Promise<void> = async () => {};
  after: () => Promise<void> = async () => {};
  async publish(messages: OutgoingMessage[]): Promise<void> {
    await this.before();
    this.messages.push(...messages);
    await this.after();
  }
  async destinationsOf(messages: OutgoingMessage[]): Promise<string[]> {
    return messages.map(({ topic }) => topic);
  }
  async subscribe(): Promise<void> {}
  async health(): Promise<null> {
    return null;
  }
  async stop(): Promise<void> {}
  get ids(): string[] {
    return this.messages.map(({ value }) => (JSON.parse(String(value)) as { id: string }).id);
  }
}

function startRelay(bus: Bus): Relay {
  const relay = new Relay({ pool: database.pool, bus, log: silent });
  relays.push(relay);
  relay.start();
  return relay;
}

const commit = (n: number, subject?: string): Promise<void> =>
  inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n, subject)));
const unpublished = async (): Promise<number> =>
  Number((await database.pool.query('SELECT count(*) AS n FROM outbox WHERE published_at IS NULL')).rows[0].n);

test('an event is published if and only if its transaction committed', async () => {
  await expect(
    inTransaction(database.pool, async (client) => {
      await publish(client, TOPIC, numbered(1));
      throw new Error('the state could not be written');
    }),
  ).rejects.toThrow();
  await commit(2);
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.length > 0, { what: 'the committed event' });
  expect(bus.ids).toEqual(['event-2']);
});

test('a transaction that commits late with a lower id is not skipped', async () => {
  const bus = new Recorder();
  startRelay(bus);
  await inTransaction(database.pool, async (slow) => {
    await publish(slow, TOPIC, numbered(1, 'k'));
    await commit(2, 'k');
    await eventually(() => bus.ids.includes('event-2'), { what: 'the later id' });
  });
  await eventually(() => bus.ids.includes('event-1'), { what: 'the lower id that committed late' });
});

test('events of one key keep their order over many rows with many events each', async () => {
  for (let n = 0; n < 40; n++)
    await inTransaction(database.pool, (client) =>
      publishAll(client, TOPIC, [numbered(3 * n, 'k'), numbered(3 * n + 1, 'k'), numbered(3 * n + 2, 'k')]),
    );
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.length === 120, { what: 'all events' });
  expect(bus.ids).toEqual(Array.from({ length: 120 }, (_, n) => `event-${n}`));
});

const leases = async (where: string): Promise<number> =>
  (await database.pool.query(`SELECT 1 FROM outbox_lease WHERE ${where}`)).rowCount ?? 0;

test('a relay that was frozen past its lease marks nothing: its successor’s epoch is newer', async () => {
  await commit(1);
  const frozen = new Recorder();
  let thaw: (() => void) | undefined;
  frozen.before = () =>
    new Promise((resolve) => {
      thaw = resolve;
    });
  const zombie = startRelay(frozen);
  await eventually(() => thaw !== undefined, { what: 'the first relay, between reading and marking' });
  await database.pool.query("UPDATE outbox_lease SET expires_at = '-infinity'");
  const failing = new Recorder();
  failing.before = () => Promise.reject(new Error('the broker is away'));
  startRelay(failing);
  await eventually(async () => (await leases('epoch = 2')) === 4, { what: 'the take-over' });
  thaw?.();
  await eventually(() => frozen.messages.length === 1, { what: 'the frozen relay’s publish' });
  // The stop waits for its round: if it were able to mark, the row would be marked now.
  await zombie.stop();
  expect(await unpublished()).toBe(1);
  expect(await leases('epoch = 2')).toBe(4);
  failing.before = async () => {};
  await eventually(() => failing.ids.includes('event-1'), { timeoutMs: 20_000, what: 'the successor’s publish' });
  await eventually(async () => (await unpublished()) === 0, { what: 'the successor’s mark' });
});

test('a successor takes over from a killed relay when its lease has expired, not before', async () => {
  await database.pool.query(
    "UPDATE outbox_lease SET owner = 'killed', epoch = 7, expires_at = now() + interval '3 seconds'",
  );
  const until = performance.now() + 3_000;
  await commit(1);
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.includes('event-1'), { timeoutMs: 20_000, what: 'the successor' });
  expect(performance.now()).toBeGreaterThan(until - 500);
  expect(await leases('epoch = 8')).toBe(4);
});

test('a relay does not touch a shard that another one owns, and polling for it costs no writes', async () => {
  await database.pool.query(
    "UPDATE outbox_lease SET owner = 'other', expires_at = now() + interval '1 hour' WHERE shard < 2",
  );
  const bus = new Recorder();
  startRelay(bus);
  for (let n = 0; n < 20; n++) await commit(n, `key-${n}`);
  const mine = Number((await database.pool.query('SELECT count(*) AS n FROM outbox WHERE shard >= 2')).rows[0].n);
  expect(mine).toBeGreaterThan(0);
  const expiries = new Set<string>();
  await eventually(
    async () => {
      const { rows } = await database.pool.query<{ at: string }>(
        'SELECT expires_at::text AS at FROM outbox_lease WHERE shard >= 2',
      );
      for (const { at } of rows) expiries.add(at);
      return bus.ids.length === mine && (await unpublished()) === 20 - mine;
    },
    { what: 'the rows of the free shards' },
  );
  for (const until = performance.now() + 2_000; performance.now() < until;) {
    const { rows } = await database.pool.query<{ at: string }>(
      'SELECT expires_at::text AS at FROM outbox_lease WHERE shard >= 2',
    );
    for (const { at } of rows) expiries.add(at);
  }
  // Free, claimed, and at most one renewal.
  expect(expiries.size).toBeLessThanOrEqual(3);
});

test('while the broker is away the relay keeps its shards, and commits do not turn it into a busy loop', async () => {
  const bus = new Recorder();
  let tries = 0;
  bus.before = () => {
    tries++;
    return Promise.reject(new Error('the broker is away'));
  };
  const relay = startRelay(bus);
  await commit(1);
  await eventually(() => tries > 0, { what: 'the first try' });
  for (const until = performance.now() + 1_500; performance.now() < until;) {
    relay.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(tries).toBeLessThan(6);
  expect(await leases('epoch = 1')).toBe(4);
  bus.before = async () => {};
  await eventually(() => bus.ids.includes('event-1'), { timeoutMs: 20_000, what: 'the event' });
});

test('a wake during a round is not lost, and commits of other processes are found without a wake', async () => {
  const bus = new Recorder();
  const relay = startRelay(bus);
  await commit(1);
  await eventually(() => bus.ids.includes('event-1'), { what: 'the event without a wake' });
  let release: (() => void) | undefined;
  bus.before = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  await commit(2);
  await eventually(() => release !== undefined, { what: 'a round' });
  bus.before = async () => {};
  await commit(3);
  relay.wake();
  const from = performance.now();
  release?.();
  await eventually(() => bus.ids.includes('event-3'), { intervalMs: 1, what: 'the event of the wake' });
  expect(performance.now() - from).toBeLessThan(RELAY_LIMITS.pollMs * 10);
});

test('a stop does not wait for a broker that does not answer', async () => {
  const bus = new Recorder();
  let hanging = false;
  bus.before = () => {
    hanging = true;
    return new Promise(() => {});
  };
  const relay = startRelay(bus);
  await commit(1);
  await eventually(() => hanging, { what: 'the publish' });
  const from = performance.now();
  await relay.stop();
  expect(performance.now() - from).toBeLessThan(RELAY_LIMITS.stopMs + 2_000);
  expect(await leases("expires_at = '-infinity'")).toBe(4);
});

test('an event that was published and not marked is published again with the same id', async () => {
  await commit(1);
  const bus = new Recorder();
  let died = false;
  bus.after = async () => {
    if (!died) {
      died = true;
      throw new Error('died before the mark');
    }
  };
  startRelay(bus);
  await eventually(() => bus.ids.length >= 2, { what: 'the second publish' });
  expect(bus.ids).toEqual(['event-1', 'event-1']);
  await eventually(async () => (await unpublished()) === 0, { what: 'the mark' });
});

test('the second of two relays takes over when the first has stopped', async () => {
  const [first, second] = [new Recorder(), new Recorder()];
  const firstRelay = startRelay(first);
  await eventually(
    async () => (await database.pool.query('SELECT 1 FROM outbox_lease WHERE owner IS NOT NULL')).rowCount === 4,
    { what: 'the lease' },
  );
  startRelay(second);
  await firstRelay.stop();
  await commit(5);
  await eventually(() => second.ids.includes('event-5'), { timeoutMs: 20_000, what: 'the second relay' });
  expect(first.ids).toEqual([]);
});

test('a publish on the embedded bus waits for every group, and a failing group gets the batch again', async () => {
  const bus = new EmbeddedBus(silent);
  const seen = { good: [] as string[], flaky: [] as string[] };
  let failures = 0;
  await bus.subscribe({
    group: 'good',
    topics: [TOPIC],
    batchMessagesMax: 10,
    handler: async (messages) => {
      seen.good.push(...messages.map((m) => m.key));
    },
  });
  await bus.subscribe({
    group: 'flaky',
    topics: [TOPIC],
    batchMessagesMax: 10,
    handler: async (messages) => {
      if (failures++ < 2) throw Object.assign(new Error('deadlock'), { code: '40P01' });
      expect(await unpublished()).toBe(1);
      seen.flaky.push(...messages.map((m) => m.key));
    },
  });
  await commit(1, 'a');
  startRelay(bus);
  await eventually(async () => (await unpublished()) === 0, { what: 'the mark' });
  expect(seen).toEqual({ good: ['a'], flaky: ['a'] });
  await bus.stop();
});

test('the embedded bus logs dead letters and continues', async () => {
  const bus = new EmbeddedBus(silent);
  const seen: string[] = [];
  await bus.subscribe({
    group: 'g',
    topics: [TOPIC],
    batchMessagesMax: 100,
    handler: async (messages) => {
      if (messages.some((message) => message.key === 'poison')) throw new TypeError('not a function');
      seen.push(...messages.map((message) => message.key));
    },
  });
  for (const [n, key] of ['a', 'poison', 'b'].entries()) await commit(n, key);
  startRelay(bus);
  await eventually(async () => (await unpublished()) === 0, { what: 'the mark' });
  expect(seen.sort()).toEqual(['a', 'b']);
});

test('a group that cannot finish prevents the mark, and after a restart all groups get the batch again', async () => {
  await commit(1, 'a');
  const seen: string[] = [];
  const open = async (well: boolean): Promise<{ bus: EmbeddedBus; relay: Relay }> => {
    const bus = new EmbeddedBus(silent);
    await bus.subscribe({
      group: 'good',
      topics: [TOPIC],
      batchMessagesMax: 10,
      handler: async () => {
        seen.push('good');
      },
    });
    await bus.subscribe({
      group: 'waiting',
      topics: [TOPIC],
      batchMessagesMax: 10,
      handler: async () => {
        seen.push(well ? 'done' : 'waiting');
        if (!well) throw Object.assign(new Error('away'), { code: '08006' });
      },
    });
    return { bus, relay: startRelay(bus) };
  };
  const first = await open(false);
  await eventually(() => seen.includes('waiting'), { what: 'the group that waits' });
  await first.bus.stop();
  await first.relay.stop();
  expect(await unpublished()).toBe(1);
  expect(seen.filter((group) => group === 'good')).toHaveLength(1);
  await open(true);
  await eventually(async () => (await unpublished()) === 0, { timeoutMs: 30_000, what: 'the mark' });
  expect(seen.filter((group) => group === 'good')).toHaveLength(2);
  expect(seen).toContain('done');
});

test('rows of a day without a partition are kept and published', async () => {
  await database.pool.query(
    "INSERT INTO outbox (created_at, shard, topic, event_count, body) VALUES ('2031-01-01', 0, $1, 1, $2)",
    [TOPIC, JSON.stringify([numbered(9)])],
  );
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.includes('event-9'), { what: 'the stray row' });
  await eventually(async () => (await unpublished()) === 0, { what: 'its mark' });
});

test('an event that no broker accepts is refused before it is committed', async () => {
  // The second text has few characters and many bytes.
  for (const text of ['x'.repeat(EVENT_BYTES_MAX), '€'.repeat(EVENT_BYTES_MAX / 2)]) {
    await expect(
      inTransaction(database.pool, (client) => publish(client, TOPIC, { ...numbered(1), data: { text } })),
    ).rejects.toThrow('larger than');
  }
  expect(await unpublished()).toBe(0);
});

test('a single relay publishes each event once, however commits, reads and marks overlap', async () => {
  const bus = new EmbeddedBus(createLogger('test', 'silent'));
  const seen: string[] = [];
  await bus.subscribe({
    group: 'counting',
    topics: [TOPIC],
    batchMessagesMax: 50,
    handler: async (messages) => {
      seen.push(...messages.map((message) => (JSON.parse(message.value.toString()) as { id: string }).id));
    },
  });
  const relay = startRelay(bus);
  for (let round = 0; round < 150; round++) {
    await Promise.all(
      [1, 2, 3].map(async (place) => {
        await commit(3 * round + place);
        relay.wake();
      }),
    );
  }
  await eventually(async () => (await unpublished()) === 0, { timeoutMs: 30_000, what: 'the marks' });
  expect(seen.length).toBe(new Set(seen).size);
  expect(seen.length).toBe(450);
});
