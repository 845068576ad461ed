import { afterEach, expect, test } from '@jest/globals';
import { countDeletes } from '@qafila/testing/count-deletes';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
afterEach(() => webhooks.stop());

/** Old events are taken in by a service that keeps them, and meet one that does not. */
const LONG = { WEBHOOK_RETENTION_DAYS: '60' };
const DAYS = { WEBHOOK_RETENTION_DAYS: '9' };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const nameOf = (table: string, at: Date): string => `${table}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;

/** As if the service had run since then. */
async function makeDay(at: Date): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  for (const table of ['event', 'delivery', 'attempt']) {
    await webhooks.pool.query(
      `CREATE TABLE ${nameOf(table, at)} PARTITION OF ${table} FOR VALUES FROM ('${day}') TO ('${day}'::date + 1)`,
    );
  }
}

/** An endpoint that was there when the old events became true. */
async function oldEndpoint(path: string, more: Json = {}): Promise<string> {
  const { id } = await webhooks.endpoint(path, more);
  await webhooks.pool.query("UPDATE endpoint SET created_at = now() - interval '60 days' WHERE id = $1", [id]);
  return id as string;
}

const partitions = async (): Promise<string[]> =>
  (
    await webhooks.pool.query<{ name: string }>(
      `
        SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
          WHERE relkind = 'r' AND relname ~ '_[0-9]{8}$' AND relname !~ '^outbox'`,
    )
  ).rows.map((row) => row.name);
const state = async (id: string): Promise<Json> => (await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data as Json;
const rows = async (table: string): Promise<number> =>
  (await webhooks.pool.query(`SELECT 1 FROM ${table}`)).rowCount ?? 0;
/** Runs the action, and resolves with the log's lines of this message when there is one. */
async function linesOf(message: string, act: () => Promise<unknown>): Promise<Json[]> {
  const lines: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = ((line: string) => {
    lines.push(String(line));
    return true;
  }) as typeof write;
  const found = (): Json[] => lines.filter((line) => line.includes(message)).map((line) => JSON.parse(line) as Json);
  try {
    await act();
    return await eventually(() => (found().length > 0 ? found() : null));
  } finally {
    process.stdout.write = write;
  }
}
const quiet = (id: string): Promise<unknown> => eventually(async () => (await state(id)).pending === 0);

test('days past retention are dropped, other days are kept, and no delivery is sent again', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const id = await oldEndpoint('/kept');
  for (const days of [11, 10, 9, 8]) await makeDay(daysAgo(days));
  await webhooks.publish(...[11, 10, 9, 8, 0].map((days) => ({ time: daysAgo(days).toISOString() })));
  await eventually(() => webhooks.sink.at('/kept').length === 5);
  await quiet(id);
  await webhooks.service.stop();
  const other = await webhooks.another(DAYS);
  const gone = [11, 10].flatMap((days) =>
    ['event', 'delivery', 'attempt'].map((table) => nameOf(table, daysAgo(days))),
  );
  const kept = [9, 8, 0, -1, -2].flatMap((days) =>
    ['event', 'delivery', 'attempt'].map((table) => nameOf(table, daysAgo(days))),
  );
  await eventually(async () => {
    const names = await partitions();
    expect(names.filter((name) => gone.includes(name))).toEqual([]);
    expect(kept.filter((name) => !names.includes(name))).toEqual([]);
  });
  expect(await rows('delivery')).toBe(3);
  expect(await rows('attempt')).toBe(3);
  // A new owner of the partitions reads everything again, and the next delivery follows the last number.
  await other.stop();
  await webhooks.another(DAYS);
  const [next] = await webhooks.publish({});
  await eventually(() => webhooks.sink.at('/kept').length === 6);
  expect(webhooks.sink.at('/kept').at(-1)?.headers).toMatchObject({ 'webhook-id': next, 'webhook-sequence': '6' });
  expect(await rows('retry')).toBe(0);
});

test('rows that found no partition go with their day too', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const id = await oldEndpoint('/strays');
  await webhooks.publish({ time: daysAgo(14).toISOString() }, {});
  await eventually(() => webhooks.sink.at('/strays').length === 2);
  await quiet(id);
  await webhooks.another(DAYS);
  await eventually(
    async () =>
      (await rows('event_default')) + (await rows('delivery_default')) + (await rows('attempt_default')) === 0,
  );
  expect(await rows('delivery')).toBe(1);
});

test('many rows that found no partition are deleted by statements that are bounded', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const [many, atOnce] = [12_000, 5_000];
  await webhooks.pool.query(`
    INSERT INTO event (day, id, account_id, store_id, mode, type, key, at, body)
      SELECT current_date - 14, 'e' || n, 'a', 's', 'stage', 't', 'k', now(), '{}'
      FROM generate_series(1, ${many}) AS n;
    INSERT INTO delivery (day, endpoint_no, sequence, event_id)
      SELECT current_date - 14, 900, n, 'e' || n FROM generate_series(1, ${many}) AS n;
    INSERT INTO attempt (day, endpoint_no, sequence, attempt, cause, started_at, latency_ms, outcome)
      SELECT current_date - 14, 900, n, 1, 'first', now(), 1, 'delivered' FROM generate_series(1, ${many}) AS n`);
  const tables = ['event_default', 'delivery_default', 'attempt_default'];
  const deleted = await Promise.all(tables.map((table) => countDeletes(webhooks.pool, table)));
  await webhooks.another(DAYS);
  for (const [index, table] of tables.entries()) {
    await eventually(async () => (await rows(table)) === 0, { what: `${table} to be empty` });
    const counts = (await deleted[index]?.()) ?? [];
    expect(Math.max(...counts)).toBeLessThanOrEqual(atOnce);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(many);
  }
});

test('dead letters and retries of a dropped day end with a notification; those behind them continue', async () => {
  webhooks = await startWebhooksForTest({ ...LONG, WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600' });
  await webhooks.endpoint('/operations', { event_types: ['webhook.delivery.*'] });
  webhooks.sink.behave('/ordered', (request, response) =>
    answers(request.body.includes('old') ? 500 : 200)(request, response),
  );
  const id = await oldEndpoint('/ordered', { ordering: 'key' });
  const keyed = { subject: 'one', type: 'meter.updated' };
  await webhooks.publish({ ...keyed, time: daysAgo(11).toISOString(), data: { id: 'old' } });
  await eventually(async () => (await webhooks.pool.query('SELECT 1 FROM retry WHERE attempts = 1')).rowCount === 1);
  await webhooks.publish({ ...keyed, data: { id: 'new' } });
  await eventually(
    async () => (await webhooks.pool.query("SELECT 1 FROM retry WHERE due_at = 'infinity'")).rowCount === 1,
  );
  await webhooks.pool.query(
    `
      INSERT INTO dead_letter (endpoint_no, sequence, day, event_id, key, attempts, reason) SELECT endpoint_no, 900,
        current_date - 11, 'x', 'x', 1, 'exhausted' FROM endpoint WHERE id = $1`,
    [id],
  );
  await webhooks.another(DAYS);
  await eventually(() => webhooks.sink.at('/ordered').length === 2);
  expect(webhooks.sink.at('/ordered')[1]?.body).toContain('new');
  await eventually(async () => (await rows('retry')) + (await rows('dead_letter')) === 0);
  const notification = await eventually(() => webhooks.sink.at('/operations')[0] ?? null);
  expect(JSON.parse(notification.body)).toMatchObject({
    endpoint_id: id,
    event_type: 'meter.updated',
    sequence: 1,
    attempts: 1,
    last_status: 500,
    last_error: expect.stringMatching(/^expired: /),
  });
});

test('a retry of a day past retention that is under way is finished, and its day stays until then', async () => {
  webhooks = await startWebhooksForTest({ ...LONG, WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.01' });
  const open: (() => void)[] = [];
  let calls = 0;
  webhooks.sink.behave('/open', (request, response) => {
    if (++calls === 1) answers(500)(request, response);
    else open.push(() => answers(200)(request, response));
  });
  const id = await oldEndpoint('/open');
  await makeDay(daysAgo(11));
  await webhooks.publish({ time: daysAgo(11).toISOString() });
  await eventually(() => open.length === 1);
  const lines = await linesOf('retention.waits_for_deliveries', () => webhooks.another({ ...DAYS, LOG_LEVEL: 'info' }));
  expect(lines).toMatchObject([{ endpoints: 1 }]);
  expect(await partitions()).toContain(nameOf('event', daysAgo(11)));
  for (const answer of open) answer();
  await quiet(id);
  await webhooks.another(DAYS);
  await eventually(async () => expect(await partitions()).not.toContain(nameOf('event', daysAgo(11))));
});

test('an endpoint paused until its deliveries expire is disabled; newer deliveries can be sent again', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const id = await oldEndpoint('/forgotten');
  await webhooks.endpoint('/operations', { event_types: ['webhook.endpoint.*'] });
  await makeDay(daysAgo(11));
  await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  await webhooks.publish({ time: daysAgo(11).toISOString() }, {}, { time: daysAgo(11).toISOString() });
  await eventually(async () => (await state(id)).last_sequence === 3);
  const other = await webhooks.another(DAYS);
  const notification = await eventually(() => webhooks.sink.at('/operations')[0] ?? null);
  expect(JSON.parse(notification.body)).toMatchObject({
    endpoint_id: id,
    status: 'disabled',
    reason: 'paused_too_long',
  });
  // The dispatcher, who alone may touch first attempts, makes dead letters of them.
  await eventually(async () =>
    expect(await state(id)).toMatchObject({ status: 'disabled', status_reason: 'paused_too_long', dead: 3 }),
  );
  expect(await partitions()).toContain(nameOf('event', daysAgo(11)));
  await other.stop();
  await webhooks.another(DAYS);
  await eventually(async () => expect(await partitions()).not.toContain(nameOf('event', daysAgo(11))));
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/dead-letters`)).body.data.items).toMatchObject([
    { sequence: 2, reason: 'endpoint_disabled' },
  ]);
  await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
  expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/dead-letters/redrive`)).body.data).toMatchObject({
    count: 1,
  });
  await webhooks.publish({});
  await eventually(() => webhooks.sink.at('/forgotten').length === 2);
  expect(
    webhooks.sink
      .at('/forgotten')
      .map((request) => request.headers['webhook-sequence'])
      .sort(),
  ).toEqual(['2', '4']);
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/events`)).body.data).toMatchObject({
    expired: [
      { from: 1, to: 1 },
      { from: 3, to: 3 },
    ],
    last_sequence: 4,
  });
});

