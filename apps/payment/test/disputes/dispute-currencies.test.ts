import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@qafila/runtime/in-transaction';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { recordDisputeLine } from '../../src/disputes/record-line.ts';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { startDisputeCases } from './dispute-cases.ts';
import type { DisputeCases, Paid } from './dispute-cases.ts';

let payment: DisputeCases['payment'];
let cases: DisputeCases;
beforeAll(async () => {
  cases = await startDisputeCases();
  ({ payment } = cases);
});
afterAll(() => payment.stop());

const disputes = (path = ''): Promise<HttpAnswer> => cases.disputes(path);
const pay = (): Promise<Paid> => cases.pay();
const notice: DisputeCases['notice'] = (...given) => cases.notice(...given);
const send: DisputeCases['send'] = (...given) => cases.send(...given);
const only = (intent: Json): Promise<Json> => cases.only(intent);
const balances: DisputeCases['balances'] = (intent) => cases.balances(intent);

test('a line of the settlement and a notice in another currency are two disputes', async () => {
  const paid = await pay();
  const { _id: attemptId } = (
    await payment.pool.query('SELECT id AS _id FROM attempt WHERE intent_id = $1', [paid.intent._id])
  ).rows[0] as Json;
  const { accountId, storeId, mode } = payment.owner;
  const disputed = { accountId, storeId, mode, gateway: 'fakepay', intentId: String(paid.intent._id), attemptId };
  const line = { kind: 'dispute', amount: 10_000n, currency: 'SAR', atMs: payment.deps.clock() } as const;
  await inTransaction(payment.deps.pool, (tx) => recordDisputeLine(tx, disputed, line, payment.deps.clock()));
  await send(notice(paid, 'opened', { amount: 2_700, currency: 'USD' }));
  const { items } = (await disputes(`?payment_intent_id=${paid.intent._id}`)).body.data;
  const amounts = items.map((each: Json) => `${each.reference} ${each.amount} ${each.currency}`);
  expect(amounts.sort()).toEqual([`${paid.reference} 27 USD`, 'null 100 SAR'].sort());
});

test.each([
  ['won', { gateway_receivable: '10000', merchant_payable: '-10000' }],
  ['lost', {}],
  ['under_review', { dispute_reserve: '10000', merchant_payable: '-10000' }],
])('a notice in another currency under a known reference: it is %s, and the amount stays', async (status, books) => {
  const paid = await pay();
  await send(notice(paid, 'opened'));
  await send(notice(paid, status, { amount: 2_667, currency: 'USD', fee: 1_500 }));
  expect(await only(paid.intent)).toMatchObject({ status, amount: 100, currency: 'SAR', fee: null });
  expect(await balances(paid.intent)).toEqual(books);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('calls in both currencies and in any order leave the same books', async () => {
  const paid = await pay();
  const usd = { amount: 2_667, currency: 'USD' };
  const [opened, reviewed, won] = [
    notice(paid, 'opened'),
    notice(paid, 'under_review', usd),
    notice(paid, 'won', usd),
  ] as [Json, Json, Json];
  await send(opened);
  for (const each of [won, reviewed, opened, won]) expect(await send(each)).toBe(200);
  expect(await only(paid.intent)).toMatchObject({ status: 'won', amount: 100, amount_withheld: 0 });
  expect(await checkBooks(payment.pool)).toEqual([]);
});
