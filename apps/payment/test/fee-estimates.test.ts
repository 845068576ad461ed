import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { checkBooks } from '../src/ledger/check-books.ts';
import { estimateFee } from '../src/money/fee.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { newStore } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

const API = '/public/v1/payment';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

/** A store whose gateway reports no fees, as Checkout.com and Tabby. */
async function storeWithTerms(...costs: Json[]): Promise<Store> {
  const store = await newStore(payment);
  payment.cardA.feeBasisPoints = 0;
  const { status, text } = await store.call('PUT', `${API}/routing/cost`, { costs });
  if (status !== 200) throw new Error(text);
  return store;
}

const TERMS = { gateway_type: 'card-a', currency: 'SAR', percent: 2.2, fixed: 1 };

test("a capture whose fee the gateway does not report books it by the store's terms until it is settled", async () => {
  const store = await storeWithTerms(TERMS);
  await store.pay();
  expect(await store.balances()).toEqual({ gateway_receivable: '9680', merchant_payable: '-10000', fees: '320' });
  await store.importRows(store.file({ fee: () => 290n }));
  expect(await store.balances()).toEqual({ merchant_payable: '-10000', fees: '290', payouts: '9710' });
  expect(await store.exceptions()).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a fee further from the terms than the mapping allows is booked as it was kept, and is an exception', async () => {
  const store = await storeWithTerms(TERMS);
  await store.pay();
  await store.importRows(store.file({ fee: () => 420n }));
  expect(await store.exceptions()).toMatchObject([{ kind: 'fee_differs', expected: 3.2, actual: 4.2 }]);
  expect(await store.balances()).toEqual({ merchant_payable: '-10000', fees: '420', payouts: '9580' });
});

test('what the gateway reports comes before the terms', async () => {
  const store = await storeWithTerms(TERMS);
  payment.cardA.feeBasisPoints = 250;
  await store.pay();
  expect(await store.balances()).toMatchObject({ fees: '250' });
});

test('without terms for the gateway and the currency nothing is estimated', async () => {
  const store = await storeWithTerms({ ...TERMS, gateway_type: 'card-b' }, { ...TERMS, currency: 'AED' });
  await store.pay();
  expect(await store.balances()).toEqual({ gateway_receivable: '10000', merchant_payable: '-10000' });
});

test('several captures of one payment cost the fixed part once', async () => {
  payment.cardA.capabilities = { ...payment.cardA.capabilities, multiCapture: true };
  const store = await storeWithTerms(TERMS);
  const { body } = await store.call('POST', `${API}/checkout`, { ...ORDER, amount: 100, capture_method: 'manual' });
  const { location } = await payment.open(body.data.checkout_page_url, { method: 'card' });
  payment.cardA.finish('pay', location?.split('/').at(-1));
  await payment.open(`${body.data.checkout_page_url}/return`);
  const path = `${API}/intent/${body.data._id}/capture`;
  for (const last of [false, true]) {
    const captured = await store.call('POST', path, { amount: 50, final_capture: last });
    expect(captured.status).toBe(200);
  }
  expect(await store.balances()).toEqual({ gateway_receivable: '9680', merchant_payable: '-10000', fees: '320' });
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('an estimate rounds half a minor unit up, and is never above the amount', () => {
  expect(estimateFee(10_000n, { percent: 2.2, fixedMinor: 100n })).toBe(320n);
  expect(estimateFee(100n, { percent: 0.5, fixedMinor: 0n })).toBe(1n);
  expect(estimateFee(99n, { percent: 0.5, fixedMinor: 0n })).toBe(0n);
  expect(estimateFee(50n, { percent: 2.2, fixedMinor: 100n })).toBe(50n);
  expect(estimateFee(999_999_999_999n, { percent: 100, fixedMinor: 0n })).toBe(999_999_999_999n);
});
