import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { payoutsOf } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';
import { newStore, rate } from './settlement-store.ts';
import type { Store } from './settlement-store.ts';

const API = '/public/v1/payment';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

test('a payment, a refund of a part, and their file: every line is matched, and the gateway owes nothing', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 30 });
  expect(await store.balances()).toEqual({ gateway_receivable: '6750', merchant_payable: '-7000', fees: '250' });
  const imported = await store.importRows(store.file({ fee: (gross) => rate(gross) + 5n }));
  expect(imported).toMatchObject({ status: 'done', lines: 3, added: 3, repeated: 0, matched: 3, exceptions: 0 });
  expect(await store.balances()).toEqual({ merchant_payable: '-7000', fees: '255', payouts: '6745' });
  const { items } = (await store.call('GET', `${API}/settlement/line`)).body.data;
  expect(items.map((line: Json) => [line.kind, line.status, line.payment_intent_id])).toEqual(
    expect.arrayContaining([
      ['capture', 'matched', intent._id],
      ['refund', 'matched', intent._id],
      ['payout', 'matched', null],
    ]),
  );
  const [payout] = (await store.call('GET', `${API}/payout`)).body.data.items;
  expect(payout).toMatchObject({
    payout_id: 'PO-SAR',
    status: 'reconciled',
    amount: 67.45,
    lines: 2,
    lines_amount: 67.45,
  });
  expect((await store.call('GET', `${API}/payout/${payout._id}`)).body.data).toEqual(payout);
  await eventually(() =>
    expect(payment.published.filter(({ subject }) => subject === payout._id).map(({ type }) => type)).toEqual([
      'payout.paid',
      'payout.reconciled',
    ]),
  );
  const { data: transactions } = (await store.call('GET', `${API}/transaction`)).body;
  const { data } = (await store.call('GET', `${API}/transaction/${transactions.items[0]._id}`)).body;
  expect(new Set(data.ledger.map((line: Json) => line.gateway))).toEqual(new Set(['card-a']));
  expect(await checkBooks(payment.pool)).toEqual([]);
});

test('a file that is imported twice changes nothing, also when both imports run at once', async () => {
  const store = await newStore(payment);
  for (const amount of [10, 20, 30]) await store.pay({ amount });
  const rows = store.file();
  const imports = await Promise.all([store.importRows(rows), store.importRows(rows), store.importRows(rows)]);
  expect(imports.reduce((sum, each) => sum + each.added, 0)).toBe(4);
  expect(imports.reduce((sum, each) => sum + each.matched, 0)).toBe(4);
  const before = await payment.pool.query('SELECT * FROM ledger_line WHERE store_id = $1 ORDER BY posting, line', [
    store.storeId,
  ]);
  expect(await store.importRows(rows)).toMatchObject({ added: 0, repeated: 4, matched: 0, exceptions: 0 });
  const after = await payment.pool.query('SELECT * FROM ledger_line WHERE store_id = $1 ORDER BY posting, line', [
    store.storeId,
  ]);
  expect(after.rows).toEqual(before.rows);
  expect(await store.balances()).toEqual({ merchant_payable: '-6000', fees: '150', payouts: '5850' });
});

test('an adjustment above the limit of one key needs another key; a merchant key cannot resolve', async () => {
  const store = await newStore(payment);
  const stranger = { ...(await paidRow(store)), currency: 'USD', merchant_reference: 'x', payment_id: 'x' };
  await store.importRows([stranger]);
  const [found] = await store.exceptions();
  const path = `${API}/settlement/exception/${(found as Json)._id}/resolve`;
  const by = (keyId: string, scopes = payment.owner.scopes): Promise<HttpAnswer> =>
    payment.call(
      'POST',
      path,
      { resolution: 'adjust', note: keyId },
      {
        principal: { ...payment.owner, storeId: store.storeId, keyId, scopes },
      },
    );
  expect((await by('key_1', ['payments:write'])).status).toBe(403);
  expect((await by('key_1')).body.data).toMatchObject({ status: 'open', proposed_by: 'key_1', resolution: null });
  expect((await store.balances()).adjustments).toBeUndefined();
  expect((await by('key_1')).body.error.code).toBe('same_key');
  expect((await by('key_2')).body.data).toMatchObject({ status: 'resolved', resolution: 'adjusted', note: 'key_2' });
  expect(await store.balances()).toMatchObject({ adjustments: '-10000' });
});

async function paidRow(store: Store): Promise<FileRow> {
  await store.pay();
  return store.file()[0] as FileRow;
}

