import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';
import type { Behaviour } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({
    WEBHOOK_RETRY_SCHEDULE_SECONDS: `0${',0.01'.repeat(49)}`,
    WEBHOOK_TIMEOUT_MS: '60000',
  });
});
afterAll(() => webhooks.stop());

const many = (count: number, subject = 'tokens'): { type: string; subject: string }[] =>
  Array.from({ length: count }, () => ({ type: 'meter.created', subject }));
const idsAt = (path: string): string[] => webhooks.sink.at(path).map(({ headers }) => headers['webhook-id'] as string);
const remove = (id: string): Promise<unknown> => webhooks.call('DELETE', `${ENDPOINTS}/${id}`);

/** Answers when the test lets it, and counts how many wait at most. */
function blockedSink(): { behaviour: Behaviour; waiting: (() => void)[]; most: () => number; let: () => void } {
  const waiting: (() => void)[] = [];
  let [most, isOpen] = [0, false];
  return {
    waiting,
    most: () => most,
    behaviour: (request, response) => {
      if (isOpen) return answers(200)(request, response);
      waiting.push(() => answers(200)(request, response));
      most = Math.max(most, waiting.length);
    },
    let: () => {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

describe('another endpoint', () => {
  test('that never answers delays no other endpoint, and has few requests under way', async () => {
    const hanging = blockedSink();
    webhooks.sink.behave('/hangs', hanging.behaviour);
    const slow = await webhooks.endpoint('/hangs');
    const healthy = await webhooks.endpoint('/beside');
    const ids = await webhooks.publish(...many(700));
    await eventually(() => expect(new Set(idsAt('/beside'))).toEqual(new Set(ids)));
    // Not one of its answers has come, so nothing waited for it.
    expect(hanging.waiting.length).toBe(webhooks.sink.at('/hangs').length);
    expect(hanging.most()).toBe(4);
    hanging.let();
    await eventually(() => webhooks.sink.at('/hangs').length === 700);
    expect(webhooks.sink.at('/beside')).toHaveLength(700);
    await Promise.all([slow, healthy].map(({ id }) => remove(id as string)));
  });

  test('with hundreds of retries that are always due delays no first attempt', async () => {
    let calls = 0;
    // Every other request fails, so that its breaker stays closed and the flood goes on.
    webhooks.sink.behave('/flood', (request, response) => answers(++calls % 2 === 0 ? 500 : 200)(request, response));
    const flooding = await webhooks.endpoint('/flood', { event_types: ['meter.updated'] });
    const healthy = await webhooks.endpoint('/first', { event_types: ['meter.created'] });
    await webhooks.publish(...many(300).map((event) => ({ ...event, type: 'meter.updated' })));
    const ids = await webhooks.publish(...many(300));
    await eventually(() => expect(new Set(idsAt('/first'))).toEqual(new Set(ids)));
    await eventually(() => new Set(idsAt('/flood')).size === 300);
    await Promise.all([flooding, healthy].map(({ id }) => remove(id as string)));
  });
});

test("an endpoint's own retries do not go before its first attempts", async () => {
  webhooks.sink.behave('/own', (request, response) =>
    answers(Number(request.headers['webhook-sequence']) % 2 === 0 ? 500 : 200)(request, response),
  );
  const { id } = await webhooks.endpoint('/own', { event_types: ['meter.created'], concurrency_max: 1 });
  const before = await webhooks.publish(...many(40));
  await eventually(() => new Set(idsAt('/own')).size === 40);
  await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  await eventually(async () => {
    const { rows } = await webhooks.pool.query<{ idle: boolean }>(
      `
        SELECT count(*) = 20 AND bool_and(due_at <= now()) AS idle FROM retry JOIN endpoint USING (endpoint_no)
          WHERE id = $1`,
      [id],
    );
    return rows[0]?.idle ?? false;
  });
  const fresh = await webhooks.publish(...many(60));
  const seen = webhooks.sink.received.length;
  webhooks.sink.behave('/own', answers(200));
  await webhooks.call('POST', `${ENDPOINTS}/${id}/resume`);
  await eventually(() => new Set(idsAt('/own')).size === 100);
  const order = webhooks.sink.received
    .slice(seen)
    .filter(({ path }) => path === '/own')
    .map(({ headers }) => headers['webhook-id'] as string);
  const lastFresh = Math.max(...fresh.map((one) => order.indexOf(one)));
  // A quarter may be retries, and those that were in memory when it was paused.
  expect(order.slice(0, lastFresh).filter((one) => before.includes(one)).length).toBeLessThanOrEqual(20);
  expect(lastFresh).toBeLessThan((60 * 4) / 3 + 4);
  await remove(id as string);
});

describe('concurrency_max', () => {
  test.each([1, 3, 12])('%i: never more at once, and no fewer when there is work', async (concurrencyMax) => {
    const path = `/at-once-${concurrencyMax}`;
    let [underWay, most] = [0, 0];
    webhooks.sink.behave(path, (request, response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay--;
        answers(200)(request, response);
      }, 15);
    });
    const { id } = await webhooks.endpoint(path, { concurrency_max: concurrencyMax });
    await webhooks.publish(...many(80));
    await eventually(() => webhooks.sink.at(path).length === 80);
    expect(most).toBe(concurrencyMax);
    await remove(id as string);
  });

  test('holds from the first request, before anything is known of the endpoint', async () => {
    const holding = blockedSink();
    webhooks.sink.behave('/one', holding.behaviour);
    const { id } = await webhooks.endpoint('/one', { concurrency_max: 1 });
    const beside = await webhooks.endpoint('/other-one');
    await webhooks.publish(...many(20));
    await eventually(() => webhooks.sink.at('/other-one').length === 20);
    expect(webhooks.sink.at('/one')).toHaveLength(1);
    holding.let();
    await eventually(() => webhooks.sink.at('/one').length === 20);
    await Promise.all([id, beside.id].map((each) => remove(each as string)));
  });

  test('that is lowered holds for what waits', async () => {
    let underWay = 0;
    let [most, isLow] = [0, false];
    webhooks.sink.behave('/lowered', (request, response) => {
      underWay++;
      if (isLow) most = Math.max(most, underWay);
      setTimeout(() => {
        underWay--;
        answers(200)(request, response);
      }, 15);
    });
    const { id } = await webhooks.endpoint('/lowered', { concurrency_max: 20 });
    await webhooks.publish(...many(60));
    await eventually(() => webhooks.sink.at('/lowered').length === 60 && underWay === 0);
    await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
    await webhooks.publish(...many(40));
    await webhooks.call('PATCH', `${ENDPOINTS}/${id}`, { concurrency_max: 2, status: 'enabled' });
    isLow = true;
    await eventually(() => webhooks.sink.at('/lowered').length === 100);
    expect(most).toBe(2);
    await remove(id as string);
  });
});

describe('rate_limit_per_second', () => {
  test("holds: one second's worth at once, then evenly", async () => {
    const { id } = await webhooks.endpoint('/rate', { rate_limit_per_second: 20 });
    await webhooks.publish(...many(50));
    await eventually(() => webhooks.sink.at('/rate').length === 50);
    const times = webhooks.sink.at('/rate').map(({ atMs }) => atMs);
    // What was sent in its second may arrive a little closer together.
    for (const fromMs of times)
      expect(times.filter((at) => at >= fromMs && at < fromMs + 900).length).toBeLessThanOrEqual(40);
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(1_300);
    await remove(id as string);
  });

  test('is not used up by what waits for its key', async () => {
    const first = blockedSink();
    webhooks.sink.behave('/keys', (request, response) =>
      JSON.parse(request.body).key === 'slow' ? first.behaviour(request, response) : answers(200)(request, response),
    );
    const { id } = await webhooks.endpoint('/keys', { ordering: 'key', rate_limit_per_second: 10 });
    const slow = many(150, 'slow').map((event) => ({ ...event, data: { key: 'slow' } }));
    const quick = Array.from({ length: 8 }, (_, index) => ({
      type: 'meter.created',
      subject: `quick${index}`,
      data: { key: 'quick' },
    }));
    const ids = await webhooks.publish(...slow, ...quick);
    await eventually(() => expect(idsAt('/keys')).toEqual(expect.arrayContaining(ids.slice(150))), {
      timeoutMs: 5_000,
    });
    expect(idsAt('/keys').filter((one) => ids.indexOf(one) < 150)).toHaveLength(1);
    await remove(id as string);
    first.let();
  });
});
