import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { DeliverableEvent } from '../src/delivery/new-delivery.ts';
import { fanOut, fanOutValues } from '../src/fanout/fan-out.ts';
import { FAN_OUT } from '../src/fanout/fan-out.sql.ts';
import { LIMITS } from '../src/limits.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

const ENDPOINTS = 4;
const TYPES = 500;

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
  for (let n = 0; n < ENDPOINTS; n++) await webhooks.endpoint(`/plan-${n}`);
  await webhooks.service.stop();
});
afterAll(() => webhooks.stop());

const eventsOf = (count: number, types: number): DeliverableEvent[] => {
  const at = new Date().toISOString();
  return Array.from({ length: count }, (_, n) => ({
    day: at.slice(0, 10),
    id: `event-${count}-${types}-${n}`,
    accountId: webhooks.owner.accountId,
    storeId: webhooks.owner.storeId,
    mode: webhooks.owner.mode,
    type: `custom.type_${n % types}`,
    key: `key-${n % 7}`,
    at,
    traceparent: null,
    body: Buffer.from('{"id":"tokens"}'),
  }));
};

/** Of all nodes together: rows that a join compared and did not take. A plan shows the average of a node's loops. */
const comparedInVain = (plan: Plan): number =>
  (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, inner) => sum + comparedInVain(inner), 0);

async function planOf(count: number, types: number): Promise<Plan> {
  const client = await webhooks.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${FAN_OUT.text}`,
      fanOutValues(eventsOf(count, types)),
    );
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('a statement for many events compares none with each of the others', async () => {
  for (const types of [1, TYPES]) expect([types, comparedInVain(await planOf(2_000, types))]).toEqual([types, 0]);
});

test('a transaction takes a bounded number of events, and writes each delivery once and in order', async () => {
  const events = eventsOf(2 * LIMITS.fanOutEventsMax + 500, TYPES);
  const written = await fanOut(webhooks.pool, [...events, ...events.slice(0, 10)]);
  expect(written).toHaveLength(ENDPOINTS * events.length);
  const { rows } = await webhooks.pool.query<{ events: number }>(
    'SELECT count(*)::int AS events FROM event GROUP BY xmin::text ORDER BY 1',
  );
  expect(rows.map((row) => row.events)).toEqual([500, LIMITS.fanOutEventsMax, LIMITS.fanOutEventsMax]);
  const { rows: order } = await webhooks.pool.query<{ ids: string[]; last: string }>(
    `SELECT array_agg(event_id ORDER BY sequence) AS ids, max(sequence) AS last FROM delivery GROUP BY endpoint_no`,
  );
  const ids = events.map(({ id }) => id);
  expect(order).toEqual(Array.from({ length: ENDPOINTS }, () => ({ ids, last: String(ids.length) })));
});

test('an endpoint that is deleted while a statement waits for it gets nothing, and the others get all', async () => {
  const client = await webhooks.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ no: string }>(
      'DELETE FROM endpoint WHERE endpoint_no = (SELECT max(endpoint_no) FROM endpoint) RETURNING endpoint_no AS no',
    );
    const writing = fanOut(webhooks.pool, eventsOf(20, 2));
    await eventually(async () => {
      const waiting = await webhooks.pool.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
      return waiting.rowCount === 1;
    });
    await client.query('COMMIT');
    const written = await writing;
    expect(written).toHaveLength((ENDPOINTS - 1) * 20);
    expect(written.some(({ endpointNo }) => endpointNo === Number(rows[0]?.no))).toBe(false);
  } finally {
    client.release();
  }
});
