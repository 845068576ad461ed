import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { shardOf } from '@qafila/messaging/outbox';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
});
afterAll(() => metering.stop());

const order = (next_action: string, active: boolean) => ({ subscription: { next_action }, plan: { active } });
const deactivate = (id: string, body: unknown, query = '') =>
  metering.call('PATCH', `/public/v1/meter/${id}/deactivate${query}`, body);
const monthEnd = () => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 1)).toISOString();

/** A meter `name`, the plans name-a (active) and name-b (inactive), and on plan a one subscription in each status. */
async function scene(name: string): Promise<void> {
  await metering.call('POST', '/public/v1/meter', { id: name, name, aggregation_type: 'count' });
  const meters = [{ meter_id: name, price: { model: 'per_unit', unit_amount: '1', currency: 'SAR' } }];
  for (const plan of ['a', 'b'])
    await metering.call('POST', '/public/v1/plan', {
      id: `${name}-${plan}`,
      name: plan,
      recurring: true,
      active: plan === 'a',
      meters,
    });
  const actions: [string, string?][] = [
    ['active'],
    ['paused', 'pause'],
    ['canceling', 'cancel_at_period_end'],
    ['canceled', 'cancel'],
  ];
  for (const [status, next_action] of actions) {
    await metering.call('POST', `/public/v1/plan/${name}-a/subscription`, {
      id: `${name}-${status}`,
      customer_reference: 'c',
    });
    if (next_action)
      await metering.call('PATCH', `/public/v1/plan/${name}-a/subscription/${name}-${status}`, { next_action });
  }
}

async function standing(name: string): Promise<Record<string, string>> {
  const { rows } = await metering.pool.query<{ id: string; status: string }>(
    'SELECT id, status FROM subscription WHERE plan_id = $1',
    [`${name}-a`],
  );
  return Object.fromEntries(rows.map((row) => [row.id.slice(name.length + 1), row.status]));
}

async function outboxSize(): Promise<number> {
  return (await metering.pool.query('SELECT 1 FROM outbox')).rowCount as number;
}

const CASES: [string, Record<string, string>][] = [
  ['keep', { active: 'active', paused: 'paused', canceling: 'canceling', canceled: 'canceled' }],
  ['pause', { active: 'paused', paused: 'paused', canceling: 'canceling', canceled: 'canceled' }],
  ['cancel_at_period_end', { active: 'canceling', paused: 'canceling', canceling: 'canceling', canceled: 'canceled' }],
  ['cancel', { active: 'canceled', paused: 'canceled', canceling: 'canceled', canceled: 'canceled' }],
];

test.each(CASES)(
  '%s changes the subscriptions accordingly; the dry run predicts it and changes nothing',
  async (action, after) => {
    await scene(action);
    const [before, rows] = [await standing(action), await outboxSize()];
    const dry = await deactivate(action, order(action, false), '?dry_run=true');
    expect(dry).toMatchObject({
      status: 200,
      body: { success: true, message: 'Nothing was changed', data: { meter: { id: action, active: true } } },
    });
    expect(
      (
        await metering.call('PATCH', `/public/v1/meter/${action}?dry_run=true`, {
          active: false,
          ...order(action, false),
        })
      ).body,
    ).toEqual(dry.body);
    expect([await standing(action), await outboxSize()]).toEqual([before, rows]);
    expect((await metering.call('GET', `/public/v1/plan/${action}-a`)).body.data.active).toBe(true);

    const real = await deactivate(action, order(action, false), '?dry_run=false');
    expect(real).toMatchObject({
      status: 200,
      body: { success: true, responseStatus: 'OK', data: { meter: { id: action, active: false } } },
    });
    const { impact } = real.body.data;
    expect(impact).toEqual(dry.body.data.impact);
    expect(impact).toMatchObject({
      plans_total: 2,
      plans: [
        { id: `${action}-a`, active_before: true, active_after: false },
        { id: `${action}-b`, active_before: false, active_after: false },
      ],
    });
    expect(await standing(action)).toEqual(after);
    const moved = Object.keys(after)
      .filter((status) => after[status] !== status)
      .sort();
    expect(impact.subscriptions).toEqual({
      total: 3,
      changed: moved.length,
      by_status_change: moved.map((status) => ({ status_before: status, status_after: after[status], count: 1 })),
      items: moved.map((status) => ({
        id: `${action}-${status}`,
        plan_id: `${action}-a`,
        status_before: status,
        status_after: after[status],
      })),
    });
    for (const status of ['active', 'paused', 'canceling', 'canceled']) {
      const published = await metering.published(`${action}-${status}`);
      expect([status, published.at(-1)?.data.status]).toEqual([status, after[status]]);
      const { body } = await metering.call('GET', `/public/v1/plan/${action}-a/subscription/${action}-${status}`);
      expect(published.at(-1)?.data).toEqual(body.data);
      if (body.data.status === 'canceling') expect(body.data.ends_at).toBe(monthEnd());
    }
    expect((await metering.published(`${action}-a`)).map((event) => [event.type, event.data.active])).toEqual([
      ['plan.created', true],
      ['plan.updated', false],
    ]);
    expect(await metering.published(`${action}-b`)).toHaveLength(1);
    expect((await metering.published(action)).at(-1)).toMatchObject({
      type: 'meter.deactivated',
      aggregateversion: 2,
      data: real.body.data.meter,
    });
  },
);

