import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Answer, Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0' });
});
afterAll(() => webhooks.stop());

const minutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString();
const range = { from: minutes(-60), to: minutes(60) };
const replay = (id: string, body: Json = {}): Promise<Answer> =>
  webhooks.call('POST', `${ENDPOINTS}/${id}/replays`, { ...range, ...body });
const stateOf = async (id: string, replayId: string): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}/replays/${replayId}`)).body.data as Json;
const completed = (id: string, replayId: string): Promise<{ resent: number; already_pending: number }> =>
  eventually(
    async (): Promise<{ resent: number; already_pending: number } | null> => {
      const state = await stateOf(id, replayId);
      return state.status === 'completed' ? state : null;
    },
    { timeoutMs: 30_000 },
  );
const idsAt = (path: string): string[] =>
  webhooks.sink.at(path).map((request) => String(request.headers['webhook-id']));
const endpointState = async (id: string): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data as Json;

/** An endpoint that got so many events already. */
async function withDelivered(
  path: string,
  count: number,
  type = 'meter.created',
): Promise<{ id: string; publishedIds: string[] }> {
  const { id } = await webhooks.endpoint(path, { event_types: [type] });
  const publishedIds = await webhooks.publish(...Array.from({ length: count }, () => ({ type })));
  await eventually(() => webhooks.sink.at(path).length === count);
  await eventually(async () => (await endpointState(id)).pending === 0);
  return { id: id as string, publishedIds };
}

describe('all', () => {
  test('every delivery of the range is sent again, as often as the dry run said', async () => {
    const { id, publishedIds } = await withDelivered('/all', 40);
    const dry = await replay(id, { dry_run: true });
    expect(dry).toMatchObject({ status: 200, body: { data: { dry_run: true, count: 40, exact: true } } });
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/replays`)).body.data.items).toEqual([]);
    const {
      status,
      body: { data },
    } = await replay(id, { rate_per_second: 1_000 });
    expect(status).toBe(202);
    expect(data).toMatchObject({
      status: 'running',
      selection: 'all',
      matching: 40,
      matching_exact: true,
      resent: 0,
      rate_per_second: 1_000,
      event_types: null,
      finished_at: null,
    });
    expect(await completed(id, data.id)).toMatchObject({
      resent: 40,
      already_pending: 0,
      finished_at: expect.any(String),
    });
    await eventually(() => webhooks.sink.at('/all').length === 80);
    expect(idsAt('/all').sort()).toEqual([...publishedIds, ...publishedIds].sort());
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/replays`)).body.data.items).toMatchObject([
      { id: data.id, status: 'completed' },
    ]);
  });

  test('only the types and the time asked for', async () => {
    const { id } = await webhooks.endpoint('/some');
    const [, plan, late] = await webhooks.publish(
      {},
      { type: 'plan.created', subject: 'pro', data: { id: 'pro' } },
      { time: minutes(30), type: 'plan.updated', subject: 'pro', data: { id: 'pro' } },
    );
    await eventually(() => webhooks.sink.at('/some').length === 3);
    await eventually(async () => (await endpointState(id)).pending === 0);
    for (const [wanted, events] of [
      [{ event_types: ['plan.*'], to: minutes(10) }, [plan]],
      [{ event_types: ['plan.updated', 'plan.*'] }, [plan, late]],
      [{ from: minutes(20) }, [late]],
    ] as [Json, string[]][]) {
      const before = webhooks.sink.at('/some').length;
      expect((await replay(id, { ...wanted, dry_run: true })).body.data.count).toBe(events.length);
      const {
        body: { data },
      } = await replay(id, { ...wanted, rate_per_second: 1_000 });
      expect(await completed(id, data.id)).toMatchObject({ resent: events.length });
      await eventually(async () => (await endpointState(id)).pending === 0);
      expect(idsAt('/some').slice(before).sort()).toEqual([...events].sort());
    }
  });

  test('what comes after it was asked for is not sent twice', async () => {
    const { id } = await withDelivered('/later', 10);
    const {
      body: { data },
    } = await replay(id, { rate_per_second: 4 });
    const [later] = await webhooks.publish({});
    expect(await completed(id, data.id)).toMatchObject({ resent: 10 });
    await eventually(() => webhooks.sink.at('/later').length === 21);
    expect(idsAt('/later').filter((one) => one === later)).toHaveLength(1);
  });

  test('it sends no faster than asked', async () => {
    const { id } = await withDelivered('/rate', 30);
    const startMs = Date.now();
    const {
      body: { data },
    } = await replay(id, { rate_per_second: 10 });
    await completed(id, data.id);
    // 30 at 10 a second, of which the last page of five need not be waited for.
    expect(Date.now() - startMs).toBeGreaterThan(2_300);
    await eventually(() => webhooks.sink.at('/rate').length === 60);
  });
});

test('failed: the dead letters alone, and they are dead no more', async () => {
  webhooks.sink.behave('/failed', (request, response) =>
    answers(request.body.includes('bad') ? 500 : 200)(request, response),
  );
  const { id } = await webhooks.endpoint('/failed');
  const publishedIds = await webhooks.publish({}, { data: { id: 'bad' } }, {}, { data: { id: 'bad' } });
  await eventually(async () => (await endpointState(id)).dead === 2);
  webhooks.sink.behave('/failed', answers(200));
  expect((await replay(id, { status: 'failed', dry_run: true })).body.data).toEqual({
    dry_run: true,
    count: 2,
    exact: true,
  });
  const {
    body: { data },
  } = await replay(id, { status: 'failed' });
  expect(await completed(id, data.id)).toMatchObject({ resent: 2 });
  await eventually(async () => expect(await endpointState(id)).toMatchObject({ dead: 0, pending: 0 }));
  expect(idsAt('/failed').slice(4).sort()).toEqual([publishedIds[1], publishedIds[3]].sort());
});

describe('missing', () => {
  test('events from before the endpoint was created become its deliveries, in order and numbered', async () => {
    const { publishedIds } = await withDelivered('/old', 25);
    const { id } = await webhooks.endpoint('/young', { event_types: ['meter.*'] });
    // Fan-out allows for clocks that differ: it was made a minute later than that.
    await webhooks.pool.query("UPDATE endpoint SET created_at = now() + interval '5 minutes' WHERE id = $1", [id]);
    await webhooks.publish({ type: 'plan.created', subject: 'pro', data: { id: 'pro' } });
    const since = { from: minutes(-1), status: 'missing' };
    const { count } = (await replay(id, { ...since, dry_run: true })).body.data;
    expect(count).toBeGreaterThanOrEqual(25);
    const {
      body: { data },
    } = await replay(id, { ...since, rate_per_second: 1_000 });
    expect(await completed(id, data.id)).toMatchObject({ resent: count, selection: 'missing' });
    await eventually(() => webhooks.sink.at('/young').length === count);
    expect(idsAt('/young')).toEqual(expect.arrayContaining(publishedIds));
    expect(new Set(idsAt('/young')).size).toBe(count);
    expect(
      webhooks.sink
        .at('/young')
        .map((request) => Number(request.headers['webhook-sequence']))
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: count as number }, (_, at) => at + 1));
    const {
      body: {
        data: { items },
      },
    } = await webhooks.call('GET', `${ENDPOINTS}/${id}/events?limit=500`);
    const times = (items as Json[]).map((item) => item.time as string);
    expect(times).toEqual([...times].sort());
    // Nothing is missing any more.
    expect((await replay(id, { ...since, dry_run: true })).body.data.count).toBe(0);
  });

  test('two of them at once give each event once', async () => {
    await withDelivered('/beside-twice', 60);
    const { id } = await webhooks.endpoint('/twice');
    await webhooks.pool.query("UPDATE endpoint SET created_at = now() + interval '5 minutes' WHERE id = $1", [id]);
    await webhooks.another();
    const { count } = (await replay(id, { status: 'missing', dry_run: true })).body.data;
    const made = await Promise.all([
      replay(id, { status: 'missing', rate_per_second: 40 }),
      replay(id, { status: 'missing', rate_per_second: 40 }),
    ]);
    const states = await Promise.all(made.map((one) => completed(id, one.body.data.id as string)));
    expect(states.reduce((sum, state) => sum + state.resent, 0)).toBe(count);
    await eventually(() => webhooks.sink.at('/twice').length === count);
    expect(new Set(idsAt('/twice')).size).toBe(count);
  });

  test('events about the endpoint itself are not for it', async () => {
    webhooks.sink.behave('/operations', answers(500));
    const { id } = await webhooks.endpoint('/operations', { event_types: ['*', 'webhook.*'] });
    await webhooks.publish({});
    await eventually(
      async () =>
        (await webhooks.pool.query("SELECT 1 FROM event WHERE type = 'webhook.delivery.exhausted' AND key = $1", [id]))
          .rowCount === 1,
    );
    const {
      body: { data },
    } = await replay(id, { status: 'missing', event_types: ['webhook.*'], dry_run: true });
    const {
      rows: [others],
    } = await webhooks.pool.query<{ count: number }>(
      `
        SELECT count(*)::int FROM event e
          WHERE type LIKE 'webhook.%' AND key <> $1 AND NOT EXISTS (SELECT 1
          FROM delivery d JOIN endpoint p USING (endpoint_no) WHERE p.id = $1 AND d.event_id = e.id)`,
      [id],
    );
    expect(data.count).toBe(others?.count);
  });
});

describe('in between', () => {
  test('cancelled, it stops; what it had queued is sent', async () => {
    const { id } = await withDelivered('/cancel', 60);
    const {
      body: { data },
    } = await replay(id, { rate_per_second: 10 });
    await eventually(async () => (await stateOf(id, data.id)).resent > 0);
    const cancelled = (await webhooks.call('POST', `${ENDPOINTS}/${id}/replays/${data.id}/cancel`)).body.data;
    expect(cancelled).toMatchObject({ status: 'cancelled', finished_at: expect.any(String) });
    expect(cancelled.resent).toBeLessThan(60);
    // Another replay, made later, runs to its end: so would this one have.
    const next = (await replay(id, { rate_per_second: 5_000, from: minutes(-2), to: minutes(-1) })).body.data;
    await completed(id, next.id);
    expect((await stateOf(id, data.id)).resent).toBe(cancelled.resent);
    await eventually(() => webhooks.sink.at('/cancel').length === 60 + (cancelled.resent as number));
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/replays/${data.id}/cancel`)).body.data).toMatchObject({
      status: 'cancelled',
    });
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/replays/${next.id}/cancel`)).body.error).toMatchObject({
      code: 'replay_completed',
    });
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/replays/rp_unknown/cancel`)).status).toBe(404);
  });

  test('while its endpoint is paused it waits, and what waits already it passes over', async () => {
    const { id } = await withDelivered('/paused', 5);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/deliveries/2/resend`)).status).toBe(202);
    const {
      body: { data },
    } = await replay(id, { rate_per_second: 1_000 });
    const beside = await withDelivered('/beside-paused', 5, 'plan.created');
    await completed(beside.id, (await replay(beside.id, { rate_per_second: 1_000 })).body.data.id as string);
    expect(await stateOf(id, data.id)).toMatchObject({ status: 'running', resent: 0 });
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    const { resent, already_pending: pending } = await completed(id, data.id);
    expect(resent + pending).toBe(5);
    await eventually(async () => (await endpointState(id)).pending === 0);
    expect(webhooks.sink.at('/paused').length).toBe(5 + 1 + resent);
  });

  test('no more than a few run for one endpoint, and none for a disabled one', async () => {
    const { id } = await withDelivered('/few', 3);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    const made = [];
    for (let count = 0; count < 6; count++) made.push(await replay(id));
    expect(made.map((one) => one.status)).toEqual([202, 202, 202, 202, 202, 409]);
    expect(made[5]?.body.error).toMatchObject({ code: 'too_many_replays' });
    for (const one of made.slice(0, 5))
      await webhooks.call('POST', `${ENDPOINTS}/${id}/replays/${one.body.data.id}/cancel`);
    await webhooks.pool.query("UPDATE endpoint SET status = 'disabled', status_reason = 'gone' WHERE id = $1", [id]);
    expect((await replay(id)).body.error).toMatchObject({ code: 'endpoint_disabled' });
  });

  test.each([
    [{ from: undefined }, 'from'],
    [{ from: 'x' }, 'from'],
    [{ to: range.from }, 'to'],
    [{ event_types: ['x'] }, 'event_types.0'],
    [{ event_types: [] }, 'event_types'],
    [{ status: 'pending' }, 'status'],
    [{ rate_per_second: 0 }, 'rate_per_second'],
    [{ rate_per_second: 100_000 }, 'rate_per_second'],
    [{ dry_run: 'yes' }, 'dry_run'],
    [{ speed: 1 }, 'speed'],
  ])('%p is refused', async (body, param) => {
    const { id } = await webhooks.endpoint('/refused', { event_types: ['subscription.created'] });
    const { status, body: answer } = await replay(id, body);
    expect({ status, param: answer.error?.param }).toEqual({ status: 400, param });
  });
});

test('a replay survives the service: another goes on behind its last page, and every event is sent', async () => {
  const own = await startWebhooksForTest();
  try {
    const { id } = await own.endpoint('/restart');
    const publishedIds = await own.publish(...Array.from({ length: 120 }, () => ({})));
    await eventually(() => own.sink.at('/restart').length === 120);
    const {
      body: { data },
    } = await own.call('POST', `${ENDPOINTS}/${id}/replays`, { ...range, rate_per_second: 40 });
    const progress = async (): Promise<{ status: string; resent: string }> =>
      (
        await own.pool.query<{ status: string; resent: string }>('SELECT status, resent FROM replay WHERE id = $1', [
          data.id,
        ])
      ).rows[0] as never;
    await eventually(async () => Number((await progress()).resent) > 0);
    await own.service.stop();
    const stopped = await progress();
    expect(stopped.status).toBe('running');
    expect(Number(stopped.resent)).toBeLessThan(120);
    await own.another();
    await eventually(async () => (await progress()).status === 'completed', { timeoutMs: 30_000 });
    expect(await progress()).toEqual({ status: 'completed', resent: '120' });
    const again = (): Set<string> =>
      new Set(
        own.sink
          .at('/restart')
          .slice(120)
          .map((request) => String(request.headers['webhook-id'])),
      );
    await eventually(() => again().size === 120);
    expect(again()).toEqual(new Set(publishedIds));
    // Each attempt number is one request.
    await eventually(async () => (await own.pool.query('SELECT 1 FROM retry')).rowCount === 0);
    expect((await own.pool.query('SELECT 1 FROM attempt')).rowCount).toBe(own.sink.at('/restart').length);
  } finally {
    await own.stop();
  }
});
