import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMeteringForTest } from './harness.ts';
import type { Json, MeteringUnderTest } from './harness.ts';
import { meterOf, usage } from './usage-event.ts';

let metering: MeteringUnderTest;
let meterId: string;
beforeAll(async () => {
  metering = await startMeteringForTest();
  meterId = await meterOf(metering, { group_by: ['model', 'region'] });
});
afterAll(() => metering.stop());

type Named = [string, string];
async function violations(method: string, path: string, body?: unknown): Promise<Named[]> {
  const answer = await metering.call(method, `/public/v1/${path.replace(':id', meterId)}`, body);
  expect([path, answer.status]).toEqual([path, 400]);
  const { error } = answer.body;
  expect(error.param).toBe(error.details[0].field);
  expect(error.code).toBe(error.details[0].code);
  return error.details.map((detail: Json): Named => [detail.code, detail.field]);
}

describe('a misspelt name is refused, and the message has the right one', () => {
  test.each<[string, unknown, string, string]>([
    ['POST meter', { name: 'M', aggregationType: 'count' }, 'aggregationType', 'aggregation_type'],
    ['POST meter', { name: 'M', aggregation_type: 'count', groupBy: ['a'] }, 'groupBy', 'group_by'],
    ['PATCH meter/:id', { filter: {} }, 'filter', 'filters'],
    ['PATCH meter/:id?dryRun=true', { name: 'M' }, 'dryRun', 'dry_run'],
    ['PATCH meter/:id/deactivate', { subscriptions: {} }, 'subscriptions', 'subscription'],
    ['GET meter?aggregation=sum', undefined, 'aggregation', 'aggregation_type'],
    ['POST plan', { name: 'P', recuring: true, meters: [] }, 'recuring', 'recurring'],
    ['POST plan/p/subscription', { customerReference: 'c' }, 'customerReference', 'customer_reference'],
    ['GET plan/p/subscription?statuss=active', undefined, 'statuss', 'status'],
    ['POST meter/:id/event', usage({ eventId: 'x' }), 'eventId', 'event_id'],
    ['POST meter/:id/event/batch', { event: [usage()] }, 'event', 'events'],
    ['POST meter/:id/event/bulk', { event: [usage()] }, 'event', 'events'],
    ['GET meter/:id/events?form=2026-01-01T00:00:00Z', undefined, 'form', 'from'],
    ['GET meter/:id/query?group_by=model', undefined, 'group_by', 'groupBy'],
    ['GET meter/:id/query?filterGroupby[model]=large', undefined, 'filterGroupby[model]', 'filterGroupBy'],
    ['POST meter/:id/query', { window_size: 'DAY' }, 'window_size', 'windowSize'],
  ])('%s %j', async (operation, body, given, meant) => {
    const [method, path] = operation.split(' ') as [string, string];
    const answer = await metering.call(method, `/public/v1/${path.replace(':id', meterId)}`, body);
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'unknown_field', given]);
    expect(answer.body.message).toContain(`; did you mean ${meant}?`);
  });
});

