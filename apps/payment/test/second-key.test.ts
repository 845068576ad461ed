import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { checkBooks } from '../src/ledger/check-books.ts';
import { inquire } from '../src/operations/run-operation.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { reviewCases, SAID } from './review-cases.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ more: { PAYMENT_REVIEW_SECOND_KEY_ABOVE: 'SAR=50, KWD=0.500' } });
});
afterEach(() => payment.cardA.faults.clear());
afterAll(async () => {
  expect(await checkBooks(payment.pool)).toEqual([]);
  await payment.stop();
});

const { as, resolve, unknownPayment, captured, itemsOf, details, transaction } = reviewCases(() => payment);

const SECOND = { person: 'Omar Siddiqui, risk', note: 'Statement line 17 agrees' };
const approve = (id: string, keyId: string, more: Json = {}): Promise<HttpAnswer> =>
  as(keyId, `POST payment/review/${id}/approve`, SECOND, more);
const reject = (id: string, keyId: string): Promise<HttpAnswer> =>
  as(keyId, `POST payment/review/${id}/reject`, SECOND);

async function proposed(): Promise<{ intent: Json; item: Json; id: string }> {
  const { intent, item } = await unknownPayment();
  const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount: 100 }, 'key_1');
  expect([answer.status, answer.body.data.result, answer.body.data.changes]).toEqual([202, 'proposed', null]);
  return { intent, item, id: answer.body.data.decision_id as string };
}

test('a decision above the limit changes nothing until another key approves it', async () => {
  const { intent, item, id } = await proposed();
  expect([(await details(intent)).pi_status, (await transaction(intent)).ledger]).toEqual(['processing', []]);
  expect(await itemsOf(intent)).toMatchObject([{ queue: 'unknown_outcome', proposal_id: id }]);
  payment.cardA.fail('inquire', 'lost-before');
  expect((await resolve(item.operation_id, { outcome: 'ask' })).body.data).toMatchObject({
    queue: 'unknown_outcome',
    proposal_id: id,
  });
  const answer = await approve(id, 'key_2');
  expect(answer.body.data).toMatchObject({
    _id: id,
    state: 'applied',
    decided_by: 'key_1',
    person: SAID.person,
    second_by: 'key_2',
    second_person: SECOND.person,
    second_note: SECOND.note,
    changes: { after: { pi_status: 'succeeded', amount_captured: 100 } },
  });
  expect([(await details(intent)).pi_status, await itemsOf(intent)]).toEqual(['succeeded', []]);
});

test('the key that proposed it can neither approve nor reject it: the database refuses', async () => {
  const { intent, id } = await proposed();
  for (const answer of [await approve(id, 'key_1'), await reject(id, 'key_1')])
    expect([answer.status, answer.body.error.code]).toEqual([403, 'same_key']);
  expect([(await details(intent)).pi_status, (await transaction(intent)).reviews[0].state]).toEqual([
    'processing',
    'proposed',
  ]);
  const update = (sql: string): Promise<unknown> =>
    payment.pool.query(`UPDATE review_decision SET ${sql} WHERE id = $1`, [id]);
  await expect(update("state = 'applied', second_by = 'key_1'")).rejects.toThrow('review_decision_second_key');
  await expect(update("state = 'applied'")).rejects.toThrow('review_decision_needs_second');
  await expect(update("state = 'applied', second_by = 'key_2', amount_minor = 1")).rejects.toThrow('never changed');
  await reject(id, 'key_2');
  await expect(update("state = 'proposed', second_by = NULL")).rejects.toThrow('never changed');
  await expect(payment.pool.query('DELETE FROM review_decision')).rejects.toThrow('never changed');
});

