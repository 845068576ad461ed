import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createLogger } from '@qafila/runtime/log';
import { EmbeddedBus } from '@qafila/messaging/embedded-bus';
import { runLength } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { RELEASE_KEYS } from '../src/delivery/record.sql.ts';
import { releaseParked } from '../src/delivery/release-parked.ts';
import { takeOver } from '../src/delivery/take-over.ts';
import { loadEndpoints } from '../src/endpoints/load-endpoints.ts';
import type { EndpointConfig, EndpointSource } from '../src/endpoints/load-endpoints.ts';
import { startWebhooks } from '../src/start.ts';
import type { StoreSecrets } from '../src/store/store-secrets.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

/** Deliveries of one key that wait behind its first, and keys with one delivery that is due in an hour. */
const [WAITING, KEYS] = [runLength(1_000_000, 30_000), 500];
/** Sequences: granted ones without a result, the first of the hot key, and the keys of three deliveries. */
const [UNKNOWN, HOT, SMALL] = [[2, 3, 4], 2_000_000, { interrupted: 101, parked: 201, stuck: 301, due: 401 }];

let webhooks: WebhooksUnderTest;
/** One connection: it alone reads the table while the test counts. */
let only: pg.Pool;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,7200' });
  only = new pg.Pool({
    connectionString: webhooks.environment['DATABASE_URL'],
    options: '-c search_path=webhooks -c timezone=UTC',
    max: 1,
  });
});
afterAll(async () => {
  await only.end();
  await webhooks.stop();
});

/** How many rows of the table, and entries of its indexes, the work reads. */
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const total = async (): Promise<number> => {
    // A session reports what it has read with a delay.
    await only.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await only.query<{ total: string }>(`
      SELECT sum(pg_stat_get_tuples_returned(no)) AS total FROM (
        SELECT 'retry'::regclass::oid AS no UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = 'retry'::regclass
      ) AS relation`);
    return Number(rows[0]?.total);
  };
  const before = await total();
  await work();
  return (await total()) - before;
}

/** The store's own secrets do not matter here. */
const sourceOf = (pool: pg.Pool): EndpointSource => ({
  pool,
  masterKey: createSecretKey(Buffer.from(webhooks.environment['MASTER_KEY'] as string, 'base64')),
  storeSecrets: { of: async () => [] } as unknown as StoreSecrets,
});

/** The state that a killed process leaves: one delivery of the endpoint is settled, and UNKNOWN are granted. */
async function withManyWaiting(endpointId: unknown): Promise<{ endpointNo: string; partition: number }> {
  const { rows } = await only.query<{ endpointNo: string; partition: number }>(
    `UPDATE endpoint_head h SET sequence = 4, granted = 4, epoch = 1 FROM endpoint e
      WHERE e.id = $1 AND e.endpoint_no = h.endpoint_no RETURNING h.endpoint_no AS "endpointNo", lane AS partition`,
    [endpointId],
  );
  const { endpointNo, partition } = rows[0] as { endpointNo: string; partition: number };
  await only.query(
    `INSERT INTO delivery (day, endpoint_no, sequence, event_id)
      SELECT day, endpoint_no, unnest($2::bigint[]), event_id FROM delivery WHERE endpoint_no = $1 AND sequence = 1`,
    [endpointNo, UNKNOWN],
  );
  const insert = (
    sequence: string,
    key: string,
    more: { dueAt: string; epoch?: string },
    series: number,
  ): Promise<unknown> =>
    only.query(
      `INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at, epoch)
        SELECT endpoint_no, ${sequence}, day, event_id, ${key}, $2, 1, 1, 'retry', ${more.dueAt}, ${more.epoch ?? '0'}
        FROM delivery, generate_series(0, $3::int - 1) AS n WHERE endpoint_no = $1 AND sequence = 1`,
      [endpointNo, partition, series],
    );
  const firstThenParked = {
    dueAt: `CASE n WHEN 0 THEN now() ELSE 'infinity' END`,
    epoch: 'CASE n WHEN 0 THEN 1 ELSE 0 END',
  };
  await insert(`${HOT} + n`, `'hot'`, firstThenParked, WAITING);
  await insert('1000 + n', `'later-' || n`, { dueAt: `now() + interval '1 hour'` }, KEYS);
  await insert(`${SMALL.interrupted} + n`, `'interrupted'`, firstThenParked, 3);
  await insert(`${SMALL.parked} + n`, `'parked'`, { dueAt: `'infinity'` }, 3);
  await insert(`${SMALL.stuck} + n`, `'~ stuck'`, { dueAt: `'infinity'` }, 3);
  await insert(`${SMALL.due} + n`, `'due'`, { dueAt: 'now()' }, 3);
  await only.query('VACUUM ANALYZE retry');
  return { endpointNo, partition };
}

