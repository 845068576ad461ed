import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const api = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
  payment.call(method, `/public/v1/${path}`, body);
const withMetadata = (fields: string): string =>
  JSON.stringify(ORDER).replace('"order-1001"', `"order-1001",${fields}`);

test.each([
  ['payment/transaction?search=a&search=b', 'search'],
  ['subscription/wallet/token?phone=1&phone=2', 'phone'],
  ['payment/intent?status=a&status=b', 'status'],
  ['refund?payment_intent_id=a&payment_intent_id=b', 'payment_intent_id'],
  ['payment/settlement.csv?from=2020-01-01&from=2021-01-01&to=2030-01-01', 'from'],
])('%s names a parameter twice and is refused', async (path, param) => {
  const { status, body } = await api('GET', path);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('confirm refuses a repeated client secret', async () => {
  expect(
    (await api('POST', 'payment/intent/confirm?pi_client_secret=a&pi_client_secret=b', { payment_method: 'card' }))
      .status,
  ).toBe(400);
});

test.each(['', '?from=yesterday&to=2030-01-01', '?from=-200000-01-01T00:00:00Z&to=2030-01-01'])(
  'a settlement with the query "%s" is refused in the payment envelope',
  async (query) => {
    const { status, headers, body } = await api('GET', `payment/settlement.csv${query}`);
    expect([status, headers.get('content-type'), body.success, body.error.code]).toEqual([
      400,
      'application/json; charset=utf-8',
      false,
      'validation_error',
    ]);
  },
);

describe('numbers in metadata', () => {
  test.each([['1e400'], ['12345678901234567890'], ['1e21'], ['1e-7'], ['[{"deep":-1e300}]']])(
    '%s is refused, because it would become another number or get an exponent',
    async (number) => {
      const { status, body } = await api('POST', 'payment/checkout', withMetadata(`"n":${number}`));
      expect([status, body.error.param?.startsWith('metadata.n')]).toEqual([400, true]);
    },
  );

  test('other numbers are returned as sent, and an order reference may have any number of digits', async () => {
    const fields = { a: 9_007_199_254_740_991, b: -0.000001, c: 1500.5, d: 0 };
    const { body } = await api('POST', 'payment/checkout', withMetadata(JSON.stringify(fields).slice(1, -1)));
    expect(body.data.metadata).toEqual({ ...ORDER.metadata, ...fields });
    const long = '123456789012345678901234567890';
    expect(
      (await api('POST', 'payment/checkout', JSON.stringify(ORDER).replace('"order-1001"', long))).body.data.metadata
        .order_reference,
    ).toBe(long);
  });
});

test('a refund of null is refused: only a missing field means the whole rest', async () => {
  const intent = await payment.checkout();
  await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
  expect((await api('POST', 'refund', { payment_intent_id: intent._id, refunded_amount: null })).body.error.param).toBe(
    'refunded_amount',
  );
  expect((await api('POST', 'refund', { payment_intent_id: intent._id })).body.data.refunded_amount).toBe(ORDER.amount);
});

test.each([
  ['identity', { national_id: '12345678', phone: '+12025550001' }],
  ['resend', {}],
  ['code', { code: '123456' }],
])("the wallet's %s form, sent where no wallet was chosen, leads back to the checkout page", async (form, fields) => {
  const intent = await payment.checkout();
  const answer = await payment.open(
    `${intent.checkout_page_url.replace('/pay/', '/wallet/')}/${form}`,
    fields as Record<string, string>,
  );
  expect([answer.status, (await payment.open(`http://pay.example${answer.location}`)).location]).toEqual([
    303,
    expect.stringMatching(/^\/pay\//),
  ]);
  expect((await api('GET', `payment/intent/${intent._id}`)).body.data.pi_status).toBe('requires_payment_method');
});

describe('a pinned provider', () => {
  test('is the only one that is asked, and its page offers only the methods that it supports', async () => {
    const intent = await payment.checkout({ gateway_instance_id: 'card-b' });
    const { html } = await payment.open(intent.checkout_page_url);
    expect([...html.matchAll(/name="method" value="(\w+)"/g)].map(([, method]) => method)).toEqual(['card']);
    const refused = await api('POST', `payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`, {
      payment_method: 'bnpl',
    });
    expect(refused.body.error.code).toBe('method_not_enabled');
    const wallet: Json = await payment.checkout({ gateway_instance_id: 'walletprovider-wallet' });
    expect((await payment.open(wallet.checkout_page_url)).html).not.toContain('value="card"');
    for (const [page, method] of [
      [wallet, 'card'],
      [intent, 'bnpl'],
    ] as const)
      expect((await payment.open(page.checkout_page_url, { method })).status).toBe(400);
  });

  test.each(['payment/checkout', 'payment/intent', 'payment/link'])(
    '%s refuses methods that it does not support',
    async (path) => {
      expect(
        (await api('POST', path, { ...ORDER, gateway_instance_id: 'card-a', payment_methods: ['bnpl'] })).body.error
          .code,
      ).toBe('method_not_enabled');
    },
  );
});

test.each([
  'https://shop;sandbox/',
  'https://a,b/',
  'https://*/',
  'https://shop.example/\r\nset-cookie: a=b',
  'https://user@shop.example/',
  'javascript:alert(1)',
  '//shop.example',
])('a customer is not sent to %j', async (url) => {
  expect((await api('POST', 'payment/checkout', { ...ORDER, success_url: url })).body.error.param).toBe('success_url');
});

test.each([
  'https://متجر.example/شكرا?a=1&b=2#c',
  'http://[::1]:8080/',
  'http://127.0.0.1/',
  'https://my_shop.example/',
])('%s is an address, and comes back as it was sent', async (url) => {
  expect(
    (await payment.open((await payment.checkout({ success_url: url })).checkout_page_url)).headers.get(
      'content-security-policy',
    ),
  ).toContain(new URL(url).origin);
});
