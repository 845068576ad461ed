import { expect, test } from '@jest/globals';
import { Metrics } from '@qafila/runtime/metrics';
import { measureOutbox } from '../src/outbox-metrics.ts';
import { outboxDatabase } from './outbox-database.ts';

test('the metrics count events that wait and events that brokers refuse, and know the age of the oldest', async () => {
  const { pool, stop } = await outboxDatabase();
  const metrics = new Metrics('test', { processMetrics: false });
  measureOutbox(metrics, pool);
  const read = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await metrics.registry.getMetricsAsJSON()).map(({ name, values }) => [name, Number(values[0]?.value)]),
    );
  expect(await read()).toEqual({
    outbox_unpublished_rows: 0,
    outbox_unpublished_events: 0,
    outbox_deferred_events: 0,
    outbox_oldest_seconds: 0,
  });
  await pool.query(`
    INSERT INTO outbox (shard, topic, event_count, body, created_at, published_at) VALUES
      (0, 't', 100, '', now() - interval '1 hour', now()), (0, 't', 2, '', now() - interval '10 s', NULL),
      (1, 't', 3, '', now(), NULL);
    INSERT INTO outbox_deferred (shard, destination, topic, created_at, event_count, body)
      VALUES (0, 't/1', 't', now() - interval '100 s', 7, '')`);
  const { outbox_oldest_seconds: seconds, ...counts } = await read();
  expect(counts).toEqual({ outbox_unpublished_rows: 3, outbox_unpublished_events: 12, outbox_deferred_events: 7 });
  expect(seconds).toBeGreaterThanOrEqual(100);
  await stop();
});
