import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const INTENT = { amount: 100, currency: 'SAR', metadata: { order_reference: 'order-1' } };
const api = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
  payment.call(method, `/public/v1/${path}`, body);
const refusal = ({ status, body }: HttpAnswer): unknown[] => [status, body.error.code, body.error.message];

describe('a misspelt name is refused with the name that was meant', () => {
  test.each([
    ['payment/checkout', { ...ORDER, captureMethod: 'manual' }, 'captureMethod', 'capture_method'],
    ['payment/checkout', { ...ORDER, payment_method: ['card'] }, 'payment_method', 'payment_methods'],
    ['payment/checkout', { ...ORDER, sucess_url: 'https://a.example' }, 'sucess_url', 'success_url'],
    ['payment/checkout', { ...ORDER, shipping: { City: 'x' } }, 'shipping.City', 'city'],
    ['payment/intent', { ...INTENT, billing_address: {} }, 'billing_address', 'billingAddress'],
    ['payment/link', { ...INTENT, expires_in: 5 }, 'expires_in', 'expires_in_minutes'],
    ['payment/intent/capture', { paymentIntentId: 'pi_1' }, 'paymentIntentId', 'payment_intent_id'],
    ['payment/intent/pi_1/capture', { ammount: 1 }, 'ammount', 'amount'],
    ['refund', { payment_intent_id: 'pi_1', refund_amount: '1' }, 'refund_amount', 'refunded_amount'],
  ])('%s %j', async (path, body, given, meant) => {
    const answer = await api('POST', path, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'unknown_field']);
    expect(answer.body.error.message).toContain(`${given} is not a field of this operation; did you mean ${meant}?`);
  });

  test('a path too', async () => {
    expect(refusal(await api('POST', 'payment/intents/confirm'))).toEqual([
      404,
      'not_found',
      'There is no such operation; did you mean /public/v1/payment/intent/confirm? /docs on the gateway lists all.',
    ]);
    expect(refusal(await api('POST', 'payment/nothing/at/all'))[2]).toContain('Check the path and the method');
  });

  test('parameters too, and a body or a query that an operation does not read', async () => {
    expect(refusal(await api('GET', 'payment/intent?statuss=succeeded'))).toEqual([
      400,
      'unknown_field',
      'statuss is not a parameter of this operation; did you mean status?',
    ]);
    expect(refusal(await api('GET', 'payment/intent/pi_1?expand=refunds'))).toEqual([
      400,
      'unknown_field',
      'expand is not a parameter of this operation, which reads no query.',
    ]);
    expect(refusal(await api('POST', 'payment/intent/pi_1/void', { amount: 1 }))).toEqual([
      400,
      'unknown_field',
      'amount is not a field of this operation, which reads no body.',
    ]);
    expect((await api('POST', 'payment/intent/pi_1/void', {})).body.error.code).toBe('not_found');
  });
});

describe('two names of one field that contradict each other are refused where money moves', () => {
  const SECRET = 'payment/intent/confirm?pi_client_secret=pi_1_secret_x';
  const WALLET = { amount: 1, order_reference: 'order-1' };
  test.each([
    ['refund', { payment_intent_id: 'pi_1', amount: '7', refunded_amount: '1' }, 'amount', 'refunded_amount'],
    ['payment/intent/capture', { _id: 'pi_1', payment_intent_id: 'pi_2' }, '_id', 'payment_intent_id'],
    ['payment/intent/void', { _id: 'pi_1', payment_intent_id: 'pi_2' }, '_id', 'payment_intent_id'],
    [SECRET, { payment_method: 'card', payment_method_types: ['wallet'] }, 'payment_method_types', 'payment_method'],
    [SECRET, { token: 'wt_1', pm_token: 'wt_2' }, 'pm_token', 'token'],
    ['subscription/wallet/token/charge', { ...WALLET, token: 'wt_1', pm_token: 'wt_2' }, 'pm_token', 'token'],
    [
      'subscription/wallet/token/charge',
      { ...WALLET, token: 'wt_1', metadata: { order_reference: 'order-2' } },
      'order_reference',
      'metadata.order_reference',
    ],
    ['payment/link', { ...INTENT, order_reference: 'order-2' }, 'order_reference', 'metadata.order_reference'],
    [
      'payment/checkout',
      { ...ORDER, payment_methods: ['card'], payment_method_types: 'wallet' },
      'payment_method_types',
      'payment_methods',
    ],
    [
      'payment/checkout',
      { ...ORDER, billingAddress: { city: 'Jeddah' }, billing: { city: 'Riyadh' } },
      'billing',
      'billingAddress',
    ],
    [
      'payment/intent',
      { ...INTENT, success_url: 'https://a.example', success_redirect_url: 'https://b.example' },
      'success_redirect_url',
      'success_url',
    ],
  ])('%s %j', async (path, body, alias, first) => {
    const { status, body: answer } = await payment.call('POST', `/public/v1/${path}`, body, {
      headers: { 'idempotency-key': 'contradiction' },
    });
    const message = `${alias} is another name of ${first}, and they have different values. Send only ${first}.`;
    expect([status, answer.error.details]).toEqual([
      400,
      expect.arrayContaining([{ code: 'validation_error', field: alias, message }]),
    ]);
  });

  test('two idempotency keys too', async () => {
    const { status, body } = await payment.call('POST', '/public/v1/payment/checkout', ORDER, {
      headers: { 'idempotency-key': 'one', 'x-idempotency-key': 'two' },
    });
    expect([status, body.error.param]).toEqual([400, 'x-idempotency-key']);
    const { status: agreed } = await payment.call('POST', '/public/v1/payment/checkout', ORDER, {
      headers: { 'idempotency-key': 'one', 'x-idempotency-key': 'one' },
    });
    expect(agreed).toBe(200);
  });
});

