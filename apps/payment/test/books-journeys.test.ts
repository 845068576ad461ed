import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { runLength } from '@qafila/testing/run-length';
import { seededRandom } from '@qafila/testing/seeded-random';
import { checkBooks } from '../src/ledger/check-books.ts';
import { feeOf } from '../src/money/fee.ts';
import { applyReport } from '../src/operations/apply-report.ts';
import { findOperation } from '../src/reviews/resolve-queued.ts';
import type { ProviderReport } from '../src/providers/provider.ts';
import { startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';
import { csvOf, FILE_MAPPING, payoutsOf, rowsOf } from './settlement-file.ts';
import type { FileRow } from './settlement-file.ts';

const JOURNEYS = Number(process.env['QAFILA_JOURNEYS'] ?? runLength(10_000, 90));
const CURRENCIES = [
  ['SAR', 2],
  ['KWD', 3],
  ['JPY', 0],
] as const;
const API = '/public/v1/payment';
/** Journeys under way at once. */
const AT_ONCE = 8;
const ROWS_PER_FILE = 5_000;
const DISPUTE_FEE = 15n;
const MAPPING = {
  ...FILE_MAPPING,
  kinds: { ...FILE_MAPPING.kinds, dispute: 'dispute', dispute_reversal: 'dispute_reversal' },
};

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const random = seededRandom(19);
const whole = (below: number): number => Math.floor(random() * below);

function major(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** One payment: declined or paid, captured by itself or in part later, refunded in parts, with lost replies. */
async function journey(at: number): Promise<void> {
  const [currency, decimals] = CURRENCIES[at % CURRENCIES.length] as (typeof CURRENCIES)[number];
  const minor = 100 + whole(9_999_999);
  const isManual = random() < 0.3;
  const intent = await payment.checkout({
    amount: major(minor, decimals),
    currency,
    metadata: { order_reference: `order-${at}` },
    ...(isManual ? { capture_method: 'manual' } : {}),
  });
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish(random() < 0.15 ? 'decline' : 'pay', location?.split('/').at(-1));
  await payment.open(`${intent.checkout_page_url}/return`);
  const captured = isManual ? 1 + whole(minor) : minor;
  if (isManual) {
    if (random() < 0.3) payment.cardA.fail('capture', random() < 0.5 ? 'lost-after' : 'lost-before');
    await payment.call('POST', `${API}/intent/${intent._id}/capture`, { amount: major(captured, decimals) });
  }
  await refundParts(intent, { captured, decimals, paid: location?.split('/').at(-1) as string });
}

async function refundParts(
  intent: Json,
  { captured, decimals, paid }: { captured: number; decimals: number; paid: string },
): Promise<void> {
  for (let refund = whole(3); refund > 0; refund -= 1) {
    if (random() < 0.3) payment.cardA.fail('refund', random() < 0.5 ? 'lost-after' : 'declined');
    const amount = 1 + whole(Math.max(1, Math.floor(captured / 2)));
    const { body } = await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: major(amount, decimals),
    });
    const id = (body.data?._id ?? body.error?.refund_id) as string | undefined;
    if (id !== undefined) await changeResult({ id, payment: paid, amount });
  }
}

/** Some refunds fail at the bank after they succeeded, and some are paid although they were refused. */
async function changeResult({ amount, ...refund }: { id: string; payment: string; amount: number }): Promise<void> {
  const operation = await findOperation(payment.pool, payment.owner, refund.id);
  if (operation.state === 'pending' || random() < 0.7) return;
  if (operation.state === 'done') payment.cardA.returnRefund(refund.id);
  else payment.cardA.payRefund({ ...refund, amount: BigInt(amount) });
  const report = payment.cardA.done.get(refund.id) as ProviderReport;
  await applyReport(payment.deps, { operation, report, actor: 'gateway' });
}

