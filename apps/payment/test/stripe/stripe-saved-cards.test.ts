import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import type { PaymentUnderTest } from '../harness.ts';
import { describeWithStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';
import { START_MS, startStoreAtStripe } from './store-at-stripe.ts';
import type { StoreAtStripe } from './store-at-stripe.ts';

const METHODS = '/public/v1/payment/saved-method';
const GOOD = '4242424242424242';
/** The bank asks for its customer at each payment. */
const ALWAYS_AUTHENTICATES = '4000002760003184';

interface Saved {
  _id: string;
  card: object;
}

describeWithStripe('cards that Stripe keeps', () => {
  let stripe: StripeUnderTest;
  let payment: PaymentUnderTest;
  let store: StoreAtStripe | undefined;
  beforeAll(async () => {
    store = await startStoreAtStripe();
    ({ stripe, payment } = store);
  }, START_MS);
  afterAll(() => store?.stop());

  const details = async (id: string): Promise<Json> =>
    (await payment.call('GET', `/public/v1/payment/intent/${id}`)).body.data as Json;

  /** Pays on Stripe's page with a ticked box, and returns the card that was kept. */
  async function save(customer: string, number = GOOD): Promise<Saved> {
    const intent = await payment.checkout({ amount: 100, save_payment_method: { customer_reference: customer } });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card', save: 'yes' });
    expect(await stripe.payOnPage(location as string, number)).toBe(200);
    return eventually(async (): Promise<Saved | null> => {
      const { body } = await payment.call('GET', `${METHODS}?customer_reference=${customer}&state=active`);
      return (body.data.items[0] as Saved | undefined) ?? null;
    });
  }

  const charge = (id: string, key: string): Promise<Json> =>
    payment.call(
      'POST',
      `${METHODS}/${id}/charge`,
      { currency: 'SAR', amount: 75.5, order_reference: key },
      { headers: { 'idempotency-key': key } },
    );

  test('a card is kept with its customer, charged without them, and forgotten', async () => {
    const saved = await save('customer-1');
    expect(saved.card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 });
    const { status, body } = await charge(saved._id, 'renewal-1');
    expect([status, body.data.pi_status, body.data.amount_captured]).toEqual([200, 'succeeded', 75.5]);
    const reference = body.data.bank_response.reference as string;
    expect(await stripe.control('payment', { payment: reference })).toMatchObject({ amount_received: 7_550 });
    const path = `/public/v1/payment/transaction?payment_intent_id=${body.data._id}`;
    const [transaction] = (await payment.call('GET', path)).body.data.items as Json[];
    expect(transaction).toMatchObject({ gateway: 'stripe', instrument: { last4: '4242' } });
    const refund = { payment_intent_id: body.data._id, refunded_amount: 75.5 };
    expect((await payment.call('POST', '/public/v1/refund', refund)).body.data.status).toBe('succeeded');

    expect((await payment.call('DELETE', `${METHODS}/${saved._id}`)).body.data.state).toBe('revoked');
    const { rows } = await payment.pool.query('SELECT * FROM wallet_token WHERE id = $1', [saved._id]);
    expect(rows[0].revoke_at).toBeNull();
    const token = payment.deps.keys.open(rows[0].gateway_token, 'token', payment.owner.accountId, saved._id);
    const provider = (await payment.deps.providers.ofStore(payment.owner)).of('stripe');
    const [customer] = token.split(':');
    expect((await stripe.control('calls')).calls).toContain(`DELETE /v1/customers/${customer}`);
    expect(await provider.revokeToken?.(token)).toEqual({ kind: 'accepted' });
    const sent = {
      id: 'op_1',
      store: payment.owner,
      amount: 100n,
      currency: 'SAR',
      reference: null,
      paymentId: 'op_1',
    };
    const after = await provider.charge?.({ ...sent, startedAtMs: Date.now(), token, orderReference: 'after' });
    expect(after).toMatchObject({ kind: 'declined', code: 'resource_missing' });
  });

  test('a lost reply of a charge is found, and the money is taken once', async () => {
    const saved = await save('customer-2');
    await stripe.control('fault', { kind: 'lost-after', method: 'POST', path: '^/v1/payment_intents$' });
    const { status, body } = await charge(saved._id, 'renewal-2');
    expect(status).toBe(202);
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      return (await details(body.data._id as string)).pi_status === 'succeeded';
    });
    const calls = (await stripe.control('calls')).calls as string[];
    const made = calls.filter((call) => call === 'POST /v1/payment_intents');
    expect(made.length).toBeGreaterThan(0);
    const { bank_response: bank } = await details(body.data._id as string);
    expect(await stripe.control('payment', { payment: bank.reference })).toMatchObject({ amount_received: 7_550 });
  });

  test('a bank that asks for its customer: they pay the same intent on the page of Stripe', async () => {
    const saved = await save('customer-3', ALWAYS_AUTHENTICATES);
    const { status, body } = await charge(saved._id, 'renewal-3');
    expect([status, body.error.code]).toEqual([402, 'authentication_required']);
    const url = body.data.html_response.redirect_url as string;
    const { location } = await payment.open(url, { method: 'card' });
    expect(await stripe.payOnPage(location as string, ALWAYS_AUTHENTICATES)).toBe(200);
    await eventually(async () => (await details(body.data._id as string)).pi_status === 'succeeded');
    const known = await details(body.data._id as string);
    expect([known.amount_captured, known.last_payment_response.status]).toEqual([75.5, 'CAPTURED']);
  });

  test('a customer who did not tick the box leaves no card at Stripe', async () => {
    const intent = await payment.checkout({ amount: 100, save_payment_method: { customer_reference: 'customer-4' } });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await stripe.payOnPage(location as string, GOOD)).toBe(200);
    await eventually(async () => (await details(intent._id as string)).pi_status === 'succeeded');
    const { bank_response: bank } = await details(intent._id as string);
    expect(await stripe.control('payment', { payment: bank.reference })).toMatchObject({ setup_future_usage: null });
    expect((await payment.call('GET', `${METHODS}?customer_reference=customer-4`)).body.data.items).toEqual([]);
  });
});
