import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import { feeOf } from '../src/money/fee.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { csvOf, FILE_MAPPING, payoutsOf, rowsOf } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';

const API = '/public/v1/payment';
const rate = (gross: bigint): bigint => feeOf(gross, 250);

let payment: PaymentUnderTest;
let stores = 0;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

/** A store of its own with the fake's books empty, so that a test sees only its lines. */
async function newStore(more: Json = {}): Promise<Store> {
  payment.cardA.payments.clear();
  payment.cardA.refunds.splice(0);
  payment.cardA.feeBasisPoints = 250;
  const principal = { ...payment.owner, storeId: `str_books_${(stores += 1)}` };
  const call = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    payment.call(method, path, body, { principal });
  const mapping = { ...FILE_MAPPING, ...more };
  expect((await call('PUT', `${API}/settlement/mapping/card-a`, { mapping })).status).toBe(200);
  return { call, storeId: principal.storeId };
}

interface Store {
  call: (method: string, path: string, body?: unknown) => Promise<HttpAnswer>;
  storeId: string;
}

async function pay(store: Store, more: Json = {}): Promise<Json> {
  const { body } = await store.call('POST', `${API}/checkout`, { ...ORDER, amount: 100, ...more });
  const { location } = await payment.open(body.data.checkout_page_url, { method: 'card' });
  payment.cardA.finish('pay', location?.split('/').at(-1));
  await payment.open(`${body.data.checkout_page_url}/return`);
  return body.data;
}

const file = (more: Partial<Parameters<typeof rowsOf>[1]> = {}): FileRow[] =>
  rowsOf(payment.cardA, { at: new Date(payment.deps.clock()), fee: rate, payout: 'PO', ...more });

