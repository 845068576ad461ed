import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { REVERSAL_GAPS_MS } from '../src/limits.ts';
import { checkBooks } from '../src/ledger/check-books.ts';
import { inquire } from '../src/operations/run-operation.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
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

const { as, resolve, unknownPayment, captured, unknownRefund, itemsOf, details, transaction } = reviewCases(
  () => payment,
);

describe('who may decide', () => {
  test('a key with payments:write reads the queue and decides nothing', async () => {
    const { item } = await unknownPayment();
    const scopes = ['payments:write', 'payments:read'];
    const id = item.operation_id as string;
    const answers = await Promise.all(
      [
        { path: `queue/${id}/resolve`, body: { ...SAID, outcome: 'done', amount: 100 } },
        { path: `queue/${id}/resolve`, body: { outcome: 'ask' } },
        { path: 'review/rd_1/approve', body: { person: 'A' } },
        { path: 'review/rd_1/reject', body: { person: 'A' } },
        { path: 'adjustment', body: {} },
      ].map(({ path, body }) => as('key_1', `POST payment/${path}`, body, { scopes })),
    );
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [403, 'missing_scope']),
    );
    for (const path of ['payment/queue', 'payment/review', 'payment/adjustment'])
      expect((await as('key_1', `GET ${path}`, undefined, { scopes: ['payments:read'] })).status).toBe(200);
    await resolve(id, { ...SAID, outcome: 'done', amount: 100 });
  });

  test("another store's key finds nothing", async () => {
    const { item } = await unknownPayment();
    const other = { storeId: 'str_2' };
    const body = { ...SAID, outcome: 'done', amount: 100 };
    expect((await as('key_2', `POST payment/queue/${item.operation_id}/resolve`, body, other)).status).toBe(404);
    expect((await as('key_2', 'GET payment/queue', undefined, other)).body.data.items).toEqual([]);
    const { body: done } = await resolve(item.operation_id, body);
    expect((await as('key_2', 'GET payment/review', undefined, other)).body.data.items).toEqual([]);
    const approve = `payment/review/${done.data.decision_id}/approve`;
    expect((await as('key_2', `POST ${approve}`, { person: 'B' }, other)).status).toBe(404);
  });

  test.each([
    [{ outcome: 'done' }, 'evidence'],
    [{ outcome: 'done', evidence: '', person: 'A' }, 'evidence'],
    [{ outcome: 'failed', evidence: 'x'.repeat(2_001), person: 'A' }, 'evidence'],
    [{ outcome: 'failed', evidence: 'x' }, 'person'],
    [{ outcome: 'failed', evidence: 'x', person: 'x'.repeat(201) }, 'person'],
    [{ outcome: 'failed', evidence: 'x', person: 'A', amount: 1 }, 'amount'],
    [{ outcome: 'ask', evidence: 'x' }, 'evidence'],
    [{ outcome: 'done', evidence: 'x', person: 'A', amount: '1.005' }, 'amount'],
    [{ outcome: 'done', evidence: 'x', person: 'A', amount: 0 }, 'amount'],
    [{ outcome: 'done', evidence: 'x', person: 'A' }, 'amount'],
  ])('the statement %j is refused', async (body, param) => {
    const item = (await itemsOf(await shared()))[0] as Json;
    const answer = await resolve(item.operation_id, body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });
  afterAll(async () => {
    const item = (await itemsOf(await shared()))[0] as Json;
    await resolve(item.operation_id, { ...SAID, outcome: 'failed' });
  });

  let waiting: Promise<{ intent: Json }> | undefined;
  async function shared(): Promise<Json> {
    return (await (waiting ??= unknownPayment())).intent;
  }
});

