import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { INQUIRY, LIMITS } from '../src/limits.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { SUBSCRIPTION } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ more: { PAYMENT_PUBLIC_URL: 'https://pay.example' } });
});
afterAll(() => payment.stop());

const PERSON = { national_id: '1234567890', phone: '+12025550001' };
const CHECKED = 'If money was taken, it is returned to you.';

type Answer = Awaited<ReturnType<PaymentUnderTest['open']>>;

/** The pages have an https address, and the service under test has none. */
function visit(url: string, form?: Record<string, string>): Promise<Answer> {
  return payment.open(url.replace('https://pay.example', payment.service.url), form);
}

async function paid(more: Json = {}): Promise<Json> {
  const intent = await payment.checkout(more);
  await visit(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  payment.pass(INQUIRY.gapMsMax);
  await payment.work();
  return intent;
}

describe('after the end of an intent', () => {
  test('the first visit leads to the store, later ones to a receipt without actions', async () => {
    const intent = await paid();
    const first = await visit(intent.checkout_page_url);
    expect([first.status, first.location]).toEqual([303, expect.stringContaining('https://shop.example/paid?')]);
    payment.pass(LIMITS.returnMs);
    const receipt = await visit(intent.checkout_page_url);
    expect(receipt.status).toBe(200);
    expect(receipt.html).toContain('order-1001');
    expect(receipt.html).toMatch(/SAR\s1,500\.50/);
    expect(receipt.html).toContain('<time datetime="');
    expect(receipt.html).not.toMatch(/<form|<button|http-equiv="refresh"/);
  });

  test('a double press leads to the store, whichever answer the browser shows', async () => {
    const intent = await paid();
    const both = await Promise.all([visit(intent.checkout_page_url), visit(`${intent.checkout_page_url}/return`)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
  });

  test('a receipt says what was refunded', async () => {
    const intent = await paid();
    await visit(intent.checkout_page_url);
    payment.pass(LIMITS.returnMs);
    await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: '500.25' });
    expect((await visit(intent.checkout_page_url)).html).toMatch(/Refunded<\/dt>\s*<dd><bdi>SAR\s500\.25/);
  });

  test('the page closes 24 hours after the end, whatever happened to the payment since', async () => {
    const intent = await paid();
    payment.pass(LIMITS.receiptMs - 60_000);
    await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 1 });
    expect((await visit(intent.checkout_page_url)).status).toBe(303);
    payment.pass(60_000);
    const closed = await visit(intent.checkout_page_url);
    expect(closed.status).toBe(410);
    expect(closed.html).toContain('This page has closed');
    expect(closed.html).not.toContain('order-1001');
  });

  test('no form of the page does anything', async () => {
    const intent = await paid();
    const calls = payment.cardA.calls.length;
    for (const action of ['', '/cancel']) await visit(intent.checkout_page_url + action, { method: 'card' });
    expect(payment.cardA.calls.slice(calls)).toEqual([]);
    const { body } = await payment.call('GET', `/public/v1/payment/intent/${intent._id}`);
    expect(body.data.pi_status).toBe('succeeded');
  });
});

