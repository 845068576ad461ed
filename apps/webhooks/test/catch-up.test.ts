import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const after = async (id: string, query = ''): Promise<Json> =>
  (await webhooks.call('GET', `${ENDPOINTS}/${id}/events${query}`)).body.data as Json;
const numbered = (id: string, last: number): Promise<{ high_water: Json }> =>
  eventually(async (): Promise<{ high_water: Json } | null> => {
    const answer = await after(id);
    return answer.last_sequence === last ? answer : null;
  });

test('a receiver that was away reads in order after its last number, and knows when it has everything', async () => {
  const { id } = await webhooks.endpoint('/away');
  await webhooks.call('POST', `${ENDPOINTS}/${id}/pause`);
  const publishedIds = await webhooks.publish(...Array.from({ length: 25 }, () => ({})));
  await numbered(id, 25);
  const got: Json[] = [];
  for (let next: number | null = 3; next !== null;) {
    const answer: Json = await after(id, `?after=${next}&limit=10`);
    expect(answer).toMatchObject({ last_sequence: 25, expired: [], high_water: { sequence: 25 } });
    got.push(...answer.items);
    next = answer.next_after as number | null;
  }
  expect(got.map((one) => one.sequence)).toEqual(Array.from({ length: 22 }, (_, at) => at + 4));
  expect(got.map((one) => one.webhook_id)).toEqual(publishedIds.slice(3));
  expect(await after(id, '?after=25')).toMatchObject({ items: [], next_after: null, last_sequence: 25, expired: [] });
  expect(await after(id, '?after=99')).toMatchObject({ items: [], next_after: null, last_sequence: 25, expired: [] });
});

test('the bodies are the bytes that are sent', async () => {
  const { id } = await webhooks.endpoint('/bytes');
  const event = (body: string): string =>
    JSON.stringify({
      specversion: '1.0',
      id: 'evt-bytes',
      source: '/qafila/metering',
      type: 'meter.created',
      time: new Date().toISOString(),
      subject: 'tokens',
      datacontenttype: 'application/json',
      accountid: webhooks.owner.accountId,
      storeid: webhooks.owner.storeId,
      mode: 'stage',
      data: 'BODY',
    }).replace('"BODY"', body);
  const body = '{"b":1.50,"a":12345678901234567890,"10":"é\\u00e9","2":[ ]}';
  await webhooks.bus.publish([{ topic: 'meter.events.v1', key: 'tokens', value: event(body) }]);
  const sent = await eventually(() => webhooks.sink.at('/bytes')[0] ?? null);
  expect(sent.body).toBe(body);
  const {
    text,
    body: { data },
  } = await webhooks.call('GET', `${ENDPOINTS}/${id}/events`);
  expect(data.items).toMatchObject([
    { sequence: 1, webhook_id: 'evt-bytes', event_type: 'meter.created', data: { 10: 'éé' } },
  ]);
  expect(text).toContain(`"data":${body}}`);
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`)).text).toContain(`"data":${body}}`);
});

test("the high-water mark is signed with the endpoint's secrets, during a rotation with both", async () => {
  const { id, secret } = await webhooks.endpoint('/signed-head');
  await webhooks.publish({}, {});
  const { high_water: mark } = await numbered(id, 2);
  const sign = (key: string): string =>
    `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
      .update(`${id}:${mark.timestamp}:${mark.sequence}`)
      .digest('base64')}`;
  expect(mark).toEqual({ sequence: 2, timestamp: expect.any(Number), signature: sign(secret) });
  expect(Math.abs(mark.timestamp - Date.now() / 1_000)).toBeLessThan(60);
  await webhooks.call('POST', `${ENDPOINTS}/${id}/secret/rotate`, {});
  const {
    high_water: { signature },
  } = await after(id);
  expect(signature.split(' ')).toHaveLength(2);
});

test('numbers whose events are past retention are listed as expired, and no other number is missing', async () => {
  const { id } = await webhooks.endpoint('/holes');
  await webhooks.publish({}, {}, {}, {}, {});
  await numbered(id, 5);
  await eventually(() => webhooks.sink.at('/holes').length === 5);
  await webhooks.pool.query(
    `
      DELETE FROM delivery WHERE sequence IN (1, 2, 4) AND endpoint_no = (SELECT endpoint_no FROM endpoint
        WHERE id = $1)`,
    [id],
  );
  const answer = await after(id);
  expect(answer.items.map((one: Json) => one.sequence)).toEqual([3, 5]);
  expect(answer).toMatchObject({
    expired: [
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ],
    last_sequence: 5,
    next_after: null,
  });
  expect(await after(id, '?after=3&limit=1')).toMatchObject({ expired: [{ from: 4, to: 4 }] });
});

test('an answer holds so many megabytes, and goes on in the next', async () => {
  const { id } = await webhooks.endpoint('/large');
  await webhooks.publish(...Array.from({ length: 12 }, () => ({ data: { id: 'tokens', text: 'x'.repeat(450_000) } })));
  await numbered(id, 12);
  const first = await after(id);
  expect(first.items.length).toBeGreaterThan(5);
  expect(first.items.length).toBeLessThan(12);
  const rest = await after(id, `?after=${first.next_after}`);
  expect([...first.items, ...rest.items].map((one: Json) => one.sequence)).toEqual(
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
});

test.each(['?after=-1', '?after=1.5', '?after=x', '?limit=0', '?limit=1000'])('%s is refused', async (query) => {
  const { id } = await webhooks.endpoint('/refused');
  expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/events${query}`)).status).toBe(400);
});
