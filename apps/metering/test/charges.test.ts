import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { closePeriods } from '../src/periods/close-periods.ts';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';

/** So long that the service's own loop, with the real clock, closes none of these months. The tests close them. */
const GRACE_HOURS = 200 * 24;
const graceMs = GRACE_HOURS * 3_600_000;
/** The first moment of the month that is `back` months before this month. */
const month = (back: number) => new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - back, 1));

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest({ PERIOD_GRACE_HOURS: String(GRACE_HOURS) });
  await metering.pool.query('UPDATE idle_months SET until = $1', [month(4)]);
});
afterAll(() => metering.stop());

const retainer = {
  model: 'fixed_retainer',
  fixed_fee: '100.5',
  included_units: '1000',
  overage_unit_amount: '0.1',
  currency: 'SAR',
};

/** A plan over new meters, subscribed four months ago. Returns the path of the subscription. */
async function subscribed(
  plan: string,
  prices: Record<string, { type?: string; price: object }>,
  recurring = true,
): Promise<string> {
  const meters = Object.entries(prices);
  for (const [id, { type = 'sum' }] of meters)
    await metering.call('POST', '/public/v1/meter', { id, name: id, aggregation_type: type, aggregation_field: 'n' });
  const body = {
    id: plan,
    name: plan,
    recurring,
    meters: meters.map(([meter_id, { price }]) => ({ meter_id, price })),
  };
  expect((await metering.call('POST', '/public/v1/plan', body)).status).toBe(201);
  const path = `/public/v1/plan/${plan}/subscription`;
  await metering.call('POST', path, { id: `s-${plan}`, customer_reference: 'ali' });
  const mid = new Date(month(4).getTime() + 15 * 86_400_000);
  await metering.pool.query('UPDATE meter SET created_at = $1, revision = revision + 1 WHERE id = ANY($2)', [
    mid,
    meters.map(([id]) => id),
  ]);
  await metering.pool.query('UPDATE subscription SET created_at = $1, updated_at = $1 WHERE plan_id = $2', [mid, plan]);
  return `${path}/s-${plan}`;
}

let events = 0;
async function use(meter: string, back: number, n: string): Promise<void> {
  const timestamp = new Date(month(back).getTime() + 20 * 86_400_000).toISOString();
  const { status } = await metering.call(
    'POST',
    `/public/v1/meter/${meter}/event`,
    `{"operation":"ADD","event_id":"e${events++}","timestamp":"${timestamp}","payload":{"n":${n}}}`,
  );
  expect(status).toBe(200);
}

/** Closes the months that ended at the start of the month `back` months ago, or before. */
const close = (back: number) =>
  closePeriods(metering.pool, { graceMs, now: new Date(month(back).getTime() + graceMs + 60_000) });

/** Puts the subscription into a status at a time that is past. */
const become = (plan: string, status: string, at: Date, endsAt: Date | null = null) =>
  metering.pool.query(
    'UPDATE subscription SET status = $2, updated_at = $3, ends_at = $4, revision = revision + 1 WHERE plan_id = $1',
    [plan, status, at, endsAt],
  );

