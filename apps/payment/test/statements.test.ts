import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import type { Pool } from 'pg';
import { cardJourneys } from './card-journeys.ts';
import { countingPool } from './counting-pool.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

/** Each statement is a round trip, and bench 7 measures them. A confirm must not get slower unnoticed. */
let payment: PaymentUnderTest;
let whole: Pool;
beforeAll(async () => {
  payment = await startPaymentForTest();
  whole = payment.deps.pool;
});
afterEach(() => {
  payment.deps.pool = whole;
});
afterAll(() => payment.stop());

const { api, pay } = cardJourneys(() => payment);

const INTENT = { amount: 25, currency: 'SAR', metadata: { order_reference: 'counted' } };

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  payment.deps.pool = countingPool(whole, statements);
  await work();
  payment.deps.pool = whole;
  return statements;
}

test('a confirm, the return of a customer who paid, a refund and a capture use this number of statements', async () => {
  const intent = (await api('POST', 'payment/intent', INTENT)).body.data as Json;
  const confirm = await statementsOf(() =>
    api('POST', `payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`, { payment_method: 'card' }),
  );
  payment.cardA.finish();
  const back = await statementsOf(() => payment.open(`${intent.checkout_page_url}/return`));
  const refund = await statementsOf(() => api('POST', 'refund', { payment_intent_id: intent._id }));
  const authorised = await payment.checkout({ capture_method: 'manual' });
  await pay(authorised);
  const capture = await statementsOf(() => api('POST', `payment/intent/${authorised._id}/capture`, {}));
  expect([confirm.length, back.length, refund.length, capture.length]).toEqual([13, 13, 17, 19]);
});
