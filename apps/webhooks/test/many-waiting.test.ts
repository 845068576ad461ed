import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { COUNTS, StepwiseCount } from '../src/delivery/backlog.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

/** Rows of one endpoint, and the most that one statement may change. */
const [WAITING, AT_ONCE] = [runLength(1_000_000, 30_000), 5_000];
const LONG_MS = { timeoutMs: 240_000 };

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,7200' });
});
afterAll(() => webhooks.stop());

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await webhooks.pool.query<{ count: string }>(sql, values)).rows[0]?.count);
const rowsOf = (table: string, id: string): Promise<number> =>
  count(`SELECT count(*) FROM ${table} JOIN endpoint USING (endpoint_no) WHERE id = $1`, id);
/** The most rows of the table that one transaction has written. */
const mostAtOnce = (table: string): Promise<number> =>
  count(`SELECT coalesce(max(rows), 0) AS count FROM (SELECT count(*) AS rows FROM ${table} GROUP BY xmin::text) t`);

/** An endpoint with one failed delivery, and many copies of its retry that are due in hours. */
async function withManyRetries(path: string, type: string): Promise<string> {
  webhooks.sink.behave(path, answers(500));
  const { id } = await webhooks.endpoint(path, { event_types: [type], concurrency_max: 1 });
  await webhooks.publish({ type });
  await eventually(async () => (await rowsOf('retry', id as string)) === 1);
  for (let from = 1; from < WAITING; from += AT_ONCE) {
    await webhooks.pool.query(
      `INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
        SELECT endpoint_no, 1000000 + n, day, event_id, key, lane, attempts, step, cause, due_at + n * interval '1 ms'
        FROM retry JOIN endpoint USING (endpoint_no), generate_series($2::int, $3::int) AS n
        WHERE id = $1 AND sequence = 1`,
      [id, from, Math.min(from + AT_ONCE, WAITING) - 1],
    );
  }
  return id as string;
}

/** Watches the table while something is done, and resolves with the most rows that one transaction wrote. */
async function watching(table: string, done: () => Promise<boolean>): Promise<number> {
  let most = 0;
  await eventually(async () => {
    most = Math.max(most, await mostAtOnce(table));
    return done();
  }, LONG_MS);
  return most;
}

test('an endpoint with many waiting deliveries answers 410 and is disabled: they end in bounded steps', async () => {
  const id = await withManyRetries('/gone', 'meter.created');
  webhooks.sink.behave('/gone', answers(410));
  await webhooks.publish({});
  await eventually(async () =>
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data).toMatchObject({ status: 'disabled' }),
  );
  const most = await watching('retry', async () => (await rowsOf('retry', id)) === 0);
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  await eventually(async () => (await rowsOf('dead_letter', id)) === WAITING + 1);
  expect(await mostAtOnce('dead_letter')).toBeLessThanOrEqual(AT_ONCE);
  // Each can be sent again.
  await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
  const redriven = await webhooks.call('POST', `${ENDPOINTS}/${id}/dead-letters/redrive`, { dry_run: true });
  expect(redriven.body.data).toMatchObject({ count: 10_000, more: true });
}, 600_000);

test('an endpoint with many waiting deliveries recovers: they become due in bounded steps', async () => {
  const id = await withManyRetries('/back', 'meter.updated');
  for (let failures = 0; failures < 4; failures++) {
    await webhooks.publish({ type: 'meter.updated' });
    await eventually(() => webhooks.sink.at('/back').length === failures + 2);
  }
  // The next one succeeds; what comes after it is never answered.
  const before = webhooks.sink.at('/back').length;
  webhooks.sink.behave('/back', (request, response) => {
    if (webhooks.sink.at('/back').length === before + 1) answers(200)(request, response);
  });
  await webhooks.publish({ type: 'meter.updated' });
  const most = await watching(
    'retry',
    async () =>
      (await count(
        `SELECT count(*) FROM retry JOIN endpoint USING (endpoint_no)
          WHERE id = $1 AND due_at > now() AND NOT recovered`,
        id,
      )) === 0,
  );
  expect(most).toBeLessThanOrEqual(AT_ONCE);
  await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
}, 600_000);

test('waiting deliveries and dead letters are counted exactly, in steps of a bounded number of rows', async () => {
  const total = await count('SELECT count(*) FROM dead_letter');
  expect(total).toBeGreaterThan(AT_ONCE);
  const rowsMax = Math.ceil(total / 3);
  const counting = new StepwiseCount(webhooks.pool, COUNTS.dead_letter, rowsMax);
  expect([await counting.step(), await counting.step()]).toEqual([undefined, undefined]);
  expect([await counting.step(), await counting.step()]).toEqual(
    total % rowsMax === 0 ? [undefined, total] : [total, undefined],
  );
  await eventually(async () => {
    const text = await (await fetch(`${webhooks.service.internalUrl}/metrics`)).text();
    expect(text).toMatch(new RegExp(`^webhooks_dead_letters\\{.*\\} ${total}$`, 'm'));
  }, LONG_MS);
}, 600_000);

test('the leases are renewed while a statement takes longer than they last, and deliveries go on', async () => {
  webhooks.sink.behave('/slow-claim', answers(500));
  const { id } = await webhooks.endpoint('/slow-claim', { event_types: ['meter.period.closed'] });
  await webhooks.endpoint('/steady', { event_types: ['plan.created'] });
  await webhooks.publish({ type: 'meter.period.closed' }, { type: 'plan.created' });
  await eventually(async () => (await rowsOf('retry', id as string)) === 1);
  await eventually(() => webhooks.sink.at('/steady').length === 1);
  const leases = async (): Promise<{ epoch: string; isLeased: boolean }[]> =>
    (
      await webhooks.pool.query<{ epoch: string; isLeased: boolean }>(
        'SELECT epoch, expires_at > clock_timestamp() AS "isLeased" FROM lane ORDER BY lane',
      )
    ).rows;
  await eventually(async () => (await leases()).every(({ isLeased }) => isLeased));
  const before = await leases();
  await webhooks.pool.query(`
    CREATE FUNCTION slow_claim() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(9); RETURN new; END $$`);
  await webhooks.pool.query(`
    CREATE TRIGGER slow_claim BEFORE UPDATE OF epoch ON retry FOR EACH ROW WHEN (new.epoch <> 0)
      EXECUTE FUNCTION slow_claim()`);
  await webhooks.pool.query(
    'UPDATE retry SET due_at = now() WHERE endpoint_no = (SELECT endpoint_no FROM endpoint WHERE id = $1)',
    [id],
  );
  await webhooks.pool.query("SELECT pg_notify('webhooks_work', '')");
  const isClaiming = async (): Promise<boolean> =>
    (await count(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    )) > 0;
  await eventually(isClaiming);
  const seen: { epoch: string; isLeased: boolean }[][] = [];
  await eventually(async () => {
    const [event] = await webhooks.publish({ type: 'plan.created' });
    await eventually(() => webhooks.sink.at('/steady').some(({ headers }) => headers['webhook-id'] === event));
    seen.push(await leases());
    return !(await isClaiming());
  });
  expect(seen.filter((now) => JSON.stringify(now) !== JSON.stringify(before))).toEqual([]);
  await webhooks.pool.query('DROP TRIGGER slow_claim ON retry');
  await eventually(() => webhooks.sink.at('/slow-claim').length === 2);
}, 120_000);