describe('a resolution says what it changed', () => {
  test('of a payment: states before and after, postings, notifications, person and key', async () => {
    const { intent, item } = await unknownPayment();
    const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: '100.00', note: 'by phone' });
    expect(answer.status).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({
      operation_id: item.operation_id,
      queue: null,
      why: null,
      state: 'done',
      result: 'applied',
      reported: null,
      changes: {
        before: { operation_state: 'pending', queue: 'unknown_outcome', pi_status: 'processing', amount_captured: 0 },
        after: { operation_state: 'done', queue: null, pi_status: 'succeeded', transaction_status: 'CAPTURED' },
        requests: [],
        notifications: expect.arrayContaining(['PAYMENT_INTENT_NOTIFICATION']),
      },
    });
    const captures = (data.changes.postings as Json[]).filter(({ posting }) => posting.startsWith('capture/'));
    expect(captures.map(({ account, amount }) => [account, amount])).toEqual([
      ['gateway_receivable', 100],
      ['merchant_payable', -100],
    ]);
    const { reviews } = await transaction(intent);
    expect(reviews).toMatchObject([
      {
        _id: data.decision_id,
        kind: 'resolve',
        state: 'applied',
        operation_id: item.operation_id,
        queue: 'unknown_outcome',
        outcome: 'done',
        amount: 100,
        currency: 'SAR',
        ...SAID,
        note: 'by phone',
        decided_by: 'key_1',
        second_by: null,
        changes: data.changes,
      },
    ]);
    const { body } = await as('key_1', `GET payment/review?operation_id=${item.operation_id}`);
    expect(body.data.items).toEqual(reviews);
  });

  test('of a payment of which a part was taken', async () => {
    const { intent, item } = await unknownPayment();
    const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 40 });
    expect(answer.body.data.changes.after).toMatchObject({ pi_status: 'succeeded', amount_captured: 40 });
    expect(await details(intent)).toMatchObject({ pi_status: 'succeeded', amount: 100, amount_captured: 40 });
  });

  test('of a refund of which a part was paid out: the rest can be refunded again', async () => {
    const intent = await captured();
    const item = await unknownRefund(intent, 60);
    const more = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 60.01 });
    expect([more.status, more.body.error.code, more.body.error.amount_max]).toEqual([422, 'amount_impossible', 60]);
    const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 25 });
    expect(answer.body.data.changes.notifications).toEqual(
      expect.arrayContaining(['PAYMENT_INTENT_NOTIFICATION', 'refund.succeeded']),
    );
    expect(await details(intent)).toMatchObject({ amount_captured: 100, amount_refunded: 25 });
    expect((await as('key_1', `GET refund/${item.operation_id}`)).body.data).toMatchObject({
      status: 'succeeded',
      refunded_amount: 25,
    });
    const event = await eventually(
      () =>
        payment.published.find(({ type, subject }) => type === 'refund.succeeded' && subject === intent._id) ?? null,
    );
    expect(event.data.amount).toBe(25);
    const rest = await as('key_1', 'POST refund', { payment_intent_id: intent._id });
    expect([rest.status, rest.body.data.refunded_amount]).toEqual([200, 75]);
  });

  test('of late money of which a part came back: the rest is asked for again', async () => {
    const intent = await payment.checkout({ amount: 100 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    await as('key_1', `DELETE payment/intent/${intent._id}`);
    const late = payment.cardA.finish();
    await payment.work();
    payment.cardA.fail('refund', ...Array.from({ length: 1 + REVERSAL_GAPS_MS.length }, () => 'hard' as const));
    for (const gapMs of [60_000, ...REVERSAL_GAPS_MS]) {
      payment.pass(gapMs + 1_000);
      await payment.work();
    }
    const [item] = await itemsOf(intent);
    expect(item).toMatchObject({ queue: 'reversal_refused', kind: 'reverse' });
    const nothing = await resolve(item?.operation_id, { ...SAID, outcome: 'failed' });
    expect([nothing.status, nothing.body.error.code]).toEqual([409, 'nothing_to_change']);
    const answer = await resolve(item?.operation_id, { ...SAID, outcome: 'done', amount: 30 });
    expect(answer.body.data.changes).toMatchObject({
      after: { operation_state: 'done', transaction_status: 'LATE_CAPTURED' },
      requests: [{ kind: 'reverse', amount: 70 }],
    });
    late.refunded += 3_000n;
    payment.pass(60_000);
    await payment.work();
    expect([(await transaction(intent)).status, late.refunded]).toEqual(['REVERSED', 10_000n]);
  });

  test('of an inquiry: what the gateway reported', async () => {
    const { item } = await unknownPayment();
    payment.cardA.fail('inquire', 'lost-before');
    const lost = await resolve(item.operation_id, { outcome: 'ask' });
    expect(lost.body.data).toMatchObject({
      queue: 'unknown_outcome',
      result: 'asked',
      decision_id: null,
      reported: { kind: 'unknown', amount: null },
      changes: { postings: [], notifications: [] },
    });
    const found = await resolve(item.operation_id, { outcome: 'ask' });
    expect(found.body.data).toMatchObject({
      state: 'done',
      queue: null,
      reported: { kind: 'captured', amount: 100, code: '000', message: 'Completed' },
      changes: { before: { pi_status: 'processing' }, after: { pi_status: 'succeeded', queue: null } },
    });
    expect(found.body.data.changes.postings).not.toEqual([]);
  });
});

describe('a resolution is refused', () => {
  test("after the gateway's own report, and nothing is posted twice", async () => {
    const { intent, item } = await unknownPayment();
    await inquire(payment.deps, await findOperation(payment.pool, payment.owner, item.operation_id), 'SAR');
    const before = (await transaction(intent)).ledger;
    for (const body of [
      { ...SAID, outcome: 'done', amount: 100 },
      { ...SAID, outcome: 'failed' },
      { outcome: 'ask' },
    ]) {
      const answer = await resolve(item.operation_id, body);
      expect([answer.status, answer.body.error.code, answer.body.error.operation_state]).toEqual([
        409,
        'not_in_review',
        'done',
      ]);
    }
    const after = await transaction(intent);
    expect([after.ledger, after.reviews]).toEqual([before, []]);
  });

  test('with more than was authorised; an excess is for an adjustment', async () => {
    const { item } = await unknownPayment();
    const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 100.01 });
    expect([answer.status, answer.body.error.code, answer.body.error.param, answer.body.error.amount_max]).toEqual([
      422,
      'amount_impossible',
      'amount',
      100,
    ]);
    await resolve(item.operation_id, { ...SAID, outcome: 'failed' });
  });

  test('with an amount where no money moves', async () => {
    const { intent, item } = await unknownPayment({ capture_method: 'manual' });
    const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 40 });
    expect([answer.status, answer.body.error.param]).toEqual([400, 'amount']);
    await resolve(item.operation_id, { ...SAID, outcome: 'done' });
    expect((await details(intent)).pi_status).toBe('requires_capture');
  });

  test('for one of ten at once that say different things: one decides', async () => {
    const { intent, item } = await unknownPayment();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 10 + at }, `key_${at}`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const { reviews, ledger } = await transaction(intent);
    expect(reviews).toHaveLength(1);
    const captures = (ledger as Json[]).filter((line) => line.posting.startsWith('capture/') && line.amount > 0);
    expect(captures.map(({ amount }) => amount)).toEqual([reviews[0].amount]);
  });

  test('a repeat under the same idempotency key gets the first answer', async () => {
    const { item } = await unknownPayment();
    const send = (): ReturnType<typeof as> =>
      as(
        'key_1',
        `POST payment/queue/${item.operation_id}/resolve`,
        { ...SAID, outcome: 'done', amount: 100 },
        { key: `resolve-${item.operation_id}` },
      );
    const first = await send();
    const again = await send();
    expect([first.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true']);
  });
});
