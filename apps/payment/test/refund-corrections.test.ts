import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { applyCallback } from '../src/callbacks/apply-callback.ts';
import { checkBooks } from '../src/ledger/check-books.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { reviewCases, SAID } from './review-cases.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterEach(() => payment.cardA.faults.clear());
afterAll(async () => {
  expect(await checkBooks(payment.pool)).toEqual([]);
  await payment.stop();
});

const { as, resolve, captured, details, transaction, itemsOf } = reviewCases(() => payment);

async function refund(intent: Json, amount: number): Promise<{ status: number; id: string }> {
  const { status, body } = await as('key_1', 'POST refund', {
    payment_intent_id: intent._id,
    refunded_amount: amount,
  });
  return { status, id: (body.data?._id ?? body.error.refund_id) as string };
}

async function refusedRefund(amount: number, more: Json = {}): Promise<{ intent: Json; id: string }> {
  const intent = await captured(more);
  payment.cardA.fail('refund', 'declined');
  const { status, id } = await refund(intent, amount);
  expect(status).toBe(409);
  return { intent, id };
}

const refundView = async (id: string): Promise<Json> => (await as('key_1', `GET refund/${id}`)).body.data as Json;
const eventsOf = (id: string): string[] =>
  payment.published.filter(({ data }) => data._id === id || data.refund_id === id).map(({ type }) => type);

test('a person reports a refund that the gateway had refused and the bank paid, on evidence', async () => {
  const { intent, id } = await refusedRefund(40);
  const answer = await resolve(id, { ...SAID, outcome: 'done', amount: 40 });
  expect([answer.status, answer.body.data.result]).toEqual([200, 'applied']);
  expect(await refundView(id)).toMatchObject({ status: 'succeeded' });
  expect(await details(intent)).toMatchObject({ amount_captured: 100, amount_refunded: 40 });
  const { ledger, reviews } = await transaction(intent);
  const paid = (ledger as Json[]).filter(({ posting }) => posting.startsWith(`refund/${id}`));
  expect(paid.map(({ account, amount }) => [account, amount]).sort()).toEqual([
    ['gateway_receivable', -40],
    ['merchant_payable', 40],
  ]);
  expect(reviews).toMatchObject([{ operation_id: id, queue: null, outcome: 'done', amount: 40, ...SAID }]);
  await eventually(() => expect(eventsOf(id)).toEqual(expect.arrayContaining(['refund.failed', 'refund.succeeded'])));
  // What is left is what was not paid.
  expect((await refund(intent, 60.01)).status).toBe(422);
  expect((await refund(intent, 60)).status).toBe(200);
});

test('a part that was paid leaves the rest to be refunded', async () => {
  const { intent, id } = await refusedRefund(40);
  expect((await resolve(id, { ...SAID, outcome: 'done', amount: 15 })).status).toBe(200);
  expect(await details(intent)).toMatchObject({ amount_refunded: 15 });
  const more = await resolve(id, { ...SAID, outcome: 'done', amount: 20 });
  expect([more.status, more.body.error.code]).toEqual([409, 'not_in_review']);
});

test('a person reports a refund that succeeded and came back from the bank', async () => {
  const intent = await captured();
  const { id } = await refund(intent, 100);
  expect((await refund(intent, 1)).status).toBe(422);
  const answer = await resolve(id, { ...SAID, outcome: 'failed' });
  expect([answer.status, answer.body.data.result]).toEqual([200, 'applied']);
  expect(await details(intent)).toMatchObject({ amount_refunded: 0 });
  expect(await refundView(id)).toMatchObject({ status: 'failed' });
  const { ledger } = await transaction(intent);
  const back = (ledger as Json[]).filter(({ posting }) => posting.startsWith('refund_returned/'));
  expect(back.map(({ account, amount }) => [account, amount]).sort()).toEqual([
    ['gateway_receivable', 100],
    ['merchant_payable', -100],
  ]);
});

const DECLINED: ProviderReport = { kind: 'declined', as: 'FAILED', then: 'none', code: '57', message: 'Blocked' };
const REFUNDED: ProviderReport = { kind: 'refunded', code: '000', message: 'Completed' };

/** A call of the gateway about the refund, and what the gateway then says itself. */
async function gatewayCalls(id: string, report: ProviderReport): Promise<void> {
  payment.cardA.done.set(id, report);
  const call = { id: 'call-1', type: 'refund', reference: null, operationId: id, report };
  await applyCallback(payment.deps, { gateway: 'card-a' }, { kind: 'operation', ...call });
}

