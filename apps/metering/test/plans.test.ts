import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { principalOf, startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';

let metering: MeteringUnderTest;
beforeAll(async () => {
  metering = await startMeteringForTest();
  for (const aggregation_type of ['count', 'sum', 'latest', 'max']) {
    await metering.call('POST', '/public/v1/meter', {
      id: aggregation_type,
      name: aggregation_type,
      aggregation_type,
      aggregation_field: 'n',
    });
  }
  await metering.call('POST', '/public/v1/meter', { id: 'off', name: 'off', aggregation_type: 'count', active: false });
  await metering.call(
    'POST',
    '/public/v1/meter',
    { id: 'foreign', name: 'foreign', aggregation_type: 'count' },
    principalOf({ storeId: 'str_2' }),
  );
});
afterAll(() => metering.stop());

const perUnit = { model: 'per_unit', unit_amount: '0.000002', currency: 'SAR' };
const retainer = {
  model: 'fixed_retainer',
  fixed_fee: '100.50',
  included_units: '1000',
  overage_unit_amount: '0.1',
  currency: 'SAR',
};
const create = (body: object) =>
  metering.call('POST', '/public/v1/plan', {
    name: 'Plan',
    recurring: true,
    meters: [{ meter_id: 'sum', price: perUnit }],
    ...body,
  });
const over = (...meters: [string, object][]) => ({ meters: meters.map(([meter_id, price]) => ({ meter_id, price })) });

describe('creating a plan', () => {
  test('answers the plan in the payment envelope and publishes it', async () => {
    const { status, body } = await create({ id: 'pro', name: 'Pro', ...over(['sum', perUnit], ['count', retainer]) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      success: true,
      responseStatus: 'OK',
      data: {
        id: 'pro',
        name: 'Pro',
        active: true,
        recurring: true,
        account_id: 'acc_1',
        store_id: 'str_1',
        mode: 'stage',
        meters: [
          { meter_id: 'sum', price: perUnit },
          { meter_id: 'count', price: { ...retainer, fixed_fee: '100.5' } },
        ],
      },
    });
    expect(await metering.published('pro')).toMatchObject([
      { type: 'plan.created', aggregateversion: 1, data: body.data },
    ]);
    expect((await metering.call('GET', '/public/v1/plan/pro')).body.data).toEqual(body.data);
    expect(await create({ id: 'pro' })).toMatchObject({ status: 409, body: { error: { code: 'plan_exists' } } });
  });

  test('keeps every digit of an amount, sent as text or as a number', async () => {
    const exact = '12345678901234567890.12345678901234567890123';
    const answer = await metering.call(
      'POST',
      '/public/v1/plan',
      `{"name":"Exact","recurring":false,"meters":[
        {"meter_id":"sum","price":{"model":"per_unit","unit_amount":${exact},"currency":"KWD"}},
        {"meter_id":"count","price":{"model":"per_unit","unit_amount":"1e-7","currency":"KWD"}}]}`,
    );
    expect(answer.body.data.meters.map((meter: { price: { unit_amount: string } }) => meter.price.unit_amount)).toEqual(
      [exact, '0.0000001'],
    );
    expect((await metering.call('GET', `/public/v1/plan/${answer.body.data.id}`)).body.data).toEqual(answer.body.data);
  });

  test.each(['latest', 'max'])(
    'a %s meter is one-time only (§2.7): a recurring plan refuses it, another plan accepts it',
    async (meter) => {
      const { status, body } = await create(over(['count', perUnit], [meter, perUnit]));
      expect([status, body.error.code, body.error.param]).toEqual([400, 'one_time_only', 'meters.1.meter_id']);
      expect(body.message).toContain('Such meters are one-time only.');
      expect((await create({ recurring: false, ...over([meter, perUnit]) })).status).toBe(201);
    },
  );

  test.each(['latest', 'max'])('fixed_retainer is refused for a %s meter', async (meter) => {
    expect(await create({ recurring: false, ...over([meter, retainer]) })).toMatchObject({
      status: 400,
      body: { error: { param: 'meters.0.price.model' } },
    });
  });

  test.each<[string, object, string, string?]>([
    ['an unknown meter', over(['nowhere', perUnit]), 'meters.0.meter_id', 'unknown_meter'],
    ['a meter of another store', over(['foreign', perUnit]), 'meters.0.meter_id', 'unknown_meter'],
    ['an inactive meter', over(['off', perUnit]), 'meters.0.meter_id', 'meter_inactive'],
    ['the same meter twice', over(['sum', perUnit], ['sum', retainer]), 'meters.1.meter_id'],
    ['no meter', { meters: [] }, 'meters'],
    ['21 meters', { meters: Array.from({ length: 21 }, () => ({ meter_id: 'sum', price: perUnit })) }, 'meters'],
    ['meters that are no list', { meters: 'sum' }, 'meters'],
    ['a meter that is no object', { meters: [null] }, 'meters.0'],
    [
      'an unknown field of a meter',
      { meters: [{ meter_id: 'sum', price: perUnit, colour: 1 }] },
      'meters.0.colour',
      'unknown_field',
    ],
    ['an unknown field of a price', over(['sum', { ...perUnit, colour: 1 }]), 'meters.0.price.colour', 'unknown_field'],
    ['no price', { meters: [{ meter_id: 'sum' }] }, 'meters.0.price'],
    ['an unknown model', over(['sum', { ...perUnit, model: 'tiered' }]), 'meters.0.price.model'],
    ['a model named like a method', over(['sum', { ...perUnit, model: 'toString' }]), 'meters.0.price.model'],
    ['a negative amount', over(['sum', { ...perUnit, unit_amount: '-0.1' }]), 'meters.0.price.unit_amount'],
    ['a negative number', over(['sum', { ...retainer, included_units: -1 }]), 'meters.0.price.included_units'],
    ['an amount that is no number', over(['sum', { ...perUnit, unit_amount: 'free' }]), 'meters.0.price.unit_amount'],
    ['an amount too long to store', over(['sum', { ...perUnit, unit_amount: '1e400' }]), 'meters.0.price.unit_amount'],
    [
      'a missing amount',
      over(['sum', { ...retainer, overage_unit_amount: undefined }]),
      'meters.0.price.overage_unit_amount',
    ],
    [
      'a fee with more decimals than the currency has',
      over(['sum', { ...retainer, fixed_fee: '1.005' }]),
      'meters.0.price.fixed_fee',
    ],
    ['a currency in small letters', over(['sum', { ...perUnit, currency: 'sar' }]), 'meters.0.price.currency'],
    ['a currency that is none', over(['sum', { ...perUnit, currency: 'XAU' }]), 'meters.0.price.currency'],
    ['a name with a forbidden character', { name: 'a{b' }, 'name'],
    ['an id with a forbidden character', { id: 'a[b' }, 'id'],
    ['recurring left out', { recurring: undefined }, 'recurring'],
    ['an unknown field', { trial_days: 3 }, 'trial_days', 'unknown_field'],
  ])('%s is refused with 400 that names the field', async (_what, body, param, code = 'validation_error') => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.param, answer.body.error.code]).toEqual([400, param, code]);
  });

  test('needs the scope meters:write', async () => {
    expect((await metering.call('POST', '/public/v1/plan', {}, principalOf({ scopes: ['meters:read'] }))).status).toBe(
      403,
    );
    expect(
      (await metering.call('GET', '/public/v1/plan', undefined, principalOf({ scopes: ['meters:write'] }))).status,
    ).toBe(403);
  });
});

