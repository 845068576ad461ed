import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { startKafka } from '@qafila/local/kafka';
import { scratchDir } from '@qafila/local/scratch-dir';
import { describeWithKafka } from '@qafila/testing/kafka';
import { eventually } from '@qafila/testing/wait';
import { claim } from '../src/inbox.ts';
import { publish } from '../src/outbox.ts';
import type { Bus } from '../src/bus.ts';
import { Relay } from '../src/relay.ts';
import { inTransaction, kafkaBus, numbered, outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const PHASE = 300;

/** One effect per event, however often it comes. */
async function consume(bus: Bus, database: OutboxDatabase): Promise<void> {
  await bus.subscribe({
    group: 'restart', topics: ['meter.events.v1'], batchMessagesMax: 100,
    handler: (messages) => inTransaction(database.pool, async (client) => {
      const events = messages.map((message) => JSON.parse(message.value.toString()) as { id: string; data: { n: number } });
      const fresh = await claim(client, 'restart', events.map((event) => event.id));
      for (const { id, data } of events) if (fresh.delete(id)) await client.query('INSERT INTO effect (event_id, n) VALUES ($1, $2)', [id, data.n]);
    }),
  });
}

async function commit(pool: pg.Pool, from: number, count: number, relay?: Relay): Promise<void> {
  for (let n = from; n < from + count; n++) {
    await inTransaction(pool, (client) => publish(client, 'meter.events.v1', numbered(n)));
    relay?.wake();
  }
}

const lost = async (database: OutboxDatabase, events: number): Promise<number[]> => {
  const { rows } = await database.pool.query('SELECT n FROM generate_series(0, $1) AS n WHERE n NOT IN (SELECT n FROM effect)', [events - 1]);
  return rows.map((row: { n: number }) => row.n);
};

describeWithKafka('a broker that is killed and restarted mid-flow', () => {
  test('loses nothing; commits go on while it is away, and each event has one effect', async () => {
    const dir = await scratchDir('broker-restart');
    const kafka = await startKafka({ dataDir: dir });
    const database = await outboxDatabase();
    const bus = kafkaBus({ brokers: kafka.brokers, topicPrefix: '' });
    const relay = new Relay({ pool: database.pool, bus, log: silent });
    relay.start();
    await consume(bus, database);
    const running = commit(database.pool, 0, PHASE, relay);
    await eventually(async () => Number((await database.pool.query('SELECT count(*) AS n FROM effect')).rows[0].n) > 20, { timeoutMs: 60_000, what: 'the first effects' });
    await kafka.kill();
    await running;
    // The business goes on without the broker: every commit succeeds.
    await commit(database.pool, PHASE, PHASE, relay);
    await kafka.restart();
    await commit(database.pool, 2 * PHASE, PHASE, relay);
    await eventually(async () => (await lost(database, 3 * PHASE)).length === 0, { timeoutMs: 150_000, intervalMs: 200, what: 'every event at the consumer' });
    const { rows } = await database.pool.query('SELECT count(*)::int AS all, count(DISTINCT event_id)::int AS distinct FROM effect');
    expect(rows[0]).toEqual({ all: 3 * PHASE, distinct: 3 * PHASE });
    await relay.stop();
    await bus.stop();
    await kafka.stop();
    await database.stop();
  }, 300_000);
});

/** Marks first and publishes afterwards: the bug that this file must be able to see. */
class MarksFirst {
  constructor(private readonly bus: Bus, private readonly pool: pg.Pool) {}

  async round(): Promise<void> {
    const { rows } = await this.pool.query<{ body: string; topic: string }>('UPDATE outbox SET published_at = now() WHERE published_at IS NULL RETURNING body, topic');
    await this.bus.publish(rows.flatMap(({ body, topic }) => (JSON.parse(body) as { subject: string }[]).map((event) => ({ topic, key: event.subject, value: JSON.stringify(event) }))));
  }
}

test('the loss would be seen: a relay that marks before it publishes turns the check red', async () => {
  const database = await outboxDatabase();
  await commit(database.pool, 0, 10);
  const away: Bus = { publish: () => Promise.reject(new Error('the broker is away')), subscribe: async () => {}, health: async () => null, stop: async () => {} };
  await new MarksFirst(away, database.pool).round().catch(() => {});
  const pending = await database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
  expect(pending.rowCount).toBe(0);
  expect(await lost(database, 10)).toHaveLength(10);
  await database.stop();
});
