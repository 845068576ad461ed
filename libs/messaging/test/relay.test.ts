import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { Bus, OutgoingMessage } from '../src/bus.ts';
import { EmbeddedBus } from '../src/embedded-bus.ts';
import { maintainPartitions } from '../src/outbox-partitions.ts';
import { EVENT_BYTES_MAX, publish, publishAll } from '../src/outbox.ts';
import { Relay } from '../src/relay.ts';
import { inTransaction, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const TOPIC = 'meter.events.v1';

let database: OutboxDatabase;
const relays: Relay[] = [];
beforeEach(async () => { database = await outboxDatabase(); });
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
  await database.stop();
});

/** A bus that keeps what it is given, and may be told to wait or to fail. */
class Recorder implements Bus {
  readonly messages: OutgoingMessage[] = [];
  before: () => Promise<void> = async () => {};
  async publish(messages: OutgoingMessage[]): Promise<void> {
    await this.before();
    this.messages.push(...messages);
  }
  async subscribe(): Promise<void> {}
  async health(): Promise<null> { return null; }
  async stop(): Promise<void> {}
  get ids(): string[] { return this.messages.map(({ value }) => (JSON.parse(String(value)) as { id: string }).id); }
}

function startRelay(bus: Bus): Relay {
  const relay = new Relay({ pool: database.pool, bus, log: silent });
  relays.push(relay);
  relay.start();
  return relay;
}

const commit = (n: number, subject?: string): Promise<void> => inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n, subject)));
const unpublished = async (): Promise<number> => Number((await database.pool.query('SELECT count(*) AS n FROM outbox WHERE published_at IS NULL')).rows[0].n);

test('an event is there exactly when its transaction committed', async () => {
  await expect(inTransaction(database.pool, async (client) => {
    await publish(client, TOPIC, numbered(1));
    throw new Error('the state could not be written');
  })).rejects.toThrow();
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

test('events of one key keep their order, many rows and many events a row', async () => {
  for (let n = 0; n < 40; n++) await inTransaction(database.pool, (client) => publishAll(client, TOPIC, [numbered(3 * n, 'k'), numbered(3 * n + 1, 'k'), numbered(3 * n + 2, 'k')]));
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.length === 120, { what: 'all events' });
  expect(bus.ids).toEqual(Array.from({ length: 120 }, (_, n) => `event-${n}`));
});

test('a relay that was frozen past its lease marks nothing: its successor’s epoch is newer', async () => {
  await commit(1);
  const frozen = new Recorder();
  let thaw = (): void => {};
  frozen.before = () => new Promise((resolve) => { thaw = resolve; });
  startRelay(frozen);
  await eventually(async () => (await database.pool.query("SELECT 1 FROM outbox_lease WHERE owner IS NOT NULL")).rowCount === 4, { what: 'the first lease' });
  await database.pool.query("UPDATE outbox_lease SET expires_at = '-infinity'");
  const failing = new Recorder();
  failing.before = () => Promise.reject(new Error('the broker is away'));
  startRelay(failing);
  await eventually(async () => (await database.pool.query('SELECT 1 FROM outbox_lease WHERE epoch >= 2')).rowCount === 4, { what: 'the take-over' });
  thaw();
  await eventually(() => frozen.messages.length === 1, { what: 'the frozen relay’s publish' });
  // Its mark was refused: the row is still the successor's to publish.
  failing.before = async () => {};
  await eventually(() => failing.ids.includes('event-1'), { timeoutMs: 20_000, what: 'the successor’s publish' });
  expect(frozen.ids).toEqual(failing.ids.slice(0, 1));
});

test('what was published and not marked is published again, with the same id', async () => {
  await commit(1);
  const bus = new Recorder();
  bus.before = async () => { if (bus.messages.length === 0) bus.messages.push({ topic: TOPIC, key: 'k', value: JSON.stringify(numbered(1)) }); if (bus.messages.length === 1) throw new Error('died before the mark'); };
  startRelay(bus);
  await eventually(() => bus.messages.length >= 1, { what: 'the first publish' });
  bus.before = async () => {};
  await eventually(() => bus.messages.length >= 2, { what: 'the second publish' });
  expect(new Set(bus.ids)).toEqual(new Set(['event-1']));
  await eventually(async () => (await unpublished()) === 0, { what: 'the mark' });
});

test('of two relays the second takes over when the first is gone', async () => {
  const [first, second] = [new Recorder(), new Recorder()];
  const one = startRelay(first);
  await eventually(async () => (await database.pool.query('SELECT 1 FROM outbox_lease WHERE owner IS NOT NULL')).rowCount === 4, { what: 'the lease' });
  startRelay(second);
  await one.stop();
  await commit(5);
  await eventually(() => second.ids.includes('event-5'), { timeoutMs: 20_000, what: 'the second relay' });
  expect(first.ids).toEqual([]);
});

test('the embedded bus is done when every group is: a failing group sees the batch again', async () => {
  const bus = new EmbeddedBus(silent);
  const seen = { good: [] as string[], flaky: [] as string[] };
  let failures = 0;
  await bus.subscribe({ group: 'good', topics: [TOPIC], batchMessagesMax: 10, handler: async (messages) => { seen.good.push(...messages.map((m) => m.key)); } });
  await bus.subscribe({ group: 'flaky', topics: [TOPIC], batchMessagesMax: 10, handler: async (messages) => {
    if (failures++ < 2) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    expect(await unpublished()).toBe(1);
    seen.flaky.push(...messages.map((m) => m.key));
  } });
  await commit(1, 'a');
  startRelay(bus);
  await eventually(async () => (await unpublished()) === 0, { what: 'the mark' });
  expect(seen).toEqual({ good: ['a'], flaky: ['a'] });
  await bus.stop();
});

test('partitions are made ahead; old ones go when all of their rows are published', async () => {
  await maintainPartitions(database.pool);
  const names = async (): Promise<string[]> => (await database.pool.query("SELECT relname FROM pg_class WHERE relname ~ '^outbox_[0-9]{8}$' ORDER BY 1")).rows.map((row: { relname: string }) => row.relname);
  expect(await names()).toHaveLength(3);
  for (const [day, published] of [['2026-01-01', 'now()'], ['2026-01-02', 'NULL']] as const) {
    await database.pool.query(`CREATE TABLE outbox_${day.replaceAll('-', '')} PARTITION OF outbox FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 00:00Z'::timestamptz + interval '1 day');
      INSERT INTO outbox (created_at, shard, topic, event_count, body, published_at) VALUES ('${day} 12:00Z', 0, '${TOPIC}', 1, '[]', ${published})`);
  }
  await maintainPartitions(database.pool);
  expect(await names()).not.toContain('outbox_20260101');
  expect(await names()).toContain('outbox_20260102');
});

test('rows of a day without a partition are kept and published', async () => {
  await database.pool.query("INSERT INTO outbox (created_at, shard, topic, event_count, body) VALUES ('2031-01-01', 0, $1, 1, $2)", [TOPIC, JSON.stringify([numbered(9)])]);
  const bus = new Recorder();
  startRelay(bus);
  await eventually(() => bus.ids.includes('event-9'), { what: 'the stray row' });
  await eventually(async () => (await unpublished()) === 0, { what: 'its mark' });
});

test('an event that no broker would take is refused before it is committed', async () => {
  const huge = { ...numbered(1), data: { text: 'x'.repeat(EVENT_BYTES_MAX) } };
  await expect(inTransaction(database.pool, (client) => publish(client, TOPIC, huge))).rejects.toThrow('larger than');
  expect(await unpublished()).toBe(0);
});
