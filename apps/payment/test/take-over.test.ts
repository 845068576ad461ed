import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { IDEMPOTENCY_LIMITS } from '@qafila/idempotency/idempotent';
import { dyingPool } from './dying-pool.ts';
import { startPaymentForTest } from './harness.ts';
import type { Answer, Json, PaymentUnderTest } from './harness.ts';
import { makeToken } from './make-token.ts';

let payment: PaymentUnderTest;
let whole: Pool;
beforeAll(async () => { payment = await startPaymentForTest(); whole = payment.payments.pool; });
afterEach(() => { payment.payments.pool = whole; });
afterAll(() => payment.stop());

async function intent(): Promise<Json> {
  return (await payment.call('POST', '/public/v1/payment/intent', { amount: 100, currency: 'PKR', metadata: { order_reference: 'order-1' } })).body.data;
}

function confirm(made: Json, body: Json): Promise<Answer> {
  return payment.call('POST', `/public/v1/payment/intent/confirm?pi_client_secret=${made.pi_client_secret}`, body, { headers: { 'idempotency-key': `confirm-${made._id}` } });
}

/** The commit of this number, of those that follow, is its process's last moment. */
function dieAt(number: number, moment: 'before' | 'after'): void {
  let commits = 0;
  payment.payments.pool = dyingPool(whole, () => (++commits === number ? moment : null));
}

async function attemptsOf(made: Json): Promise<{ operation: string }[]> {
  return (await payment.pool.query<{ operation: string }>('SELECT o.id AS operation FROM attempt a JOIN operation o ON o.account_id = a.account_id AND o.attempt_id = a.id WHERE a.intent_id = $1', [made._id])).rows;
}

/** Died holding its key: a repeat waits out the hold, then goes on where the other stopped. */
async function takenOver(made: Json, body: Json): Promise<Answer> {
  payment.payments.pool = whole;
  expect((await confirm(made, body)).body.error.code).toBe('idempotency_in_progress');
  payment.pass(IDEMPOTENCY_LIMITS.heldMs);
  return confirm(made, body);
}

// The first commit writes the attempt, the second what the gateway said.
const DEATHS = [[1, 'after'], [2, 'before'], [2, 'after']] as const;

test.each(DEATHS)('a charge whose process died at commit %d, %s it, is taken over under its key and charges once', async (number, moment) => {
  const [made, { value: token }] = [await intent(), await makeToken(payment)];
  dieAt(number, moment);
  expect((await confirm(made, { token })).status).toBe(500);
  const answer = await takenOver(made, { token });
  expect([answer.status, answer.body.data.pi_status]).toEqual([200, 'succeeded']);
  expect((await confirm(made, { token })).headers.get('idempotent-replayed')).toBe('true');
  const [{ operation }, ...others] = await attemptsOf(made) as [{ operation: string }];
  expect([others, payment.wallet.payments.get(operation)?.captured]).toEqual([[], 10_000n]);
});

test.each(DEATHS)('a card whose process died at commit %d, %s it, is taken over: the same attempt, the same page', async (number, moment) => {
  const made = await intent();
  dieAt(number, moment);
  expect((await confirm(made, { payment_method: 'card' })).status).toBe(500);
  const answer = await takenOver(made, { payment_method: 'card' });
  const [{ operation }, ...others] = await attemptsOf(made) as [{ operation: string }];
  expect([answer.status, answer.body.data.pi_status, answer.body.data.html_response.redirect_url, others]).toEqual([200, 'requires_action', `http://gateway.example/${operation}`, []]);
});

test('what the worker has learned of a dead request\'s charge is the answer of who takes it over', async () => {
  const [made, { value: token }] = [await intent(), await makeToken(payment)];
  dieAt(2, 'before');
  expect((await confirm(made, { token })).status).toBe(500);
  payment.payments.pool = whole;
  const charges = (): number => payment.wallet.calls.filter((call) => call === 'charge').length;
  const before = charges();
  payment.pass(IDEMPOTENCY_LIMITS.heldMs);
  await payment.work();
  expect((await confirm(made, { token })).body.data.pi_status).toBe('succeeded');
  expect(charges()).toBe(before);
});

test('of twenty that take a dead request over at once, one goes on and the others are told to wait', async () => {
  const [made, { value: token }] = [await intent(), await makeToken(payment)];
  dieAt(1, 'after');
  await confirm(made, { token });
  payment.payments.pool = whole;
  payment.pass(IDEMPOTENCY_LIMITS.heldMs);
  const before = payment.wallet.calls.filter((call) => call === 'charge').length;
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(made, { token })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(payment.wallet.calls.filter((call) => call === 'charge')).toHaveLength(before + 1);
});
