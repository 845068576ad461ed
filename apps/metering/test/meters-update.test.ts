import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const create = (id: string, more: object = {}) =>
  metering.call('POST', '/public/v1/meter', { id, name: id, aggregation_type: 'count', ...more });
const patch = (id: string, body: unknown, query = '') => metering.call('PATCH', `/public/v1/meter/${id}${query}`, body);
const get = async (id: string) => (await metering.call('GET', `/public/v1/meter/${id}`)).body;
const types = async (id: string) => (await metering.published(id)).map((event) => event.type);
const event = (id: string, event_id: string, at: Date, payload: object = {}) =>
  metering.call('POST', `/public/v1/meter/${id}/event`, {
    operation: 'ADD',
    event_id,
    timestamp: at.toISOString(),
    payload,
  });

test('an update answers the updated object, increments the revision and publishes meter.updated', async () => {
  const { body: before } = await create('rename');
  const { status, body } = await patch('rename', { name: 'New name' });
  expect(status).toBe(200);
  expect(body).toEqual({ ...before, name: 'New name', updatedAt: body.updatedAt });
  expect(Date.parse(body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
  expect(await metering.published('rename')).toMatchObject([
    { type: 'meter.created' },
    { type: 'meter.updated', aggregateversion: 2, data: body },
  ]);
  expect(await get('rename')).toEqual(body);
});

test('an update to the same values changes nothing and publishes nothing', async () => {
  const { body: before } = await create('same', { filters: { a: 1, b: [true, null] } });
  expect(
    (
      await patch('same', {
        name: 'same',
        active: true,
        filters: { b: [true, null], a: 1 },
        subscription: { next_action: 'keep' },
        plan: { active: true },
      })
    ).body,
  ).toEqual(before);
  expect(await types('same')).toEqual(['meter.created']);
});

test.each(['id', 'aggregation_type', 'aggregation_field', 'group_by'])(
  '%s is immutable for every value',
  async (field) => {
    await create(`fixed-${field}`);
    for (const value of ['sum', null, ['x']]) {
      const { status, body } = await patch(`fixed-${field}`, { name: 'New', [field]: value });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'immutable_field', field]);
      expect(body.message).toContain('Create a new meter');
    }
    expect((await get(`fixed-${field}`)).name).toBe(`fixed-${field}`);
  },
);

test.each<[string, unknown, string]>([
  ['no field', {}, 'body'],
  ['no body', undefined, 'body'],
  ['a null name', { name: null }, 'name'],
  ['a null active', { active: null }, 'active'],
  ['null filters', { filters: null }, 'filters'],
  ['an empty name', { name: '' }, 'name'],
  ['a forbidden character', { name: 'a<b' }, 'name'],
  ['a text for active', { active: 'false' }, 'active'],
  ['a filter that cannot run', { filters: { conjunction: 'xor', clauses: [] } }, 'filters.conjunction'],
  [
    'an unknown action',
    { active: false, subscription: { next_action: 'explode' }, plan: { active: true } },
    'subscription.next_action',
  ],
  ['an empty subscription', { active: false, subscription: {}, plan: { active: true } }, 'subscription.next_action'],
  ['a null subscription', { active: false, subscription: null, plan: { active: true } }, 'subscription'],
  ['a plan that is a list', { active: false, subscription: { next_action: 'keep' }, plan: [] }, 'plan'],
  [
    'a next_action without a deactivation',
    { name: 'x', subscription: { next_action: 'cancel' } },
    'subscription.next_action',
  ],
  ['plans off without a deactivation', { name: 'x', plan: { active: false } }, 'plan.active'],
  ['an unknown field', { createdAt: 'now' }, 'createdAt'],
])('%s is refused with 400 that names the field', async (_what, body, param) => {
  await create('strict');
  expect(await patch('strict', body)).toMatchObject({ status: 400, body: { success: false, error: { param } } });
  expect(await types('strict')).toEqual(['meter.created']);
});

