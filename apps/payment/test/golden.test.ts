import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest, PublishedEvent } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const BNPL = {
  wallet_type: 'walletprovider',
  amount: 1500.5,
  order_reference: 'order-1001',
  success_redirect_url: 'https://shop.example/paid?a=1',
  failure_redirect_url: 'https://shop.example/failed',
  payment_method_types: 'wallet',
  description: 'طلب رقم 1001 / "تجربة"',
  customer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
};

/**
 * The bytes, with each changing value replaced by its kind. So the file shows order, spelling, nullability and number
 * forms.
 */
function written(value: Json): string {
  const text = JSON.stringify(value)
    .replace(
      /(pi|txn|rf|op|bnpl|wlt|tok|rule)_[0-9a-f]{27}(_secret_[0-9a-f]{40})?/g,
      (_, kind: string, secret?: string) => `${kind}_…${secret === undefined ? '' : '_secret_…'}`,
    )
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replace(/\bwt_[\w-]{43}/g, 'wt_…')
    .replace(/(pay|wallet)\/[\w-]{43}/g, '$1/<token>')
    .replace(/"latency_ms":\d+/g, '"latency_ms":0');
  return `${text}\n`;
}

/** UPDATE_GOLDEN=1 rewrites the files. Then read the change as a merchant would. */
function expectGolden(name: string, text: string): void {
  const file = new URL(`./golden/${name}.json`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

async function walk(url: string, codes: string[]): Promise<void> {
  await payment.open(`${url}/identity`, { national_id: '1234567890', phone: '+12025550001' });
  for (const code of codes) await payment.open(`${url}/code`, { code });
}

test('§2.6: the checkout answer', async () => {
  expectGolden('checkout', written((await payment.call('POST', '/public/v1/payment/checkout', ORDER)).body));
});

test('§2.5: the wallet BNPL setup answer', async () => {
  expectGolden('bnpl-setup', written((await payment.call('POST', '/public/v1/bnpl/wallet/setup', BNPL)).body));
});

test('§6.1 and §6.2: both notifications of a wallet journey that succeeds', async () => {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', BNPL);
  await walk(data.redirect_url as string, ['123456']);
  payment.wallet.finish();
  payment.pass(LIMITS.otpResendGapMs);
  await payment.work();
  const published = await publishedAbout(data.payment_intent_id as string, 2);
  expectGolden('bnpl-notification-succeeded', written(published[0]?.data));
  expectGolden('bnpl-intent-notification-succeeded', written(published[1]?.data));
});

test('§6.1 and §6.2: both notifications of a wallet journey that fails at its third wrong code', async () => {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', BNPL);
  await walk(data.redirect_url as string, ['000001', '000002', '000003']);
  const published = await publishedAbout(data.payment_intent_id as string, 2);
  expectGolden('bnpl-notification-failed', written(published[0]?.data));
  expectGolden('bnpl-intent-notification-failed', written(published[1]?.data));
});

function publishedAbout(subject: string, count: number): Promise<PublishedEvent[]> {
  return eventually(() => {
    const all = payment.published.filter((event) => event.subject === subject && !event.type.startsWith('payment.'));
    return all.length === count ? all : null;
  });
}

async function payByCard(intent: Json): Promise<void> {
  await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish();
  await payment.open(`${intent.checkout_page_url}/return`);
}

const SUBSCRIPTION = {
  wallet_type: 'walletprovider',
  phone: '+12025550001',
  success_redirect_url: 'https://shop.example/ok',
  failure_redirect_url: 'https://shop.example/no',
  payment_method_types: 'wallet',
};

/** Completes the pages of a subscription setup and returns its notification. */
async function subscribe(pins: string[]): Promise<Json> {
  const {
    body: { data },
  } = await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION);
  let end = null;
  for (const pin of pins) end = await payment.open(`${data.redirect_url}/pin`, { pin });
  if (pins.at(-1) === '1234') end = await payment.open(`${data.redirect_url}/code`, { code: '123456' });
  const isActive = pins.at(-1) === '1234';
  const id = new URL(end?.location as string).searchParams.get('token_id') as string;
  // A token that can be charged has an event of its own after the notification.
  const [event] = await publishedAbout(id, isActive ? 2 : 1);
  return event?.data;
}

test('§2.5: the subscription setup answer', async () => {
  expectGolden(
    'subscription-setup',
    written((await payment.call('POST', '/public/v1/subscription/wallet/setup', SUBSCRIPTION)).body),
  );
});

test('§2.6: the intent with only required fields has empty texts for the others', async () => {
  expectGolden(
    'intent',
    written(
      (
        await payment.call('POST', '/public/v1/payment/intent', {
          amount: '12.345',
          currency: 'KWD',
          metadata: { order_reference: 7 },
        })
      ).body,
    ),
  );
});

test('§6.2: a checkout that is paid and partly refunded, with its intent and its refund', async () => {
  const intent = await payment.checkout();
  await payByCard(intent);
  const { body: refund } = await payment.call('POST', '/public/v1/refund', {
    payment_intent_id: intent._id,
    refunded_amount: '500.25',
    reason: 'one piece came back',
  });
  const published = await publishedAbout(intent._id as string, 3);
  expectGolden('checkout-intent-notification-succeeded', written(published[0]?.data));
  expectGolden('refund-intent-notification', written(published[1]?.data));
  expectGolden('refund-succeeded', written(published[2]?.data));
  expectGolden('refund', written(refund));
  expectGolden(
    'intent-refunded',
    written((await payment.call('GET', `/public/v1/payment/intent/details/${intent._id}`)).body),
  );
});

test('§6.2: a checkout that its merchant cancels before the first attempt', async () => {
  const intent = await payment.checkout();
  await payment.call('DELETE', `/public/v1/payment/intent/${intent._id}`);
  expectGolden(
    'checkout-intent-notification-canceled',
    written((await publishedAbout(intent._id as string, 1))[0]?.data),
  );
});

test('§6.3: one notification delivers the token, and a failed setup delivers none', async () => {
  expectGolden('subscription-notification-active', written(await subscribe(['1234'])));
  expectGolden('subscription-notification-failed', written(await subscribe(['9999', '9999', '9999'])));
});

test('§6.2: a charge of a token', async () => {
  const { token } = await subscribe(['1234']);
  const { body } = await payment.call(
    'POST',
    '/public/v2/payment/intent/tokenized/payment',
    { token, amount: 250, currency: 'PKR', order_reference: 'renewal-1' },
    { headers: { 'idempotency-key': 'golden-1' } },
  );
  expectGolden(
    'token-charge-intent-notification-succeeded',
    written((await publishedAbout(body.data._id as string, 1))[0]?.data),
  );
});
