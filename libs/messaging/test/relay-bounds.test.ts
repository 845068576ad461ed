import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type pg from 'pg';
import { eventually } from '@qafila/testing/wait';
import type { Bus, OutgoingMessage } from '../src/bus.ts';
import { RELAY_LIMITS, Relay } from '../src/relay.ts';
import type { RowReader } from '../src/relay.ts';
import { outboxDatabase, silent } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const MIB = 1024 * 1024;
const TOPIC = 'meter.ingest.v1';

let database: OutboxDatabase;
let relay: Relay | undefined;
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(async () => {
  await relay?.stop();
  await database.stop();
});

/** Counts events and keeps none of them. */
class Counter implements Bus {
  events = 0;
  tries = 0;
  isAway = true;
  async publish(messages: OutgoingMessage[]): Promise<void> {
    this.tries++;
    if (this.isAway) throw new Error('the broker is away');
    this.events += messages.length;
  }
  async destinationsOf(messages: OutgoingMessage[]): Promise<string[]> {
    return messages.map(({ topic }) => topic);
  }
  async subscribe(): Promise<void> {}
  async health(): Promise<null> {
    return null;
  }
  async stop(): Promise<void> {}
}

/** The pool, with the bytes of the largest result that came over its connections. */
function measured(pool: pg.Pool): { pool: pg.Pool; largest(): number } {
  let largest = 0;
  const query = async (...args: [pg.QueryConfig]): Promise<pg.QueryResult> => {
    const result = await pool.query(...args);
    const bytes = result.rows.reduce((sum: number, row: Record<string, unknown>) => {
      return sum + Object.values(row).reduce((own: number, value) => own + Buffer.byteLength(String(value)), 0);
    }, 0);
    largest = Math.max(largest, bytes);
    return result;
  };
  const wrapped = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : (Reflect.get(target, name) as unknown)),
  });
  return { pool: wrapped, largest: () => largest };
}

const lines: RowReader = async (bodies) =>
  bodies.map((body) =>
    body
      .split('\n')
      .slice(1)
      .map((value) => ({ key: 'k', value })),
  );

async function relayAll(bus: Counter, readers: Record<string, RowReader>): Promise<number> {
  const { pool, largest } = measured(database.pool);
  relay = new Relay({ pool, bus, log: silent, readers });
  relay.start();
  await eventually(() => bus.tries >= 2, { what: 'reads while the broker is away' });
  bus.isAway = false;
  await eventually(
    async () => (await database.pool.query('SELECT 1 FROM outbox WHERE published_at IS NULL LIMIT 1')).rowCount === 0,
    { timeoutMs: 120_000, what: 'every row' },
  );
  return largest();
}

test('20 bulks of 10,000 events are read a few megabytes at a time, and all of them are published', async () => {
  await database.pool.query(
    `INSERT INTO outbox (shard, topic, event_count, source, body)
    SELECT row % 4, $1, 500, 'lines', (SELECT 'key' || string_agg(E'\n' || rpad(row || '-' || event, 750, 'x'), '')
      FROM generate_series(1, 500) AS event)
    FROM generate_series(1, 400) AS row`,
    [TOPIC],
  );
  const bus = new Counter();
  const largest = await relayAll(bus, { lines });
  expect(bus.events).toBe(200_000);
  // Large enough that a publish is worth a request, and the columns beside the bodies count too.
  expect(largest).toBeGreaterThan(MIB / 2);
  expect(largest).toBeLessThan(RELAY_LIMITS.bytesPerReadMax + MIB);
}, 180_000);

test('100 rows of 4 MiB are read one by one', async () => {
  await database.pool.query(
    `INSERT INTO outbox (shard, topic, event_count, source, body)
    SELECT row % 4, $1, 1, 'lines', 'key' || E'\n' || repeat(md5(row::text), 131072)
    FROM generate_series(1, 100) AS row`,
    [TOPIC],
  );
  const bus = new Counter();
  const largest = await relayAll(bus, { lines });
  expect(bus.events).toBe(100);
  expect(largest).toBeGreaterThan(4 * MIB);
  expect(largest).toBeLessThan(5 * MIB);
}, 180_000);

test('what references stand for counts, not the references', async () => {
  await database.pool.query(
    `INSERT INTO outbox (shard, topic, event_count, source, body, bytes)
    SELECT row % 4, $1, 2, 'reference', row::text, $2 FROM generate_series(1, 60) AS row`,
    [TOPIC, MIB - 100],
  );
  const bus = new Counter();
  let most = 0;
  await relayAll(bus, {
    reference: async (bodies) => {
      most = Math.max(most, bodies.length);
      return bodies.map((body) => [{ key: body, value: body }]);
    },
  });
  expect(bus.events).toBe(60);
  expect(most).toBe(RELAY_LIMITS.bytesPerReadMax / MIB);
});