test('rule 1: active false on an active meter needs both fields, and the refusal names the missing one', async () => {
  await create('rule1');
  const plan = { active: true };
  const subscription = { next_action: 'keep' };
  expect(await patch('rule1', { active: false, plan })).toMatchObject({
    status: 400,
    body: { error: { param: 'subscription.next_action' } },
  });
  expect(await patch('rule1', { active: false, subscription })).toMatchObject({
    status: 400,
    body: { error: { param: 'plan.active' } },
  });
  expect(await patch('rule1', { active: false, subscription, plan: {} })).toMatchObject({
    status: 400,
    body: { error: { param: 'plan.active' } },
  });
  expect((await get('rule1')).active).toBe(true);
  expect(await patch('rule1', { active: false, subscription, plan, name: 'Off' })).toMatchObject({
    status: 200,
    body: { active: false, name: 'Off' },
  });
  expect(await metering.published('rule1')).toMatchObject([
    { type: 'meter.created' },
    { type: 'meter.updated', aggregateversion: 2 },
    { type: 'meter.deactivated', aggregateversion: 2 },
  ]);
});

test('a deactivated meter accepts no events and claims no event_id; active true accepts them again', async () => {
  await create('switch');
  await patch('switch', { active: false, subscription: { next_action: 'keep' }, plan: { active: true } });
  expect(await event('switch', 'e1', new Date())).toMatchObject({
    status: 400,
    body: { error: { code: 'meter_inactive' } },
  });
  expect(await patch('switch', { active: true })).toMatchObject({ status: 200, body: { active: true } });
  expect((await event('switch', 'e1', new Date())).status).toBe(200);
  expect(await types('switch')).toEqual(['meter.created', 'meter.deactivated', 'meter.reactivated']);
});

test('new filters apply to usage with a later timestamp, and older usage is judged by the older filters', async () => {
  await create('filtered', { filters: { model: 'large' } });
  const before = new Date(Date.now() - 1000);
  expect((await event('filtered', 'a', before, { model: 'large' })).body.data).toMatchObject({
    counted: true,
    meter_version: 1,
  });
  const { body } = await patch('filtered', { filters: { model: 'small' } });
  expect(body).toMatchObject({ version: 2, filters: { model: 'small' } });
  expect((await event('filtered', 'b', new Date(), { model: 'large' })).body.data).toMatchObject({
    counted: false,
    reason: 'filter_mismatch',
    meter_version: 2,
  });
  expect((await event('filtered', 'c', new Date(), { model: 'small' })).body.data).toMatchObject({
    counted: true,
    meter_version: 2,
  });
  expect((await event('filtered', 'd', before, { model: 'large' })).body.data).toMatchObject({
    counted: true,
    meter_version: 1,
    value: '3',
  });
  expect(
    (await event('filtered', 'e', new Date(Date.parse(body.updatedAt) - 1), { model: 'small' })).body.data,
  ).toMatchObject({ counted: false, meter_version: 1 });
  expect((await event('filtered', 'f', new Date(body.updatedAt), { model: 'small' })).body.data).toMatchObject({
    counted: true,
    meter_version: 2,
  });
});

test('filters are answered as they were sent, and changing back is a new version', async () => {
  const filters = {
    conjunction: 'or',
    clauses: [
      { property: 'z', operator: 'gt', value: 1.5 },
      { property: 'a', operator: 'exists' },
    ],
  };
  await create('versions');
  expect((await patch('versions', { filters })).body.filters).toEqual(filters);
  expect((await patch('versions', { filters: {} })).body.version).toBe(3);
  expect(
    (
      await metering.pool.query(
        `SELECT v.version FROM meter_version v JOIN meter m USING (account_no, meter_no)
        WHERE m.id = 'versions' ORDER BY 1`,
      )
    ).rows,
  ).toEqual([{ version: 1 }, { version: 2 }, { version: 3 }]);
});

test('a filter on a field that is named like a method is stored and applied', async () => {
  expect((await create('odd', { filters: { valueOf: 'x' } })).body.filters).toEqual({ valueOf: 'x' });
  expect((await event('odd', 'a', new Date(), { other: 1 })).body.data.counted).toBe(false);
  expect((await patch('odd', { filters: { toString: 'y' } })).body.filters).toEqual({ toString: 'y' });
  expect((await event('odd', 'b', new Date(), { toString: 'y' })).body.data.counted).toBe(true);
});