test('of five keys that approve and five that reject at once, one decides', async () => {
  const { intent, id } = await proposed();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? approve : reject)(id, `key_${at + 2}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  const { reviews, ledger } = await transaction(intent);
  const isApplied = reviews[0].state === 'applied';
  expect([(await details(intent)).pi_status, (ledger as Json[]).length > 0]).toEqual([
    isApplied ? 'succeeded' : 'processing',
    isApplied,
  ]);
});

test('an operation has one proposal at a time; a rejected one makes room', async () => {
  const { item, id } = await proposed();
  const body = { ...SAID, outcome: 'failed' };
  const second = await resolve(item.operation_id, body, 'key_2');
  expect([second.status, second.body.error.code, second.body.error.decision_id]).toEqual([409, 'already_proposed', id]);
  expect((await reject(id, 'key_2')).body.data.state).toBe('rejected');
  const again = await resolve(item.operation_id, body, 'key_2');
  expect(again.status).toBe(202);
  expect((await approve(again.body.data.decision_id, 'key_1')).body.data.changes.after.pi_status).toMatch(
    /^requires_payment_method|^failed/,
  );
});

test('a proposal that the gateway answered meanwhile ends without an effect', async () => {
  const { intent, item, id } = await proposed();
  await inquire(payment.deps, await findOperation(payment.pool, payment.owner, item.operation_id), 'SAR');
  const before = (await transaction(intent)).ledger;
  const answer = await approve(id, 'key_2');
  expect([answer.status, answer.body.error.code, answer.body.error.decision_state]).toEqual([
    409,
    'not_in_review',
    'superseded',
  ]);
  const after = await transaction(intent);
  expect([after.ledger, after.reviews[0].state, after.reviews[0].second_by]).toEqual([before, 'superseded', null]);
  expect((await approve(id, 'key_3')).body.error.code).toBe('already_decided');
});

test('an approval and the report of the gateway at once book the payment once', async () => {
  for (let round = 0; round < 5; round++) {
    const { intent, item, id } = await proposed();
    const row = await findOperation(payment.pool, payment.owner, item.operation_id);
    const [answer] = await Promise.all([approve(id, 'key_2'), inquire(payment.deps, row, 'SAR')]);
    const { ledger, reviews } = await transaction(intent);
    expect([answer.status, reviews[0].state]).toEqual(answer.status === 200 ? [200, 'applied'] : [409, 'superseded']);
    expect((ledger as Json[]).filter(({ posting }) => posting.startsWith('capture/'))).toHaveLength(2);
  }
});

test('to say that nothing moved counts as the whole amount; a part of a large operation too', async () => {
  const { item } = await unknownPayment();
  for (const body of [
    { ...SAID, outcome: 'failed' },
    { ...SAID, outcome: 'done', amount: 1 },
  ]) {
    const answer = await resolve(item.operation_id, body);
    expect(answer.status).toBe(202);
    await reject(answer.body.data.decision_id, 'key_2');
  }
});

test.each([
  ['SAR', 50, 200],
  ['SAR', 50.01, 202],
  ['KWD', 0.5, 200],
  ['KWD', 0.501, 202],
  ['USD', 0.01, 202],
])('in %s an amount of %d gets %d', async (currency, amount, status) => {
  const { item } = await unknownPayment({ currency, amount });
  const answer = await resolve(item.operation_id, { ...SAID, outcome: 'done', amount });
  expect(answer.status).toBe(status);
});

test.each(['SAR', 'SAR=', 'SAR=-1', 'XXX=5', 'SAR=1.005', '100'])(
  'PAYMENT_REVIEW_SECOND_KEY_ABOVE=%s stops the start',
  async (value) => {
    await expect(startPaymentForTest({ more: { PAYMENT_REVIEW_SECOND_KEY_ABOVE: value } })).rejects.toThrow(
      'PAYMENT_REVIEW_SECOND_KEY_ABOVE must be amounts in major units by currency',
    );
  },
);

describe('an adjustment', () => {
  const wrong = { reason: 'The gateway kept less', evidence: 'statement line 17', person: SAID.person };
  const adjust = (intent: Json, body: Json, keyId = 'key_1', more: Json = {}): Promise<HttpAnswer> =>
    as(keyId, 'POST payment/adjustment', { payment_intent_id: intent._id, ...wrong, ...body }, more);
  const FEE = { debit_account: 'fees', credit_account: 'gateway_receivable' };

  test('posts two lines that sum to zero, and leaves what was booked as it is', async () => {
    const intent = await captured();
    const before = (await transaction(intent)).ledger as Json[];
    const answer = await adjust(intent, { ...FEE, amount: 2.5 });
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        kind: 'adjustment',
        state: 'applied',
        operation_id: null,
        outcome: null,
        amount: 2.5,
        currency: 'SAR',
        ...FEE,
        ...wrong,
        decided_by: 'key_1',
        changes: {
          before: null,
          postings: [
            { account: 'fees', amount: 2.5 },
            { account: 'gateway_receivable', amount: -2.5 },
          ],
        },
      },
    ]);
    const after = await transaction(intent);
    expect(after.ledger).toEqual(expect.arrayContaining(before));
    expect(after.ledger).toHaveLength(before.length + 2);
    expect(after.reviews).toEqual([answer.body.data]);
    expect(await details(intent)).toMatchObject({ pi_status: 'succeeded', amount_captured: 100 });
    const listed = await as('key_1', `GET payment/adjustment?payment_intent_id=${intent._id}`);
    expect(listed.body.data.items).toEqual([answer.body.data]);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('above the limit waits for another key, and many small ones of a payment count as one', async () => {
    const intent = await captured();
    expect((await adjust(intent, { ...FEE, amount: 30 })).status).toBe(200);
    const next = await adjust(intent, { ...FEE, amount: 20.01 });
    expect([next.status, next.body.data.state]).toEqual([202, 'proposed']);
    const id = next.body.data._id as string;
    expect((await approve(id, 'key_1')).body.error.code).toBe('same_key');
    const approvals = await Promise.all(['key_2', 'key_3', 'key_4'].map((key) => approve(id, key)));
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { ledger } = await transaction(intent);
    expect((ledger as Json[]).filter(({ posting }) => posting === `adjustment/${id}`)).toHaveLength(2);
  });

  test('under one idempotency key is posted once', async () => {
    const intent = await captured();
    const send = (): Promise<HttpAnswer> => adjust(intent, { ...FEE, amount: 1 }, 'key_1', { key: `a-${intent._id}` });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.text]).toEqual([200, first.text]);
    expect((await transaction(intent)).reviews).toHaveLength(1);
  });

  test('is refused without another account, an amount, a transaction, or from another store', async () => {
    const intent = await captured();
    const refused = async (body: Json, more: Json = {}): Promise<unknown[]> => {
      const answer = await adjust(intent, { ...FEE, amount: 1, ...body }, 'key_1', more);
      return [answer.status, answer.body.error.param ?? answer.body.error.code];
    };
    expect(await refused({ credit_account: 'fees' })).toEqual([400, 'credit_account']);
    expect(await refused({ debit_account: 'cash' })).toEqual([400, 'debit_account']);
    expect(await refused({ amount: 0 })).toEqual([400, 'amount']);
    expect(await refused({ evidence: '' })).toEqual([400, 'evidence']);
    expect(await refused({ transaction_id: 'txn_none' })).toEqual([404, 'not_found']);
    expect(await refused({}, { storeId: 'str_2' })).toEqual([404, 'not_found']);
    const unpaid = await payment.checkout();
    const answer = await adjust(unpaid, { ...FEE, amount: 1 });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'illegal_transition']);
  });

  test('that differs from its posting is found by the check of the books', async () => {
    const intent = await captured();
    await payment.pool.query(
      `INSERT INTO review_decision (account_id, id, store_id, mode, kind, state, intent_id, attempt_id, amount_minor,
        currency, debit_account, credit_account, reason, evidence, note, decided_by, person, decided_at, needs_second)
      SELECT account_id, 'rd_unposted', store_id, mode, 'adjustment', 'proposed', id, '', 500, currency, 'fees',
        'suspense', '', 'x', '', 'key_1', 'A', now(), false FROM intent WHERE id = $1`,
      [intent._id],
    );
    expect(await checkBooks(payment.pool)).toEqual([]);
    const close = (state: string): Promise<unknown> =>
      payment.pool.query("UPDATE review_decision SET state = $1 WHERE id = 'rd_unposted'", [state]);
    const client = await payment.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query("UPDATE review_decision SET state = 'applied' WHERE id = 'rd_unposted'");
      const found = await checkBooks(client as unknown as typeof payment.pool);
      expect(found.map(({ what, place }) => [what, place])).toEqual([
        ['an adjustment and its posting differ', 'rd_unposted'],
      ]);
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
    await close('rejected');
  });
});
