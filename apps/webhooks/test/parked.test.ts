import { afterEach, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { eventually } from '@qafila/testing/wait';
import { RELEASE_KEYS } from '../src/delivery/record.sql.ts';
import { LIMITS } from '../src/limits.ts';
import { expireRetries } from '../src/retention/expire-retries.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

/** The sequence of the first of three deliveries that wait for an earlier one of their key. */
const PARKED = 2_000_000;

let webhooks: WebhooksUnderTest;
afterEach(() => webhooks.stop());

const sent = (): number[] =>
  webhooks.sink
    .at('/parked')
    .map(({ headers }) => Number(headers['webhook-sequence']))
    .filter((sequence) => sequence >= PARKED);
const rows = async (table: string): Promise<number> =>
  (await webhooks.pool.query(`SELECT 1 FROM ${table}`)).rowCount ?? 0;

/** An endpoint with a failed delivery, and copies of it. The last three have its key, and wait behind it. */
async function withParked(fillers: number): Promise<string> {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600,7200' });
  webhooks.sink.behave('/parked', answers(500));
  const { id } = await webhooks.endpoint('/parked', { ordering: 'key' });
  await webhooks.publish({});
  await eventually(async () => (await rows('retry')) === 1);
  const copy = (sequence: string, key: string, dueAt: string, count: number): Promise<unknown> =>
    webhooks.pool.query(
      `INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
        SELECT endpoint_no, ${sequence} + n, day, event_id, ${key}, lane, 0, 0, 'first', ${dueAt}
        FROM retry, generate_series(0, $1::int - 1) AS n WHERE sequence = 1`,
      [count],
    );
  await copy('1000', `'filler-' || n`, 'due_at', fillers);
  await copy(`${PARKED}`, 'key', `'infinity'`, 3);
  return id as string;
}

/** The endpoint is disabled. The first page of its deliveries ends, and each statement for the parked ones fails. */
async function endFirstPageOnly(id: string): Promise<void> {
  await webhooks.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused for the test'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON dead_letter FOR EACH ROW WHEN (NEW.sequence >= ${PARKED})
      EXECUTE FUNCTION refuse()`);
  webhooks.sink.behave('/parked', answers(410));
  await webhooks.publish({ subject: 'another' });
  await eventually(async () => (await rows(`retry WHERE sequence < ${PARKED}`)) === 0);
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data).toMatchObject({ status: 'disabled' });
}

test('an endpoint that is enabled while its deliveries end sends what waited for a key, in order', async () => {
  // The first page has the failed delivery, and the next one has the parked ones alone.
  const id = await withParked(LIMITS.retriesChangedAtOnceMax - 1);
  await endFirstPageOnly(id);
  expect(await rows('retry')).toBe(3);
  webhooks.sink.behave('/parked', answers(200));
  await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
  await eventually(() => expect(sent()).toEqual([PARKED, PARKED + 1, PARKED + 2]));
  await eventually(async () => (await rows('retry')) === 0);
}, 180_000);

test('deliveries of a disabled endpoint end after a failure, also if all of them wait for a key', async () => {
  const id = await withParked(LIMITS.retriesChangedAtOnceMax - 1);
  await endFirstPageOnly(id);
  await webhooks.pool.query('DROP TRIGGER refuse ON dead_letter');
  await eventually(async () => (await rows('retry')) === 0);
  expect(await rows(`dead_letter WHERE sequence >= ${PARKED} AND reason = 'endpoint_disabled'`)).toBe(3);
  expect(sent()).toEqual([]);
}, 180_000);

test('a delivery that is parked while the one before it expires is sent', async () => {
  await withParked(0);
  webhooks.sink.behave('/parked', answers(200));
  await webhooks.pool.query(`
    CREATE TABLE parked AS SELECT * FROM retry WHERE sequence >= ${PARKED};
    DELETE FROM retry WHERE sequence >= ${PARKED};
    UPDATE retry SET day = day - 100;
    CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER hold AFTER DELETE ON retry DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (OLD.sequence = 1) EXECUTE FUNCTION hold()`);
  const source = await new DataSource({
    type: 'postgres',
    url: webhooks.environment['DATABASE_URL'],
    schema: 'webhooks',
    extra: { options: '-c search_path=webhooks -c timezone=UTC' },
  }).initialize();
  const [{ endpoint_no: endpointNo }] = (await webhooks.pool.query('SELECT endpoint_no FROM endpoint')).rows as [
    { endpoint_no: string },
  ];
  const client = await webhooks.pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock(42)');
    const expired = expireRetries(source, new Date().toISOString().slice(0, 10));
    await eventually(async () => (await rows(`pg_locks WHERE locktype = 'advisory' AND NOT granted`)) === 1);
    // As the recorder does: the transaction that waits for its commit is not visible yet.
    await client.query('INSERT INTO retry SELECT * FROM parked');
    await client.query({ ...RELEASE_KEYS, values: [[endpointNo], ['tokens']] });
    expect(await rows(`retry WHERE due_at < 'infinity' AND sequence >= ${PARKED}`)).toBe(0);
    await client.query('SELECT pg_advisory_unlock(42)');
    expect(await expired).toBe(1);
    await eventually(() => expect(sent()).toEqual([PARKED, PARKED + 1, PARKED + 2]));
  } finally {
    client.release();
    await source.destroy();
  }
}, 120_000);