test('a day whose first attempts are still being made stays', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const waiting: (() => void)[] = [];
  webhooks.sink.behave('/busy', (request, response) => {
    waiting.push(() => answers(200)(request, response));
  });
  const id = await oldEndpoint('/busy');
  await makeDay(daysAgo(11));
  await webhooks.publish({ time: daysAgo(11).toISOString() });
  await eventually(() => webhooks.sink.at('/busy').length === 1);
  // It has looked at the day when its log says that it waits.
  await linesOf('retention.waits_for_deliveries', () => webhooks.another({ ...DAYS, LOG_LEVEL: 'info' }));
  expect(await partitions()).toContain(nameOf('delivery', daysAgo(11)));
  expect(await state(id)).toMatchObject({ status: 'enabled' });
  for (const answer of waiting) answer();
  await webhooks.another(DAYS);
  await quiet(id);
  await webhooks.another(DAYS);
  await eventually(async () => expect(await partitions()).not.toContain(nameOf('delivery', daysAgo(11))));
  expect(webhooks.sink.at('/busy').length).toBe(1);
});

test("claims of merchants' own events expire with these events", async () => {
  webhooks = await startWebhooksForTest(LONG);
  await webhooks.pool.query(`
    INSERT INTO own_event (account_id, store_id, mode, event_id, digest, created_at)
    SELECT 'a', 's', 'stage', 'e' || days, '', now() - days * interval '1 day'
    FROM unnest('{1,8,10,30}'::int[]) AS days`);
  await webhooks.another(DAYS);
  await eventually(async () => {
    const { rows: left } = await webhooks.pool.query<{ event_id: string }>('SELECT event_id FROM own_event ORDER BY 1');
    expect(left).toEqual([{ event_id: 'e1' }, { event_id: 'e8' }]);
  });
});

test('partitions that are missing are made, also those of days when nothing ran', async () => {
  webhooks = await startWebhooksForTest(LONG);
  const missing = [0, -1, -2].flatMap((days) =>
    ['event', 'delivery', 'attempt'].map((table) => nameOf(table, daysAgo(days))),
  );
  await webhooks.service.stop();
  for (const name of missing) await webhooks.pool.query(`DROP TABLE ${name}`);
  await webhooks.another(DAYS);
  expect((await partitions()).filter((name) => missing.includes(name)).sort()).toEqual([...missing].sort());
});