describe('lists, store profiles and reviews', () => {
  test('a filter that does not exist would hide the mistake', async () => {
    const { status, body } = await api('GET', 'payment/transaction?statuss=FAILED&amount_min=1&queue=none&page=2');
    expect([status, body.error.details.map(({ code, field }: Json) => [code, field])]).toEqual([
      400,
      [
        ['unknown_field', 'statuss'],
        ['unknown_field', 'page'],
        ['validation_error', 'queue'],
        ['validation_error', 'amount_min'],
      ],
    ]);
    expect(body.error.details.at(-1).message).toBe(
      'amount_min needs currency, because amounts of two currencies cannot be compared.',
    );
  });

  test.each([
    ['PUT', 'payment/store', { colour: '#0b5d57', name: '' }, ['colour', 'name']],
    ['PUT', 'payment/store', { color: '#ffffff', payment_methods: ['cash'] }, ['color', 'payment_methods.0']],
    ['POST', 'payment/queue/op_1/resolve', { result: 'done' }, ['result', 'outcome']],
    ['GET', 'payment/settlement.csv?since=2026-01-01&to=x', undefined, ['since', 'from', 'to']],
  ])('%s %s %j', async (method, path, sent, fields) => {
    const { status, body } = await api(method, path, sent);
    expect([status, body.error.details.map(({ field }: Json) => field)]).toEqual([400, fields]);
  });
});

test('all violations are listed at once, and nothing is created', async () => {
  const count = async (): Promise<number> => (await payment.pool.query('SELECT 1 FROM intent')).rowCount ?? 0;
  const before = await count();
  const { status, body } = await api('POST', 'payment/checkout', {
    amount: '1.005',
    currency: 'SAR',
    captureMethod: 'manual',
    customer: { email: 'not an address' },
    metadata: 'order-1',
    success_url: 'javascript:alert(1)',
  });
  expect([status, body.error.param, body.error.details.map(({ field }: Json) => field)]).toEqual([
    400,
    'captureMethod',
    ['captureMethod', 'amount', 'customer.email', 'shipping', 'metadata', 'success_url', 'failure_url'],
  ]);
  expect(await count()).toBe(before);
});