async function charges(path: string, query = ''): Promise<Json[]> {
  const { status, body } = await metering.call('GET', `${path}/charges${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.items;
}
const monthsAndTotals = async (path: string): Promise<unknown[]> =>
  (await charges(path)).map(({ period_start, totals }) => [period_start, totals.map(({ amount }: Json) => amount)]);

test('a retainer guarantees its fee in each closed month, also without usage, and charges further units', async () => {
  const path = await subscribed('retained', { r1: { price: retainer } });
  await use('r1', 4, '1250.25');
  await use('r1', 2, '999.999');
  expect(await charges(path)).toEqual([]);
  await close(1);
  const [under, idle, over] = await charges(path);
  expect(over).toEqual({
    period_start: month(4).toISOString(),
    period_end: month(3).toISOString(),
    closed_at: expect.any(String),
    lines: [
      {
        meter_id: 'r1',
        price: retainer,
        units: '1250.25',
        charged_units: '250.25',
        amount: '125.525',
        currency: 'SAR',
        explanation: 'Fixed fee of 100.5 SAR with 1000 units included, plus 250.25 further units at 0.1 SAR each.',
      },
    ],
    totals: [{ currency: 'SAR', amount: '125.525' }],
  });
  expect(idle).toMatchObject({ period_start: month(3).toISOString(), lines: [{ units: '0', amount: '100.5' }] });
  expect(under).toMatchObject({ period_start: month(2).toISOString(), totals: [{ amount: '100.5' }] });
  expect(under?.lines[0].explanation).toBe('Fixed fee of 100.5 SAR with 1000 units included; 999.999 were used.');
  // The month without usage closed like the others.
  const closed = (await metering.published('r1')).filter(({ type }) => type === 'meter.period.closed');
  expect(closed.map(({ data }) => [data.value, data.events])).toEqual([
    ['1250.25', 1],
    ['0', 0],
    ['999.999', 1],
  ]);
});

test('late usage changes no charge, and a month is listed once all meters of the plan have closed it', async () => {
  const path = await subscribed('pair', { p1: { price: retainer }, p2: { price: retainer } });
  await metering.pool.query('UPDATE idle_months SET until = $1', [month(4)]);
  await use('p1', 4, '2000');
  await close(3);
  const before = await charges(path);
  expect(before).toMatchObject([{ lines: [{ amount: '200.5' }, { amount: '100.5' }], totals: [{ amount: '301' }] }]);
  await metering.pool.query(
    `INSERT INTO usage_rollup (account_no, meter_no, grain, start, late, groups, kind, events, value)
    SELECT account_no, meter_no, 0, $1, true, '', 'sum', 1, 5000 FROM meter WHERE id = 'p1'`,
    [month(4)],
  );
  await close(3);
  expect(await charges(path)).toEqual(before);
  await metering.pool.query("DELETE FROM usage_period p USING meter m WHERE m.meter_no = p.meter_no AND m.id = 'p2'");
  expect(await charges(path)).toEqual([]);
});

test('amounts keep every digit, negative usage is free, and each currency has its total', async () => {
  const perUnit = (unit_amount: string, currency: string) => ({ model: 'per_unit', unit_amount, currency });
  const path = await subscribed('exact', {
    x1: { price: perUnit('0.00000000000000000000000000000000000003', 'SAR') },
    x2: { price: perUnit('2', 'KWD') },
    x3: { price: retainer },
  });
  await use('x1', 4, '99999999999999999999999999999999999999');
  await use('x1', 4, '99999999999999999999999999999999999999.5');
  await use('x2', 4, '-5');
  await metering.pool.query('UPDATE idle_months SET until = $1', [month(4)]);
  await close(3);
  expect((await charges(path))[0]).toMatchObject({
    lines: [
      { units: '199999999999999999999999999999999999998.5', amount: '5.999999999999999999999999999999999999955' },
      { units: '0', charged_units: '0', amount: '0', explanation: '0 units at 2 KWD each.' },
      { amount: '100.5' },
    ],
    totals: [
      { currency: 'SAR', amount: '106.499999999999999999999999999999999999955' },
      { currency: 'KWD', amount: '0' },
    ],
  });
});

test('a month in which the subscription was never active costs nothing', async () => {
  const path = await subscribed('paused', { q1: { price: retainer } });
  await become('paused', 'paused', new Date(month(3).getTime() - 1));
  await become('paused', 'active', new Date(month(2).getTime() + 1));
  await become('paused', 'canceling', new Date(month(2).getTime() + 2), month(1));
  await metering.pool.query('UPDATE idle_months SET until = $1', [month(4)]);
  await close(0);
  expect(await monthsAndTotals(path)).toEqual([
    [month(2).toISOString(), ['100.5']],
    [month(4).toISOString(), ['100.5']],
  ]);
});

test('a plan that is not recurring charges for its first month only, also for a max meter', async () => {
  const price = { model: 'per_unit', unit_amount: '3', currency: 'SAR' };
  const path = await subscribed('once', { o1: { type: 'max', price } }, false);
  for (const n of ['4', '9', '2']) await use('o1', 4, n);
  await use('o1', 3, '50');
  await close(2);
  expect(await monthsAndTotals(path)).toEqual([[month(4).toISOString(), ['27']]]);
});

test('the list pages by cursor, and is not found by others', async () => {
  const path = await subscribed('paged', { g1: { price: retainer } });
  await metering.pool.query('UPDATE idle_months SET until = $1', [month(4)]);
  await close(1);
  const first = (await metering.call('GET', `${path}/charges?limit=2`)).body.data;
  expect(first.items.map((item: Json) => item.period_start)).toEqual([month(2).toISOString(), month(3).toISOString()]);
  const second = (await metering.call('GET', `${path}/charges?limit=2&cursor=${first.next_cursor}`)).body.data;
  expect([second.items.map((item: Json) => item.period_start), second.next_cursor]).toEqual([
    [month(4).toISOString()],
    null,
  ]);
  const wrong = Buffer.from('["x"]').toString('base64url');
  expect((await metering.call('GET', `${path}/charges?cursor=${wrong}`)).status).toBe(400);
  expect((await metering.call('GET', `${path}/charges`, undefined, principalOf({ storeId: 'str_2' }))).status).toBe(
    404,
  );
  expect((await metering.call('GET', '/public/v1/plan/paged/subscription/none/charges')).status).toBe(404);
});