describe('each exception has a name, and its resolution brings the books to what the gateway settled', () => {
  const UNKNOWN = { merchant_reference: 'op_unknown', payment_id: 'gw_unknown', line_id: 'ln_unknown' };
  const LINES: [kind: string, change: (rows: FileRow[]) => FileRow[], expected: Json][] = [
    [
      'unmatched_line',
      ([capture, ...rest]) => [capture as FileRow, { ...(capture as FileRow), ...UNKNOWN }, ...rest],
      { line_id: 'ln_unknown', actual: 100, adjust_gross: 100, adjust_fee: 2.5 },
    ],
    [
      'amount_differs',
      ([capture, ...rest]) => [{ ...(capture as FileRow), gross: 9_000n, net: 8_750n }, ...rest],
      { expected: 100, actual: 90, adjust_gross: -10, adjust_fee: 0 },
    ],
    [
      'duplicate',
      ([capture, ...rest]) => [capture as FileRow, { ...(capture as FileRow), line_id: 'ln_again' }, ...rest],
      { line_id: 'ln_again', actual: 100, adjust_gross: 100, adjust_fee: 2.5 },
    ],
  ];

  test.each(LINES)('%s', async (kind, change, expected) => {
    const store = await newStore(payment);
    await store.pay();
    const rows = change(store.file().filter(({ type }) => type !== 'payout'));
    await store.importRows([...rows, ...payoutsOf(rows, new Date(payment.deps.clock()))]);
    const [found, ...others] = await store.exceptions();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind, status: 'open', ...expected });
    const { gateway_receivable: left } = await store.balances();
    expect(left).toBeDefined();
    const resolved = await store.resolve(found as Json, 'adjust');
    expect(resolved.body.data).toMatchObject({ status: 'resolved', resolution: 'adjusted', note: 'case 4711' });
    expect(resolved.body.data.resolved_by).toBe('key_1');
    expect((await store.balances()).gateway_receivable).toBeUndefined();
    expect((await store.resolve(found as Json, 'adjust')).status).toBe(409);
    expect(await store.importRows(rows)).toMatchObject({ added: 0, exceptions: 0 });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('fee_differs: the actual fee is booked, and there is nothing to adjust', async () => {
    const store = await newStore(payment);
    await store.pay();
    await store.importRows(store.file({ fee: () => 500n }));
    const [found] = await store.exceptions();
    expect(found).toMatchObject({ kind: 'fee_differs', expected: 2.5, actual: 5 });
    expect(await store.balances()).toEqual({ merchant_payable: '-10000', fees: '500', payouts: '9500' });
    expect((await store.resolve(found as Json, 'adjust')).body.error.code).toBe('illegal_transition');
    expect((await store.resolve(found as Json, 'accept')).body.data.resolution).toBe('accepted');
  });

  test('currency_differs', async () => {
    const store = await newStore(payment);
    await store.pay();
    await store.importRows([{ ...(store.file()[0] as FileRow), currency: 'USD' }]);
    expect(await store.exceptions()).toMatchObject([{ kind: 'currency_differs', currency: 'USD', actual: 100 }]);
  });

  test('reissued_line: another amount under the same identity is not booked by itself', async () => {
    const store = await newStore(payment);
    await store.pay();
    const [capture] = store.file() as [FileRow];
    await store.importRows([capture]);
    const reissued = { ...capture, gross: 9_900n, net: 9_650n };
    expect(await store.importRows([reissued])).toMatchObject({ added: 0, repeated: 1, exceptions: 1 });
    const [found] = await store.exceptions();
    expect(found).toMatchObject({ kind: 'reissued_line', expected: 100, actual: 99, adjust_gross: -1, adjust_fee: 0 });
    await store.resolve(found as Json, 'adjust');
    expect(await store.balances()).toMatchObject({ gateway_receivable: '9650', adjustments: '100' });
    expect(await store.importRows([reissued])).toMatchObject({ exceptions: 0 });
  });

  test('missing_at_provider after the days of the mapping; a late line explains it', async () => {
    const store = await newStore(payment, { missing_after_days: 2 });
    await store.pay();
    const [first] = store.file() as [FileRow];
    await store.pay({ amount: 55 });
    await store.importRows([first]);
    expect(await store.exceptions()).toEqual([]);
    payment.pass(3 * 86_400_000);
    await store.importRows([first]);
    expect(await store.exceptions()).toMatchObject([
      { kind: 'missing_at_provider', expected: 55, actual: 0, adjust_gross: -55, adjust_fee: -1.38 },
    ]);
    await store.importRows(store.file());
    expect(await store.exceptions()).toEqual([]);
    expect(await store.exceptions('resolved')).toMatchObject([{ resolution: 'explained', resolved_by: null }]);
    expect((await store.balances()).gateway_receivable).toBeUndefined();
  });

  test('a posting that was taken back as missing, and then arrives, is an exception again', async () => {
    const store = await newStore(payment, { missing_after_days: 2 });
    await store.pay({ amount: 55 });
    const [late] = store.file() as [FileRow];
    await store.pay();
    const [, second] = store.file().filter(({ type }) => type === 'capture');
    await store.importRows([{ ...(second as FileRow), created_at: '2026-01-01T00:00:00Z' }]);
    payment.pass(3 * 86_400_000);
    await store.importRows([second as FileRow]);
    const [missing] = await store.exceptions();
    await store.resolve(missing as Json, 'adjust');
    await store.importRows([late]);
    const [again] = await store.exceptions();
    expect(again).toMatchObject({ kind: 'amount_differs', expected: 0, actual: 55, adjust_gross: 55 });
    await store.resolve(again as Json, 'adjust');
    // Both lines wait for their payouts: 55 less 1.38, and 100 less 2.50.
    expect((await store.balances()).gateway_receivable).toBe('15112');
  });

  test('unknown_payout, then payout_differs, then explained by the line that was left out', async () => {
    const store = await newStore(payment);
    await store.pay();
    await store.pay({ amount: 50 });
    const rows = store.file();
    const payout = rows.at(-1) as FileRow;
    await store.importRows([payout]);
    expect(await store.exceptions()).toMatchObject([{ kind: 'unknown_payout', actual: 146.25, payout_id: 'PO-SAR' }]);
    await store.importRows([rows[0] as FileRow, payout]);
    expect(await store.exceptions()).toMatchObject([
      { kind: 'payout_differs', expected: 97.5, actual: 146.25, adjust_gross: 48.75 },
    ]);
    await store.importRows(rows);
    expect(await store.exceptions()).toEqual([]);
    expect((await store.call('GET', `${API}/payout?status=reconciled`)).body.data.items).toHaveLength(1);
    expect((await store.balances()).gateway_receivable).toBeUndefined();
  });
});