test('an update renames or deactivates and publishes plan.updated once; the same values change nothing', async () => {
  const {
    body: { data },
  } = await create({ id: 'basic' });
  const patch = (body: unknown) => metering.call('PATCH', '/public/v1/plan/basic', body);
  expect((await patch({ name: 'Plan', active: true })).body.data).toEqual(data);
  expect(await patch({ active: false, name: 'Basic' })).toMatchObject({
    status: 200,
    body: { data: { active: false, name: 'Basic', meters: data.meters } },
  });
  expect(await metering.published('basic')).toMatchObject([
    { type: 'plan.created' },
    { type: 'plan.updated', aggregateversion: 2, data: { active: false, name: 'Basic' } },
  ]);
  for (const [body, param] of [
    [{}, 'body'],
    [{ recurring: false }, 'recurring'],
    [{ meters: [] }, 'meters'],
    [{ name: null }, 'name'],
  ] as const) {
    expect(await patch(body)).toMatchObject({ status: 400, body: { error: { param } } });
  }
});

test('the list returns all plans by cursor, and filters by activity', async () => {
  const lister = principalOf({ accountId: 'acc_list' });
  await metering.call('POST', '/public/v1/meter', { id: 'm', name: 'm', aggregation_type: 'count' }, lister);
  for (let n = 0; n < 5; n++) {
    await metering.call(
      'POST',
      '/public/v1/plan',
      { id: `p${n}`, name: 'P', active: n !== 2, recurring: true, ...over(['m', perUnit]) },
      lister,
    );
  }
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Json = (
      await metering.call('GET', `/public/v1/plan?limit=2${cursor && `&cursor=${cursor}`}`, undefined, lister)
    ).body.data;
    seen.push(...page.items.map((plan: { id: string; meters: unknown[] }) => `${plan.id} ${plan.meters.length}`));
    cursor = page.next_cursor;
  }
  expect(seen.sort()).toEqual(['p0 1', 'p1 1', 'p2 1', 'p3 1', 'p4 1']);
  expect((await metering.call('GET', '/public/v1/plan?active=false', undefined, lister)).body.data.items).toMatchObject(
    [{ id: 'p2' }],
  );
});

test('a plan or subscription of another store gets the same 404 as an unknown one', async () => {
  await create({ id: 'private' });
  await metering.call('POST', '/public/v1/plan/private/subscription', { id: 's1', customer_reference: 'c' });
  const strangers = [principalOf({ storeId: 'str_2' }), principalOf({ accountId: 'acc_9' })];
  const requests: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { active: false }],
    ['GET', '/subscription'],
    ['POST', '/subscription', { customer_reference: 'x' }],
    ['GET', '/subscription/s1'],
    ['PATCH', '/subscription/s1', { next_action: 'cancel' }],
  ];
  for (const stranger of strangers) {
    for (const [method, path, body] of requests) {
      const answers = await Promise.all(
        ['private', 'nowhere'].map(async (id) => {
          const answer = await metering.call(method, `/public/v1/plan/${id}${path}`, body, stranger);
          return `${answer.status} ${answer.text.replace(/"request_id":"[^"]+"/, '').replaceAll(id, 'ID')}`;
        }),
      );
      expect(answers[0]).toMatch(/^404 /);
      expect(answers[0]).toBe(answers[1]);
    }
  }
});
