import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';
import type { Behaviour } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  // Two tests wait for it; on a machine under load, the answers of the others must come before it.
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,3600', WEBHOOK_TIMEOUT_MS: '4000' });
});
afterAll(() => webhooks.stop());

interface Logged {
  sequence: string;
  attempt: number;
  outcome: string;
  status: number | null;
  error: string | null;
  excerpt: string | null;
}
const log = async (id: string): Promise<Logged[]> =>
  (
    await webhooks.pool.query<Logged>(
      `
        SELECT a.sequence, a.attempt, a.outcome, a.status, a.error, a.excerpt
          FROM attempt a JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY a.sequence, a.attempt`,
      [id],
    )
  ).rows;
const firstOf = (id: string): Promise<Logged> => eventually(async () => (await log(id))[0] ?? null);
let paths = 0;
async function sentTo(behaviour: Behaviour): Promise<{ id: string; path: string; logged: Logged }> {
  const path = `/answers-${++paths}`;
  webhooks.sink.behave(path, behaviour);
  const { id } = await webhooks.endpoint(path, { event_types: ['meter.created'] });
  await webhooks.publish({});
  const logged = await firstOf(id as string);
  await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  return { id: id as string, path, logged };
}
const waiting = async (id: string): Promise<{ step: number; attempts: number; in_s: number }[]> =>
  (
    await webhooks.pool.query<{ step: number; attempts: number; in_s: number }>(
      `
        SELECT r.step, r.attempts, extract(epoch FROM r.due_at - now())::float8 AS in_s
          FROM retry r JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY r.sequence`,
      [id],
    )
  ).rows;

describe('an answer', () => {
  test.each([200, 201, 202, 204, 299])('%i is a delivery, and nothing waits', async (status) => {
    const { id, logged } = await sentTo(answers(status));
    expect(logged).toMatchObject({
      attempt: 1,
      outcome: 'delivered',
      status,
      error: null,
      excerpt: status === 204 ? '' : 'ok',
    });
    expect(await waiting(id)).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])('%i leads nowhere', async (status) => {
    const { id, logged } = await sentTo(answers(status, { location: `${webhooks.sink.url}/elsewhere` }));
    expect(logged).toMatchObject({
      outcome: 'failed',
      status,
      error: `answered ${status}: redirects are not followed`,
    });
    expect(await waiting(id)).toEqual([{ step: 1, attempts: 1, in_s: expect.any(Number) }]);
    expect(webhooks.sink.at('/elsewhere')).toEqual([]);
  });

  test.each([304, 400, 401, 404, 409, 429, 500, 501, 503])('%i failed, and waits for its hour', async (status) => {
    const { id, logged } = await sentTo(answers(status));
    expect(logged).toMatchObject({ outcome: 'failed', status, error: expect.stringContaining(`answered ${status}`) });
    const [retry] = await waiting(id);
    expect(retry).toMatchObject({ step: 1, attempts: 1 });
    expect(retry?.in_s).toBeGreaterThan(3_200);
    expect(retry?.in_s).toBeLessThan(3_961);
  });
});

describe('no answer', () => {
  test.each<[string, Behaviour, RegExp]>([
    [
      'a connection that is broken off',
      (_request, response) => {
        response.destroy();
      },
      /^reset: /,
    ],
    [
      'a 200 that ends before its end',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
      },
      /^reset: /,
    ],
    ['silence', () => {}, /^timeout: No answer came in 4000 ms/],
    [
      'a 200 that never ends',
      (_request, response) => {
        response.writeHead(200).write('and then');
      },
      /^timeout: The answer began with 200/,
    ],
    [
      'another protocol',
      (_request, response) => {
        response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n');
      },
      /^protocol: /,
    ],
  ])('%s: recorded, and tried again', async (_name, behaviour, error) => {
    const { id, logged } = await sentTo(behaviour);
    expect(logged).toMatchObject({
      attempt: 1,
      outcome: 'failed',
      status: null,
      error: expect.stringMatching(error),
      excerpt: null,
    });
    expect(await waiting(id)).toEqual([{ step: 1, attempts: 1, in_s: expect.any(Number) }]);
  });

  test('a failure that breaks off is the failure that it began as', async () => {
    const { logged } = await sentTo((_request, response) => {
      response.writeHead(500, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    expect(logged).toMatchObject({ outcome: 'failed', status: 500, error: 'answered 500', excerpt: 'half' });
  });

  test('no server there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { body } = await webhooks.call('POST', ENDPOINTS, {
      url: `http://127.0.0.1:${port}/`,
      event_types: ['meter.created'],
    });
    await webhooks.publish({});
    expect(await firstOf(body.data.id as string)).toMatchObject({
      outcome: 'failed',
      status: null,
      error: expect.stringMatching(/^refused: /),
    });
    await webhooks.call('DELETE', `${ENDPOINTS}/${body.data.id}`);
  });
});