test('a take-over reads what was claimed and one row of each key, not what waits behind it', async () => {
  const sent = (): number[] => webhooks.sink.at('/keys').map(({ headers }) => Number(headers['webhook-sequence']));
  webhooks.sink.behave('/keys', (request, response) =>
    answers(Number(request.headers['webhook-sequence']) >= HOT ? 500 : 200)(request, response),
  );
  const { id } = await webhooks.endpoint('/keys', { ordering: 'key' });
  await webhooks.publish({});
  await eventually(() => expect(sent()).toEqual([1]));
  await webhooks.service.stop();
  const { endpointNo, partition } = await withManyWaiting(id);
  const { rows } = await only.query<{ epoch: string }>(
    `UPDATE lane SET owner = 'heir', epoch = epoch + 1, expires_at = now() + interval '1 hour' WHERE lane = $1
      RETURNING epoch`,
    [partition],
  );

  const taken = [{ partition, epoch: Number(rows[0]?.epoch) }];
  expect(await rowsRead(() => takeOver(only, 'heir', taken))).toBeLessThan(100);
  const log = createLogger('test', 'silent');
  let released = 0;
  const release = (): Promise<void> =>
    releaseParked({
      pool: only,
      of: { partitions: [partition] },
      isOurs: () => true,
      log,
      onReleased: () => released++,
    });
  // An index entry and a row each, and those of the hot key and of six small ones.
  const configuration = async (): Promise<void> => {
    const loaded = await loadEndpoints(sourceOf(only), [Number(endpointNo)]);
    expect(loaded.get(Number(endpointNo))).toMatchObject({ ordering: 'key' });
    const { blockedKeys } = loaded.get(Number(endpointNo)) as EndpointConfig;
    expect([blockedKeys.length, new Set(blockedKeys).size]).toEqual([KEYS + 6, KEYS + 6]);
  };
  expect(await rowsRead(configuration)).toBeLessThan(3 * KEYS);
  expect(await rowsRead(release)).toBeLessThan(3 * KEYS);
  expect(released).toBe(1);
  expect(await rowsRead(() => only.query({ ...RELEASE_KEYS, values: [[endpointNo], ['hot']] }))).toBeLessThan(10);

  await only.query("UPDATE lane SET owner = NULL, expires_at = '-infinity'");
  const heir = await startWebhooks(webhooks.environment, new EmbeddedBus(createLogger('test', 'silent')));
  try {
    const inOrder = (first: number): number[] => [first, first + 1, first + 2];
    for (const first of [UNKNOWN[0] as number, ...Object.values(SMALL)])
      await eventually(() => expect(sent().filter((one) => one >= first && one < first + 3)).toEqual(inOrder(first)));
    await eventually(() => expect(sent()).toContain(HOT));
    // What waits for its time, or behind a delivery that fails, is not sent.
    expect(sent()).toHaveLength(1 + 5 * 3 + 1);
  } finally {
    await heir.stop();
  }
}, 600_000);