test('a capture that is reported in full and then in part reversed is one posting', async () => {
  const store = await newStore(payment);
  const intent = await store.pay({ capture_method: 'manual' });
  await store.call('POST', `${API}/intent/${intent._id}/capture`, { amount: 40 });
  const [capture] = store.file() as [FileRow];
  const full = { ...capture, gross: 10_000n, fee: 100n, net: 9_900n };
  const reversal = {
    ...capture,
    line_id: 'ln_reversal',
    type: 'capture_reversal',
    gross: -6_000n,
    fee: 0n,
    net: -6_000n,
  };
  await store.importRows([full]);
  expect(await store.exceptions()).toMatchObject([{ kind: 'amount_differs', expected: 40, actual: 100 }]);
  expect(await store.importRows([reversal])).toMatchObject({ matched: 1, exceptions: 0 });
  expect(await store.exceptions()).toEqual([]);
  expect((await store.balances()).gateway_receivable).toBe('3900');
});

test('payouts of a part, negative ones and returned ones: the receivable follows the money', async () => {
  const store = await newStore(payment);
  const intent = await store.pay();
  const now = new Date(payment.deps.clock());
  const [capture] = store.file() as [FileRow];
  const part = { ...(payoutsOf([capture], now)[0] as FileRow), gross: -5_000n, net: -5_000n };
  await store.importRows([capture, part]);
  expect((await store.balances()).gateway_receivable).toBe('4750');
  await store.importRows([{ ...part, line_id: 'ln_rest', gross: -4_750n, net: -4_750n }]);
  expect((await store.balances()).gateway_receivable).toBeUndefined();
  expect(await store.exceptions()).toEqual([]);
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 20 });
  const refund = { ...(store.file({ payout: 'PO2' })[1] as FileRow), payout_id: 'PO2' };
  await store.importRows([refund, ...payoutsOf([refund], now)]);
  expect(await store.balances()).toEqual({ merchant_payable: '-8000', fees: '250', payouts: '7750' });
  const returned = {
    ...part,
    line_id: 'ln_back',
    type: 'payout_returned',
    payout_id: 'PO2',
    gross: -2_000n,
    net: -2_000n,
  };
  await store.importRows([returned]);
  const { items } = (await store.call('GET', `${API}/payout`)).body.data;
  expect(items.find((each: Json) => each.payout_id === 'PO2')).toMatchObject({ status: 'returned', amount: 0 });
  expect((await store.balances()).gateway_receivable).toBe('-2000');
});

test('the fee of a version before books per gateway is corrected when the actual one is known', async () => {
  const store = await newStore(payment);
  payment.cardA.feeBasisPoints = 0;
  const intent = await store.pay();
  const { rows } = await payment.pool.query<{ attempt_id: string }>(
    'SELECT attempt_id FROM ledger_line WHERE intent_id = $1',
    [intent._id],
  );
  const attempt = rows[0]?.attempt_id;
  await payment.pool.query(
    `INSERT INTO ledger_line (account_id, posting, line, store_id, mode, currency, ledger_account, amount_minor, kind,
      intent_id, attempt_id, at)
    SELECT $1, 'fee/' || $2, line, $3, 'stage', 'SAR', account, amount, 'fee', $4, $2, now()
    FROM (VALUES (0, 'merchant_payable', 250), (1, 'fees', -250)) AS v(line, account, amount)`,
    [payment.owner.accountId, attempt, store.storeId, intent._id],
  );
  await store.importRows(store.file({ fee: () => 260n }));
  expect(await store.balances()).toEqual({ merchant_payable: '-10000', fees: '260', payouts: '9740' });
  expect(await checkBooks(payment.pool)).toEqual([]);
});
