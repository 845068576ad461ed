import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { checkBooks } from '../src/ledger/check-books.ts';
import { LIMITS } from '../src/limits.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { FILE_MAPPING } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';
import { newStore } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

const WITH_DISPUTES = {
  kinds: { ...FILE_MAPPING.kinds, dispute: 'dispute', dispute_reversal: 'dispute_reversal' },
};

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

/** The lines of a dispute that was won, which no call reported. */
async function disputed(store: Store): Promise<[capture: FileRow, taken: FileRow, returned: FileRow]> {
  await store.pay();
  const [capture] = store.file().filter(({ type }) => type === 'capture') as [FileRow];
  const line = { ...capture, fee: 0n, created_at: new Date(payment.deps.clock()).toISOString() };
  return [
    capture,
    { ...line, line_id: 'ln_taken', type: 'dispute', gross: -capture.gross, net: -capture.gross },
    { ...line, line_id: 'ln_returned', type: 'dispute_reversal', net: capture.gross },
  ];
}

async function expectWon(store: Store): Promise<void> {
  expect(await store.exceptions()).toEqual([]);
  const { items } = (await store.call('GET', '/public/v1/payment/dispute')).body.data;
  expect((items as Json[]).map(({ status, amount_lost: lost }) => [status, lost])).toEqual([['won', 0]]);
  expect(await store.balances()).toEqual({ gateway_receivable: '9750', merchant_payable: '-10000', fees: '250' });
  expect(await checkBooks(payment.pool)).toEqual([]);
}

test('a file that lists the newest first shows a reversal before its dispute: both are matched', async () => {
  const store = await newStore(payment, WITH_DISPUTES);
  const [capture, taken, returned] = await disputed(store);
  expect(await store.importRows([returned, taken, capture])).toMatchObject({ matched: 3, exceptions: 0 });
  await expectWon(store);
});

test('a reversal that comes an import before its dispute is an exception, which the dispute explains', async () => {
  const store = await newStore(payment, WITH_DISPUTES);
  const [capture, taken, returned] = await disputed(store);
  await store.importRows([returned, capture]);
  expect(await store.exceptions()).toMatchObject([{ kind: 'unmatched_line' }]);
  await store.importRows([taken]);
  await expectWon(store);
  const { items } = (await store.call('GET', '/public/v1/payment/settlement/line')).body.data;
  expect((items as Json[]).map(({ status }) => status)).toEqual(['matched', 'matched', 'matched']);
  expect(await store.exceptions('resolved')).toMatchObject([{ kind: 'unmatched_line', resolution: 'explained' }]);
});

test('a line is judged again, however many newer ones stay unmatched', async () => {
  const store = await newStore(payment, WITH_DISPUTES);
  const [capture, taken, returned] = await disputed(store);
  await store.importRows([returned, capture]);
  const unknown = Array.from({ length: LIMITS.settlementLinesPerPart + 1 }, (_, at) => ({
    ...capture,
    line_id: `ln_unknown_${at}`,
    merchant_reference: `op_unknown_${at}`,
    payment_id: `gw_unknown_${at}`,
  }));
  expect(await store.importRows(unknown)).toMatchObject({ matched: 0 });
  await store.importRows([taken]);
  expect(await store.exceptions('resolved')).toMatchObject([{ kind: 'unmatched_line', line_id: 'ln_returned' }]);
});

test('a line that a person has accepted stays as decided', async () => {
  const store = await newStore(payment, WITH_DISPUTES);
  const [capture, taken, returned] = await disputed(store);
  await store.importRows([returned, capture]);
  const [exception] = (await store.exceptions()) as [Json];
  expect((await store.resolve(exception, 'accept')).status).toBe(200);
  await store.importRows([taken]);
  expect(await store.exceptions('resolved')).toMatchObject([{ kind: 'unmatched_line', resolution: 'accepted' }]);
});
