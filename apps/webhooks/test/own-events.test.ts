import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Answer, Json, WebhooksUnderTest } from './harness.ts';
import type { Received } from './sink.ts';

const TYPES = '/public/v1/webhook/event-types';
const EVENTS = '/public/v1/webhook/events';
const SHIPPED = {
  name: 'custom.order.shipped',
  description: 'An order left the warehouse.',
  schema: {
    type: 'object',
    properties: {
      order: { type: 'string', minLength: 2, maxLength: 20 },
      lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } }, maxItems: 3 },
      total: { type: 'number', minimum: 0 },
      state: { enum: ['part', 'whole'] },
    },
    required: ['order'],
    additionalProperties: false,
  },
  sample: { order: 'A-1001', state: 'whole' },
};

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

const register = (more: Json = {}): Promise<Answer> => webhooks.call('POST', TYPES, { ...SHIPPED, ...more });
const publish = (body: Json): Promise<Answer> =>
  webhooks.call('POST', EVENTS, { event_id: 'e', type: SHIPPED.name, data: { order: 'A-1001' }, ...body });
const arrived = (path: string, count: number): Promise<Received[]> =>
  eventually(() => (webhooks.sink.at(path).length === count ? webhooks.sink.at(path) : null));
const refusal = (answer: Answer): Json => ({ status: answer.status, ...(answer.body.error as Json) });

describe('an event type of a merchant', () => {
  test('is registered, listed after ours, read, changed and deleted', async () => {
    const made = await register({ name: 'custom.walk' });
    expect(made).toMatchObject({ status: 201 });
    const view = {
      name: 'custom.walk',
      summary: SHIPPED.description,
      patterns: ['custom.walk', 'custom.*', '*'],
      schema: SHIPPED.schema,
      sample: SHIPPED.sample,
    };
    expect(made.body.data).toEqual(view);
    expect((await webhooks.call('GET', `${TYPES}/custom.walk`)).body.data).toEqual(view);
    const { items } = (await webhooks.call('GET', TYPES)).body.data as { items: Json[] };
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['meter.created', 'custom.walk']));
    expect(refusal(await register({ name: 'custom.walk' }))).toMatchObject({ status: 409, code: 'event_type_exists' });
    const changed = await webhooks.call('PATCH', `${TYPES}/custom.walk`, { description: 'A customer walks.' });
    expect(changed.body.data).toEqual({ ...view, summary: 'A customer walks.' });
    expect(await webhooks.call('DELETE', `${TYPES}/custom.walk`)).toMatchObject({ status: 200 });
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { description: '' }]] as [string, Json?][])
      expect(await webhooks.call(method, `${TYPES}/custom.walk`, body)).toMatchObject({ status: 404 });
  });

  test('of another store is not seen', async () => {
    await register({ name: 'custom.mine' });
    const other = { ...webhooks.owner, storeId: 'another' };
    expect(await webhooks.call('GET', `${TYPES}/custom.mine`, undefined, other)).toMatchObject({ status: 404 });
    const event = { event_id: 'e', type: 'custom.mine', data: { order: 'A-1' } };
    expect(refusal(await webhooks.call('POST', EVENTS, event, other))).toMatchObject({ status: 400, param: 'type' });
  });

  test.each<[string, Json, string]>([
    ['a name of our families', { name: 'meter.mine' }, 'name'],
    ['a name without words', { name: 'custom' }, 'name'],
    ['capitals', { name: 'custom.Order' }, 'name'],
    [
      'a keyword that can stop a process',
      { schema: { properties: { a: { pattern: '(a+)+$' } } } },
      'schema.properties.a.pattern',
    ],
    ['a keyword with a wrong value', { schema: { type: 'text' } }, 'schema.type'],
    ['a property that is no schema', { schema: { properties: { a: 1 } } }, 'schema.properties.a'],
    ['a sample that does not match', { sample: { order: 7 } }, 'sample.order'],
    ['a sample without what is required', { sample: {} }, 'sample.order'],
    [
      'a schema that is too deep',
      { schema: JSON.parse('{"items":'.repeat(20) + 'true' + '}'.repeat(20)) as Json, sample: {} },
      `schema${'.items'.repeat(16)}`,
    ],
  ])('is refused with %s, by the field', async (_what, more, param) => {
    expect(refusal(await register({ name: 'custom.bad', ...more }))).toMatchObject({ status: 400, param });
  });
});