test('plan.active true leaves the plans active; PATCH active false does the same and answers the meter', async () => {
  await scene('patched');
  const { status, body } = await metering.call('PATCH', '/public/v1/meter/patched', {
    active: false,
    ...order('pause', true),
  });
  expect([status, body.id, body.active]).toEqual([200, 'patched', false]);
  expect((await standing('patched')).active).toBe('paused');
  expect((await metering.call('GET', '/public/v1/plan/patched-a')).body.data.active).toBe(true);
});

test('both fields are required, by name, in any state of the meter', async () => {
  await metering.call('POST', '/public/v1/meter', {
    id: 'ordered',
    name: 'o',
    aggregation_type: 'count',
    active: false,
  });
  for (const query of ['', '?dry_run=true']) {
    expect(await deactivate('ordered', { plan: { active: true } }, query)).toMatchObject({
      status: 400,
      body: { error: { param: 'subscription.next_action' } },
    });
    expect(await deactivate('ordered', { subscription: { next_action: 'keep' } }, query)).toMatchObject({
      status: 400,
      body: { error: { param: 'plan.active' } },
    });
    expect(await deactivate('ordered', order('explode', true), query)).toMatchObject({
      status: 400,
      body: { error: { param: 'subscription.next_action' } },
    });
    expect(await deactivate('ordered', { ...order('keep', true), name: 'x' }, query)).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_field' } },
    });
  }
  expect((await deactivate('ordered', order('keep', true), '?dry_run=1')).status).toBe(400);
  expect(await metering.call('PATCH', '/public/v1/meter/ordered?dry_run=true', { name: 'x' })).toMatchObject({
    status: 400,
    body: { error: { param: 'dry_run' } },
  });
});

test('an inactive meter answers the same with no impact, so a retry does not fail', async () => {
  await scene('again');
  await deactivate('again', order('keep', true));
  const rows = await outboxSize();
  const { status, body } = await deactivate('again', order('cancel', false));
  expect([status, body.data.meter.active]).toEqual([200, false]);
  expect(body.data.impact).toEqual({
    plans_total: 0,
    plans: [],
    subscriptions: { total: 0, changed: 0, by_status_change: [], items: [] },
  });
  expect((await deactivate('again', order('cancel', false), '?dry_run=true')).body.data).toEqual(body.data);
  expect([(await standing('again')).active, await outboxSize()]).toEqual(['active', rows]);
});

test('reactivation activates the meter, is published once, and does not change plans and subscriptions', async () => {
  await scene('back');
  await deactivate('back', order('pause', false));
  const answer = await metering.call('POST', '/public/v1/meter/back/reactivate');
  expect(answer).toMatchObject({ status: 200, body: { success: true, data: { meter: { id: 'back', active: true } } } });
  expect((await metering.call('POST', '/public/v1/meter/back/reactivate')).body.data).toEqual(answer.body.data);
  expect((await metering.published('back')).map((event) => event.type)).toEqual([
    'meter.created',
    'meter.deactivated',
    'meter.reactivated',
  ]);
  expect((await standing('back')).active).toBe('paused');
  expect((await metering.call('GET', '/public/v1/plan/back-a')).body.data.active).toBe(false);
  expect(
    (
      await metering.call(
        'POST',
        '/public/v1/meter/back/reactivate',
        undefined,
        principalOf({ scopes: ['meters:read'] }),
      )
    ).status,
  ).toBe(403);
});

test('one call changes 12,000 subscriptions and 150 plans, one event each, in rows of one outbox shard', async () => {
  await scene('big');
  await metering.pool.query(`
    INSERT INTO plan (account_no, id, store_id, mode, name, active, recurring)
    SELECT account_no, 'big-p' || n, store_id, mode, 'P', true, true FROM plan, generate_series(1, 150) n
    WHERE id = 'big-a'`);
  await metering.pool.query(`
    INSERT INTO plan_meter (account_no, plan_id, meter_no, position, price)
    SELECT account_no, 'big-p' || n, meter_no, 0, price FROM plan_meter, generate_series(1, 150) n
    WHERE plan_id = 'big-a'`);
  await metering.pool.query(`
    INSERT INTO subscription (account_no, id, plan_id, customer_reference, status)
    SELECT account_no, 'many-' || n, 'big-p' || (n % 150 + 1), 'c', 'active' FROM plan, generate_series(1, 12000) n
    WHERE id = 'big-a'`);
  const dry = await deactivate('big', order('cancel', false), '?dry_run=true');
  const { status, body } = await deactivate('big', order('cancel', false));
  expect(status).toBe(200);
  expect(body.data.impact).toEqual(dry.body.data.impact);
  expect(body.data.impact).toMatchObject({ plans_total: 152, subscriptions: { total: 12_003, changed: 12_003 } });
  expect([body.data.impact.plans.length, body.data.impact.subscriptions.items.length]).toEqual([100, 100]);
  expect(
    (await metering.pool.query("SELECT 1 FROM subscription WHERE id LIKE 'many-%' AND status = 'canceled'")).rowCount,
  ).toBe(12_000);
  const published = await metering.published();
  const counted = (type: string, prefix: string) =>
    new Set(
      published
        .filter((event) => event.type === type && event.subject.startsWith(prefix))
        .map((event) => event.subject),
    ).size;
  expect([counted('subscription.updated', 'many-'), counted('plan.updated', 'big-p')]).toEqual([12_000, 150]);
  const { rows } = await metering.pool.query<{ shard: number; event_count: number; body: string }>(
    "SELECT shard, event_count, body FROM outbox WHERE event_count > 1 AND source = 'json'",
  );
  for (const row of rows) {
    expect(row.event_count).toBeLessThanOrEqual(500);
    expect((JSON.parse(row.body) as { subject: string }[]).every((event) => shardOf(event.subject) === row.shard)).toBe(
      true,
    );
  }
});