test.each([
  { about: 'paid, though the gateway refused it', outcome: 'done', stale: DECLINED, refunded: 40 },
  { about: 'not paid, though the gateway did it', outcome: 'failed', stale: REFUNDED, refunded: 0 },
])('a call of the gateway undoes no correction of a person: $about', async ({ outcome, stale, refunded }) => {
  const intent = await captured();
  if (outcome === 'done') payment.cardA.fail('refund', 'declined');
  const { id } = await refund(intent, 40);
  const amount = outcome === 'done' ? { amount: 40 } : {};
  expect((await resolve(id, { ...SAID, outcome, ...amount })).status).toBe(200);
  const before = (await transaction(intent)).ledger;

  for (let times = 0; times < 2; times++) await gatewayCalls(id, stale);
  const operation = await findOperation(payment.pool, payment.owner, id);
  await applyReport(payment.deps, { operation, report: stale, actor: 'gateway' });

  expect(operation.state).toBe(outcome);
  expect((await transaction(intent)).ledger).toEqual(before);
  expect(await details(intent)).toMatchObject({ amount_refunded: refunded });
  expect(await itemsOf(intent)).toMatchObject([{ operation_id: id, queue: 'contradiction' }]);
  expect((await refund(intent, 100 - refunded + 0.01)).status).toBe(422);
  // A person may confirm the correction, or take it back.
  expect((await resolve(id, { ...SAID, outcome, ...amount })).status).toBe(200);
  expect(await itemsOf(intent)).toEqual([]);
});

test('the part that a person reported ends with the result that it belonged to', async () => {
  const { intent, id } = await refusedRefund(40);
  await resolve(id, { ...SAID, outcome: 'done', amount: 15 });
  expect(await refundView(id)).toMatchObject({ status: 'succeeded', refunded_amount: 15 });
  await resolve(id, { ...SAID, outcome: 'failed' });
  expect(await refundView(id)).toMatchObject({ status: 'failed', refunded_amount: 40 });
  expect(await details(intent)).toMatchObject({ amount_refunded: 0 });
});

test('above the limit another key confirms it; until then nothing has changed', async () => {
  const { intent, id } = await refusedRefund(20_000, { amount: 30_000 });
  const proposed = await resolve(id, { ...SAID, outcome: 'done', amount: 20_000 });
  expect([proposed.status, proposed.body.data.result]).toEqual([202, 'proposed']);
  expect(await details(intent)).toMatchObject({ amount_refunded: 0 });
  const path = `POST payment/review/${proposed.body.data.decision_id}/approve`;
  expect((await as('key_1', path, { person: 'B' })).body.error.code).toBe('same_key');
  expect((await as('key_2', path, { person: 'Badr Nasser, finance' })).status).toBe(200);
  expect(await details(intent)).toMatchObject({ amount_refunded: 20_000 });
});

test('when the gateway says so first, the proposal ends, and the refund counts once', async () => {
  const { intent, id } = await refusedRefund(20_000, { amount: 30_000 });
  const proposed = await resolve(id, { ...SAID, outcome: 'done', amount: 20_000 });
  await as('key_1', `POST payment/queue/${id}/resolve`, { outcome: 'ask' });
  expect((await resolve(id, { ...SAID, outcome: 'done', amount: 20_000 }, 'key_3')).body.error.code).toBe(
    'already_proposed',
  );
  const path = `POST payment/review/${proposed.body.data.decision_id}/approve`;
  const both = await Promise.all([as('key_2', path, { person: 'B' }), as('key_3', path, { person: 'C' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await details(intent)).toMatchObject({ amount_refunded: 20_000 });
});

test('what the books say already, and other operations than refunds, stay out of review', async () => {
  const intent = await captured();
  const { id } = await refund(intent, 10);
  const same = await resolve(id, { ...SAID, outcome: 'done', amount: 10 });
  expect([same.status, same.body.error.code]).toEqual([409, 'not_in_review']);
  const { operations } = await transaction(intent);

  const pay = (operations as Json[]).find(({ kind }) => kind === 'pay') as Json;
  const opposite = await resolve(pay.id, { ...SAID, outcome: 'failed' });
  expect([opposite.status, opposite.body.error.code]).toEqual([409, 'not_in_review']);
});
