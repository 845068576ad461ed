import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@qafila/testing/wait';
import { WEBHOOK_EVENT_TYPES } from '@qafila/contracts/catalogue';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Answer, Json, WebhooksUnderTest } from './harness.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const TYPES = '/public/v1/webhook/event-types';
const send = (id: string, body?: Json): Promise<Answer> => webhooks.call('POST', `${ENDPOINTS}/${id}/test`, body);

test('the catalogue has every type that can be subscribed to, with schema, sample and patterns', async () => {
  const { status, body } = await webhooks.call('GET', TYPES);
  expect(status).toBe(200);
  expect(body.data.items.map((type: Json) => type.name)).toEqual(WEBHOOK_EVENT_TYPES.map((type) => type.name));
  for (const type of body.data.items as Json[])
    expect(type).toMatchObject({
      summary: expect.stringMatching(/\S/),
      schema: { $schema: expect.any(String), type: 'object' },
      sample: expect.any(Object),
    });
  const created = body.data.items.find((type: Json) => type.name === 'meter.created');
  expect(created.patterns).toEqual(['meter.created', 'meter.*', '*']);
  expect((await webhooks.call('GET', `${TYPES}/meter.created`)).body.data).toEqual(created);
});

test('a type that merchants cannot have is unknown', async () => {
  for (const name of ['meter.usage.accepted', 'meter.*', 'x'])
    expect((await webhooks.call('GET', `${TYPES}/${name}`)).status).toBe(404);
});

test('a sample of every type arrives as a real one would, verified by the unmodified verifier', async () => {
  const { id, secret } = await webhooks.endpoint('/samples', { event_types: ['meter.created'] });
  for (const type of WEBHOOK_EVENT_TYPES) {
    const {
      status,
      body: { data },
    } = await send(id, { event_type: type.name });
    expect({ status, type: data.event_type }).toEqual({ status: 202, type: type.name });
    const request = await eventually(
      () => webhooks.sink.at('/samples').find((one) => one.headers['webhook-id'] === data.webhook_id) ?? null,
    );
    expect(request.body).toBe(JSON.stringify(type.sample));
    expect(request.headers['webhook-sequence']).toBe(String(data.sequence));
    expect(data.webhook_id).toMatch(/^test_/);
    new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  }
});

test('it goes to that endpoint alone, and has its number and its place in the log', async () => {
  const { id } = await webhooks.endpoint('/alone', { event_types: ['plan.*'] });
  const { id: other } = await webhooks.endpoint('/others');
  const {
    body: { data },
  } = await send(id);
  expect(data).toMatchObject({ event_type: 'plan.created', sequence: 1 });
  await eventually(async () =>
    expect((await webhooks.call('GET', `${ENDPOINTS}/${id}/deliveries/1`)).body.data).toMatchObject({
      webhook_id: data.webhook_id,
      status: 'delivered',
    }),
  );
  const range = {
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    status: 'missing',
    dry_run: true,
  };
  expect((await webhooks.call('POST', `${ENDPOINTS}/${other}/replays`, range)).body.data).toEqual({
    dry_run: true,
    count: 0,
    exact: true,
  });
  expect(webhooks.sink.at('/others')).toEqual([]);
});

test('samples and events are numbered together, without a gap', async () => {
  const { id } = await webhooks.endpoint('/together', { event_types: ['meter.created'] });
  await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? send(id) : webhooks.publish({}))));
  await eventually(() => webhooks.sink.at('/together').length === 20);
  expect(
    webhooks.sink
      .at('/together')
      .map((one) => Number(one.headers['webhook-sequence']))
      .sort((a, b) => a - b),
  ).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
});

test('a type that is none is refused, and a disabled endpoint gets no sample', async () => {
  const { id } = await webhooks.endpoint('/no-sample');
  expect((await send(id, { event_type: 'meter.usage.accepted' })).body.error).toMatchObject({ param: 'event_type' });
  expect((await send(id, { event_type: 1 })).status).toBe(400);
  await webhooks.pool.query("UPDATE endpoint SET status = 'disabled', status_reason = 'gone' WHERE id = $1", [id]);
  expect((await send(id)).body.error).toMatchObject({ code: 'endpoint_disabled' });
});
