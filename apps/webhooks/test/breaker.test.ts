import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,7200' });
});
afterAll(() => webhooks.stop());

const many = (count: number): object[] => Array.from({ length: count }, () => ({}));
const idsAt = (path: string): string[] => webhooks.sink.at(path).map(({ headers }) => headers['webhook-id'] as string);
interface Logged {
  sequence: string;
  attempt: number;
  cause: string;
  outcome: string;
}
const log = async (id: string): Promise<Logged[]> =>
  (
    await webhooks.pool.query<Logged>(
      `
        SELECT a.sequence, a.attempt, a.cause, a.outcome FROM attempt a JOIN endpoint USING (endpoint_no)
          WHERE id = $1 ORDER BY a.sequence, a.attempt`,
      [id],
    )
  ).rows;
interface Waiting {
  sequence: string;
  attempts: number;
  step: number;
  in_s: number;
}
const waiting = async (id: string): Promise<Waiting[]> =>
  (
    await webhooks.pool.query<Waiting>(
      `
        SELECT r.sequence, r.attempts, r.step, extract(epoch FROM r.due_at - now())::float8 AS in_s
          FROM retry r JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY r.sequence`,
      [id],
    )
  ).rows;
/** As many events as it takes for another endpoint to get them all: what else was to be sent by now has been sent. */
async function meanwhile(): Promise<void> {
  const path = `/meanwhile-${webhooks.sink.received.length}`;
  const { id } = await webhooks.endpoint(path, { event_types: ['plan.created'] });
  for (let round = 1; round <= 5; round++) {
    await webhooks.publish({ type: 'plan.created', subject: 'pro' });
    await eventually(() => webhooks.sink.at(path).length === round);
  }
  await webhooks.call('DELETE', `${ENDPOINTS}/${id}`);
}

