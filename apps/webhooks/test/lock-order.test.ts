import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { GRANT, WITHDRAW_GRANTS } from '../src/delivery/claim-work.sql.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';

interface Place {
  endpoint_no: string;
  owner: string;
  epoch: string;
}

let webhooks: WebhooksUnderTest;
let places: Place[];
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
  for (const path of ['/a', '/b', '/c', '/d']) await webhooks.endpoint(path);
  await webhooks.publish({});
  await eventually(async () => {
    // Taken over and granted: the dispatcher has no more reason to lock a head.
    ({ rows: places } = await webhooks.pool.query<Place>(
      `
        SELECT endpoint_no, owner, l.epoch FROM endpoint_head h JOIN lane l USING (lane)
          WHERE owner IS NOT NULL AND h.epoch = l.epoch ORDER BY endpoint_no DESC`,
    ));
    return places.length === 4;
  });
});
afterAll(() => webhooks.stop());

const numbers = (): string[] => places.map((place) => place.endpoint_no);
const epochs = (): string[] => places.map((place) => place.epoch);
const STATEMENTS = {
  grant: () => ({
    ...GRANT,
    name: undefined,
    values: [numbers(), epochs(), places.map(() => null), places.map(() => 20), places[0]?.owner],
  }),
  withdraw: () => ({ ...WITHDRAW_GRANTS, name: undefined, values: [numbers(), epochs(), places.map(() => 0)] }),
};

/**
 * Whichever plan PostgreSQL takes: without statistics it once took another, and grants and fan-outs waited for each
 * other.
 */
const PLANS = [
  '',
  'SET enable_hashjoin = off',
  'SET enable_nestloop = off',
  'SET enable_mergejoin = off; SET enable_hashjoin = off',
  'SET enable_indexscan = off; SET enable_bitmapscan = off',
];

test.each(
  Object.keys(STATEMENTS).flatMap((statement) =>
    PLANS.map((plan) => [statement as keyof typeof STATEMENTS, plan] as const),
  ),
)('%s takes the heads of endpoints in the order of their numbers: %s', async (statement, plan) => {
  const [first, asking, looking] = await Promise.all([1, 2, 3].map(() => webhooks.pool.connect()));
  if (!first || !asking || !looking) throw new Error('no sessions');
  await webhooks.pool.query('UPDATE endpoint_head h SET epoch = l.epoch FROM lane l WHERE l.lane = h.lane');
  try {
    await first.query('BEGIN');
    await first.query('SELECT FROM endpoint_head WHERE endpoint_no = $1 FOR NO KEY UPDATE', [numbers().at(-1)]);
    const pid = (await asking.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    if (plan !== '') await asking.query(plan);
    const secondStatement = asking.query(STATEMENTS[statement]());
    await eventually(
      async () =>
        (await looking.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = 'Lock'", [pid]))
          .rowCount === 1,
      { what: 'waiting for the first' },
    );
    const { rows } = await looking.query<{ endpoint_no: string }>(
      'SELECT endpoint_no FROM endpoint_head ORDER BY endpoint_no DESC FOR NO KEY UPDATE SKIP LOCKED',
    );
    expect(rows.map((row) => row.endpoint_no)).toEqual(numbers().slice(0, -1));
    await first.query('COMMIT');
    await secondStatement;
  } finally {
    await first.query('ROLLBACK');
    await asking.query('RESET ALL');
    for (const client of [first, asking, looking]) client.release(true);
  }
});
