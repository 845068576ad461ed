import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { AT, meterOf, send, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

async function list(id: string, query = ''): Promise<Json> {
  const { status, body } = await metering.call('GET', `/public/v1/meter/${id}/events?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

async function walk(id: string, query: string, between: () => Promise<unknown> = async () => {}): Promise<Json[]> {
  const items: Json[] = [];
  for (let cursor = ''; ;) {
    const page = await list(id, `${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = page.next_cursor as string;
    await between();
  }
}

test('pages of any size contain every event once, newest first, while other events arrive', async () => {
  const id = await meterOf(metering);
  const events = Array.from({ length: 120 }, (_, n) =>
    usage({ event_id: `e${n}`, timestamp: `2025-03-0${1 + (n % 3)}T10:00:0${n % 4}.00000${n % 5}Z` }),
  );
  for (let from = 0; from < 120; from += 30)
    await metering.call('POST', `/public/v1/meter/${id}/event/batch`, { events: events.slice(from, from + 30) });
  let later = 0;
  for (const limit of [1, 7, 119, 120, 500]) {
    const items = await walk(id, `limit=${limit}&to=2025-04-01T00:00:00Z`, () =>
      send(metering, id, usage({ event_id: `later-${later++}`, timestamp: '2025-05-01T00:00:00Z' })),
    );
    expect(new Set(items.map((item) => item.event_id))).toEqual(new Set(events.map((event) => event.event_id)));
    expect(items).toHaveLength(120);
    const times = items.map((item) => item.timestamp as string);
    expect(times).toEqual([...times].sort().reverse());
  }
});

test('a range is half-open, to the microsecond', async () => {
  const id = await meterOf(metering);
  for (const micro of [0, 1, 2, 3])
    await send(metering, id, usage({ event_id: `m${micro}`, timestamp: `2025-03-01T00:00:00.00000${micro}Z` }));
  const ids = async (query: string): Promise<string[]> =>
    (await walk(id, `limit=1&${query}`)).map((item) => item.event_id as string);
  expect(await ids('from=2025-03-01T00:00:00.000001Z&to=2025-03-01T00:00:00.000003Z')).toEqual(['m2', 'm1']);
  expect(await ids('from=2025-03-01T00:00:00.000003Z')).toEqual(['m3']);
  expect(await ids('to=2025-03-01T00:00:00Z')).toEqual([]);
  expect(await ids('from=2000-01-01T00:00:00Z&to=9999-12-31T00:00:00Z')).toEqual(['m3', 'm2', 'm1', 'm0']);
});

test('a listed event shows its state: counted, filtered out, retracted or retracting', async () => {
  const id = await meterOf(metering, { filters: { model: 'large' } });
  await send(metering, id, usage({ event_id: 'counted' }));
  await send(metering, id, usage({ event_id: 'other', payload: { model: 'small' } }));
  await send(metering, id, usage({ event_id: 'gone', payload: { model: 'large', tokens: 3.5 } }));
  await send(
    metering,
    id,
    usage({
      event_id: 'back',
      operation: 'REMOVE',
      reverses: 'gone',
      payload: undefined,
      timestamp: '2026-11-11T00:00:00Z',
    }),
  );
  await send(
    metering,
    id,
    usage({
      event_id: 'back-other',
      operation: 'REMOVE',
      reverses: 'other',
      payload: undefined,
      timestamp: '2026-11-11T00:00:00Z',
    }),
  );
  const items = new Map((await walk(id, '')).map((item) => [item.event_id as string, item]));
  const stands = (name: string): unknown[] => {
    const item = items.get(name);
    return [item.operation, item.counted, item.reason, item.value, item.reverses];
  };
  expect(stands('counted')).toEqual(['ADD', true, null, '10', null]);
  expect(stands('other')).toEqual(['ADD', false, 'reversed', null, null]);
  expect(stands('gone')).toEqual(['ADD', false, 'reversed', '3.5', null]);
  expect(stands('back')).toEqual(['REMOVE', true, null, null, 'gone']);
  expect(stands('back-other')).toEqual(['REMOVE', false, 'target_not_counted', null, 'other']);
  for (const counted of ['true', 'false']) {
    const shown = await walk(id, `limit=1&counted=${counted}`);
    expect(shown.map((item) => item.event_id).sort()).toEqual(
      [...items.values()]
        .filter((item) => String(item.counted) === counted)
        .map((item) => item.event_id)
        .sort(),
    );
  }
  for (const item of items.values())
    expect((await metering.call('GET', `/public/v1/meter/${id}/events/${item.event_id}`)).body.data).toEqual(item);
});

test('payloads in answers contain the numbers as they were sent', async () => {
  const id = await meterOf(metering);
  const payload =
    '{"tokens":1.500,"big":123456789012345678901234567890.10,"huge":1e400,"zero":-0.0,' +
    '"text":"قيمة \\"q\\"","list":[1.0,{}]}';
  await send(metering, id, `{"timestamp":"${AT}","payload":${payload},"operation":"ADD","event_id":"p"}`);
  for (const path of ['events', 'events/p']) {
    const { text, headers } = await metering.call('GET', `/public/v1/meter/${id}/${path}`);
    expect([path, text.includes(`"payload":${payload}`), headers.get('content-type')]).toEqual([
      path,
      true,
      'application/json; charset=utf-8',
    ]);
  }
});

test('an event with any text as its id is found by its path', async () => {
  const id = await meterOf(metering);
  for (const event_id of [
    'a/b',
    'قيمة',
    'a b',
    '%41',
    '?x=1',
    '#',
    'é',
    'e\u0301',
    '🐪',
    '"',
    '\\',
    "'; --",
    'x'.repeat(255),
  ]) {
    expect((await send(metering, id, usage({ event_id }))).status).toBe(200);
    const answer = await metering.call('GET', `/public/v1/meter/${id}/events/${encodeURIComponent(event_id)}`);
    expect([event_id, answer.status, answer.body.data?.event_id]).toEqual([event_id, 200, event_id]);
  }
});

test('a bad list parameter is refused by name, and a meter of another owner gets 404', async () => {
  const id = await meterOf(metering);
  await send(metering, id, usage({ event_id: 'x' }));
  const bad = [
    ['limit', 'limit=0'],
    ['limit', 'limit=501'],
    ['limit', 'limit=x'],
    ['cursor', 'cursor=x'],
    ['cursor', `cursor=${Buffer.from('["2025-01-01T00:00:00Z","x"]').toString('base64url')}`],
    ['cursor', `cursor=${Buffer.from('["never","1"]').toString('base64url')}`],
    ['from', 'from=never'],
    ['to', 'to=2025-02-30T00:00:00Z'],
    ['counted', 'counted=yes'],
    ['other', 'other=1'],
  ];
  for (const [param, query] of bad) {
    const { status, body } = await metering.call('GET', `/public/v1/meter/${id}/events?${query}`);
    expect([query, status, body.error.param]).toEqual([query, 400, param]);
  }
  for (const other of [principalOf({ accountId: 'acc_2' }), principalOf({ storeId: 'str_2' })]) {
    for (const path of ['events', 'events/x'])
      expect((await metering.call('GET', `/public/v1/meter/${id}/${path}`, undefined, other)).status).toBe(404);
  }
  expect(
    (await metering.call('GET', `/public/v1/meter/${id}/events`, undefined, principalOf({ scopes: ['usage:write'] })))
      .status,
  ).toBe(403);
});
