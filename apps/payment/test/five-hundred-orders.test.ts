import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { runLength } from '@qafila/testing/run-length';
import { seededRandom } from '@qafila/testing/seeded-random';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

const ORDERS = runLength(500, 60);
const CURRENCIES = [
  ['SAR', 2],
  ['AED', 2],
  ['PKR', 2],
  ['KWD', 3],
  ['JPY', 0],
  ['USD', 2],
] as const;
const NAMES = ['محمد عبد الله', 'فاطمة الزهراء', 'عائشہ خان', 'نورة بنت سعد', 'Ömer "Al-Fārisī"', 'علي\u200f حسن'];

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

interface Order {
  intent: Json;
  currency: string;
  minor: number;
  refundMinor: number;
  paid: boolean;
}

const random = seededRandom(1446);

function amountOf(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** All orders are drawn before the first request, so that they depend only on the seed. */
interface Draw {
  at: number;
  minor: number;
  asText: boolean;
  way: number;
}
const draws: Draw[] = Array.from({ length: ORDERS }, (_, at) => ({
  at,
  minor: 1 + Math.floor(random() * 5_000_000),
  asText: random() < 0.5,
  way: random(),
}));

function refundOf(minor: number, way: number): number {
  if (way <= 0.7) return 0;
  return way > 0.85 ? minor : Math.max(1, Math.floor(minor / 3));
}

async function place({ at, minor, asText, way }: Draw): Promise<Order> {
  const [currency, decimals] = CURRENCIES[at % CURRENCIES.length] as (typeof CURRENCIES)[number];
  const text = amountOf(minor, decimals);
  const intent = await payment.checkout({
    amount: asText ? text : Number(text),
    currency,
    customer: { ...ORDER.customer, name: NAMES[at % NAMES.length] },
    metadata: { order_reference: at % 3 === 0 ? at : `طلب/${at}` },
  });
  const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
  payment.cardA.finish(way < 0.15 ? 'decline' : 'pay', location?.split('/').at(-1));
  await payment.open(`${intent.checkout_page_url}/return`);
  const refundMinor = refundOf(minor, way);
  if (refundMinor > 0)
    await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: amountOf(refundMinor, decimals),
    });
  return { intent, currency, minor, refundMinor, paid: way >= 0.15 };
}

test(`${ORDERS} orders in six currencies: sums, ledger, webhooks and transactions agree exactly`, async () => {
  const orders: Order[] = [];
  const left = draws.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const draw of left) orders.push(await place(draw));
    }),
  );
  const expected: Record<string, number> = {};
  for (const { currency, minor, refundMinor, paid } of orders)
    expected[currency] = (expected[currency] ?? 0) + (paid ? minor : 0) - refundMinor;

  const { rows } = await payment.pool.query<{ currency: string; kept: string }>(
    `SELECT currency, -sum(amount_minor) AS kept FROM ledger_line WHERE ledger_account = 'merchant_payable'
      GROUP BY currency`,
  );
  expect(Object.fromEntries(rows.map(({ currency, kept }) => [currency, Number(kept)]))).toEqual(expected);
  expect(await checkBooks(payment.pool)).toEqual([]);

  const decimals = new Map<string, number>(CURRENCIES);
  const minorOf = (major: number, currency: string): number => Math.round(major * 10 ** (decimals.get(currency) ?? 2));
  const wanted = orders.filter((order) => order.paid).length + orders.filter((order) => order.refundMinor > 0).length;
  const notified = (): typeof payment.published =>
    payment.published.filter(({ type }) => type === 'PAYMENT_INTENT_NOTIFICATION');
  await eventually(() => expect(notified()).toHaveLength(wanted));
  const last = new Map(notified().map((event) => [event.subject, event.data as Json]));
  const byWebhook: Record<string, number> = {};
  for (const {
    amount,
    currency,
    transaction_details: { refunded_amount: refunded },
  } of last.values())
    byWebhook[currency] = (byWebhook[currency] ?? 0) + minorOf(amount, currency) - minorOf(refunded, currency);
  expect(byWebhook).toEqual(expected);

  const listed: Record<string, number> = {};
  let cursor = '';
  do {
    const {
      body: { data },
    } = await payment.call('GET', `/public/v1/payment/transaction?limit=200${cursor}`);
    for (const item of data.items)
      listed[item.currency] =
        (listed[item.currency] ?? 0) +
        minorOf(item.captured_amount, item.currency) -
        minorOf(item.refunded_amount, item.currency);
    cursor = data.next_cursor === null ? '' : `&cursor=${data.next_cursor}`;
  } while (cursor !== '');
  expect(listed).toEqual(expected);
}, 400_000);
