import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseStrict } from '@qafila/json/strict-json';
import { eventually } from '@qafila/testing/wait';
import { acceptEvents } from '../src/events/accept-events.ts';
import { IngestDependencies } from '../src/events/ingest-dependencies.ts';
import { parseEvent } from '../src/events/parse-event.ts';
import { RecentFacts } from '../src/events/usage-fact.ts';
import { MeterDirectory } from '../src/meter-definitions/meter-directory.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';
import { meterOf, usage } from './usage-event.ts';

const BATCH = 500;

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

/**
 * Usage that another process accepts and has in its memory. The relay of the service reads all of it from the table.
 * Returns a function that ends it, with the number of events.
 */
function accepting(meterId: string): () => Promise<number> {
  const { pool } = metering;
  const other = new IngestDependencies(pool, new MeterDirectory(pool), new RecentFacts(), 3_600_000, () => {});
  let isEnded = false;
  const run = async (): Promise<number> => {
    let accepted = 0;
    for (; !isEnded; accepted += BATCH)
      await acceptEvents(
        Array.from({ length: BATCH }, () => ({
          owner: principalOf(),
          meterId,
          event: parseEvent(parseStrict(JSON.stringify(usage()), { numbers: 'exact' })),
        })),
        other,
      );
    return accepted;
  };
  const running = run();
  return () => {
    isEnded = true;
    return running;
  };
}

async function eventsOf(published: boolean): Promise<number> {
  const { rows } = await metering.pool.query<{ events: number }>(
    `SELECT coalesce(sum(event_count), 0)::int AS events FROM outbox
    WHERE source = 'usage' AND (published_at IS NOT NULL) = $1`,
    [published],
  );
  return rows[0]?.events ?? 0;
}

/** Whether the relay has published so many more events than now. */
async function publishing(events: number): Promise<() => Promise<boolean>> {
  const before = await eventsOf(true);
  return async () => (await eventsOf(true)) >= before + events;
}

/**
 * Watches what waits for a lock on usage_event, until the work is done. A session has VACUUM's lock all that time, so a
 * statement that wants it, or a stronger one, waits: for as long as the service's lock time-out, which is many looks.
 * PostgreSQL cancels an autovacuum only when a statement waits for its lock.
 */
async function waitersBesideVacuum(isDone: () => boolean | Promise<boolean>): Promise<string[]> {
  const { pool } = metering;
  const vacuum = await pool.connect();
  let seen: string[] = [];
  const look = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ waiter: string }>(`
      SELECT DISTINCT mode || ': ' || left(query, 60) AS waiter FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE relation IN (SELECT 'usage_event'::regclass UNION ALL
        SELECT indexrelid FROM pg_index WHERE indrelid = 'usage_event'::regclass) AND NOT granted`);
    seen = rows.map(({ waiter }) => waiter);
    return seen.length > 0;
  };
  try {
    await vacuum.query('BEGIN; LOCK TABLE usage_event IN SHARE UPDATE EXCLUSIVE MODE');
    await eventually(async () => (await look()) || isDone(), { timeoutMs: 120_000, intervalMs: 10 });
    return seen;
  } finally {
    await vacuum.query('ROLLBACK');
    vacuum.release();
  }
}

test('the relay wants no lock that VACUUM has, while it reads thousands of events from the table', async () => {
  const end = accepting(await meterOf(metering));
  try {
    expect(await waitersBesideVacuum(await publishing(20 * BATCH))).toEqual([]);
  } finally {
    await end();
  }
}, 180_000);

test('the watch sees a statement that wants that lock', async () => {
  const planted = await metering.pool.connect();
  let summarizing: Promise<unknown> | undefined;
  const waiters = await waitersBesideVacuum(() => {
    summarizing ??= planted.query("SELECT brin_summarize_new_values('usage_event_seq')");
    return false;
  });
  expect(waiters).toEqual([expect.stringMatching(/^ShareUpdateExclusiveLock: .*brin_summarize/)]);
  await summarizing;
  planted.release();
}, 180_000);

test('VACUUM and the relay go on beside each other', async () => {
  const end = accepting(await meterOf(metering));
  const client = await metering.pool.connect();
  try {
    // Slow, as an autovacuum is: it sleeps 50 ms after every ten pages.
    await client.query('SET vacuum_cost_delay = 50; SET vacuum_cost_limit = 100; SET statement_timeout = 0');
    const isBeside = async (): Promise<boolean> => {
      const hasPublished = await publishing(4 * BATCH);
      await client.query('VACUUM usage_event');
      return hasPublished();
    };
    await eventually(isBeside, { what: 'a VACUUM beside which the relay publishes', timeoutMs: 120_000 });
  } finally {
    await end();
    client.release(true);
  }
  await eventually(async () => (await eventsOf(false)) === 0, { what: 'the relay', timeoutMs: 120_000 });
}, 300_000);