async function importRows(store: Store, rows: readonly FileRow[]): Promise<Json> {
  const { status, body } = await store.call('POST', `${API}/settlement/import`, {
    gateway: 'card-a',
    csv: csvOf(rows),
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

async function exceptions(store: Store, status = 'open'): Promise<Json[]> {
  return (await store.call('GET', `${API}/settlement/exception?status=${status}`)).body.data.items;
}

async function balances(store: Store): Promise<Record<string, string>> {
  const { rows } = await payment.pool.query<{ account: string; sum: string }>(
    `SELECT ledger_account AS account, sum(amount_minor) AS sum FROM ledger_line WHERE store_id = $1
    GROUP BY ledger_account HAVING sum(amount_minor) <> 0`,
    [store.storeId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

async function resolve(store: Store, exception: Json, resolution: string): Promise<HttpAnswer> {
  return store.call('POST', `${API}/settlement/exception/${exception._id}/resolve`, { resolution, note: 'case 4711' });
}

test('a payment, a refund of a part, and their file: every line is matched, and the gateway owes nothing', async () => {
  const store = await newStore();
  const intent = await pay(store);
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 30 });
  expect(await balances(store)).toEqual({ gateway_receivable: '6750', merchant_payable: '-7000', fees: '250' });
  const imported = await importRows(store, file({ fee: (gross) => rate(gross) + 5n }));
  expect(imported).toMatchObject({ status: 'done', lines: 3, added: 3, repeated: 0, matched: 3, exceptions: 0 });
  expect(await balances(store)).toEqual({ merchant_payable: '-7000', fees: '255', payouts: '6745' });
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
  const store = await newStore();
  for (const amount of [10, 20, 30]) await pay(store, { amount });
  const rows = file();
  const imports = await Promise.all([importRows(store, rows), importRows(store, rows), importRows(store, rows)]);
  expect(imports.reduce((sum, each) => sum + each.added, 0)).toBe(4);
  expect(imports.reduce((sum, each) => sum + each.matched, 0)).toBe(4);
  const before = await payment.pool.query('SELECT * FROM ledger_line WHERE store_id = $1 ORDER BY posting, line', [
    store.storeId,
  ]);
  expect(await importRows(store, rows)).toMatchObject({ added: 0, repeated: 4, matched: 0, exceptions: 0 });
  const after = await payment.pool.query('SELECT * FROM ledger_line WHERE store_id = $1 ORDER BY posting, line', [
    store.storeId,
  ]);
  expect(after.rows).toEqual(before.rows);
  expect(await balances(store)).toEqual({ merchant_payable: '-6000', fees: '150', payouts: '5850' });
});

test('an adjustment above the limit of one key needs another key; a merchant key cannot resolve', async () => {
  const store = await newStore();
  const stranger = { ...(await paidRow(store)), currency: 'USD', merchant_reference: 'x', payment_id: 'x' };
  await importRows(store, [stranger]);
  const [found] = await exceptions(store);
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
  expect((await balances(store)).adjustments).toBeUndefined();
  expect((await by('key_1')).body.error.code).toBe('same_key');
  expect((await by('key_2')).body.data).toMatchObject({ status: 'resolved', resolution: 'adjusted', note: 'key_2' });
  expect(await balances(store)).toMatchObject({ adjustments: '-10000' });
});

async function paidRow(store: Store): Promise<FileRow> {
  await pay(store);
  return file()[0] as FileRow;
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
    const store = await newStore();
    await pay(store);
    const rows = change(file().filter(({ type }) => type !== 'payout'));
    await importRows(store, [...rows, ...payoutsOf(rows, new Date(payment.deps.clock()))]);
    const [found, ...others] = await exceptions(store);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind, status: 'open', ...expected });
    const { gateway_receivable: left } = await balances(store);
    expect(left).toBeDefined();
    const resolved = await resolve(store, found as Json, 'adjust');
    expect(resolved.body.data).toMatchObject({ status: 'resolved', resolution: 'adjusted', note: 'case 4711' });
    expect(resolved.body.data.resolved_by).toBe('key_1');
    expect((await balances(store)).gateway_receivable).toBeUndefined();
    expect((await resolve(store, found as Json, 'adjust')).status).toBe(409);
    expect(await importRows(store, rows)).toMatchObject({ added: 0, exceptions: 0 });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('fee_differs: the actual fee is booked, and there is nothing to adjust', async () => {
    const store = await newStore();
    await pay(store);
    await importRows(store, file({ fee: () => 500n }));
    const [found] = await exceptions(store);
    expect(found).toMatchObject({ kind: 'fee_differs', expected: 2.5, actual: 5 });
    expect(await balances(store)).toEqual({ merchant_payable: '-10000', fees: '500', payouts: '9500' });
    expect((await resolve(store, found as Json, 'adjust')).body.error.code).toBe('illegal_transition');
    expect((await resolve(store, found as Json, 'accept')).body.data.resolution).toBe('accepted');
  });

  test('currency_differs', async () => {
    const store = await newStore();
    await pay(store);
    await importRows(store, [{ ...(file()[0] as FileRow), currency: 'USD' }]);
    expect(await exceptions(store)).toMatchObject([{ kind: 'currency_differs', currency: 'USD', actual: 100 }]);
  });

  test('reissued_line: another amount under the same identity is not booked by itself', async () => {
    const store = await newStore();
    await pay(store);
    const [capture] = file() as [FileRow];
    await importRows(store, [capture]);
    const reissued = { ...capture, gross: 9_900n, net: 9_650n };
    expect(await importRows(store, [reissued])).toMatchObject({ added: 0, repeated: 1, exceptions: 1 });
    const [found] = await exceptions(store);
    expect(found).toMatchObject({ kind: 'reissued_line', expected: 100, actual: 99, adjust_gross: -1, adjust_fee: 0 });
    await resolve(store, found as Json, 'adjust');
    expect(await balances(store)).toMatchObject({ gateway_receivable: '9650', adjustments: '100' });
    expect(await importRows(store, [reissued])).toMatchObject({ exceptions: 0 });
  });

  test('missing_at_provider after the days of the mapping; a late line explains it', async () => {
    const store = await newStore({ missing_after_days: 2 });
    await pay(store);
    const [first] = file() as [FileRow];
    await pay(store, { amount: 55 });
    await importRows(store, [first]);
    expect(await exceptions(store)).toEqual([]);
    payment.pass(3 * 86_400_000);
    await importRows(store, [first]);
    expect(await exceptions(store)).toMatchObject([
      { kind: 'missing_at_provider', expected: 55, actual: 0, adjust_gross: -55, adjust_fee: -1.38 },
    ]);
    await importRows(store, file());
    expect(await exceptions(store)).toEqual([]);
    expect(await exceptions(store, 'resolved')).toMatchObject([{ resolution: 'explained', resolved_by: null }]);
    expect((await balances(store)).gateway_receivable).toBeUndefined();
  });

  test('a posting that was taken back as missing, and then arrives, is an exception again', async () => {
    const store = await newStore({ missing_after_days: 2 });
    await pay(store, { amount: 55 });
    const [late] = file() as [FileRow];
    await pay(store);
    const [, second] = file().filter(({ type }) => type === 'capture');
    await importRows(store, [{ ...(second as FileRow), created_at: '2026-01-01T00:00:00Z' }]);
    payment.pass(3 * 86_400_000);
    await importRows(store, [second as FileRow]);
    const [missing] = await exceptions(store);
    await resolve(store, missing as Json, 'adjust');
    await importRows(store, [late]);
    const [again] = await exceptions(store);
    expect(again).toMatchObject({ kind: 'amount_differs', expected: 0, actual: 55, adjust_gross: 55 });
    await resolve(store, again as Json, 'adjust');
    // Both lines wait for their payouts: 55 less 1.38, and 100 less 2.50.
    expect((await balances(store)).gateway_receivable).toBe('15112');
  });

  test('unknown_payout, then payout_differs, then explained by the line that was left out', async () => {
    const store = await newStore();
    await pay(store);
    await pay(store, { amount: 50 });
    const rows = file();
    const payout = rows.at(-1) as FileRow;
    await importRows(store, [payout]);
    expect(await exceptions(store)).toMatchObject([{ kind: 'unknown_payout', actual: 146.25, payout_id: 'PO-SAR' }]);
    await importRows(store, [rows[0] as FileRow, payout]);
    expect(await exceptions(store)).toMatchObject([
      { kind: 'payout_differs', expected: 97.5, actual: 146.25, adjust_gross: 48.75 },
    ]);
    await importRows(store, rows);
    expect(await exceptions(store)).toEqual([]);
    expect((await store.call('GET', `${API}/payout?status=reconciled`)).body.data.items).toHaveLength(1);
    expect((await balances(store)).gateway_receivable).toBeUndefined();
  });
});

test('a capture that is reported in full and then in part reversed is one posting', async () => {
  const store = await newStore();
  const intent = await pay(store, { capture_method: 'manual' });
  await store.call('POST', `${API}/intent/${intent._id}/capture`, { amount: 40 });
  const [capture] = file() as [FileRow];
  const full = { ...capture, gross: 10_000n, fee: 100n, net: 9_900n };
  const reversal = {
    ...capture,
    line_id: 'ln_reversal',
    type: 'capture_reversal',
    gross: -6_000n,
    fee: 0n,
    net: -6_000n,
  };
  await importRows(store, [full]);
  expect(await exceptions(store)).toMatchObject([{ kind: 'amount_differs', expected: 40, actual: 100 }]);
  expect(await importRows(store, [reversal])).toMatchObject({ matched: 1, exceptions: 0 });
  expect(await exceptions(store)).toEqual([]);
  expect((await balances(store)).gateway_receivable).toBe('3900');
});

test('payouts of a part, negative ones and returned ones: the receivable follows the money', async () => {
  const store = await newStore();
  const intent = await pay(store);
  const now = new Date(payment.deps.clock());
  const [capture] = file() as [FileRow];
  const part = { ...(payoutsOf([capture], now)[0] as FileRow), gross: -5_000n, net: -5_000n };
  await importRows(store, [capture, part]);
  expect((await balances(store)).gateway_receivable).toBe('4750');
  await importRows(store, [{ ...part, line_id: 'ln_rest', gross: -4_750n, net: -4_750n }]);
  expect((await balances(store)).gateway_receivable).toBeUndefined();
  expect(await exceptions(store)).toEqual([]);
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 20 });
  const refund = { ...(file({ payout: 'PO2' })[1] as FileRow), payout_id: 'PO2' };
  await importRows(store, [refund, ...payoutsOf([refund], now)]);
  expect(await balances(store)).toEqual({ merchant_payable: '-8000', fees: '250', payouts: '7750' });
  const returned = {
    ...part,
    line_id: 'ln_back',
    type: 'payout_returned',
    payout_id: 'PO2',
    gross: -2_000n,
    net: -2_000n,
  };
  await importRows(store, [returned]);
  const { items } = (await store.call('GET', `${API}/payout`)).body.data;
  expect(items.find((each: Json) => each.payout_id === 'PO2')).toMatchObject({ status: 'returned', amount: 0 });
  expect((await balances(store)).gateway_receivable).toBe('-2000');
});

