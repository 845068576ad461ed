import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endSubscriptions } from '../src/plans/end-subscriptions.ts';
import {
  SUBSCRIPTION_ACTIONS,
  SUBSCRIPTION_STATUSES,
  applyAction,
  statusChange,
} from '../src/plans/subscription.state.ts';
import { startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
  await metering.call('POST', '/public/v1/meter', { id: 'm', name: 'm', aggregation_type: 'count' });
  for (const id of ['pro', 'basic', 'off']) {
    await metering.call('POST', '/public/v1/plan', {
      id,
      name: id,
      recurring: true,
      active: id !== 'off',
      meters: [{ meter_id: 'm', price: { model: 'per_unit', unit_amount: 1, currency: 'SAR' } }],
    });
  }
});
afterAll(() => metering.stop());

const subscribe = (plan: string, body: object) =>
  metering.call('POST', `/public/v1/plan/${plan}/subscription`, { customer_reference: 'ali@example.com', ...body });
const act = (id: string, next_action: unknown) =>
  metering.call('PATCH', `/public/v1/plan/pro/subscription/${id}`, { next_action });
const monthEnd = () => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)).toISOString();

test('a customer subscribes, and the event carries the same object', async () => {
  const { status, body } = await subscribe('pro', { id: 's1' });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    id: 's1',
    plan_id: 'pro',
    customer_reference: 'ali@example.com',
    status: 'active',
    ends_at: null,
  });
  expect(await metering.published('s1')).toMatchObject([
    { type: 'subscription.created', aggregateversion: 1, data: body.data },
  ]);
  expect((await metering.call('GET', '/public/v1/plan/pro/subscription/s1')).body.data).toEqual(body.data);
  expect((await metering.call('GET', '/public/v1/plan/basic/subscription/s1')).status).toBe(404);
  expect(await subscribe('basic', { id: 's1' })).toMatchObject({
    status: 409,
    body: { error: { code: 'subscription_exists' } },
  });
});

test('an inactive plan takes no subscriptions; bad bodies are refused', async () => {
  expect(await subscribe('off', {})).toMatchObject({ status: 409, body: { error: { code: 'plan_inactive' } } });
  for (const [body, param] of [
    [{ customer_reference: '' }, 'customer_reference'],
    [{ customer_reference: 'a\nb' }, 'customer_reference'],
    [{ customer_reference: undefined }, 'customer_reference'],
    [{ id: 'a?b' }, 'id'],
    [{ status: 'active' }, 'status'],
  ] as const) {
    expect(await subscribe('pro', body)).toMatchObject({ status: 400, body: { error: { param } } });
  }
});

test('each next_action publishes subscription.updated; a repeat publishes nothing', async () => {
  await subscribe('pro', { id: 'walk' });
  expect((await act('walk', 'pause')).body.data.status).toBe('paused');
  expect((await act('walk', 'pause')).status).toBe(200);
  expect((await act('walk', 'resume')).body.data.status).toBe('active');
  expect((await act('walk', 'cancel_at_period_end')).body.data).toMatchObject({
    status: 'canceling',
    ends_at: monthEnd(),
  });
  expect(await act('walk', 'pause')).toMatchObject({
    status: 409,
    body: { error: { code: 'illegal_transition', status: 'canceling' } },
  });
  expect((await act('walk', 'resume')).body.data).toMatchObject({ status: 'active', ends_at: null });
  expect((await act('walk', 'cancel')).body.data.status).toBe('canceled');
  for (const action of ['pause', 'resume', 'cancel_at_period_end']) {
    expect(await act('walk', action)).toMatchObject({
      status: 409,
      body: { error: { code: 'illegal_transition', status: 'canceled' } },
    });
  }
  expect((await act('walk', 'explode')).body.error.param).toBe('next_action');
  expect((await metering.published('walk')).map((event) => [event.aggregateversion, event.data.status])).toEqual([
    [1, 'active'],
    [2, 'paused'],
    [3, 'active'],
    [4, 'canceling'],
    [5, 'active'],
    [6, 'canceled'],
  ]);
});

test('the list filters by status and pages by cursor', async () => {
  for (let n = 0; n < 5; n++) await subscribe('basic', { id: `b${n}` });
  await metering.call('PATCH', '/public/v1/plan/basic/subscription/b3', { next_action: 'pause' });
  const list = async (query: string) =>
    (await metering.call('GET', `/public/v1/plan/basic/subscription${query}`)).body.data;
  expect((await list('?status=paused')).items).toMatchObject([{ id: 'b3' }]);
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.next_cursor}`);
  expect([...first.items, ...second.items].map((item: { id: string }) => item.id).sort()).toEqual([
    'b0',
    'b1',
    'b2',
    'b3',
    'b4',
  ]);
  expect(second.next_cursor).toBeNull();
  expect((await metering.call('GET', '/public/v1/plan/basic/subscription?status=gone')).status).toBe(400);
});

test('a canceling subscription ends at its time, once, under concurrent closers', async () => {
  await subscribe('pro', { id: 'ending' });
  await act('ending', 'cancel_at_period_end');
  expect(await endSubscriptions(metering.pool, new Date(Date.parse(monthEnd()) - 1))).toBe(0);
  const ended = await Promise.all(
    Array.from({ length: 5 }, () => endSubscriptions(metering.pool, new Date(monthEnd()))),
  );
  expect(ended.reduce((sum, count) => sum + count)).toBe(1);
  expect((await metering.published('ending')).map((event) => event.data.status)).toEqual([
    'active',
    'canceling',
    'canceled',
  ]);
  expect((await metering.call('GET', '/public/v1/plan/pro/subscription/ending')).body.data).toMatchObject({
    status: 'canceled',
    ends_at: monthEnd(),
  });
});

describe('the state machine', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test('a passed end is effective before the row is updated', () => {
    expect(applyAction({ status: 'canceling', endsAt: now }, 'resume', now)).toBeUndefined();
    expect(applyAction({ status: 'canceling', endsAt: new Date(now.getTime() + 1) }, 'resume', now)).toEqual({
      status: 'active',
      endsAt: null,
    });
  });

  test('the transition of many subscriptions is equal to the transition of each one', () => {
    for (const action of SUBSCRIPTION_ACTIONS) {
      const { from, to } = statusChange(action);
      for (const status of SUBSCRIPTION_STATUSES) {
        const state = { status, endsAt: null };
        const next = applyAction(state, action, now);
        expect([action, status, from.includes(status)]).toEqual([action, status, next !== undefined && next !== state]);
        if (from.includes(status)) expect(next?.status).toBe(to);
      }
    }
  });

  test('a December period ends with the year', () => {
    expect(
      applyAction({ status: 'active', endsAt: null }, 'cancel_at_period_end', new Date('2026-12-31T23:59:59Z'))?.endsAt,
    ).toEqual(new Date('2027-01-01T00:00:00Z'));
  });
});