describe('410', () => {
  test('disables the endpoint, publishes it, and dead-letters what waits for it; nothing more is written', async () => {
    const release: (() => void)[] = [];
    let calls = 0;
    webhooks.sink.behave('/gone', (request, response) => {
      if (++calls === 1) answers(500)(request, response);
      else release.push(() => answers(410)(request, response));
    });
    const { id } = await webhooks.endpoint('/gone', { event_types: ['plan.*'], concurrency_max: 1 });
    await webhooks.endpoint('/operations', { event_types: ['webhook.*'] });
    const plan = { type: 'plan.created', subject: 'pro' };
    await webhooks.publish(plan);
    await eventually(async () => expect(await waiting(id)).toHaveLength(1));
    const events = await webhooks.publish(plan, plan, plan, plan);
    await eventually(() => release.length === 1);
    release[0]?.();
    await eventually(async () =>
      expect((await webhooks.call('GET', `${ENDPOINTS}/${id}`)).body.data).toMatchObject({
        status: 'disabled',
        status_reason: 'gone',
      }),
    );
    const notification = await eventually(() => webhooks.sink.at('/operations')[0] ?? null);
    expect(JSON.parse(notification.body)).toMatchObject({
      endpoint_id: id,
      status: 'disabled',
      reason: 'gone',
      disable_at: null,
    });
    expect(notification.headers['webhook-id']).not.toBe(events[0]);
    // Only attempts that had started when the answer came may still have been sent.
    await eventually(async () => {
      const { rows } = await webhooks.pool.query<{ sequence: string; reason: string }>(
        'SELECT sequence, reason FROM dead_letter d JOIN endpoint USING (endpoint_no) WHERE id = $1 ORDER BY sequence',
        [id],
      );
      expect(rows.filter((row) => Number(row.sequence) > 1)).toEqual(
        ['2', '3', '4', '5'].map((sequence) => ({ sequence, reason: 'endpoint_disabled' })),
      );
    });
    expect((await log(id)).filter(({ outcome }) => outcome === 'gone')).toMatchObject([
      { sequence: '2', attempt: 1, status: 410, error: 'answered 410' },
    ]);
    // One more may go while the end is written down.
    expect(webhooks.sink.at('/gone').length).toBeLessThanOrEqual(3);
    await webhooks.publish(plan);
    const {
      rows: [head],
    } = await webhooks.pool.query<{ sequence: string }>(
      'SELECT sequence FROM endpoint_head JOIN endpoint USING (endpoint_no) WHERE id = $1',
      [id],
    );
    expect(head?.sequence).toBe('5');
  });

  test('dead-letters also what waits for a later retry', async () => {
    let calls = 0;
    webhooks.sink.behave('/gone-too', (request, response) => answers(++calls === 1 ? 500 : 410)(request, response));
    const { id } = await webhooks.endpoint('/gone-too', { event_types: ['plan.*'], concurrency_max: 1 });
    await webhooks.publish({ type: 'plan.created', subject: 'pro' });
    await eventually(async () => expect(await waiting(id)).toHaveLength(1));
    await webhooks.publish({ type: 'plan.created', subject: 'pro' });
    await eventually(async () => {
      const { rows } = await webhooks.pool.query<{ sequence: string; attempts: number; reason: string }>(
        `
          SELECT sequence, attempts, reason FROM dead_letter d JOIN endpoint USING (endpoint_no)
            WHERE id = $1 ORDER BY sequence`,
        [id],
      );
      expect(rows).toEqual([
        { sequence: '1', attempts: 1, reason: 'endpoint_disabled' },
        { sequence: '2', attempts: 1, reason: 'endpoint_disabled' },
      ]);
    });
    expect(await waiting(id)).toEqual([]);
    expect(webhooks.sink.at('/gone-too')).toHaveLength(2);
  });
});

describe('Retry-After', () => {
  /** The first answer asks for a pause; afterwards all is well. */
  async function retryAfter(
    path: string,
    status: number,
    retryAfter: () => string,
  ): Promise<{ id: string; firstMs: number; next: () => Promise<number> }> {
    let calls = 0;
    webhooks.sink.behave(path, (request, response) =>
      answers(++calls === 1 ? status : 200, { 'retry-after': retryAfter() })(request, response),
    );
    const { id } = await webhooks.endpoint(path, { event_types: ['meter.updated'] });
    await webhooks.publish({ type: 'meter.updated' });
    await firstOf(id as string);
    await webhooks.publish({ type: 'meter.updated' });
    return {
      id: id as string,
      firstMs: webhooks.sink.at(path)[0]?.atMs as number,
      next: async () => (await eventually(() => webhooks.sink.at(path)[1] ?? null)).atMs,
    };
  }

  test.each([429, 503])('%i in seconds: nothing goes there before, first attempts neither', async (status) => {
    const { id, firstMs, next } = await retryAfter(`/slow-${status}`, status, () => '1');
    expect((await next()) - firstMs).toBeGreaterThanOrEqual(1_000);
    await eventually(async () =>
      expect((await log(id)).map((one) => [one.sequence, one.outcome])).toEqual([
        ['1', 'failed'],
        ['2', 'delivered'],
      ]),
    );
  });

  test('503 with a date', async () => {
    const untilMs = Math.ceil(Date.now() / 1_000) * 1_000 + 1_000;
    const { next } = await retryAfter('/slow-date', 503, () => new Date(untilMs).toUTCString());
    expect(await next()).toBeGreaterThanOrEqual(untilMs);
  });

  test('of any other answer is ignored', async () => {
    const { next, firstMs } = await retryAfter('/ignored', 500, () => '3600');
    expect((await next()) - firstMs).toBeLessThan(3_600_000);
  });

  test("longer than the schedule's own delay moves the retry too", async () => {
    webhooks.sink.behave('/long', answers(503, { 'retry-after': '99999' }));
    const { id } = await webhooks.endpoint('/long', { event_types: ['meter.updated'] });
    await webhooks.publish({ type: 'meter.updated' });
    const [retry] = await eventually(async () => {
      const all = await waiting(id as string);
      return all.length === 1 ? all : null;
    });
    // An hour at most, whatever it asks for; the schedule's own hour may be a tenth less.
    expect(retry?.in_s).toBeGreaterThan(3_590);
  });
});
