import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { Json, PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => { payment = await startPaymentForTest(); });
afterAll(() => payment.stop());

const BNPL = {
  wallet_type: 'walletprovider', amount: 1500.5, order_reference: 'order-1001', success_redirect_url: 'https://shop.example/paid?a=1', failure_redirect_url: 'https://shop.example/failed',
  payment_method_types: 'wallet', description: 'طلب رقم 1001 / "تجربة"', customer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
};

/** The bytes with what differs each time replaced by its kind: order, spelling, nullability and number forms are all in them. */
function written(value: Json): string {
  const text = JSON.stringify(value)
    .replace(/(pi|txn|rf|op|bnpl|wlt|tok|rule)_[0-9a-f]{27}(_secret_[0-9a-f]{40})?/g, (_, kind: string, secret?: string) => `${kind}_…${secret === undefined ? '' : '_secret_…'}`)
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"').replace(/(pay|wallet)\/[\w-]{43}/g, '$1/<token>').replace(/"latency_ms":\d+/g, '"latency_ms":0');
  return `${text}\n`;
}

/** UPDATE_GOLDEN=1 writes the file anew; then read the change as a merchant would. */
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
  const { body: { data } } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', BNPL);
  await walk(data.redirect_url as string, ['123456']);
  payment.wallet.finish();
  payment.pass(LIMITS.otpResendGapMs);
  await payment.work();
  const told = await eventually(() => { const all = payment.told.filter((event) => event.subject === data.payment_intent_id); return all.length === 2 ? all : null; });
  expectGolden('bnpl-notification-succeeded', written(told[0]?.data));
  expectGolden('bnpl-intent-notification-succeeded', written(told[1]?.data));
});

test('§6.1 and §6.2: both notifications of a wallet journey that fails at its third wrong code', async () => {
  const { body: { data } } = await payment.call('POST', '/public/v1/bnpl/wallet/setup', BNPL);
  await walk(data.redirect_url as string, ['000001', '000002', '000003']);
  const told = await eventually(() => { const all = payment.told.filter((event) => event.subject === data.payment_intent_id); return all.length === 2 ? all : null; });
  expectGolden('bnpl-notification-failed', written(told[0]?.data));
  expectGolden('bnpl-intent-notification-failed', written(told[1]?.data));
});