describe('an event of a merchant', () => {
  test('reaches every endpoint that subscribes, like every other event', async () => {
    await register();
    const paths = ['/own-all', '/own-family', '/own-name'];
    for (const [index, pattern] of ['*', 'custom.order.*', SHIPPED.name].entries())
      await webhooks.endpoint(paths[index] as string, { event_types: [pattern] });
    const { id } = await webhooks.endpoint('/own-other', { event_types: ['custom.invoice.*', 'meter.*'] });
    const data = { order: 'A-1002', total: 12.5, lines: [{ sku: 'x' }] };
    const answer = await publish({ event_id: 'first', data, key: 'A-1002' });
    expect(answer).toMatchObject({
      status: 202,
      body: { data: { event_id: 'first', type: SHIPPED.name, duplicate: false } },
    });
    const { webhook_id: webhookId } = answer.body.data as { webhook_id: string };
    for (const path of paths) {
      const [delivery] = await arrived(path, 1);
      expect(delivery).toMatchObject({
        body: JSON.stringify(data),
        headers: { 'webhook-id': webhookId, 'webhook-sequence': '1', 'webhook-event-type': SHIPPED.name },
      });
    }
    expect((await webhooks.call('GET', `${ENDPOINTS}/${String(id)}`)).body.data).toMatchObject({ last_sequence: 0 });
  });

  test('is published once under its id, however often it is sent; another event under the id is refused', async () => {
    await register({ name: 'custom.once' });
    await webhooks.endpoint('/own-once', { event_types: ['custom.once'] });
    const event = { event_id: 'once', type: 'custom.once' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
    expect(answers.filter(({ body }) => (body.data as Json).duplicate === false)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => (body.data as Json).webhook_id)).size).toBe(1);
    expect(refusal(await publish({ ...event, data: { order: 'A-2' } }))).toMatchObject({
      status: 409,
      code: 'event_id_reused',
      param: 'event_id',
    });
    await publish({ ...event, event_id: 'after' });
    await arrived('/own-once', 2);
    // The same id in another store is another event.
    const other = { ...webhooks.owner, storeId: 'second' };
    await webhooks.call('POST', TYPES, { ...SHIPPED, name: 'custom.once' }, other);
    const elsewhere = await webhooks.call('POST', EVENTS, { ...event, data: { order: 'A-9' } }, other);
    expect(elsewhere).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
  });

  test('that is refused does not use its id', async () => {
    await register({ name: 'custom.checked' });
    const event = { event_id: 'checked', type: 'custom.checked' };
    expect(refusal(await publish({ ...event, data: {} }))).toMatchObject({ status: 400, param: 'data.order' });
    expect(await publish(event)).toMatchObject({ status: 202, body: { data: { duplicate: false } } });
  });

  test.each<[Json, string]>([
    [{ data: { order: 'A' } }, 'data.order'],
    [{ data: { order: 'A'.repeat(21) } }, 'data.order'],
    [{ data: { order: 'A-1', total: -1 } }, 'data.total'],
    [{ data: { order: 'A-1', state: 'none' } }, 'data.state'],
    [{ data: { order: 'A-1', lines: [{ sku: 7 }] } }, 'data.lines.0.sku'],
    [{ data: { order: 'A-1', lines: [{}, {}, {}, {}] } }, 'data.lines'],
    [{ data: { order: 'A-1', unknown: 1 } }, 'data.unknown'],
    [{ data: [] }, 'data'],
    [{ type: 'custom.unknown' }, 'type'],
    [{ type: 'meter.created' }, 'type'],
  ])('%j is refused by the field', async (body, param) => {
    await register();
    expect(refusal(await publish({ event_id: 'wrong', ...body }))).toMatchObject({ status: 400, param });
  });

  test('of more than 32 KiB is refused', async () => {
    await register();
    const data = { order: 'A-1', note: 'x'.repeat(32_768) };
    expect(refusal(await publish({ event_id: 'long', data }))).toMatchObject({ status: 400, param: 'data' });
  });

  test('with a number that a double changes is refused, not rounded', async () => {
    await register();
    const body = `{"event_id":"big","type":"${SHIPPED.name}","data":{"order":"A-1","total":12345678901234567890}}`;
    const answer = await webhooks.call('POST', EVENTS, body);
    expect(refusal(answer)).toMatchObject({ status: 400, param: 'data.total' });
    const type = `{"name":"custom.big","schema":{"maximum":12345678901234567890},"sample":{}}`;
    expect(refusal(await webhooks.call('POST', TYPES, type))).toMatchObject({ status: 400, param: 'schema.maximum' });
  });

  test('needs the scope to write', async () => {
    const reader = { ...webhooks.owner, scopes: ['webhooks:read' as const] };
    const body = { event_id: 'e', type: SHIPPED.name, data: { order: 'A-1' } };
    expect(await webhooks.call('POST', EVENTS, body, reader)).toMatchObject({ status: 403 });
    expect(await webhooks.call('POST', TYPES, SHIPPED, reader)).toMatchObject({ status: 403 });
  });

  test('its type filters deliveries, selects replays, and can be tested', async () => {
    await register({ name: 'custom.found' });
    // When it has arrived at the first endpoint, it is fanned out, and the second one does not get it.
    await webhooks.endpoint('/own-early', { event_types: ['custom.found'] });
    await publish({ event_id: 'before', type: 'custom.found' });
    await arrived('/own-early', 1);
    const { id } = await webhooks.endpoint('/own-found', { event_types: ['custom.*'] });
    const tested = await webhooks.call('POST', `${ENDPOINTS}/${String(id)}/test`, { event_type: 'custom.found' });
    expect(tested).toMatchObject({ status: 202, body: { data: { data: SHIPPED.sample } } });
    await publish({ event_id: 'found', type: 'custom.found', data: { order: 'A-3' } });
    await arrived('/own-found', 2);
    for (const type of ['custom.*', 'custom.found']) {
      const list = await webhooks.call('GET', `${ENDPOINTS}/${String(id)}/deliveries?event_type=${type}`);
      expect(list.body.data).toMatchObject({ items: [{ event_type: 'custom.found' }, { event_type: 'custom.found' }] });
    }
    const replay = await webhooks.call('POST', `${ENDPOINTS}/${String(id)}/replays`, {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
      event_types: ['custom.found'],
    });
    expect(replay).toMatchObject({ body: { data: { matching: 2 } } });
    await arrived('/own-found', 4);
  });
});
