import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import type { Pool, PoolClient } from 'pg';
import { checkBooks } from '../src/ledger/check-books.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { newStore } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ more: { PAYMENT_REVIEW_SECOND_KEY_ABOVE: 'SAR=50' } });
});
afterAll(async () => {
  expect(await checkBooks(payment.pool)).toEqual([]);
  await payment.stop();
});

const SAID = { reason: 'The bank received less', evidence: 'statement of account, line 4', person: 'Amal Haddad' };
const PAYOUT = { debit_account: 'gateway_receivable', credit_account: 'payouts', amount: 12.5 };

/** A store whose only payment is settled and paid out. */
async function settled(): Promise<Store> {
  const store = await newStore(payment);
  await store.pay();
  await store.importRows(store.file());
  return store;
}

function send(store: Store, path: string, body: Json, keyId = 'key_1'): Promise<HttpAnswer> {
  const principal = { ...payment.owner, storeId: store.storeId, keyId };
  return payment.call('POST', `/public/v1/payment/${path}`, body, { principal });
}

const adjust = (store: Store, body: Json = {}, keyId?: string): Promise<HttpAnswer> =>
  send(store, 'adjustment', { gateway: 'card-a', currency: 'SAR', ...PAYOUT, ...SAID, ...body }, keyId);

/** What the check of the books finds after a change, which is then undone. */
async function foundAfter(change: (tx: PoolClient) => Promise<unknown>): Promise<string[]> {
  const tx = await payment.pool.connect();
  try {
    await tx.query('BEGIN');
    await change(tx);
    return (await checkBooks(tx as unknown as Pool)).map(({ what }) => what);
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
}

test('a payout that was booked wrongly is corrected without a payment, and the books stay proven', async () => {
  const store = await settled();
  expect(await store.balances()).toEqual({ merchant_payable: '-10000', fees: '250', payouts: '9750' });
  const answer = await adjust(store);
  expect([answer.status, answer.body.data]).toMatchObject([
    200,
    {
      kind: 'adjustment',
      state: 'applied',
      payment_intent_id: null,
      transaction_id: null,
      gateway: 'card-a',
      currency: 'SAR',
      ...PAYOUT,
      ...SAID,
      changes: { postings: [{ account: 'gateway_receivable', amount: 12.5 }, { account: 'payouts' }] },
    },
  ]);
  expect(await store.balances()).toMatchObject({ gateway_receivable: '1250', payouts: '8500' });
  const { items } = (await store.call('GET', '/public/v1/payment/adjustment')).body.data;
  expect(items).toEqual([answer.body.data]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('above the limit another key approves it, once', async () => {
  const store = await settled();
  const { status, body } = await adjust(store, { amount: 50.01 });
  expect([status, body.data.state]).toEqual([202, 'proposed']);
  const approve = (keyId: string): Promise<HttpAnswer> =>
    send(store, `review/${body.data._id}/approve`, { person: 'Omar Siddiqui' }, keyId);
  expect((await approve('key_1')).body.error.code).toBe('same_key');
  expect((await store.balances()).gateway_receivable).toBeUndefined();
  const approvals = await Promise.all(['key_2', 'key_3', 'key_4'].map(approve));
  expect(approvals.map((each) => each.status).sort()).toEqual([200, 409, 409]);
  expect(await store.balances()).toMatchObject({ gateway_receivable: '5001' });
});

test('small adjustments of one gateway and currency count as one for 30 days, also at once', async () => {
  const store = await settled();
  const both = await Promise.all([adjust(store, { amount: 30 }), adjust(store, { amount: 30 }, 'key_2')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 202]);
  payment.pass(29 * 86_400_000);
  expect((await adjust(store, { amount: 20.01 })).status).toBe(202);
  payment.pass(86_400_001);
  expect((await adjust(store, { amount: 20.01 })).status).toBe(200);
  expect((await adjust(await settled(), { amount: 50 })).status).toBe(200);
});

test('it names one set of books, which exist, and no account whose lines belong to payments', async () => {
  const store = await settled();
  const refused = async (body: Json): Promise<unknown[]> => {
    const answer = await adjust(store, body);
    return [answer.status, answer.body.error.param];
  };
  expect(await refused({ gateway: undefined, currency: undefined })).toEqual([400, 'payment_intent_id']);
  expect(await refused({ payment_intent_id: 'pi_1' })).toEqual([400, 'payment_intent_id']);
  expect(await refused({ transaction_id: 'txn_1' })).toEqual([400, 'transaction_id']);
  expect(await refused({ currency: undefined })).toEqual([400, 'currency']);
  expect(await refused({ gateway: undefined })).toEqual([400, 'gateway']);
  for (const account of ['merchant_payable', 'dispute_reserve', 'suspense'])
    expect(await refused({ credit_account: account })).toEqual([400, 'credit_account']);
  expect(await refused({ gateway: 'card-b' })).toEqual([409, 'gateway']);
  expect(await refused({ currency: 'KWD' })).toEqual([409, 'gateway']);
});

test('the check compares the whole adjustment, and payouts with what the gateway reported', async () => {
  const store = await settled();
  const { body } = await adjust(store, { amount: 51 });
  const { _id: id } = body.data;
  const apply = `UPDATE review_decision SET state = 'applied', second_by = 'key_2' WHERE id = '${id}'`;
  const post = (gateway: string): string => `
    INSERT INTO ledger_line (account_id, posting, line, store_id, mode, currency, ledger_account, amount_minor, kind,
      at, gateway) SELECT account_id, 'adjustment/' || id, v.line, store_id, mode, currency, v.account, v.amount, kind,
      now(), '${gateway}'
    FROM review_decision, (VALUES (0, 'gateway_receivable', 5100), (1, 'payouts', -5100)) AS v(line, account, amount)
    WHERE id = '${id}'`;
  expect(await foundAfter((tx) => tx.query(`${apply}; ${post('card-a')}`))).toEqual([]);
  const differs = 'an adjustment and its posting differ';
  expect(await foundAfter((tx) => tx.query(apply))).toEqual([differs]);
  expect(await foundAfter((tx) => tx.query(`${apply}; ${post('card-b')}`))).toEqual([differs]);
  const lost = `DELETE FROM payout WHERE store_id = '${store.storeId}'`;
  expect(await foundAfter((tx) => tx.query(lost))).toEqual(['a payout and the books differ']);
  await expect(
    foundAfter((tx) => tx.query(`UPDATE review_decision SET state = 'rejected', gateway = 'x' WHERE id = '${id}'`)),
  ).rejects.toThrow('a decision is never changed');
});
