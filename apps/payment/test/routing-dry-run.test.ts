import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeEach(async () => {
  payment = await startPaymentForTest();
});
afterEach(() => payment.stop());

const BY_RATE = { gatewayType: 'card-a', fallback_gateway: [{ gateway_type: 'card-b' }], order_by: 'success_rate' };

async function dryRun(rules?: Json[]): Promise<Json> {
  const path = '/public/v1/payment/routing/rules/gateway/dry-run';
  const { status, body } = await payment.call('POST', path, rules === undefined ? {} : { rules });
  expect(status).toBe(200);
  return body.data as Json;
}

async function lastStep(intent: Json): Promise<Json> {
  const { body } = await payment.call('GET', `/public/v1/payment/intent/${intent._id}`);
  return body.data.routing_rules_history.at(-1) as Json;
}

/** Tries a card at the gateway that the rules choose. */
async function tryCard(intent: Json, how: 'pay' | 'decline', form: Record<string, string> = {}): Promise<Json> {
  await payment.open(intent.checkout_page_url, { method: 'card', ...form });
  const step = await lastStep(intent);
  (step.gateway_type === 'card-a' ? payment.cardA : payment.cardB).finish(how);
  await payment.open(`${intent.checkout_page_url}/return`);
  return step;
}

/** Results of other payments, of which those by cards of one BIN differ. */
async function measure(verdicts: [gateway: string, bin: string, isSuccess: boolean][]): Promise<void> {
  const { owner, deps } = payment;
  for (const [gateway, bin, isSuccess] of verdicts)
    for (let at = 0; at < 100; at++) deps.standings.recordVerdict({ owner, method: 'card', gateway, bin, isSuccess });
  await deps.standings.flush();
}

test('leaves out a gateway without the capture mode of the payment, or that keeps no cards', async () => {
  payment.cardA.capabilities = { ...UNRESTRICTED, captureModes: ['automatic'] };
  payment.cardB.capabilities = { ...UNRESTRICTED, savesInstruments: true };
  const manual = await payment.checkout({ capture_method: 'manual' });
  const saved = await payment.checkout({ save_payment_method: { customer_reference: 'customer-1' } });
  expect((await tryCard(manual, 'pay')).gateway_type).toBe('card-b');
  expect((await tryCard(saved, 'pay', { save: 'yes' })).gateway_type).toBe('card-b');
  expect(await dryRun()).toMatchObject({ payments: 2, changed: 0, by_gateway: { 'card-b': { now: 2, then: 2 } } });
  const { examples } = await dryRun([{ gatewayType: 'card-a' }]);
  expect(examples.map(({ considered: [{ why }] }: Json) => why)).toEqual([
    'none of its providers can take this payment (card-a: it keeps no cards)',
    'none of its providers can take this payment (card-a: it has no manual capture)',
  ]);
});

test('knows the BIN that the tries before have shown, and judges the latest try by it', async () => {
  await payment.call('POST', '/public/v1/payment/routing/rules/gateway', BY_RATE);
  await measure([
    ['card-a', '', true],
    ['card-a', '424242', false],
    ['card-b', '', false],
    ['card-b', '424242', true],
  ]);
  const steps = new Map<string, Json>();
  for (let at = 0; at < 4; at++) {
    const intent = await payment.checkout();
    await tryCard(intent, 'decline');
    // A gateway that names the card of a payment that it declined.
    await payment.pool.query(`UPDATE attempt SET instrument = '{"bin": "424242"}' WHERE intent_id = $1`, [intent._id]);
    steps.set(intent._id as string, await tryCard(intent, 'pay'));
  }
  // A payment may be one of the few that measure the other gateway.
  expect([...steps.values()].map((step) => step.gateway_type)).toContain('card-b');
  const { payments, examples } = await dryRun();
  expect([payments, examples.length]).toEqual([4, 4]);
  for (const example of examples as Json[]) {
    const step = steps.get(example.payment_intent_id as string) as Json;
    expect([example.now, example.then, example.changed]).toEqual([step.gateway_type, step.gateway_type, false]);
    const [a, b] = example.candidates.map(({ success_rate: rate }: Json) => rate as number);
    expect(b).toBeGreaterThan(a + 0.1);
  }
});

test('shows circuit, success rate and cost of each gateway for every example, by whatever order', async () => {
  const costs = [{ gateway_type: 'card-a', currency: 'SAR', percent: 3, fixed: 0 }];
  await payment.call('PUT', '/public/v1/payment/routing/cost', { costs });
  const intent = await payment.checkout({ currency: 'SAR', amount: 100 });
  expect((await tryCard(intent, 'pay')).candidates).toBeUndefined();
  await payment.deps.standings.flush();
  const measured = { circuit: 'closed', success_rate: expect.any(Number), observations: expect.any(Number) };
  for (const rules of [undefined, [{ gatewayType: 'card-b', fallback_gateway: [{ gateway_type: 'card-a' }] }]]) {
    const { examples } = await dryRun(rules);
    expect(examples).toEqual([expect.objectContaining({ changed: rules !== undefined, now: 'card-a' })]);
    expect(examples[0].candidates).toHaveLength(2);
    expect(examples[0].candidates).toEqual(
      expect.arrayContaining([
        { gateway_type: 'card-a', ...measured, cost: 3, cost_from: 'settings' },
        { gateway_type: 'card-b', ...measured, cost: null, cost_from: null },
      ]),
    );
  }
});

test('shows the payments that change first, and fills the examples with others', async () => {
  await payment.checkout();
  const small = await payment.checkout({ currency: 'SAR', amount: 100 });
  await tryCard(small, 'pay');
  await tryCard(await payment.checkout({ currency: 'SAR', amount: 900 }), 'pay');
  const conditions = { currencies: ['SAR'], amount_max: 500 };
  const { payments, changed, examples } = await dryRun([{ gatewayType: 'card-b', conditions }]);
  expect([payments, changed]).toEqual([2, 1]);
  expect(examples.map((example: Json) => [example.payment_intent_id === small._id, example.changed])).toEqual([
    [true, true],
    [false, false],
  ]);
});