describe('what a gateway gets to lead the customer back', () => {
  async function started(more: Json = {}): Promise<{ intent: Json; returnUrl: string }> {
    const intent = await payment.checkout(more);
    await visit(intent.checkout_page_url, { method: 'card' });
    return { intent, returnUrl: payment.cardA.requests.at(-1)?.returnUrl as string };
  }

  test('is no page token: it shows no page, pays nothing and cancels nothing', async () => {
    const { intent, returnUrl } = await started();
    const token = (intent.checkout_page_url as string).split('/').at(-1) as string;
    expect(returnUrl).not.toContain(token);
    const origin = returnUrl.replace(/\/return.*$/, '');
    const answers = [
      await visit(origin),
      await visit(origin, { method: 'card' }),
      await visit(`${origin}/cancel`, {}),
      await visit(origin.replace('/pay/', '/wallet/')),
      await visit(returnUrl.replace(/(op_\w+)\.[\w-]{4}/, '$1.0000')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('leads the customer to their page while they may still pay, then to the store', async () => {
    const { intent, returnUrl } = await started();
    payment.cardA.finish('decline');
    expect((await visit(returnUrl)).location).toContain(
      (intent.checkout_page_url as string).replace(/^.*\/pay/, '/pay'),
    );
    await visit(intent.checkout_page_url, { method: 'card' });
    const last = payment.cardA.requests.at(-1)?.returnUrl as string;
    payment.cardA.finish();
    expect((await visit(last)).location).toContain('https://shop.example/paid?');
    payment.pass(LIMITS.returnMs);
    expect((await visit(last)).html).toContain('order-1001');
  });
});

describe('a page with an undecided try does not say that nothing was charged', () => {
  test.each([
    ['en', CHECKED, 'Nothing was charged'],
    ['ar', 'فسيُعاد إليك', 'لم يُخصم أي مبلغ'],
    ['ur', 'واپس کر دی جائے گی', 'کوئی رقم نہیں کاٹی گئی'],
  ])('in %s', async (language, checked, nothing) => {
    const intent = await payment.checkout();
    await visit(intent.checkout_page_url, { method: 'card' });
    // The gateway cannot say what became of the try.
    payment.cardA.fail('inquire', 'lost-before');
    payment.pass(LIMITS.pageMs);
    await payment.work();
    const page = await visit(`${intent.checkout_page_url}?lang=${language}`);
    expect(page.status).toBe(410);
    expect(page.html).toContain(checked);
    expect(page.html).not.toContain(nothing);
    payment.cardA.finish('decline');
    payment.pass(INQUIRY.gapMsMax);
    await payment.work();
    expect((await visit(`${intent.checkout_page_url}?lang=${language}`)).html).toContain(nothing);
  });
});

describe('a notice counts only on the page that can have caused it', () => {
  test('no page says "Paid" because its address does', async () => {
    const { body: setup } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
    const bnpl = await payment.call('POST', '/public/v1/bnpl/wallet/setup', {
      ...SUBSCRIPTION,
      phone: undefined,
      amount: 10,
      order_reference: 'order-1',
      description: 'Order',
    });
    for (const url of [setup.data.redirect_url, bnpl.body.data.redirect_url] as string[]) {
      for (const notice of ['done', 'declined', 'codeWrong', 'constructor'])
        expect((await visit(`${url}?notice=${notice}`)).html).not.toContain('role="alert"');
      expect((await visit(`${url}?notice=busy`)).html).toContain('role="alert"');
    }
    await visit(`${bnpl.body.data.redirect_url}/identity`, PERSON);
    expect((await visit(`${bnpl.body.data.redirect_url}?notice=codeWrong`)).html).toContain('role="alert"');
    expect((await visit(`${bnpl.body.data.redirect_url}?notice=identityWrong`)).html).not.toContain('role="alert"');
  });
});

test('every answer under the address of a page asks for https, and no other answer does', async () => {
  const intent = await payment.checkout();
  const value = 'max-age=31536000';
  for (const url of [intent.checkout_page_url, `${intent.checkout_page_url}/return`, 'https://pay.example/pay/none'])
    expect((await visit(url as string)).headers.get('strict-transport-security')).toBe(value);
  const { headers } = await visit('https://pay.example/public/v1/payment/store');
  expect(headers.get('strict-transport-security')).toBeNull();
});

test("a subscription setup answers with the id of its notification, after the contract's field", async () => {
  const { body } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
  expect(Object.keys(body.data as Json)).toEqual(['redirect_url', '_id']);
  const url = body.data.redirect_url as string;
  await visit(`${url}/pin`, { pin: '1234' });
  const end = await visit(`${url}/code`, { code: '123456' });
  expect(new URL(end.location as string).searchParams.get('token_id')).toBe(body.data._id);
});

describe('in live, return addresses begin with https', () => {
  beforeAll(() => {
    payment.deps.mode = 'live';
  });
  afterAll(() => {
    payment.deps.mode = 'stage';
  });
  const HTTP = 'http://shop.example/back';

  test.each([
    ['/public/v1/payment/checkout', { ...ORDER, success_url: HTTP, failure_url: HTTP }],
    [
      '/public/v1/subscription/wallet/setup',
      { ...SUBSCRIPTION, success_redirect_url: HTTP, failure_redirect_url: HTTP },
    ],
    [
      '/public/v1/bnpl/wallet/setup',
      {
        ...SUBSCRIPTION,
        phone: undefined,
        amount: 10,
        order_reference: 'order-1',
        description: 'Order',
        success_redirect_url: HTTP,
        failure_redirect_url: HTTP,
      },
    ],
  ])('%s', async (path, body) => {
    const { status, body: answer } = await payment.call('POST', path, body);
    expect(status).toBe(400);
    expect((answer.error.details as { message: string }[]).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^success_(redirect_)?url must begin with https:\/\/ in live mode\.$/),
      expect.stringMatching(/^failure_(redirect_)?url must begin with https:\/\/ in live mode\.$/),
    ]);
  });

  test('of a changed intent', async () => {
    const intent = await payment.checkout();
    const { status } = await payment.call('PUT', `/public/v1/payment/intent/${intent._id}`, { success_url: HTTP });
    expect(status).toBe(400);
  });
});
