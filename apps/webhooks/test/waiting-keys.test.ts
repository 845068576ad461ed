import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runLength } from '@qafila/testing/run-length';
import { eventually } from '@qafila/testing/wait';
import { waitingKeys } from '../src/endpoints/waiting-keys.ts';
import { LIMITS } from '../src/limits.ts';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

const KEYS = runLength(1_000_000, 30_000);
const AT_ONCE = 5_000;

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,36000' });
});
afterAll(() => webhooks.stop());

/** An endpoint with `ordering: key` and one waiting delivery of each of many keys. */
async function withManyKeys(path: string): Promise<{ id: string; endpointNo: string }> {
  webhooks.sink.behave(path, answers(500));
  const { id } = (await webhooks.endpoint(path, { ordering: 'key' })) as { id: string };
  await webhooks.publish({ subject: 'waiting' });
  const endpointNo = await eventually(async () => {
    const { rows } = await webhooks.pool.query<{ endpoint_no: string }>(
      "SELECT endpoint_no FROM retry JOIN endpoint USING (endpoint_no) WHERE id = $1 AND key = 'waiting'",
      [id],
    );
    return rows[0]?.endpoint_no ?? null;
  });
  for (let from = 1; from <= KEYS; from += AT_ONCE) {
    await webhooks.pool.query(
      `INSERT INTO retry (endpoint_no, sequence, day, event_id, key, lane, attempts, step, cause, due_at)
      SELECT endpoint_no, sequence - n, day, event_id, 'waiting-' || n, lane, attempts, step, cause, due_at
      FROM retry, generate_series($2::int, $3::int) AS n WHERE endpoint_no = $1 AND key = 'waiting'`,
      [endpointNo, from, Math.min(from + AT_ONCE - 1, KEYS)],
    );
  }
  webhooks.sink.behave(path, answers(200));
  return { id, endpointNo };
}

test('with more waiting keys than are kept, each key is delivered in order; with fewer, without a detour', async () => {
  const { id, endpointNo } = await withManyKeys('/keys');
  const read = await waitingKeys(webhooks.pool, endpointNo);
  expect(read.length).toBeGreaterThan(LIMITS.waitingKeysMax);
  expect(read.length).toBeLessThanOrEqual(LIMITS.waitingKeysMax + LIMITS.keysReadAtOnceMax);
  await webhooks.pool.query(`CREATE TABLE detour (key text);
    CREATE FUNCTION note_detour() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO webhooks.detour VALUES (NEW.key); RETURN NEW; END';
    CREATE TRIGGER note_detour AFTER INSERT ON retry FOR EACH ROW EXECUTE FUNCTION note_detour()`);
  const detours = async (key: string): Promise<number> =>
    (await webhooks.pool.query('SELECT 1 FROM detour WHERE key = $1', [key])).rows.length;
  // A change makes the process read the endpoint again.
  const reread = (): Promise<unknown> => webhooks.call('PATCH', `${ENDPOINTS}/${id}`, { description: 'again' });
  const deliver = async (key: string, count: number): Promise<void> => {
    const places = Array.from({ length: count }, (_, place) => place);
    await webhooks.publish(...places.map((place) => ({ subject: key, data: { key, place } })));
    await eventually(() => {
      const got = webhooks.sink.at('/keys').map(({ body }) => JSON.parse(body) as { key?: string; place: number });
      expect(got.filter((one) => one.key === key).map(({ place }) => place)).toEqual(places);
    });
  };
  let round = 0;
  await reread();
  await eventually(async () => {
    const key = `many-${++round}`;
    await deliver(key, 3);
    return (await detours(key)) === 3;
  });
  // Those of a key that waits stay behind its delivery, also if its name is not among those that were read.
  await webhooks.publish({ subject: 'waiting-9', data: { key: 'waiting-9', place: 1 } });
  await eventually(async () => (await detours('waiting-9')) === 1);
  expect(webhooks.sink.at('/keys').filter(({ body }) => body.includes('"waiting-9"'))).toEqual([]);

  await webhooks.pool.query("DELETE FROM retry WHERE endpoint_no = $1 AND key LIKE 'waiting%'", [endpointNo]);
  await eventually(async () => {
    await reread();
    const key = `few-${++round}`;
    await deliver(key, 3);
    return (await detours(key)) === 0;
  });
}, 600_000);
