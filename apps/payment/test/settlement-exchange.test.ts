import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exchangedFrom } from '@qafila/money/exchange';
import type { Json } from '@qafila/testing/http-call';
import type { Pool } from 'pg';
import { checkBooks } from '../src/ledger/check-books.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { csvOf, FILE_MAPPING, payoutsOf } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';
import { newStore } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

const API = '/public/v1/payment';
const COLUMNS = { exchanged_currency: 'paid_currency', exchanged_amount: 'paid_amount', exchange_rate: 'rate' };

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest({ more: { PAYMENT_REVIEW_SECOND_KEY_ABOVE: 'SAR=50, KWD=5' } });
});
afterAll(() => payment.stop());

function storeAtSarAccount(): Promise<Store> {
  return newStore(payment, { columns: { ...FILE_MAPPING.columns, ...COLUMNS } });
}

/** The file of an account in SAR: 12.2 SAR for a KWD, and a fee of 1 SAR for each capture. */
function inSar(rows: readonly FileRow[], by: (row: FileRow) => Json): FileRow[] {
  const lines = rows
    .filter(({ type }) => type !== 'payout')
    .map((row) => {
      const gross = (row.gross * 122n) / 100n;
      const fee = row.type === 'capture' ? 100n : 0n;
      const exchanged = { ...row, gross, fee, net: gross - fee, currency: 'SAR', payout_id: 'PO-SAR' };
      return { ...exchanged, paid_currency: row.currency, paid_amount: '', rate: '', ...by(row) };
    });
  const none = { paid_currency: '', paid_amount: '', rate: '' };
  return [...lines, ...payoutsOf(lines, new Date(payment.deps.clock())).map((row) => ({ ...row, ...none }))];
}

/** By currency and account, without those that are zero. */
async function balances({ storeId }: Store): Promise<Record<string, string>> {
  const { rows } = await payment.pool.query<{ name: string; sum: string }>(
    `SELECT currency || ' ' || ledger_account AS name, sum(amount_minor) AS sum FROM ledger_line WHERE store_id = $1
    GROUP BY 1 HAVING sum(amount_minor) <> 0`,
    [storeId],
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const STATED: [string, (row: FileRow) => Json][] = [
  ['the amount of the payment', ({ gross }) => ({ paid_amount: String(gross) })],
  ['a rate', () => ({ rate: '12.2' })],
];

test.each(STATED)('a KWD payment settled in SAR by %s leaves nothing in either receivable', async (_, by) => {
  const store = await storeAtSarAccount();
  const intent = await store.pay({ amount: '10.003', currency: 'KWD' });
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: '2.500' });
  expect(await balances(store)).toMatchObject({ 'KWD gateway_receivable': '7253', 'KWD fees': '250' });
  const imported = await store.importRows(inSar(store.file(), by));
  expect(imported).toMatchObject({ lines: 3, matched: 3, exceptions: 0 });
  expect(await balances(store)).toEqual({
    'KWD merchant_payable': '-7503',
    'KWD exchange': '7503',
    'SAR exchange': '-9153',
    'SAR fees': '100',
    'SAR payouts': '9053',
  });
  const [payout] = (await store.call('GET', `${API}/payout`)).body.data.items;
  expect(payout).toMatchObject({ status: 'reconciled', currency: 'SAR', amount: 90.53 });
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('what the gateway exchanged less than was booked is an exception in the currency of the payment', async () => {
  const store = await storeAtSarAccount();
  await store.pay({ amount: 10, currency: 'KWD' });
  await store.importRows(inSar(store.file(), () => ({ paid_amount: '9000' })));
  const [found, ...others] = await store.exceptions();
  expect([found, others]).toMatchObject([{ kind: 'amount_differs', currency: 'KWD', expected: 10, actual: 9 }, []]);
  await store.resolve(found as Json, 'adjust');
  expect(Object.keys(await balances(store)).filter((name) => name.endsWith('receivable'))).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a line that came before its payment was known is exchanged when it is judged again', async () => {
  const store = await storeAtSarAccount();
  await store.pay({ amount: 10, currency: 'KWD' });
  const rows = inSar(store.file(), () => ({ rate: '12.2' }));
  await payment.pool.query("UPDATE attempt SET gateway = 'elsewhere' WHERE store_id = $1", [store.storeId]);
  await payment.pool.query("UPDATE operation SET gateway = 'elsewhere' WHERE store_id = $1", [store.storeId]);
  expect(await store.importRows(rows)).toMatchObject({ matched: 1, exceptions: 1 });
  await payment.pool.query("UPDATE attempt SET gateway = 'card-a' WHERE store_id = $1", [store.storeId]);
  await payment.pool.query("UPDATE operation SET gateway = 'card-a' WHERE store_id = $1", [store.storeId]);
  await store.importRows(rows);
  expect(await store.exceptions()).toEqual([]);
  expect(Object.keys(await balances(store)).filter((name) => name.endsWith('receivable'))).toEqual([]);
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('without amount and rate the line is an exception; a rate that is no number refuses the file', async () => {
  const store = await storeAtSarAccount();
  await store.pay({ amount: 10, currency: 'KWD' });
  const refused = await store.call('POST', `${API}/settlement/import`, {
    gateway: 'card-a',
    csv: csvOf(inSar(store.file(), () => ({ rate: 'twelve' }))),
  });
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('rate')]);
  await store.importRows(inSar(store.file(), () => ({})));
  expect(await store.exceptions()).toMatchObject([{ kind: 'currency_differs', currency: 'SAR' }]);
});

test('the check of the books finds an exchange that a line does not explain', async () => {
  const store = await storeAtSarAccount();
  await store.pay({ amount: 10, currency: 'KWD' });
  await store.importRows(inSar(store.file(), () => ({ rate: '12.2' })));
  const tx = await payment.pool.connect();
  try {
    await tx.query('BEGIN');
    await tx.query("UPDATE settlement_line SET exchanged_minor = 9999 WHERE store_id = $1 AND kind = 'capture'", [
      store.storeId,
    ]);
    const found = await checkBooks(tx as unknown as Pool);
    expect(found.map(({ what }) => what)).toEqual(['a settled line in another currency and its exchange differ']);
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
});

test('a rate says the amount before as far as one minor unit of the line is worth', () => {
  const kwd = { from: 'KWD', to: 'SAR' };
  expect(exchangedFrom(12_200n, '12.2', kwd)).toEqual({ amount: 10_000n, within: 1n });
  expect(exchangedFrom(-12_203n, '12.2', kwd)).toEqual({ amount: -10_002n, within: 1n });
  expect(exchangedFrom(2_500n, '0.025', { from: 'JPY', to: 'SAR' })).toEqual({ amount: 1_000n, within: 1n });
  expect(exchangedFrom(1_000n, '0.0819', { from: 'SAR', to: 'KWD' })).toEqual({ amount: 1_221n, within: 2n });
  for (const rate of ['0', '-1', 'x', '']) expect(exchangedFrom(1n, rate, kwd)).toBeUndefined();
});
