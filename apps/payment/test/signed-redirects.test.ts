import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { redirectText, signRedirect } from '@qafila/signing/redirect-signature';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { enterPin } from './make-token.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const PATH = '/public/v1/payment/store/redirect-secret';

async function secretNow(): Promise<{ secret: string; version: number }> {
  return (await payment.call('GET', PATH)).body.data as { secret: string; version: number };
}

async function cancelled(): Promise<URL> {
  const intent = await payment.checkout({
    failure_url: 'https://shop.example/failed?cart=7',
    metadata: { order_reference: 'طلب 1001.a' },
  });
  return new URL((await payment.open(`${intent.checkout_page_url}/cancel`, {})).location as string);
}

test('the address of a returning customer is signed, after the parameters of the contract', async () => {
  const { searchParams: query } = await cancelled();
  expect([...query.keys()]).toEqual([
    'cart',
    'payment_intent_id',
    'status',
    'order_reference',
    'timestamp',
    'signature',
  ]);
  const signed = {
    timestampSeconds: Number(query.get('timestamp')),
    id: query.get('payment_intent_id') as string,
    status: 'canceled',
    orderReference: 'طلب 1001.a',
  };
  expect(query.get('signature')).toBe(signRedirect((await secretNow()).secret, signed));
  expect(Math.abs(signed.timestampSeconds - payment.deps.clock() / 1_000)).toBeLessThan(60);
});

test('the address after a subscription setup is signed too', async () => {
  const { searchParams: query } = new URL((await (await enterPin(payment))()).location as string);
  expect([...query.keys()]).toEqual(['token_id', 'status', 'timestamp', 'signature']);
  const id = query.get('token_id') as string;
  const timestampSeconds = Number(query.get('timestamp'));
  expect(query.get('signature')).toBe(
    signRedirect((await secretNow()).secret, { timestampSeconds, id, status: 'succeeded' }),
  );
});

test('each store has its own secret; a rotation replaces it at once, and changes no profile', async () => {
  await payment.call('PUT', '/public/v1/payment/store', { name: 'Palm' });
  const before = await secretNow();
  const rotated = (await payment.call('POST', `${PATH}/rotate`, {})).body.data;
  expect(rotated).toEqual({ secret: expect.stringMatching(/^rds_[\w-]{43}$/), version: before.version + 1 });
  expect(rotated.secret).not.toBe(before.secret);
  expect(await secretNow()).toEqual(rotated);
  expect((await payment.call('GET', '/public/v1/payment/store')).body.data.name).toBe('Palm');
  const { searchParams: query } = await cancelled();
  const text = {
    timestampSeconds: Number(query.get('timestamp')),
    id: query.get('payment_intent_id') as string,
    status: 'canceled',
    orderReference: 'طلب 1001.a',
  };
  expect(query.get('signature')).toBe(signRedirect(rotated.secret as string, text));
  const other = await payment.call('GET', PATH, undefined, { principal: { ...payment.owner, storeId: 'str_2' } });
  expect(other.body.data).toMatchObject({ version: 1 });
  expect(other.body.data.secret).not.toBe(before.secret);
});

test('the samples of docs/payments.md hold', () => {
  const intent = { timestampSeconds: 1_793_523_600, id: 'pi_1', status: 'succeeded', orderReference: 'order 1001' };
  expect(redirectText(intent)).toBe('1793523600.pi_1.succeeded.order 1001');
  expect(signRedirect('rds_sample', intent)).toBe('28ac949a2592eab57ffff7614eb29750f822ca733cb6625c58f9b1265c8a43bf');
  expect(signRedirect('rds_sample', { timestampSeconds: 1_793_523_600, id: 'tok_1', status: 'failed' })).toBe(
    '705d75711684a6c1c580662d2838720f15f7dc70b5bb0e95cae0995683164af0',
  );
});
