import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { WEBHOOK_HEADERS } from '@qafila/contracts/webhook-headers';
import { eventually } from '@qafila/testing/wait';
import { EGRESS_LIMITS } from '../src/egress/send.ts';
import { startWebhooksForTest } from './harness.ts';
import type { WebhooksUnderTest } from './harness.ts';
import { answers } from './sink.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,0.05,0.1,0.2' });
});
afterAll(() => webhooks.stop());

test('an event reaches an endpoint as the bytes of its data, signed for both verifiers', async () => {
  const endpoint = await webhooks.endpoint('/signed');
  const [id] = await webhooks.publish({ data: { 2: 'two', id: 'قافلة', ratio: 1.5 } });
  const request = await eventually(() => webhooks.sink.at('/signed')[0] ?? null);
  expect(request.body).toBe('{"2":"two","id":"قافلة","ratio":1.5}');
  expect(request.headers).toMatchObject({
    'webhook-id': id,
    'webhook-sequence': '1',
    'webhook-event-type': 'meter.created',
    'content-type': 'application/json',
  });
  new Webhook(endpoint.secret as string).verify(request.body, request.headers as Record<string, string>);
  expect(request.headers['x-signature']).toBe(
    createHmac('sha256', webhooks.demo.webhookSecret).update(request.body).digest('hex'),
  );
});

test('a delivery has exactly the headers, and the time for its answer, that are documented', async () => {
  await webhooks.endpoint('/headers', { ed25519: true });
  await webhooks.publish({});
  const { headers } = await eventually(() => webhooks.sink.at('/headers')[0] ?? null);
  const documented = Object.keys(WEBHOOK_HEADERS['properties'] as object);
  const sent = Object.keys(headers).filter((name) => /^(webhook|x)-/.test(name));
  expect(documented.filter((name) => name !== 'x-signature-previous').sort()).toEqual(sent.sort());
  for (const document of ['docs/webhooks.md', 'docs/api/webhooks.md']) {
    const text = readFileSync(new URL(`../../../${document}`, import.meta.url), 'utf8').toLowerCase();
    expect([document, documented.filter((name) => !text.includes(`\`${name}\``))]).toEqual([document, []]);
    expect(text).toContain(`within ${EGRESS_LIMITS.totalTimeoutMs / 1_000} s`);
  }
});

test('failed attempts are retried by the schedule under the same id, and logged', async () => {
  let calls = 0;
  webhooks.sink.behave('/flaky', (request, response) => answers(++calls < 3 ? 500 : 200)(request, response));
  const { id } = await webhooks.endpoint('/flaky');
  await webhooks.publish({});
  await eventually(() => webhooks.sink.at('/flaky').length === 3);
  expect(new Set(webhooks.sink.at('/flaky').map((request) => request.headers['webhook-id'])).size).toBe(1);
  await eventually(async () => {
    const { rows } = await webhooks.pool.query<{ attempt: number; outcome: string; status: number }>(
      `
        SELECT a.attempt, a.outcome, a.status FROM attempt a JOIN endpoint USING (endpoint_no)
          WHERE id = $1 ORDER BY attempt`,
      [id],
    );
    expect(rows).toEqual([
      { attempt: 1, outcome: 'failed', status: 500 },
      { attempt: 2, outcome: 'failed', status: 500 },
      { attempt: 3, outcome: 'delivered', status: 200 },
    ]);
  });
});

test('a delivery whose schedule is used up is a dead letter, and the merchant is notified', async () => {
  webhooks.sink.behave('/dead', answers(500));
  const { id } = await webhooks.endpoint('/dead');
  await webhooks.endpoint('/operations', { event_types: ['webhook.*'] });
  const [event] = await webhooks.publish({});
  const notification = await eventually(() => webhooks.sink.at('/operations')[0] ?? null);
  expect(JSON.parse(notification.body)).toMatchObject({
    endpoint_id: id,
    webhook_id: event,
    attempts: 4,
    last_status: 500,
  });
  expect(webhooks.sink.at('/dead').length).toBe(4);
});
