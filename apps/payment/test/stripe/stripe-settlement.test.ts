import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { FEEDS } from '../../src/limits.ts';
import { feedRound } from '../../src/settlement/feed-loop.ts';
import type { PaymentUnderTest } from '../harness.ts';
import { describeWithStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';
import { START_MS, startStoreAtStripe } from './store-at-stripe.ts';
import type { StoreAtStripe } from './store-at-stripe.ts';

const API = '/public/v1/payment';

describeWithStripe("Stripe's balance transactions are imported by API", () => {
  let stripe: StripeUnderTest;
  let payment: PaymentUnderTest;
  let store: StoreAtStripe | undefined;
  beforeAll(async () => {
    store = await startStoreAtStripe();
    ({ stripe, payment } = store);
  }, START_MS);
  afterAll(() => store?.stop());

  const items = async (path: string): Promise<Json[]> => (await payment.call('GET', `${API}/${path}`)).body.data.items;

  async function pay(amount: number, more: Json = {}): Promise<Json> {
    const intent = await payment.checkout({ amount, ...more });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await stripe.payOnPage(location as string, '4242424242424242')).toBe(200);
    await eventually(async () => {
      const { body } = await payment.call('GET', `${API}/intent/${intent._id}`);
      return ['succeeded', 'requires_capture'].includes(body.data.pi_status as string);
    });
    return intent;
  }

  async function readNow(body: Json = {}): Promise<Json> {
    expect((await payment.call('POST', `${API}/settlement/feed/stripe`, body)).status).toBe(202);
    while (await feedRound(payment.deps));
    return (await items('settlement/import'))[0] as Json;
  }

  /** What the gateway still owes, by currency. */
  async function receivables(): Promise<unknown[]> {
    const { rows } = await payment.pool.query(
      `SELECT currency, sum(amount_minor) AS sum FROM ledger_line WHERE ledger_account = 'gateway_receivable'
      GROUP BY currency HAVING sum(amount_minor) <> 0`,
    );
    return rows;
  }

  test('captures, a capture of a part, refunds and the payout that contains them: every line is matched', async () => {
    const intent = await pay(1000);
    for (const refunded_amount of ['250.50', '100.00'])
      await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount });
    const authorised = await pay(800, { capture_method: 'manual' });
    await payment.call('POST', `${API}/intent/${authorised._id}/capture`, { amount: 500 });
    expect(await readNow()).toMatchObject({ status: 'done', lines: 4, added: 4, matched: 4, exceptions: 0 });
    expect((await items('settlement/line')).map(({ kind, gross }) => [kind, gross]).sort()).toEqual([
      ['capture', 1000],
      ['capture', 500],
      ['refund', -100],
      ['refund', -250.5],
    ]);
    await stripe.control('payout', { currency: 'sar' });
    expect(await readNow()).toMatchObject({ added: 1, matched: 1, exceptions: 0 });
    expect(await items('settlement/exception?status=open')).toEqual([]);
    expect(await items('payout')).toMatchObject([{ status: 'reconciled', lines: 4, amount: 1106 }]);
    expect(await receivables()).toEqual([]);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('a payment in KWD that is settled in SAR leaves nothing in either receivable', async () => {
    await stripe.control('exchange', { from: 'kwd', to: 'sar', rate: 1.22 });
    const intent = await pay(10.01, { currency: 'KWD' });
    await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: '2.500' });
    await stripe.control('payout', { currency: 'sar' });
    expect(await readNow()).toMatchObject({ added: 3, matched: 3, exceptions: 0 });
    const [payout] = await items('payout');
    expect(payout).toMatchObject({ status: 'reconciled', currency: 'SAR', lines: 2 });
    expect(await receivables()).toEqual([]);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('what is read again, or imported as the file of the same account, changes nothing', async () => {
    const from = new Date(payment.deps.clock() - 86_400_000).toISOString();
    const before = await items('settlement/line');
    expect(await readNow({ from })).toMatchObject({ added: 0, matched: 0, exceptions: 0 });
    const [line] = before.filter(({ kind }) => kind === 'capture') as [Json];
    const row = {
      balance_transaction_id: line.line_id,
      reporting_category: 'charge',
      'payment_metadata[qafila_operation]': (line.references as string[])[0],
      gross: line.gross,
      fee: line.fee,
      net: line.net,
      currency: 'sar',
      automatic_payout_id: line.payout_id,
      created_utc: '2026-11-22 09:30:00',
    };
    const csv = [Object.keys(row), Object.values(row)].map((cells) => cells.join(',')).join('\n');
    const { body } = await payment.call('POST', `${API}/settlement/import`, { gateway: 'stripe', csv });
    expect(body.data).toMatchObject({ lines: 1, added: 0, repeated: 1, exceptions: 0 });
    expect(await items('settlement/line')).toEqual(before);
  });

  test('a payout that a person made at Stripe names no lines, and is an exception', async () => {
    await pay(200);
    await stripe.control('payout', { currency: 'sar', automatic: false });
    expect(await readNow()).toMatchObject({ added: 2, matched: 2, exceptions: 1 });
    expect(await items('settlement/exception?status=open')).toMatchObject([
      { kind: 'unknown_payout', gateway: 'stripe' },
    ]);
    expect(await receivables()).toEqual([]);
  });

  test.each([
    [401, 'as the test says'],
    [429, 'as the test says'],
    [500, 'as the test says'],
  ])('an answer %d is shown, and the import goes on later', async (status, error) => {
    await stripe.control('fault', { kind: 'status', status, method: 'GET', path: '^/v1/balance_transactions$' });
    await payment.call('POST', `${API}/settlement/feed/stripe`, {});
    while (await feedRound(payment.deps));
    expect(await items('settlement/feed')).toMatchObject([{ status: 'failing', failures: 1, error }]);
    payment.pass(FEEDS.backoff.firstMs);
    while (await feedRound(payment.deps));
    expect(await items('settlement/feed')).toMatchObject([{ status: 'waiting', failures: 0, error: '' }]);
  });
});