describe('everything that is wrong is listed at once', () => {
  test('in a new meter', async () => {
    const body = { name: 'a@b', aggregation_type: 'sum', group_by: ['a', 'b?'], filters: { a: { b: 1 }, c: [] } };
    expect(await violations('POST', 'meter', body)).toEqual([
      ['validation_error', 'name'],
      ['validation_error', 'filters.a.value'],
      ['validation_error', 'filters.c.value'],
      ['validation_error', 'group_by.1'],
      ['validation_error', 'aggregation_field'],
    ]);
  });

  test('in every clause of a filter', async () => {
    const clauses = [
      { property: '', operator: 'eq', value: 1 },
      { property: 'a', operator: 'is', value: 1 },
      { property: 'a', operator: 'in', value: 'x', colour: 1 },
      7,
      { conjunction: 'not', clauses: [] },
    ];
    expect(await violations('PATCH', 'meter/:id', { filters: { conjunction: 'and', clauses } })).toEqual([
      ['validation_error', 'filters.clauses.0.property'],
      ['validation_error', 'filters.clauses.1.operator'],
      ['validation_error', 'filters.clauses.2.colour'],
      ['validation_error', 'filters.clauses.2.value'],
      ['validation_error', 'filters.clauses.3'],
      ['validation_error', 'filters.clauses.4.conjunction'],
      ['validation_error', 'filters.clauses.4.clauses'],
    ]);
  });

  test('in a change and in a deactivation', async () => {
    expect(await violations('PATCH', 'meter/:id', { id: 'x', aggregation_type: 'max', name: '' })).toEqual([
      ['validation_error', 'name'],
      ['immutable_field', 'id'],
      ['immutable_field', 'aggregation_type'],
    ]);
    const needed = [
      ['validation_error', 'subscription.next_action'],
      ['validation_error', 'plan.active'],
    ];
    expect(await violations('PATCH', 'meter/:id', { active: false })).toEqual(needed);
    expect(await violations('PATCH', 'meter/:id/deactivate', {})).toEqual(needed);
    expect(await violations('PATCH', 'meter/:id/deactivate', { subscription: {}, plan: { active: 1 } })).toEqual(
      needed,
    );
    expect(await violations('PATCH', 'meter/:id?dry_run=yes&dry=1', { name: 'M' })).toEqual([
      ['unknown_field', 'dry'],
      ['validation_error', 'dry_run'],
    ]);
  });

  test('in a plan: its own rules first, then those of its meters', async () => {
    const price = { model: 'per_unit', unit_amount: '-1', currency: 'sar' };
    const retainer = { model: 'fixed_retainer', fixed_fee: '1.005', included_units: 'x', currency: 'SAR' };
    expect(
      await violations('POST', 'plan', {
        name: 'P',
        recurring: 'yes',
        meters: [{ meter_id: 'a', price }, { meter_id: 'a', price: retainer }, { price: { model: 'tiered' } }],
      }),
    ).toEqual([
      ['validation_error', 'recurring'],
      ['validation_error', 'meters.0.price.unit_amount'],
      ['validation_error', 'meters.0.price.currency'],
      ['validation_error', 'meters.1.price.included_units'],
      ['validation_error', 'meters.1.price.overage_unit_amount'],
      ['validation_error', 'meters.1.price.fixed_fee'],
      ['validation_error', 'meters.2.meter_id'],
      ['validation_error', 'meters.2.price.model'],
      ['validation_error', 'meters.1.meter_id'],
    ]);
    const peak = await meterOf(metering, { aggregation_type: 'max', active: false });
    const fits = { model: 'fixed_retainer', fixed_fee: 1, included_units: 1, overage_unit_amount: 1, currency: 'SAR' };
    const meters = [
      { meter_id: 'nowhere', price: fits },
      { meter_id: peak, price: fits },
    ];
    expect(await violations('POST', 'plan', { name: 'P', recurring: true, meters })).toEqual([
      ['unknown_meter', 'meters.0.meter_id'],
      ['meter_inactive', 'meters.1.meter_id'],
      ['one_time_only', 'meters.1.meter_id'],
      ['validation_error', 'meters.1.price.model'],
    ]);
  });

  test('in an event, alone and in a batch', async () => {
    const event = { operation: 'add', event_id: '', timestamp: 'now', payload: { a: 'x<y', b: '{' } };
    const expected: Named[] = [
      ['validation_error', 'operation'],
      ['validation_error', 'event_id'],
      ['validation_error', 'timestamp'],
      ['forbidden_character', 'payload.a'],
      ['forbidden_character', 'payload.b'],
    ];
    expect(await violations('POST', 'meter/:id/event', event)).toEqual(expected);
    const { status, body } = await metering.call('POST', `/public/v1/meter/${meterId}/event/batch`, {
      events: [usage(), event],
    });
    expect([status, body.data.items[0].status, body.data.items[1].status]).toEqual([207, 200, 400]);
    const { details } = body.data.items[1].error;
    expect(details.map((detail: Json) => [detail.code, detail.field])).toEqual(expected);
  });

  test('in a usage query, by parameters and by body', async () => {
    const expected: Named[] = [
      ['validation_error', 'windowSize'],
      ['validation_error', 'windowTimeZone'],
      ['validation_error', 'groupBy'],
      ['validation_error', 'to'],
    ];
    const range = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    const wrong = { ...range, windowSize: 'WEEK', windowTimeZone: 'UTC+3', groupBy: 'a,a' };
    expect(await violations('GET', `meter/:id/query?${new URLSearchParams(wrong)}`)).toEqual(expected);
    expect(await violations('POST', 'meter/:id/query', wrong)).toEqual(expected);
  });
});

describe('a field by which the meter does not group', () => {
  test('is refused with the declared ones', async () => {
    const { status, body } = await metering.call('GET', `/public/v1/meter/${meterId}/query?groupBy=nonsense,modle`);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'validation_error', 'groupBy']);
    expect(body.error.details.map((detail: Json) => detail.message)).toEqual([
      'groupBy names "nonsense", by which this meter does not group: it declares model, region.',
      'groupBy names "modle", by which this meter does not group: it declares model, region; did you mean model?',
    ]);
  });

  test('is refused as a filter, and of a meter without groups too', async () => {
    expect(await violations('GET', 'meter/:id/query?filterGroupBy[size]=1')).toEqual([
      ['validation_error', 'filterGroupBy'],
    ]);
    const plain = await meterOf(metering);
    const { body } = await metering.call('POST', `/public/v1/meter/${plain}/query`, { groupBy: ['model'] });
    expect(body.message).toBe(
      'groupBy names "model", by which this meter does not group: it declares none in group_by.',
    );
  });

  test('the declared ones group and filter in every spelling', async () => {
    const id = await meterOf(metering, { group_by: ['model', 'region'] });
    const events = ['eu', 'us'].map((region) => usage({ payload: { model: 'large', region, tokens: 2 } }));
    await metering.call('POST', `/public/v1/meter/${id}/event/batch`, { events });
    const path = `/public/v1/meter/${id}/query`;
    const spellings = [
      'groupBy=model,region&filterGroupBy[region]=eu',
      'groupBy=model&groupBy=region&filterGroupBy[region]=eu&filterGroupBy[region]=sa',
      'groupBy=model&groupBy=region&filterGroupBy%5Bregion%5D=eu&windowSize=month',
    ];
    const answers = [
      ...(await Promise.all(spellings.map((query) => metering.call('GET', `${path}?${query}`)))),
      await metering.call('POST', path, { groupBy: ['model', 'region'], filterGroupBy: { region: 'eu' } }),
    ];
    for (const { status, body } of answers)
      expect([status, body.data]).toMatchObject([200, [{ value: '2', groupBy: { model: 'large', region: 'eu' } }]]);
  });
});
