import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { makeToken, SUBSCRIPTION } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const BNPL = 'v1/bnpl/wallet/setup';
const SETUP = 'v1/subscription/wallet/setup';
const TOKENS = 'v1/subscription/wallet/token';
const CHARGE = `${TOKENS}/charge`;
const CHARGE_V2 = 'v2/payment/intent/tokenized/payment';
const SESSION = {
  wallet_type: 'walletprovider',
  amount: '100.00',
  order_reference: 42,
  success_redirect_url: 'https://shop.example/paid',
  failure_redirect_url: 'https://shop.example/failed',
  payment_method_types: 'wallet',
  description: 'Order 42',
};

function api(method: string, path: string, body?: unknown, key?: string): Promise<HttpAnswer> {
  return payment.call(
    method,
    `/public/${path}`,
    body,
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );
}

function violationsOf({ status, body }: HttpAnswer): [string, string, string][] {
  expect([status, body.error.param]).toEqual([400, body.error.details[0].field]);
  return body.error.details.map(({ code, field, message }: Json) => [code, field, message]);
}

describe('a misspelt name is refused with the name that was probably meant', () => {
  test.each([
    [BNPL, { ...SESSION, successRedirectUrl: 'https://shop.example/' }, 'successRedirectUrl', 'success_redirect_url'],
    [BNPL, { ...SESSION, customer: { emial: 'a@b.example' } }, 'customer.emial', 'email'],
    [SETUP, { ...SUBSCRIPTION, phone_number: '+12025550001' }, 'phone_number', 'phone'],
    [CHARGE, { token: 'wt_1', amount: 1, order_reference: 'r', curency: 'PKR' }, 'curency', 'currency'],
    [CHARGE_V2, { token: 'wt_1', amount: 1, orderReference: 'r' }, 'orderReference', 'order_reference'],
  ])('%s %j', async (path, body, given, meant) => {
    expect(violationsOf(await api('POST', path, body, 'key-1'))[0]).toEqual([
      'unknown_field',
      given,
      `${given} is not a field of this operation; did you mean ${meant}?`,
    ]);
  });

  test('as a parameter of the list', async () => {
    expect(violationsOf(await api('GET', `${TOKENS}?phon=1`))).toEqual([
      ['unknown_field', 'phon', 'phon is not a parameter of this operation; did you mean phone?'],
    ]);
  });
});

describe('all violations are listed at once', () => {
  const fields = (answer: HttpAnswer): string[] => violationsOf(answer).map(([, field]) => field);

  test('for a BNPL setup, and nothing is created', async () => {
    const sent = { wallet_type: 'other', amount: [], success_redirect_url: 'shop', payment_method_types: 'card' };
    expect(fields(await api('POST', BNPL, sent))).toEqual([
      'wallet_type',
      'amount',
      'order_reference',
      'success_redirect_url',
      'failure_redirect_url',
      'payment_method_types',
      'description',
    ]);
    expect((await payment.pool.query('SELECT 1 FROM intent')).rowCount).toBe(0);
  });

  test('for a subscription setup', async () => {
    const answer = await api('POST', SETUP, { ...SUBSCRIPTION, phone: '12', failure_redirect_url: 'javascript:1' });
    expect(violationsOf(answer)).toEqual([
      [
        'validation_error',
        'phone',
        'phone must be the number of the customer\'s wallet, 7 to 15 digits, with or without "+".',
      ],
      ['validation_error', 'failure_redirect_url', expect.stringContaining('http or https address')],
    ]);
  });

  test('for a charge: the token and the order reference may have other places, and must have one', async () => {
    expect(fields(await api('POST', CHARGE, { currency: 'PKR', amount: '1.234' }, 'key-2'))).toEqual([
      'amount',
      'token',
      'order_reference',
    ]);
    expect(fields(await api('POST', CHARGE, { token: 5, amount: 1, metadata: { order_reference: '' } }, 'k'))).toEqual([
      'token',
      'metadata.order_reference',
    ]);
  });
});

test.each([
  [BNPL, { ...SESSION, amount: '1.005' }],
  [CHARGE, { token: 'wt_1', amount: '1.005', order_reference: 'r' }],
])("%s judges the amount in the wallet's currency", async (path, body) => {
  expect((await api('POST', path, body, 'key-3')).body.error).toMatchObject({
    code: 'excess_precision',
    param: 'amount',
  });
});

test.each([
  [BNPL, SESSION],
  [CHARGE, { token: 'wt_1', amount: 12, order_reference: 'r' }],
])('%s refuses a currency that the wallet does not take, and never changes it', async (path, body) => {
  const { status, body: answer } = await api('POST', path, { ...body, currency: 'SAR' }, 'key-5');
  expect([status, answer.error.param, answer.message]).toEqual([
    400,
    'currency',
    'The wallet takes PKR only. Send the amount in PKR.',
  ]);
});

test('a setup answers with its currency, also when the request names none', async () => {
  for (const more of [{}, { currency: 'PKR' }]) {
    const { status, body } = await api('POST', BNPL, { ...SESSION, ...more });
    expect([status, body.data.currency]).toEqual([200, 'PKR']);
  }
});

test("a charge takes the names of published clients, and keeps the merchant's metadata", async () => {
  const { id, value } = await makeToken(payment);
  const body = { pm_token: value, amount: 12.5, metadata: { order_reference: 7, plan: 'gold' }, description: null };
  const { status, body: answer } = await api('POST', CHARGE_V2, body, 'key-4');
  expect([status, answer.data.pi_status, answer.data.amount, answer.data.metadata]).toEqual([
    200,
    'succeeded',
    12.5,
    { order_reference: '7', plan: 'gold', token_id: id },
  ]);
  const declined = { token: value, amount: 1, order_reference: 'r', customer: { name: 'عميل', phone: 12025550123 } };
  payment.wallet.fail('charge', 'declined');
  expect((await api('POST', CHARGE, declined, 'key-5')).body).toMatchObject({
    error: { code: 'payment_declined' },
    data: { customer: { name: 'عميل', phone: '12025550123', email: '' } },
  });
});

test('a session returns the customer as it was sent', async () => {
  const customer = { name: 'عميل', email: 'customer@shop.example' };
  expect((await api('POST', BNPL, { ...SESSION, customer })).body.data.customer).toEqual(customer);
});