test('a file without lines of payouts: the lines of a payout sum to what was paid', async () => {
  const store = await newStore({ payouts: 'sums', signs: 'by_kind', units: 'major', delimiter: ';' });
  const intent = await pay(store);
  await store.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: 30 });
  const [capture, refund] = file() as [FileRow, FileRow];
  const csv = [
    '\ufeffline_id;type;payment_id;gross;fee;currency;payout_id;created_at',
    `"a;1";capture;${capture.payment_id};100.00;2.50;sar;P1;2026-11-20`,
    `a2;refund;${refund.payment_id};30;0;SAR;P1;1795000000`,
    'a3;cashback;;1.00;0;SAR;P1;2026-11-20 10:00:00',
  ].join('\r\n');
  const { body } = await store.call('POST', `${API}/settlement/import`, { gateway: 'card-a', csv });
  expect(body.data).toMatchObject({ matched: 2, exceptions: 1 });
  expect(await exceptions(store)).toMatchObject([{ kind: 'unmatched_line', line_id: 'a3', actual: 1 }]);
  const [payout] = (await store.call('GET', `${API}/payout`)).body.data.items;
  expect(payout).toMatchObject({ status: 'reconciled', amount: 68.5, lines: 3 });
  // The unmatched line stands out: it was paid, and is not in the books.
  expect((await balances(store)).gateway_receivable).toBe('-100');
});

