import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0' });
});
afterAll(() => webhooks.stop());

const list = async (id: string, query = ''): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}/dead-letters${query}`)).body.data as Json;
const redrive = async (id: string, body?: Json): Promise<Json> =>
  (await webhooks.call('POST', `${ENDPOINTS}/${id}/dead-letters/redrive`, body)).body.data as Json;
const status = async (id: string): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data as Json;

/** An endpoint whose first deliveries all died. */
async function withDeadLetters(path: string, ...events: Json[]): Promise<Json> {
  webhooks.sink.behave(path, answers(500));
  const endpoint = await webhooks.endpoint(path);
  await webhooks.publish(...events);
  // The breaker lets one try a second: the rest is asked for here, as a person would.
  await eventually(async () => (await status(endpoint.id)).dead === events.length, { timeoutMs: 40_000 });
  return endpoint;
}

test('a dead letter has its reason', async () => {
  const { id } = await withDeadLetters('/why', {}, {});
  const { items, next_cursor: next } = await list(id);
  expect(next).toBeNull();
  expect(items).toMatchObject([
    {
      sequence: 2,
      event_type: 'meter.created',
      attempts: 1,
      reason: 'exhausted',
      last_status: 500,
      last_error: 'answered 500',
      died_at: expect.any(String),
    },
    { sequence: 1 },
  ]);
  const first = await list(id, '?limit=1');
  expect((await list(id, `?limit=1&cursor=${first.next_cursor}`)).items).toMatchObject([{ sequence: 1 }]);
});

test('redriven, they are sent again and are dead no more', async () => {
  const { id } = await withDeadLetters('/redrive', {}, {}, {});
  webhooks.sink.behave('/redrive', answers(200));
  const sentBefore = webhooks.sink.at('/redrive').length;
  expect(await redrive(id, { dry_run: true })).toEqual({ dry_run: true, count: 3, more: false });
  expect((await list(id)).items).toHaveLength(3);
  expect(webhooks.sink.at('/redrive')).toHaveLength(sentBefore);
  expect(await redrive(id)).toEqual({ dry_run: false, count: 3, more: false });
  await eventually(async () => expect(await status(id)).toMatchObject({ pending: 0, dead: 0 }));
  expect(webhooks.sink.at('/redrive')).toHaveLength(sentBefore + 3);
  expect(await redrive(id, {})).toEqual({ dry_run: false, count: 0, more: false });
});

test('redrive by type and time takes those alone', async () => {
  const now = Date.now();
  const hour = (at: number): string => new Date(now + at * 3_600_000).toISOString();
  const { id } = await withDeadLetters(
    '/filtered',
    { time: hour(0) },
    { time: hour(1) },
    { time: hour(1), type: 'plan.created', subject: 'pro', data: { id: 'pro' } },
  );
  webhooks.sink.behave('/filtered', answers(200));
  expect(await redrive(id, { event_types: ['meter.*'], from: hour(1), dry_run: true })).toMatchObject({ count: 1 });
  expect(await redrive(id, { event_types: ['meter.*'], from: hour(1) })).toMatchObject({ count: 1 });
  await eventually(async () => expect((await list(id)).items.map((one: Json) => one.sequence)).toEqual([3, 1]));
  expect(await redrive(id, { to: hour(1) })).toMatchObject({ count: 1 });
  await eventually(async () => expect((await list(id)).items.map((one: Json) => one.sequence)).toEqual([3]));
});

test('one that dies again is a dead letter again, with more attempts', async () => {
  const { id } = await withDeadLetters('/twice', {});
  await redrive(id);
  await eventually(async () => expect((await list(id)).items).toMatchObject([{ sequence: 1, attempts: 2 }]));
});

test('resending a dead letter takes it out of the list', async () => {
  const { id } = await withDeadLetters('/resent', {});
  webhooks.sink.behave('/resent', answers(200));
  expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/deliveries/1/resend`)).status).toBe(202);
  expect((await list(id)).items).toEqual([]);
  await eventually(async () =>
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`)).body.data).toMatchObject({
      status: 'delivered',
      attempt_count: 2,
      dead: null,
    }),
  );
});

test('many are redriven in parts, by two callers at once, each once', async () => {
  const { id } = await webhooks.endpoint('/many');
  const {
    rows: [row],
  } = await webhooks.pool.query<{ endpoint_no: string }>('SELECT endpoint_no FROM endpoint WHERE id = $1', [id]);
  await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  await webhooks.publish(...Array.from({ length: 1_300 }, () => ({})));
  await eventually(async () => (await status(id)).last_sequence === 1_300);
  // As if the dispatcher had dead-lettered them while the endpoint was disabled.
  await webhooks.pool.query("UPDATE endpoint SET status = 'disabled', revision = revision + 1 WHERE endpoint_no = $1", [
    row?.endpoint_no,
  ]);
  await webhooks.pool.query("SELECT pg_notify('webhooks_endpoint', $1)", [row?.endpoint_no]);
  await eventually(async () => (await status(id)).dead === 1_300);
  expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/dead-letters/redrive`, {})).body.error).toMatchObject({
    code: 'endpoint_disabled',
  });
  await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
  const counts = await Promise.all([redrive(id), redrive(id)]);
  expect(counts.reduce((sum, one) => sum + (one.count as number), 0)).toBe(1_300);
  await eventually(async () => expect(await status(id)).toMatchObject({ pending: 0, dead: 0 }));
  expect(webhooks.sink.at('/many')).toHaveLength(1_300);
});