test('opens after five failures, probes one at a time, closes on success and then expedites retries', async () => {
  const probes: ((status: number) => void)[] = [];
  let [failures, isProbing] = [0, false];
  webhooks.sink.behave('/broken', (request, response) => {
    if (isProbing) probes.push((status) => answers(status)(request, response));
    else {
      failures++;
      answers(500)(request, response);
    }
  });
  const { id } = await webhooks.endpoint('/broken', { event_types: ['meter.created'], concurrency_max: 1 });
  const ids = await webhooks.publish(...many(40));
  await eventually(() => failures === 5);
  isProbing = true;
  await meanwhile();
  expect(webhooks.sink.at('/broken').length).toBeLessThanOrEqual(6);

  // The first probe: nothing beside it, however long it takes.
  await eventually(() => probes.length === 1);
  await webhooks.publish(...many(10));
  await meanwhile();
  expect(webhooks.sink.at('/broken')).toHaveLength(6);
  probes[0]?.(503);
  // It failed: the next one comes alone too, and later than the first came.
  await eventually(() => probes.length === 2);
  const [fifth, first, second] = webhooks.sink
    .at('/broken')
    .slice(4)
    .map(({ atMs }) => atMs) as [number, number, number];
  expect(first - fifth).toBeGreaterThanOrEqual(990);
  expect(second - first).toBeGreaterThanOrEqual(1_990);
  await meanwhile();
  expect(webhooks.sink.at('/broken')).toHaveLength(7);
  const before = await eventually(async () => {
    const all = await waiting(id as string);
    return all.length === 6 ? all : null;
  });
  for (const row of before) expect(row).toMatchObject({ attempts: 1, step: 1 });

  // One of those that wait fails again. The recovery's attempt uses a step of its schedule, as any other.
  const [stubborn] = ids;
  webhooks.sink.behave('/broken', (request, response) =>
    answers(request.headers['webhook-id'] === stubborn ? 500 : 200)(request, response),
  );
  probes[1]?.(200);
  await eventually(() => expect(new Set(idsAt('/broken')).size).toBe(50));
  await eventually(async () => {
    const rows = await log(id as string);
    expect(rows.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(49);
    expect(
      rows
        .filter(({ cause }) => cause === 'recovery')
        .map(({ sequence, attempt, outcome }) => [sequence, attempt, outcome]),
    ).toEqual([['1', 2, 'failed'], ...before.slice(1).map(({ sequence }) => [sequence, 2, 'delivered'])]);
  });
  const [left, ...more] = await eventually(async () => {
    const all = await waiting(id as string);
    return all.length === 1 && all[0]?.attempts === 2 ? all : null;
  });
  expect(more).toEqual([]);
  expect(left).toMatchObject({ sequence: '1', step: 2 });
  expect(left?.in_s).toBeGreaterThan(6_400);
  expect(left?.in_s).toBeLessThan(7_921);
});

test('four failures and a success do not open it', async () => {
  let calls = 0;
  webhooks.sink.behave('/mostly', (request, response) => answers(++calls % 5 === 0 ? 200 : 500)(request, response));
  await webhooks.endpoint('/mostly', { event_types: ['meter.updated'], concurrency_max: 1 });
  const startedAtMs = Date.now();
  await webhooks.publish(...many(60).map(() => ({ type: 'meter.updated' })));
  await eventually(() => webhooks.sink.at('/mostly').length === 60);
  // Opened once, it would have let one request a second through, and then none for two.
  expect(Date.now() - startedAtMs).toBeLessThan(15_000);
  const gaps = webhooks.sink.at('/mostly').map(({ atMs }, index, all) => atMs - (all[index - 1]?.atMs ?? atMs));
  expect(gaps.filter((ms) => ms >= 990).length).toBe(0);
});

/** An endpoint whose first five deliveries failed, so that its breaker is open. Their retries are due in an hour. */
async function brokenEndpoint(path: string, type: string): Promise<string> {
  webhooks.sink.behave(path, answers(500));
  const { id } = await webhooks.endpoint(path, { event_types: [type], concurrency_max: 1 });
  await webhooks.publish(...many(5).map(() => ({ type })));
  await eventually(() => webhooks.sink.at(path).length === 5);
  return id as string;
}

test('a failure whose result is written after the recovery does not wait for its time', async () => {
  const writer = await webhooks.pool.connect();
  try {
    await writer.query('SELECT pg_advisory_lock(42)');
    await webhooks.pool.query(`
      CREATE FUNCTION slow_result() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_advisory_xact_lock(42); RETURN new; END $$;
      CREATE TRIGGER slow_result BEFORE INSERT ON retry FOR EACH ROW WHEN (new.sequence = 5)
        EXECUTE FUNCTION slow_result()`);
    await brokenEndpoint('/slow-result', 'plan.updated');
    webhooks.sink.behave('/slow-result', answers(200));
    await webhooks.publish({ type: 'plan.updated' });
    await eventually(() => webhooks.sink.at('/slow-result').length >= 6);
    await meanwhile();
  } finally {
    await writer.query('SELECT pg_advisory_unlock(42)');
    writer.release();
  }
  await eventually(() => expect(idsAt('/slow-result')).toHaveLength(11), { timeoutMs: 20_000 });
  await webhooks.pool.query('DROP TRIGGER slow_result ON retry');
});

test('a database that refuses the change only delays the retries of a recovered endpoint', async () => {
  await webhooks.pool.query(`
    CREATE SEQUENCE refusals;
    CREATE FUNCTION refuse_recovery() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('refusals') <= 3 THEN RAISE EXCEPTION 'not now'; END IF; RETURN new; END $$;
    CREATE TRIGGER refuse_recovery BEFORE UPDATE OF cause ON retry FOR EACH ROW
      WHEN (new.cause = 'recovery' AND new.epoch = 0) EXECUTE FUNCTION refuse_recovery()`);
  const id = await brokenEndpoint('/refused', 'meter.reactivated');
  await eventually(async () => expect(await waiting(id)).toHaveLength(5));
  webhooks.sink.behave('/refused', answers(200));
  await webhooks.publish({ type: 'meter.reactivated' });
  await eventually(() => expect(idsAt('/refused')).toHaveLength(11), { timeoutMs: 20_000 });
  await webhooks.pool.query('DROP TRIGGER refuse_recovery ON retry');
});
