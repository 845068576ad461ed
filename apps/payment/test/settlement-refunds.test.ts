import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { checkBooks } from '../src/ledger/check-books.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import type { FileRow } from './settlement-file.ts';
import { newStore } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

/** What a gateway settles of refunds whose result changed after it was known (decision 0022). */
let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterEach(async () => {
  payment.cardA.faults.clear();
  expect(await checkBooks(payment.pool)).toEqual([]);
});
afterAll(() => payment.stop());

interface Refund {
  id: string;
  payment: string;
  amount: bigint;
}

async function refund(store: Store, intent: Json, amount: number, fault?: 'declined'): Promise<Refund> {
  if (fault !== undefined) payment.cardA.fail('refund', fault);
  const { body } = await store.call('POST', '/public/v1/refund', {
    payment_intent_id: intent._id,
    refunded_amount: amount,
  });
  const paid = [...payment.cardA.payments.values()].at(-1) as { id: string };
  return { id: (body.data?._id ?? body.error.refund_id) as string, payment: paid.id, amount: BigInt(amount * 100) };
}

/** The gateway reports what it knows of the refund now. */
async function reported(store: Store, { id }: Refund): Promise<void> {
  const operation = await findOperation(payment.pool, { ...payment.owner, storeId: store.storeId }, id);
  const report = payment.cardA.done.get(id);
  if (report === undefined) throw new Error('the gateway knows no result');
  await applyReport(payment.deps, { operation, report, actor: 'gateway' });
}

/** From before the first posting, so that each is expected in the report. */
function fileOf(store: Store): FileRow[] {
  return store.file({ at: new Date(payment.deps.clock() - 60_000) });
}

async function expectSettled(store: Store, balances: Record<string, string>): Promise<void> {
  const rows = fileOf(store);
  expect(await store.importRows(rows)).toMatchObject({ added: rows.length, matched: rows.length, exceptions: 0 });
  expect(await store.exceptions()).toEqual([]);
  expect(await store.balances()).toEqual(balances);
  // Days later nothing is missing, because each posting has its line.
  payment.pass(8 * 86_400_000);
  await store.importRows(rows);
  expect(await store.exceptions()).toEqual([]);
}

test('refused, then paid: the line names the refund alone, and settles its later result', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const late = await refund(store, intent, 40, 'declined');
  payment.cardA.payRefund(late);
  await reported(store, late);
  await expectSettled(store, { merchant_payable: '-6000', fees: '250', payouts: '5750' });
});

test('refused, reported by the settlement first, and then by the gateway: the exception explains itself', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const late = await refund(store, intent, 40, 'declined');
  payment.cardA.payRefund(late);
  await store.importRows(store.file());
  expect(await store.exceptions()).toMatchObject([{ kind: 'unmatched_line' }]);
  await reported(store, late);
  await store.importRows(store.file());
  expect(await store.exceptions()).toEqual([]);
  expect(await store.balances()).toEqual({ merchant_payable: '-6000', fees: '250', payouts: '5750' });
});

test('paid, then failed at the bank: the line that gives it back settles the returned refund', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const failed = await refund(store, intent, 100);
  payment.cardA.returnRefund(failed.id);
  await reported(store, failed);
  await expectSettled(store, { merchant_payable: '-10000', fees: '250', payouts: '9750' });
});

test('paid, returned and paid again: three lines, each of which settles its own posting', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const again = await refund(store, intent, 30);
  payment.cardA.returnRefund(again.id);
  await reported(store, again);
  payment.cardA.payRefund(again);
  await reported(store, again);
  await expectSettled(store, { merchant_payable: '-7000', fees: '250', payouts: '6750' });
  const { rows } = await payment.pool.query<{ posting: string }>(
    "SELECT posting FROM settlement_line WHERE store_id = $1 AND kind LIKE 'refund%' ORDER BY posting",
    [store.storeId],
  );
  expect(rows.map(({ posting }) => posting)).toEqual([
    `refund/${again.id}`,
    `refund/${again.id}.3`,
    `refund_returned/${again.id}.2`,
  ]);
});

test('an excess: one line settles the refund and what it paid too much, and the return of both', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const late = await refund(store, intent, 70, 'declined');
  const second = await refund(store, intent, 80);
  payment.cardA.payRefund(late);
  await reported(store, late);
  // 20 were left of the payment, so 50 of the 70 are too much.
  expect(await store.balances()).toMatchObject({ suspense: '5000' });
  await expectSettled(store, { suspense: '5000', fees: '250', payouts: '-5250' });
  payment.cardA.returnRefund(second.id);
  await reported(store, second);
  const rows = store.file({ payout: 'PO2' }).filter(({ type }) => type === 'refund_reversal');
  expect(await store.importRows(rows)).toMatchObject({ added: 1, matched: 1, exceptions: 0 });
  expect(await store.balances()).toEqual({
    gateway_receivable: '8000',
    merchant_payable: '-3000',
    fees: '250',
    payouts: '-5250',
  });
  payment.pass(8 * 86_400_000);
  await store.importRows(rows);
  expect(await store.exceptions()).toEqual([]);
});

test('an excess that the gateway never reports is missing as two postings; its line explains both', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const late = await refund(store, intent, 70, 'declined');
  await refund(store, intent, 80);
  payment.cardA.payRefund(late);
  await reported(store, late);
  const rows = fileOf(store);
  const isLate = ({ merchant_reference: named }: { merchant_reference: string }): boolean => named === late.id;
  await store.importRows(rows.filter((row) => !isLate(row) && row.type !== 'payout'));
  payment.pass(8 * 86_400_000);
  await store.importRows(rows.filter((row) => !isLate(row) && row.type !== 'payout'));
  expect((await store.exceptions()).map(({ kind, adjust_gross: gross }) => [kind, gross]).sort()).toEqual([
    ['missing_at_provider', 20],
    ['missing_at_provider', 50],
  ]);
  await store.importRows(rows);
  expect(await store.exceptions()).toEqual([]);
  expect((await store.balances()).gateway_receivable).toBeUndefined();
});
