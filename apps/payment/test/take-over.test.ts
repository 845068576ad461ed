import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { IDEMPOTENCY_LIMITS } from '@qafila/idempotency/idempotent';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { Pool } from 'pg';
import { dyingPool } from './dying-pool.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { makeToken } from './make-token.ts';

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

async function intent(): Promise<Json> {
  return (
    await payment.call('POST', '/public/v1/payment/intent', {
      amount: 100,
      currency: 'PKR',
      metadata: { order_reference: 'order-1' },
    })
  ).body.data;
}

function confirm(made: Json, body: Json): Promise<HttpAnswer> {
  return payment.call('POST', `/public/v1/payment/intent/confirm?pi_client_secret=${made.pi_client_secret}`, body, {
    headers: { 'idempotency-key': `confirm-${made._id}` },
  });
}

/** The process dies at the commit of this number and at all later ones. */
function dieAt(number: number, moment: 'before' | 'after'): void {
  let commits = 0;
  payment.deps.pool = dyingPool(whole, () => (++commits === number ? moment : null));
}

async function attemptsOf(made: Json): Promise<{ operation: string }[]> {
  return (
    await payment.pool.query<{ operation: string }>(
      `SELECT o.id AS operation FROM attempt a JOIN operation o ON o.account_id = a.account_id AND o.attempt_id = a.id
        WHERE a.intent_id = $1`,
      [made._id],
    )
  ).rows;
}

/** The request died while it owned its key. A repeat waits until the ownership expires and then continues. */
async function takenOver(made: Json, body: Json): Promise<HttpAnswer> {
  payment.deps.pool = whole;
  expect((await confirm(made, body)).body.error.code).toBe('idempotency_in_progress');
  payment.pass(IDEMPOTENCY_LIMITS.lockMs);
  return confirm(made, body);
}

// The first commit stores the attempt, the second the provider's report.
const DEATHS = [
  [1, 'after'],
  [2, 'before'],
  [2, 'after'],
] as const;

test.each(DEATHS)(
  'a charge whose process died at commit %d, %s it, is continued under its key and charges once',
  async (number, moment) => {
    const [made, { value: token }] = [await intent(), await makeToken(payment)];
    dieAt(number, moment);
    expect((await confirm(made, { token })).status).toBe(500);
    const answer = await takenOver(made, { token });
    expect([answer.status, answer.body.data.pi_status]).toEqual([200, 'succeeded']);
    expect((await confirm(made, { token })).headers.get('idempotent-replayed')).toBe('true');
    const [{ operation }, ...others] = (await attemptsOf(made)) as [{ operation: string }];
    expect([others, payment.wallet.payments.get(operation)?.captured]).toEqual([[], 10_000n]);
  },
);

test.each(DEATHS)(
  'a card payment whose process died at commit %d, %s it, continues with the same attempt and page',
  async (number, moment) => {
    const made = await intent();
    dieAt(number, moment);
    expect((await confirm(made, { payment_method: 'card' })).status).toBe(500);
    const answer = await takenOver(made, { payment_method: 'card' });
    const [{ operation }, ...others] = (await attemptsOf(made)) as [{ operation: string }];
    expect([answer.status, answer.body.data.pi_status, answer.body.data.html_response.redirect_url, others]).toEqual([
      200,
      'requires_action',
      `http://gateway.example/${operation}`,
      [],
    ]);
  },
);

test("a repeat after a dead request answers with the result that the worker's inquiry found", async () => {
  const [made, { value: token }] = [await intent(), await makeToken(payment)];
  dieAt(2, 'before');
  expect((await confirm(made, { token })).status).toBe(500);
  payment.deps.pool = whole;
  const charges = (): number => payment.wallet.calls.filter((call) => call === 'charge').length;
  const before = charges();
  payment.pass(IDEMPOTENCY_LIMITS.lockMs);
  await payment.work();
  expect((await confirm(made, { token })).body.data.pi_status).toBe('succeeded');
  expect(charges()).toBe(before);
});

test('of twenty concurrent repeats of a dead request, one continues and the others must wait', async () => {
  const [made, { value: token }] = [await intent(), await makeToken(payment)];
  dieAt(1, 'after');
  await confirm(made, { token });
  payment.deps.pool = whole;
  payment.pass(IDEMPOTENCY_LIMITS.lockMs);
  const before = payment.wallet.calls.filter((call) => call === 'charge').length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(made, { token })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(payment.wallet.calls.filter((call) => call === 'charge')).toHaveLength(before + 1);
});