/** Some cardholders take money back. No call reports it: only the files have it, and what half of them got back. */
function disputed(capture: FileRow): FileRow[] {
  if (capture.type !== 'capture' || random() > 0.15) return [];
  const gross = BigInt(1 + whole(Number(capture.gross)));
  const taken = { ...capture, line_id: `${capture.line_id}_d`, type: 'dispute', gross: -gross, fee: DISPUTE_FEE };
  const line = { ...taken, net: taken.gross - taken.fee };
  const returned = { ...line, line_id: `${capture.line_id}_r`, type: 'dispute_reversal', gross, fee: 0n, net: gross };
  return random() < 0.5 ? [line] : [line, returned];
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([left], [right]) => left - right)
    .map(([, item]) => item);
}

/** In files that an import takes. */
async function importRows(rows: readonly FileRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_PER_FILE) {
    const { status, text } = await payment.call('POST', `${API}/settlement/import`, {
      gateway: 'card-a',
      csv: csvOf(rows.slice(at, at + ROWS_PER_FILE)),
    });
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  }
}

test(`${JOURNEYS} random journeys: the gateway's books, ours and its files agree to the minor unit`, async () => {
  payment.cardA.feeBasisPoints = 290;
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < JOURNEYS; at = next++) await journey(at);
    }),
  );
  // What was lost is inquired until it is known.
  for (let round = 0; round < 6; round += 1) {
    payment.pass(90_000);
    while ((await payment.work()) > 0);
  }
  await payment.call('PUT', `${API}/settlement/mapping/card-a`, { mapping: MAPPING });
  const at = new Date(payment.deps.clock());
  const fee = (gross: bigint): bigint => feeOf(gross, 290) + gross / 1_000n;
  const paid = rowsOf(payment.cardA, { at, fee, payout: 'PO' }).filter(({ type }) => type !== 'payout');
  const unsettled = [...paid, ...paid.flatMap(disputed)];
  const lines = [...unsettled, ...payoutsOf(unsettled, at)];
  const files = [1, 2, 3].map(() => shuffled(lines.filter(() => random() < 0.7)));
  await Promise.all([...files, ...files].map((file) => (file.length > 0 ? importRows(file) : undefined)));
  await importRows(shuffled(lines));
  expect((await payment.call('GET', `${API}/settlement/exception?status=open`)).body.data.items).toEqual([]);
  const { rows } = await payment.pool.query(
    `SELECT currency, ledger_account AS account, sum(amount_minor) AS sum FROM ledger_line
    GROUP BY currency, ledger_account`,
  );
  const sum = (currency: string, amounts: (row: FileRow) => bigint): bigint =>
    unsettled.filter((row) => row.currency === currency).reduce((total, row) => total + amounts(row), 0n);
  for (const [currency] of CURRENCIES) {
    const booked = (account: string): bigint =>
      BigInt(rows.find((row) => row.currency === currency && row.account === account)?.sum ?? 0);
    expect(booked('gateway_receivable')).toBe(0n);
    // What is in dispute has left the gateway, and is still owed to the merchant.
    const owed = booked('merchant_payable') + booked('dispute_reserve') + booked('suspense');
    expect(owed).toBe(-sum(currency, ({ gross }) => gross));
    expect(booked('dispute_reserve')).toBe(-sum(currency, ({ type, gross }) => (/^dispute/.test(type) ? gross : 0n)));
    expect(booked('fees')).toBe(sum(currency, ({ fee }) => fee));
    expect(booked('payouts')).toBe(sum(currency, ({ net }) => net));
  }
  const settled = await payment.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM settlement_line GROUP BY state',
  );
  expect(settled.rows).toEqual([{ state: 'matched', count: lines.length }]);
  const ofPayouts = payoutsOf(unsettled, at).map(({ payout_id: id, net }) => [id, String(-net)]);
  const payouts = await payment.pool.query("SELECT payout_id, paid_minor FROM payout WHERE status = 'reconciled'");
  expect(payouts.rows.map(({ payout_id: id, paid_minor: paid }) => [id, paid]).sort()).toEqual(ofPayouts.sort());
  expect(await checkBooks(payment.pool)).toEqual([]);
}, 3_000_000);
