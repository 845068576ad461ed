import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Answer, Json, WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600' });
});
afterAll(() => webhooks.stop());

const list = async (id: string, query = ''): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries${query}`)).body.data as Json;
const resend = (id: string, sequence: number): Promise<Answer> =>
  webhooks.call('POST', `${ENDPOINTS}/${id}/deliveries/${sequence}/resend`);
const settled = (id: string, count: number): Promise<unknown> =>
  eventually(async () => {
    const { items } = await list(id, '?limit=500');
    return items.filter((one: Json) => one.status === 'delivered').length === count;
  });

describe('the list', () => {
  test('lists the newest delivery first, each with its result', async () => {
    let calls = 0;
    webhooks.sink.behave('/mixed', (request, response) => answers(++calls === 2 ? 500 : 204)(request, response));
    const { id } = await webhooks.endpoint('/mixed', { concurrency_max: 1 });
    const publishedIds = await webhooks.publish({}, {}, { type: 'plan.created', subject: 'pro', data: { id: 'pro' } });
    await settled(id, 2);
    const { items, next_cursor: next } = await list(id);
    expect(next).toBeNull();
    expect(items.map((one: Json) => [one.sequence, one.webhook_id, one.event_type, one.status, one.attempts])).toEqual([
      [3, publishedIds[2], 'plan.created', 'delivered', 1],
      [2, publishedIds[1], 'meter.created', 'pending', 1],
      [1, publishedIds[0], 'meter.created', 'delivered', 1],
    ]);
    expect(items[1]).toMatchObject({
      last_attempt: { attempt: 1, outcome: 'failed', status: 500, error: 'answered 500' },
      next_attempt_at: expect.any(String),
      dead: null,
    });
    expect(Date.parse(items[1].next_attempt_at)).toBeGreaterThan(Date.now() + 3_000_000);
    expect(items[2]).toMatchObject({
      last_attempt: { outcome: 'delivered', status: 204, error: null },
      next_attempt_at: null,
    });
    const only = async (query: string): Promise<number[]> =>
      ((await list(id, query)).items as Json[]).map((one) => one.sequence as number);
    expect(await only('?status=pending')).toEqual([2]);
    expect(await only('?status=delivered')).toEqual([3, 1]);
    expect(await only('?status=dead')).toEqual([]);
    expect(await only('?event_type=plan.created')).toEqual([3]);
    expect(await only('?event_type=meter.*&status=delivered')).toEqual([1]);
    expect(await only(`?webhook_id=${publishedIds[1]}`)).toEqual([2]);
    expect(await only(`?webhook_id=${publishedIds[1]}&status=delivered`)).toEqual([]);
    expect(await only('?webhook_id=unknown')).toEqual([]);
  });

  test('what a paused endpoint has waiting is pending, with or without an attempt', async () => {
    const { id } = await webhooks.endpoint('/waits');
    await webhooks.publish({});
    await settled(id, 1);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    await resend(id, 1);
    await webhooks.publish({}, {});
    await eventually(async () =>
      expect(((await list(id, '?status=pending')).items as Json[]).map((one) => [one.sequence, one.attempts])).toEqual([
        [3, 0],
        [2, 0],
        [1, 1],
      ]),
    );
    expect((await list(id, '?status=delivered')).items).toEqual([]);
    expect((await list(id, '?status=pending&limit=2')).items).toHaveLength(2);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    await settled(id, 3);
    expect(webhooks.sink.at('/waits')).toHaveLength(4);
  });

  test("is bounded by the event's own time: from is in, to is not", async () => {
    const { id } = await webhooks.endpoint('/times');
    const now = Date.now();
    const at = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
    await webhooks.publish({ time: at(0) }, { time: at(1) }, { time: at(30) });
    await settled(id, 3);
    const sequences = async (query: string): Promise<number[]> =>
      ((await list(id, query)).items as Json[]).map((one) => one.sequence as number);
    expect(await sequences(`?from=${at(0)}&to=${at(1)}`)).toEqual([1]);
    expect(await sequences(`?from=${at(1)}`)).toEqual([3, 2]);
    expect(await sequences(`?to=${at(1)}&status=delivered`)).toEqual([1]);
    expect(await sequences(`?from=${at(31)}`)).toEqual([]);
    expect(await sequences(`?from=${at(0).slice(0, 10)}`)).toEqual([3, 2, 1]);
  });

  test('goes page by page through all of them once, while new ones come', async () => {
    const { id } = await webhooks.endpoint('/pages');
    await webhooks.publish(...Array.from({ length: 23 }, () => ({})));
    await settled(id, 23);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Json = await list(id, `?limit=5&status=delivered${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((one: Json) => one.sequence as number));
      cursor = page.next_cursor as string | null;
      await webhooks.publish({});
    }
    expect(seen.filter((sequence) => sequence <= 23)).toEqual(Array.from({ length: 23 }, (_, at) => 23 - at));
  });

  test.each([
    ['?status=open', 'status'],
    ['?event_type=metre.*', 'event_type'],
    ['?from=yesterday', 'from'],
    ['?from=2026-02-31', 'from'],
    ['?to=2026-11-01T00:00:00', 'to'],
    ['?from=2026-11-02&to=2026-11-01', 'to'],
    ['?cursor=abc', 'cursor'],
    ['?cursor=WyJ4Il0', 'cursor'],
    ['?limit=0', 'limit'],
    ['?limit=501', 'limit'],
    ['?webhook_id=a%00b', 'webhook_id'],
    ['?from=0000-01-01&to=0000-01-01', 'to'],
  ])('%s is refused', async (query, param) => {
    const { id } = await webhooks.endpoint('/refusals');
    const { status, body } = await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries${query}`);
    expect({ status, param: body.error?.param }).toEqual({ status: 400, param });
  });
});

describe('one delivery', () => {
  test('shows its body as it was sent, and every attempt with its answer', async () => {
    webhooks.sink.behave('/one', (_request, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('out of paper');
    });
    const { id } = await webhooks.endpoint('/one');
    const [event] = await webhooks.publish({ data: { 2: 'two', id: 'قافلة', ratio: 1.5 } });
    await eventually(async () => (await list(id, '?status=pending')).items[0]?.attempts === 1);
    webhooks.sink.behave('/one', answers(200));
    await resend(id, 1);
    await settled(id, 1);
    const {
      body: { data },
    } = await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`);
    expect(data).toMatchObject({
      sequence: 1,
      webhook_id: event,
      event_type: 'meter.created',
      status: 'delivered',
      attempt_count: 2,
      data: { 2: 'two', id: 'قافلة', ratio: 1.5 },
      attempts: [
        {
          attempt: 1,
          cause: 'first',
          outcome: 'failed',
          status: 500,
          error: 'answered 500',
          excerpt: 'out of paper',
          started_at: expect.any(String),
          latency_ms: expect.any(Number),
        },
        { attempt: 2, cause: 'resend', outcome: 'delivered', status: 200, error: null, excerpt: 'ok' },
      ],
    });
  });

  test.each(['2', '0', '-1', 'x', '99999999999999999999', '1.5'])(
    'number %s of an endpoint with one delivery is unknown',
    async (sequence) => {
      const { id } = await webhooks.endpoint(`/unknown-${sequence}`);
      await webhooks.publish({});
      await settled(id, 1);
      expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/${sequence}`)).status).toBe(404);
      expect((await webhooks.call('POST', `${ENDPOINTS}/${id}/deliveries/${sequence}/resend`)).status).toBe(404);
    },
  );
});

describe('resending', () => {
  test('sends a delivered one again, under the same id and number', async () => {
    const { id } = await webhooks.endpoint('/again');
    const [event] = await webhooks.publish({});
    await settled(id, 1);
    expect((await resend(id, 1)).body.data).toEqual({ sequence: 1, webhook_id: event, status: 'pending' });
    await eventually(() => webhooks.sink.at('/again').length === 2);
    expect(
      webhooks.sink.at('/again').map(({ headers }) => [headers['webhook-id'], headers['webhook-sequence']]),
    ).toEqual([
      [event, '1'],
      [event, '1'],
    ]);
  });

  test('asked many times at once while it is pending, it is sent once, and no attempt number twice', async () => {
    webhooks.sink.behave('/once', answers(500));
    const { id } = await webhooks.endpoint('/once');
    await webhooks.publish({});
    await eventually(async () => (await list(id)).items[0]?.attempts === 1);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    expect((await Promise.all(Array.from({ length: 12 }, () => resend(id, 1)))).map((answer) => answer.status)).toEqual(
      Array.from({ length: 12 }, () => 202),
    );
    webhooks.sink.behave('/once', answers(200));
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    await settled(id, 1);
    expect(webhooks.sink.at('/once')).toHaveLength(2);
    // And while its attempts come and go: each number is one request.
    for (let round = 0; round < 30; round++) await Promise.all([resend(id, 1), resend(id, 1)]);
    await settled(id, 1);
    const {
      body: { data },
    } = await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`);
    expect(data.attempts.map((one: Json) => one.attempt)).toEqual(
      Array.from({ length: data.attempt_count as number }, (_, at) => at + 1),
    );
    expect(data.attempt_count).toBe(webhooks.sink.at('/once').length);
  });

  test('leaves a first attempt alone that is still to come', async () => {
    const { id } = await webhooks.endpoint('/first');
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    await webhooks.publish({});
    await eventually(async () => (await list(id)).items.length === 1);
    expect((await resend(id, 1)).status).toBe(202);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    await settled(id, 1);
    expect(webhooks.sink.at('/first')).toHaveLength(1);
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`)).body.data).toMatchObject({
      attempt_count: 1,
      attempts: [{ cause: 'first' }],
    });
  });

  test('of a disabled endpoint is refused, and says what to do', async () => {
    webhooks.sink.behave('/disabled', answers(410));
    const { id } = await webhooks.endpoint('/disabled');
    await webhooks.publish({});
    await eventually(async () => (await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data.status === 'disabled');
    const { status, body } = await resend(id, 1);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'endpoint_disabled', message: expect.stringMatching(/resume/) });
    webhooks.sink.behave('/disabled', answers(200));
    await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
    expect((await resend(id, 1)).status).toBe(202);
    await settled(id, 1);
  });
});
