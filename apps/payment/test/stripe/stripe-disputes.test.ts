import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { disputeRound } from '../../src/disputes/dispute-loop.ts';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { feedRound } from '../../src/settlement/feed-loop.ts';
import type { PaymentUnderTest } from '../harness.ts';
import { describeWithStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';
import { START_MS, startStoreAtStripe } from './store-at-stripe.ts';
import type { StoreAtStripe } from './store-at-stripe.ts';

const API = '/public/v1/payment';

describeWithStripe('disputes at Stripe', () => {
  let stripe: StripeUnderTest;
  let payment: PaymentUnderTest;
  let store: StoreAtStripe | undefined;
  beforeAll(async () => {
    store = await startStoreAtStripe();
    ({ stripe, payment } = store);
  }, START_MS);
  afterAll(() => store?.stop());

  async function pay(): Promise<{ intent: Json; reference: string }> {
    const intent = await payment.checkout({ amount: 100 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await stripe.payOnPage(location as string, '4242424242424242')).toBe(200);
    await eventually(async () => (await details(intent)).pi_status === 'succeeded');
    const { body } = await payment.call('GET', `${API}/transaction?payment_intent_id=${intent._id}`);
    return { intent, reference: body.data.items[0].gateway_reference as string };
  }

  const details = async (intent: Json): Promise<Json> =>
    (await payment.call('GET', `${API}/intent/${intent._id}`)).body.data as Json;
  const disputesOf = async (intent: Json): Promise<Json[]> =>
    (await payment.call('GET', `${API}/dispute?payment_intent_id=${intent._id}`)).body.data.items as Json[];
  const answer = (dispute: Json, how: string, body?: Json): Promise<HttpAnswer> =>
    payment.call('POST', `${API}/dispute/${dispute._id}/${how}`, body);

  async function importNow(): Promise<Json> {
    expect((await payment.call('POST', `${API}/settlement/feed/stripe`, {})).status).toBe(202);
    while (await feedRound(payment.deps));
    return (await payment.call('GET', `${API}/settlement/import`)).body.data.items[0] as Json;
  }

  async function receivable(): Promise<string> {
    const { rows } = await payment.pool.query<{ sum: string }>(
      "SELECT coalesce(sum(amount_minor), 0) AS sum FROM ledger_line WHERE ledger_account = 'gateway_receivable'",
    );
    return rows[0]?.sum as string;
  }

  test('opened, contested and won: the fee is booked, every line is matched, the payout leaves nothing', async () => {
    const { intent, reference } = await pay();
    const { id } = await stripe.control('dispute', { payment: reference });
    const [opened] = (await disputesOf(intent)) as [Json];
    expect(opened).toMatchObject({
      reference: id,
      status: 'needs_response',
      amount_withheld: 100,
      fee: 15,
      reason: 'fraudulent',
      evidence_due_at: expect.any(String),
    });
    const contested = await answer(opened, 'evidence', { text: 'Delivered to the cardholder.' });
    expect([contested.status, contested.body.data.status]).toEqual([200, 'under_review']);
    await stripe.control('decide-dispute', { dispute: id, status: 'won' });
    expect(await disputesOf(intent)).toMatchObject([{ status: 'won', amount_withheld: 0, amount_lost: 0 }]);
    expect(await importNow()).toMatchObject({ lines: 3, matched: 3, exceptions: 0 });
    await stripe.control('payout', { currency: 'sar' });
    expect(await importNow()).toMatchObject({ exceptions: 0 });
    expect(await receivable()).toBe('0');
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('accepted, with the reply lost: the inquiry finds it, and nothing is refunded', async () => {
    const { intent, reference } = await pay();
    await stripe.control('dispute', { payment: reference });
    const [opened] = (await disputesOf(intent)) as [Json];
    await stripe.control('fault', { kind: 'lost-after', method: 'POST', path: '/close$' });
    expect((await answer(opened, 'accept')).status).toBe(202);
    payment.pass(60_000);
    await disputeRound(payment.deps);
    const [lost] = (await disputesOf(intent)) as [Json];
    expect(lost).toMatchObject({ amount_lost: 100, answering: null });
    const refund = await payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id });
    expect([refund.status, refund.body.error.code]).toEqual([409, 'payment_disputed']);
    expect((await answer(lost, 'accept')).body.error.code).toBe('illegal_transition');
    expect(await importNow()).toMatchObject({ exceptions: 0 });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('a dispute that only the settlement shows is known by its line, and gets its id by the first call', async () => {
    const { intent, reference } = await pay();
    const { id } = await stripe.control('dispute', { payment: reference, silent: true });
    expect(await importNow()).toMatchObject({ added: 2, matched: 2, exceptions: 0 });
    const [known] = (await disputesOf(intent)) as [Json];
    expect(known).toMatchObject({ reference: null, status: 'needs_response', amount_withheld: 100 });
    expect((await answer(known, 'accept')).body.error.code).toBe('dispute_not_answerable');
    await stripe.control('decide-dispute', { dispute: id, status: 'lost' });
    expect(await disputesOf(intent)).toMatchObject([
      { _id: known._id, reference: id, status: 'lost', amount_lost: 100 },
    ]);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('a question withholds nothing, and is closed', async () => {
    const { intent, reference } = await pay();
    const { id } = await stripe.control('dispute', { payment: reference, status: 'warning_needs_response' });
    expect(await disputesOf(intent)).toMatchObject([
      { is_inquiry: true, amount_withheld: 0, status: 'needs_response' },
    ]);
    await stripe.control('decide-dispute', { dispute: id, status: 'closed' });
    expect(await disputesOf(intent)).toMatchObject([{ status: 'closed', amount_withheld: 0 }]);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });
});
