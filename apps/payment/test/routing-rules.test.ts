import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const PATH = '/public/v1/payment/routing/rules/gateway';
const api = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
  payment.call(method, PATH + path, body);
const RULE = { gatewayType: 'card-b' };

function violationsOf({ status, body }: HttpAnswer): [string, string, string][] {
  expect([status, body.error.param]).toEqual([400, body.error.details[0].field]);
  return body.error.details.map(({ code, field, message }: Json) => [code, field, message]);
}

describe('the body of a rule', () => {
  test('refuses names that it does not have, at every depth, and says which were probably meant', async () => {
    const sent = {
      gateway_type: 'card-b',
      fallbackGateway: [{ gateway_type: 'card-a' }],
      conditions: { currency: ['SAR'], amountMin: 5 },
      split: [{ gatewayType: 'card-a', percentage: 30 }],
    };
    expect(violationsOf(await api('POST', '', sent)).filter(([code]) => code === 'unknown_field')).toEqual([
      ['unknown_field', 'gateway_type', 'gateway_type is not a field of this operation; did you mean gatewayType?'],
      [
        'unknown_field',
        'fallbackGateway',
        'fallbackGateway is not a field of this operation; did you mean fallback_gateway?',
      ],
      [
        'unknown_field',
        'conditions.currency',
        'conditions.currency is not a field of this operation; did you mean currencies?',
      ],
      [
        'unknown_field',
        'conditions.amountMin',
        'conditions.amountMin is not a field of this operation; did you mean amount_min?',
      ],
      [
        'unknown_field',
        'split.0.gatewayType',
        'split.0.gatewayType is not a field of this operation; did you mean gateway_type?',
      ],
      [
        'unknown_field',
        'split.0.percentage',
        'split.0.percentage is not a field of this operation; did you mean percent?',
      ],
    ]);
  });

  test('gets all its violations at once', async () => {
    const sent = {
      enabled: 'yes',
      fallback_gateway: ['card-a'],
      rule_attributes: 'vip_customer',
      conditions: { currencies: ['SAR', 'RIYAL'], methods: ['cash'], amount_max: 10 },
      split: [{ gateway_type: 'card-a', percent: 0 }],
    };
    expect(violationsOf(await api('POST', '', sent)).map(([code, field]) => [code, field])).toEqual(
      [
        'enabled',
        'fallback_gateway.0',
        'rule_attributes',
        'conditions.currencies.1',
        'conditions.methods.0',
        'conditions.amount_max',
        'split.0.percent',
        'gatewayType',
      ].map((field) => ['validation_error', field]),
    );
  });

  test('names each gateway that the deployment does not have', async () => {
    const sent = {
      gatewayType: 'card-x',
      fallback_gateway: [{ gateway_type: 'card-a' }, { gateway_type: 'card-y' }],
      split: [{ gateway_type: 'card-z', percent: 10 }],
    };
    const message = (field: string): string => `${field} must be one of card-a, card-b, walletprovider-wallet.`;
    expect(violationsOf(await api('POST', '', sent))).toEqual(
      ['gatewayType', 'fallback_gateway.1.gateway_type', 'split.0.gateway_type'].map((field) => [
        'unknown_gateway',
        field,
        message(field),
      ]),
    );
    expect(violationsOf(await api('POST', '/dry-run', { rules: [RULE, { gatewayType: 'card-x' }] }))[0]?.[1]).toBe(
      'rules.1.gatewayType',
    );
  });

  test.each([
    [{ currencies: ['KWD'], amount_min: '1.2345' }, 'excess_precision', 'conditions.amount_min'],
    [{ currencies: ['KWD', 'SAR'], amount_min: 1 }, 'validation_error', 'conditions.amount_min'],
    [{ amount_max: 1 }, 'validation_error', 'conditions.amount_max'],
    [{ currencies: ['SAR'], amount_max: 0 }, 'validation_error', 'conditions.amount_max'],
    [{ currencies: [] }, null, ''],
  ])('with the conditions %j answers %s', async (conditions, code, field) => {
    const answer = await api('POST', '/dry-run', { rules: [{ ...RULE, conditions }] });
    if (code === null) expect(answer.status).toBe(200);
    else expect(violationsOf(answer)[0]?.slice(0, 2)).toEqual([code, `rules.0.${field}`]);
  });

  test('has a split of at most 100 percent', async () => {
    const split = [60, 40.5].map((percent) => ({ gateway_type: 'card-a', percent }));
    expect(violationsOf(await api('POST', '', { ...RULE, split }))).toEqual([
      ['validation_error', 'split', 'split adds up to 100.5 percent; at most 100 are possible.'],
    ]);
  });

  test('may be a rule as it was read, and a change keeps what it leaves out', async () => {
    const sent = {
      ...RULE,
      enabled: false,
      fallback_gateway: [{ gateway_type: 'card-a' }],
      rule_attributes: ['vip_customer', 7],
      conditions: {
        amount_min: '10.125',
        amount_max: 20,
        currencies: ['kwd'],
        countries: ['KW', 'Kuwait'],
        methods: ['card', 'bnpl'],
      },
      split: [{ gateway_type: 'card-a', percent: 33.3 }],
    };
    const created = await api('POST', '', sent);
    const wanted = {
      ...sent,
      rule_id: created.body.data.rule_id,
      rule_attributes: ['vip_customer', '7'],
      conditions: { ...sent.conditions, amount_min: 10.125, currencies: ['KWD'] },
      order_by: 'priority',
    };
    expect([created.status, created.body.data]).toEqual([201, wanted]);
    const changed = await api('PATCH', `/${wanted.rule_id}`, { enabled: true });
    expect([changed.status, changed.body.data]).toEqual([200, { ...wanted, enabled: true }]);
    expect((await api('PATCH', `/${wanted.rule_id}`, changed.body.data)).body.data).toEqual(changed.body.data);
    const list = await api('GET', '');
    expect([list.status, list.body]).toEqual([200, [changed.body.data]]);
    expect((await api('POST', '/dry-run', { rules: list.body })).status).toBe(200);
    expect((await api('DELETE', `/${wanted.rule_id}`)).body.data).toEqual({ rule_id: wanted.rule_id });
  });
});

test('the order names each rule once, and a missing or wrong list says what to send', async () => {
  const ids = await Promise.all(
    ['card-a', 'card-b'].map(
      async (gatewayType) => (await api('POST', '', { gatewayType })).body.data.rule_id as string,
    ),
  );
  const turned = await api('PUT', '/order', { rule_ids: ids.toReversed() });
  expect(turned.body.map(({ rule_id: id }: Json) => id)).toEqual(ids.toReversed());
  expect(violationsOf(await api('PUT', '/order', { ids }))).toEqual([
    ['unknown_field', 'ids', expect.stringContaining('ids is not a field of this operation')],
    ['validation_error', 'rule_ids', expect.stringContaining('rule_ids is required')],
  ]);
  expect((await api('PUT', '/order', { rule_ids: [ids[0], ids[0]] })).body.error).toMatchObject({
    code: 'validation_error',
    param: 'rule_ids',
  });
});

test('a dry run without a body tries the rules of the store', async () => {
  expect((await api('POST', '/dry-run')).body.data).toEqual({ payments: 0, changed: 0, by_gateway: {}, examples: [] });
});
