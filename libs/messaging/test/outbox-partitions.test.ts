import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { maintainPartitions } from '../src/outbox-partitions.ts';
import { publish } from '../src/outbox.ts';
import { inTransaction, numbered, outboxDatabase } from './outbox-database.ts';
import type { OutboxDatabase } from './outbox-database.ts';

const TOPIC = 'meter.events.v1';

let database: OutboxDatabase;
beforeEach(async () => {
  database = await outboxDatabase();
});
afterEach(() => database.stop());

const commit = (n: number): Promise<void> =>
  inTransaction(database.pool, (client) => publish(client, TOPIC, numbered(n)));

const partitions = async (): Promise<string[]> =>
  (await database.pool.query("SELECT relname FROM pg_class WHERE relname ~ '^outbox_[0-9]{8}$' ORDER BY 1")).rows.map(
    (row: { relname: string }) => row.relname,
  );

/** The state after some days without a relay. */
async function withoutPartitions(): Promise<void> {
  for (const name of await partitions()) await database.pool.query(`DROP TABLE ${name}`);
}

test('any number of processes create partitions ahead, and drop old ones whose rows are all published', async () => {
  expect(await partitions()).toHaveLength(3);
  await withoutPartitions();
  await Promise.all([1, 2, 3].map(() => maintainPartitions(database.pool)));
  expect(await partitions()).toHaveLength(3);
  await commit(1);
  const { rows } = await database.pool.query<{ place: string }>('SELECT tableoid::regclass::text AS place FROM outbox');
  expect(rows[0]?.place).toBe((await partitions())[0]);
  for (const [day, published] of [
    ['2026-01-01', 'now()'],
    ['2026-01-02', 'NULL'],
  ] as const) {
    await database.pool.query(`
      CREATE TABLE outbox_${day.replaceAll('-', '')} PARTITION OF outbox
      FOR VALUES FROM ('${day} 00:00Z') TO ('${day} 00:00Z'::timestamptz + interval '1 day');
      INSERT INTO outbox (created_at, shard, topic, event_count, body, published_at)
      VALUES ('${day} 12:00Z', 0, '${TOPIC}', 1, '[]', ${published})`);
  }
  await database.pool.query(`INSERT INTO outbox (created_at, shard, topic, event_count, body, published_at) VALUES
    ('2026-01-03', 0, 'old', 1, '[]', now()), ('2026-01-03', 0, 'pending', 1, '[]', NULL)`);
  await maintainPartitions(database.pool);
  expect(await partitions()).not.toContain('outbox_20260101');
  expect(await partitions()).toContain('outbox_20260102');
  expect((await database.pool.query('SELECT topic FROM outbox_default')).rows).toEqual([{ topic: 'pending' }]);
});

test('a change of partitions gives up when a transaction is open, and commits continue', async () => {
  await withoutPartitions();
  await inTransaction(database.pool, async (open) => {
    await publish(open, TOPIC, numbered(1));
    const change = maintainPartitions(database.pool).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    const from = performance.now();
    await commit(2);
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(await change).toBe('55P03');
  });
  expect(await partitions()).toEqual([]);
  // The default partition already has rows of today; the days ahead get their partitions.
  await maintainPartitions(database.pool);
  expect(await partitions()).toHaveLength(2);
});