test.each([
  ['a column is missing', 'type,gross\ncapture,1', /no column/],
  ['an amount is no number', 'LINE\nx,capture,a,b,1e,0,1,SAR,,2026-11-20', /Row 2 of csv: gross must be/],
  ['a currency is unknown', 'LINE\nx,capture,a,b,1,0,1,XXX,,2026-11-20', /currency must be an ISO 4217/],
  ['a time is none', 'LINE\nx,capture,a,b,1,0,1,SAR,,yesterday', /created_at must be a date/],
  ['a row has too few cells', 'LINE\nx,capture', /not readable/],
  ['a quote is open', 'LINE\n"x,capture', /not readable/],
])('a file is refused as a whole when %s', async (_, csv, message) => {
  const store = await newStore();
  const head = 'line_id,type,merchant_reference,payment_id,gross,fee,net,currency,payout_id,created_at';
  const good = 'ok,fee,,,-1,0,-1,SAR,,2026-11-20';
  const [first = '', ...rest] = csv.split('\n');
  const text = [first === 'LINE' ? head : first, ...(first === 'LINE' ? rest : rest)].join('\n');
  const answer = await store.call('POST', `${API}/settlement/import`, {
    gateway: 'card-a',
    csv: first === 'LINE' ? `${text}\n${good}` : text,
  });
  expect([answer.status, answer.body.error.param]).toEqual([400, 'csv']);
  expect(answer.body.error.message).toMatch(message);
  expect((await store.call('GET', `${API}/settlement/line`)).body.data.items).toEqual([]);
});

test('a gateway without a mapping is refused with what to do; null returns to the built-in mapping', async () => {
  const store = await newStore();
  const { status, body } = await store.call('POST', `${API}/settlement/import`, { gateway: 'card-b', csv: 'a' });
  expect([status, body.error.param]).toEqual([400, 'gateway']);
  expect(body.error.message).toMatch(/PUT payment\/settlement\/mapping\/card-b/);
  const stripe = await store.call('GET', `${API}/settlement/mapping/stripe`);
  expect(stripe.body.data).toMatchObject({ source: 'built_in', mapping: { units: 'major' } });
  await store.call('PUT', `${API}/settlement/mapping/stripe`, { mapping: FILE_MAPPING });
  expect((await store.call('GET', `${API}/settlement/mapping/stripe`)).body.data.source).toBe('store');
  const reset = await store.call('PUT', `${API}/settlement/mapping/stripe`, { mapping: null });
  expect(reset.body.data).toEqual(stripe.body.data);
});

test('the fee of a version before books per gateway is corrected when the actual one is known', async () => {
  const store = await newStore();
  payment.cardA.feeBasisPoints = 0;
  const intent = await pay(store);
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
  await importRows(store, file({ fee: () => 260n }));
  expect(await balances(store)).toEqual({ merchant_payable: '-10000', fees: '260', payouts: '9740' });
  expect(await checkBooks(payment.pool)).toEqual([]);
});