describe('what published clients send is accepted', () => {
  test('an intent that was read may be sent back, and its answers are ignored', async () => {
    const made = await payment.checkout();
    const copy = (await api('POST', 'payment/checkout', { ...ORDER, ...made, success_url: ORDER.success_url })).body
      .data;
    expect([copy._id === made._id, copy.amount, copy.pi_status]).toEqual([false, 1500.5, 'requires_payment_method']);
    const changed = await api('PUT', `payment/intent/${made._id}`, { ...made, amount: 7 });
    expect([changed.status, changed.body.data]).toEqual([200, { ...made, amount: 7 }]);
  });

  test.each([
    [{ payment_method_types: 'card' }, ['card']],
    [{ payment_method_types: ['bnpl', 'card', 'bnpl'] }, ['bnpl', 'card']],
    [{ payment_method_types: [] }, null],
    [{ payment_methods: null, payment_method_types: 'card' }, ['card']],
    [{ payment_methods: ['wallet'], payment_method_types: 'wallet' }, ['wallet']],
  ])('%j offers %j', async (methods, offered) => {
    for (const [path, body] of [
      ['intent', INTENT],
      ['checkout', ORDER],
    ] as const) {
      const { data } = (await api('POST', `payment/${path}`, { ...body, ...methods })).body;
      const { rows } = await payment.pool.query('SELECT methods FROM intent WHERE id = $1', [data._id]);
      expect([path, rows]).toEqual([path, [{ methods: offered }]]);
    }
  });

  test('other names of addresses, and numbers in texts', async () => {
    const urls = { success_redirect_url: 'https://a.example/ok', failure_redirect_url: 'https://a.example/no' };
    const { data } = (
      await api('POST', 'payment/intent', {
        ...INTENT,
        ...urls,
        billing: { city: 'Jeddah', zip: 11564 },
        customer: { phone: 5550123 },
      })
    ).body;
    expect([data.billingAddress, data.customer.phone]).toEqual([{ city: 'Jeddah', zip: '11564' }, '5550123']);
    const { rows } = await payment.pool.query('SELECT success_url, failure_url FROM intent WHERE id = $1', [data._id]);
    expect(rows).toEqual([{ success_url: 'https://a.example/ok', failure_url: 'https://a.example/no' }]);
  });

  test('a store that takes customers back after a payment names where they go after a failure', async () => {
    const body = { ...INTENT, success_url: 'https://a.example/ok' };
    expect(refusal(await api('POST', 'payment/intent', body))).toEqual([
      400,
      'validation_error',
      'failure_url is required with success_url.',
    ]);
    const wrong = await api('POST', 'payment/intent', { ...body, failure_url: 'x' });
    expect(wrong.body.error.details).toHaveLength(1);
  });
});

describe('metadata without an order reference', () => {
  test("the intent's id takes its place: in the answer, on the page, and in the notification", async () => {
    const made = await payment.checkout({ metadata: { table: 7 } });
    expect(made.metadata).toEqual({ table: 7, order_reference: made._id });
    expect((await payment.open(made.checkout_page_url)).html).toContain(made._id);
    await api('DELETE', `payment/intent/${made._id}`);
    const { data } = await eventually(() => payment.published.find(({ subject }) => subject === made._id) ?? null);
    expect([data.metadata, data.transaction_details.order.name]).toEqual([
      { table: 7, order_reference: made._id },
      made._id,
    ]);
  });

  test('is accepted with an idempotency key and in an intent; metadata itself stays required', async () => {
    const keyed = await payment.call(
      'POST',
      '/public/v1/payment/checkout',
      { ...ORDER, metadata: {} },
      { headers: { 'idempotency-key': 'no-reference' } },
    );
    expect(keyed.body.data.metadata).toEqual({ order_reference: keyed.body.data._id });
    const { data } = (await api('POST', 'payment/intent', { ...INTENT, metadata: {} })).body;
    expect(data.metadata.order_reference).toBe(data._id);
    const { metadata: _, ...without } = ORDER;
    for (const path of ['checkout', 'intent'])
      expect(
        (await api('POST', `payment/${path}`, path === 'intent' ? { amount: 1, currency: 'SAR' } : without)).body.error
          .param,
      ).toBe('metadata');
  });

  test('an update with other metadata keeps the reference; a link needs an order', async () => {
    const made = await payment.checkout();
    const { data } = (await api('PUT', `payment/intent/${made._id}`, { metadata: { note: 'x' } })).body;
    expect(data.metadata).toEqual({ note: 'x', order_reference: 'order-1001' });
    expect((await api('POST', 'payment/link', { amount: 1, currency: 'SAR' })).body.error.param).toBe(
      'order_reference',
    );
  });

  test.each([[''], [null], [1.5], ['x'.repeat(256)]])('an order reference of %j is refused', async (reference) => {
    const { status, body } = await api('POST', 'payment/checkout', {
      ...ORDER,
      metadata: { order_reference: reference },
    });
    expect([status, body.error.param]).toEqual([400, 'metadata.order_reference']);
  });
});
