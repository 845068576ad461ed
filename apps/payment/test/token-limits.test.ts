import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { LIMITS } from '../src/limits.ts';
import { dyingPool } from './dying-pool.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { enterPin, makeToken } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

async function statesOf(phone: string): Promise<string[]> {
  const { body } = await payment.call('GET', `/public/v1/subscription/wallet/token?phone=${encodeURIComponent(phone)}`);
  return (body.data.items as { state: string }[]).map(({ state }) => state);
}

let charges = 0;
function charge(token: string): Promise<HttpAnswer> {
  return payment.call(
    'POST',
    '/public/v2/payment/intent/tokenized/payment',
    { token, amount: 10, currency: 'PKR', order_reference: 'renewal' },
    { headers: { 'idempotency-key': `charge-${++charges}` } },
  );
}

test("a phone has at most five tokens: the sixth revokes the oldest, and another phone's tokens stay", async () => {
  const other = await makeToken(payment, '+12025550199');
  const made = [];
  for (let at = 0; at <= LIMITS.tokensPerPhoneMax; at++) made.push(await makeToken(payment, '+12025550101'));
  expect(await statesOf('+12025550101')).toEqual([...Array<string>(5).fill('active'), 'revoked']);
  expect((await charge((made[0] as { value: string }).value)).body.error.code).toBe('token_revoked');
  for (const { value } of [other, ...made.slice(1)]) expect((await charge(value)).status).toBe(200);
});

test('two setups of a phone that end at the same moment leave five tokens', async () => {
  for (let at = 1; at < LIMITS.tokensPerPhoneMax; at++) await makeToken(payment, '+12025550102');
  const finish = [await enterPin(payment, '+12025550102'), await enterPin(payment, '+12025550102')];
  const whole = payment.deps.pool;
  let arrived = 0;
  // Neither transaction commits before the other has reached this point or waits for it.
  const meet = async (): Promise<null> => {
    arrived++;
    await eventually(async () =>
      arrived > 1 ||
      (await payment.pool.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 1
        ? true
        : null,
    );
    return null;
  };
  payment.deps.pool = dyingPool(whole, meet);
  try {
    await Promise.all(finish.map((end) => end()));
  } finally {
    payment.deps.pool = whole;
  }
  expect((await statesOf('+12025550102')).sort()).toEqual([...Array<string>(5).fill('active'), 'revoked']);
});

test('three consecutive hard declines suspend a token; a success resets the count', async () => {
  const { id, value } = await makeToken(payment, '+12025550103');
  const state = async (): Promise<string> =>
    (await payment.call('GET', `/public/v1/subscription/wallet/token/${id}`)).body.data.state as string;
  payment.wallet.fail('charge', 'hard', 'hard');
  for (let at = 0; at < 2; at++) expect((await charge(value)).status).toBe(402);
  expect((await charge(value)).status).toBe(200);
  payment.wallet.fail('charge', 'hard', 'declined', 'hard');
  for (let at = 0; at < 3; at++) expect((await charge(value)).status).toBe(402);
  expect(await state()).toBe('active');
  payment.wallet.fail('charge', 'hard');
  expect((await charge(value)).status).toBe(402);
  expect(await state()).toBe('suspended');
  expect((await charge(value)).body.error.code).toBe('token_suspended');
});

test('a hard decline that an inquiry finds counts too', async () => {
  const { id, value } = await makeToken(payment, '+12025550104');
  payment.wallet.fail('charge', 'hard', 'hard', 'lost-before');
  for (const status of [402, 402, 202]) expect((await charge(value)).status).toBe(status);
  payment.wallet.fail('inquire', 'hard');
  payment.pass(60_000);
  await payment.work();
  expect((await payment.call('GET', `/public/v1/subscription/wallet/token/${id}`)).body.data.state).toBe('suspended');
});
