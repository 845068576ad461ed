import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { ENDPOINTS, startWebhooksForTest } from './harness.ts';
import type { Json, WebhooksUnderTest } from './harness.ts';

let webhooks: WebhooksUnderTest;
beforeAll(async () => {
  webhooks = await startWebhooksForTest();
});
afterAll(() => webhooks.stop());

/** What arrives at an endpoint with these filters, of events with these bodies, by their `n`. */
let paths = 0;
async function passing(filters: Json[], bodies: Json[]): Promise<number[]> {
  const path = `/filtered-${++paths}`;
  const { id } = await webhooks.endpoint(path, { event_types: ['meter.created'], filters });
  await webhooks.endpoint(`${path}-all`, { event_types: ['meter.created'] });
  await webhooks.publish(...bodies.map((body, n) => ({ data: { n, ...body } })));
  await eventually(() => webhooks.sink.at(`${path}-all`).length === bodies.length);
  const { last_sequence: last } = (await webhooks.call('GET', `${ENDPOINTS}/${String(id)}`)).body.data as {
    last_sequence: number;
  };
  const received = await eventually(() => (webhooks.sink.at(path).length === last ? webhooks.sink.at(path) : null));
  return received.map(({ body }) => (JSON.parse(body) as { n: number }).n).sort((a, b) => a - b);
}

describe('an endpoint gets only events whose body fulfils its filters', () => {
  const COUNTRY = '$.customer.country';
  const inCountry = (country: unknown): Json => ({ customer: { country } });

  test.each<[string, Json[], Json[], number[]]>([
    ['equals a text', [{ path: COUNTRY, equals: 'SA' }], [inCountry('SA'), inCountry('AE'), inCountry('sa'), {}], [0]],
    [
      'equals a number, however it is written',
      [{ path: '$.total', equals: 10 }],
      [{ total: 10 }, { total: '10' }],
      [0],
    ],
    ['equals null', [{ path: COUNTRY, equals: null }], [inCountry(null), inCountry('SA'), {}], [0]],
    ['equals false', [{ path: '$.test', equals: false }], [{ test: false }, { test: true }, {}], [0]],
    [
      'in a list',
      [{ path: COUNTRY, in: ['SA', 'AE', 7] }],
      [inCountry('AE'), inCountry('EG'), inCountry(7), inCountry(['SA', 'AE'])],
      [0, 2],
    ],
    ['exists', [{ path: '$.refund', exists: true }], [{ refund: {} }, { refund: null }, {}], [0, 1]],
    ['does not exist', [{ path: '$.refund', exists: false }], [{ refund: {} }, {}], [1]],
    [
      'a place in an array',
      [{ path: '$.lines[1].sku', equals: 'b' }],
      [{ lines: [{}, { sku: 'b' }] }, { lines: [{ sku: 'b' }] }],
      [0],
    ],
    [
      'all filters',
      [
        { path: COUNTRY, equals: 'SA' },
        { path: '$.total', in: [1, 2] },
      ],
      [{ ...inCountry('SA'), total: 2 }, { ...inCountry('SA'), total: 3 }, { total: 1 }],
      [0],
    ],
    ['a body that PostgreSQL cannot read passes', [{ path: '$.a', equals: 'x' }], [{ a: '\0' }, { a: 'y' }], [0]],
    ['no filters', [], [{}, { a: 1 }], [0, 1]],
  ])('%s', async (_what, filters, bodies, expected) => {
    expect(await passing(filters, bodies)).toEqual(expected);
  });
});

test('filters are shown, changed and removed; they decide about events from then on', async () => {
  const filters = [
    { path: '$.a', equals: 1 },
    { path: '$.b[0].c', in: [true, null, 'x'] },
    { path: '$.d', exists: false },
  ];
  const made = await webhooks.endpoint('/changed', { event_types: ['meter.updated'], filters });
  expect(made.filters).toEqual(filters);
  const at = `${ENDPOINTS}/${String(made.id)}`;
  const view = async (): Promise<unknown> => ((await webhooks.call('GET', at)).body.data as Json).filters;
  expect(await view()).toEqual(filters);
  const only = [{ path: '$.id', equals: 'mine' }];
  expect((await webhooks.call('PATCH', at, { filters: only })).body.data).toMatchObject({ filters: only });
  await webhooks.call('PATCH', at, { description: 'another' });
  expect(await view()).toEqual(only);
  await webhooks.publish(
    { type: 'meter.updated', data: { id: 'other' } },
    { type: 'meter.updated', data: { id: 'mine' } },
  );
  await eventually(() => webhooks.sink.at('/changed').length === 1);
  expect(webhooks.sink.at('/changed')[0]?.body).toBe('{"id":"mine"}');
  expect((await webhooks.call('PATCH', at, { filters: [] })).body.data).toMatchObject({ filters: [] });
  await webhooks.publish({ type: 'meter.updated', data: { id: 'other' } });
  await eventually(() => webhooks.sink.at('/changed').length === 2);
});

test('a replay of what is missing applies them too', async () => {
  await webhooks.publish(
    { type: 'plan.created', subject: 'p1', data: { tier: 'gold' } },
    { type: 'plan.created', subject: 'p2', data: { tier: 'tin' } },
  );
  const filters = [{ path: '$.tier', equals: 'gold' }];
  const { id } = await webhooks.endpoint('/missed', { event_types: ['plan.created'], filters });
  await eventually(
    async () => (await webhooks.pool.query("SELECT 1 FROM event WHERE type = 'plan.created'")).rowCount === 2,
  );
  const replay = await webhooks.call('POST', `${ENDPOINTS}/${String(id)}/replays`, {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    status: 'missing',
  });
  expect(replay.body.data).toMatchObject({ matching: 1 });
  await eventually(() => webhooks.sink.at('/missed').length === 1);
  expect(webhooks.sink.at('/missed')[0]?.body).toBe('{"tier":"gold"}');
});

test.each<[string, Json, string]>([
  ['a path without $', { path: 'a.b', equals: 1 }, 'filters.0.path'],
  ['a path with a wildcard', { path: '$.a[*]', equals: 1 }, 'filters.0.path'],
  ['no operator', { path: '$.a' }, 'filters.0'],
  ['two operators', { path: '$.a', equals: 1, exists: true }, 'filters.0'],
  ['an object as value', { path: '$.a', equals: {} }, 'filters.0.equals'],
  ['a number that a double changes', { path: '$.a', in: [1, '0.1', 12345678901234567890n] }, 'filters.0.in.2'],
  ['an empty list', { path: '$.a', in: [] }, 'filters.0.in'],
  ['an unknown operator', { path: '$.a', matches: 'x' }, 'filters.0.matches'],
])('is refused with %s', async (_what, filter, param) => {
  // JSON.stringify cannot write a bigint.
  const text = JSON.stringify(filter, (_key, value: unknown) => (typeof value === 'bigint' ? `big:${value}` : value));
  const body = `{"url":"${webhooks.sink.url}/x","event_types":["*"],"filters":[${text.replace(/"big:(\d+)"/g, '$1')}]}`;
  const answer = await webhooks.call('POST', ENDPOINTS, body);
  expect(answer).toMatchObject({ status: 400, body: { error: { param } } });
});
