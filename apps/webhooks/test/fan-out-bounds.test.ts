import { expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';

const [ENDPOINT_COUNT, EVENT_COUNT] = [60, 1_000];

test('events for many endpoints are written in bounded transactions, each event once and in order', async () => {
  const webhooks = await startWebhooksForTest();
  for (let n = 0; n < ENDPOINT_COUNT; n++) {
    const { id } = await webhooks.endpoint(`/many-${n}`, { event_types: ['plan.created'] });
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  }
  await webhooks.pool.query(`
    CREATE TABLE written (transaction bigint, rows integer);
    CREATE FUNCTION count_written() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO written SELECT txid_current(), count(*) FROM fresh; RETURN NULL; END $$;
    CREATE TRIGGER count_written AFTER INSERT ON delivery REFERENCING NEW TABLE AS fresh
      FOR EACH STATEMENT EXECUTE FUNCTION count_written()`);
  const ids = await webhooks.publish(...Array.from({ length: EVENT_COUNT }, () => ({ type: 'plan.created' })));
  const count = async (): Promise<number> => (await webhooks.pool.query('SELECT 1 FROM delivery')).rowCount ?? 0;
  await eventually(async () => (await count()) === ENDPOINT_COUNT * EVENT_COUNT, { what: 'all deliveries' });
  const { rows } = await webhooks.pool.query<{ rows: number }>(
    'SELECT sum(rows)::int AS rows FROM written GROUP BY transaction HAVING sum(rows) > 0',
  );
  expect(Math.max(...rows.map((row) => row.rows))).toBeLessThanOrEqual(LIMITS.fanOutRowsMax);
  const { rows: order } = await webhooks.pool.query<{ events: string[] }>(
    'SELECT array_agg(event_id ORDER BY sequence) AS events FROM delivery GROUP BY endpoint_no',
  );
  expect(order.every(({ events }) => JSON.stringify(events) === JSON.stringify(ids))).toBe(true);
  await webhooks.stop();
}, 180_000);
