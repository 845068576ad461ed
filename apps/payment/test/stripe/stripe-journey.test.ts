import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { GATEWAYS } from '../../src/limits.ts';
import type { PaymentUnderTest } from '../harness.ts';
import { describeWithStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';
import { SECRETS, START_MS, startStoreAtStripe } from './store-at-stripe.ts';
import type { StoreAtStripe } from './store-at-stripe.ts';

const GATEWAY = '/public/v1/payment/gateway/stripe';

describeWithStripe('a store takes payments by Stripe', () => {
  let stripe: StripeUnderTest;
  let payment: PaymentUnderTest;
  let webhook: string;
  let store: StoreAtStripe | undefined;
  beforeAll(async () => {
    store = await startStoreAtStripe();
    ({ stripe, payment, webhook } = store);
  }, START_MS);
  afterAll(() => store?.stop());

  const details = async (intent: Json): Promise<Json> =>
    (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data as Json;

  /** Chooses the card, and pays on Stripe's page. The customer does not return; Stripe's call reports it. */
  async function pay(body: Json = {}): Promise<{ intent: Json; page: string }> {
    const intent = await payment.checkout({ amount: 1000, ...body });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await stripe.payOnPage(location as string, '4242424242424242')).toBe(200);
    return { intent, page: location as string };
  }

  async function transaction(intent: Json): Promise<Json> {
    const path = `/public/v1/payment/transaction?payment_intent_id=${intent._id}`;
    return (await payment.call('GET', path)).body.data.items[0] as Json;
  }

  test('a call of Stripe captures the payment, and a part is refunded; both agree with Stripe', async () => {
    const { intent } = await pay();
    await eventually(async () => (await details(intent)).pi_status === 'succeeded');
    const { gateway, gateway_reference: reference, instrument } = await transaction(intent);
    expect([gateway, instrument.last4]).toEqual(['stripe', '4242']);
    const refund = await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: '250.50',
    });
    expect([refund.status, refund.body.data.status]).toEqual([200, 'succeeded']);
    const tooMuch = await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: 750,
    });
    expect(tooMuch.status).toBe(422);
    expect(await stripe.control('payment', { payment: reference })).toMatchObject({
      amount_received: 100_000,
      refunded: 25_050,
      metadata: { qafila_operation: expect.stringMatching(/^op_/) },
    });
  });

  test('an authorisation is captured in part, and another is voided', async () => {
    const { intent } = await pay({ capture_method: 'manual' });
    await eventually(async () => (await details(intent)).pi_status === 'requires_capture');
    const captured = await payment.call('POST', `/public/v1/payment/intent/${intent._id}/capture`, { amount: 400 });
    expect([captured.status, captured.body.data.amount_captured]).toEqual([200, 400]);
    const { gateway_reference: reference } = await transaction(intent);
    expect((await stripe.control('payment', { payment: reference })).amount_received).toBe(40_000);
    const other = await pay({ capture_method: 'manual' });
    await eventually(async () => (await details(other.intent)).pi_status === 'requires_capture');
    expect((await payment.call('POST', `/public/v1/payment/intent/${other.intent._id}/void`, {})).status).toBe(200);
    expect((await details(other.intent)).pi_status).toBe('canceled');
  });

  test('a reply that is lost is found again, and the customer pays once', async () => {
    await stripe.control('fault', { kind: 'lost-after', method: 'POST', path: '^/v1/checkout/sessions$' });
    const intent = await payment.checkout({ amount: 1000 });
    expect((await payment.open(intent.checkout_page_url, { method: 'card' })).location).toContain('/pay/');
    expect((await details(intent)).pi_status).toBe('processing');
    await payment.open(`${intent.checkout_page_url}/return`);
    const { html_response: html, pi_status: status } = await details(intent);
    expect(status).toBe('requires_action');
    expect(await stripe.payOnPage(html.redirect_url as string, '4242424242424242')).toBe(200);
    await eventually(async () => (await details(intent)).pi_status === 'succeeded');
    expect((await details(intent)).routing_rules_history).toHaveLength(1);
  });

  test('in a busy store each inquiry goes on where the last one ended, until a lost page is found', async () => {
    await stripe.control('fault', { kind: 'lost-after', method: 'POST', path: '^/v1/checkout/sessions$' });
    const intent = await payment.checkout({ amount: 1000 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    await stripe.control('others', { count: 2 * GATEWAYS.paymentsSearchedMax, seconds: 5 });
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      return (await details(intent)).pi_status === 'requires_action';
    });
    const read = `SELECT inquiries, inquiry_cursor FROM operation WHERE intent_id = $1`;
    const { rows } = await payment.pool.query(read, [intent._id]);
    expect(rows).toEqual([{ inquiries: 3, inquiry_cursor: expect.any(String) }]);
  });

  test('a customer who gives up can no longer pay on the page of Stripe', async () => {
    const intent = await payment.checkout({ amount: 1000 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment.open(`${intent.checkout_page_url}/cancel`, {});
    expect((await details(intent)).pi_status).toBe('canceled');
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      return (await stripe.payOnPage(location as string, '4242424242424242')) === 410;
    });
  });

  test('payouts and refunds of the dashboard are kept and listed', async () => {
    const { intent } = await pay();
    await eventually(async () => (await details(intent)).pi_status === 'succeeded');
    const { gateway_reference: reference } = await transaction(intent);
    await stripe.control('payout', { currency: 'sar' });
    const refund = {
      id: 're_1',
      object: 'refund',
      payment_intent: reference,
      amount: 100,
      currency: 'sar',
      metadata: {},
    };
    await stripe.control('publish', { type: 'refund.created', object: refund });
    const kept = async (kind: string): Promise<Json[]> =>
      (await payment.call('GET', `${GATEWAY}/callbacks?kind=${kind}`)).body.data.items as Json[];
    expect(await kept('payout')).toMatchObject([{ type: 'payout.paid', content: { status: 'paid', currency: 'SAR' } }]);
    expect(await kept('operation')).toMatchObject([{ type: 'refund.created', content: { reference } }]);
  });

  test('every forged call is refused', async () => {
    const intent = await payment.checkout({ amount: 1000 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    const object = { id: 'cs_1', object: 'checkout.session', client_reference_id: 'op_1' };
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object } });
    const now = Math.floor(payment.deps.clock() / 1_000);
    const sign = (at: number, secret = SECRETS.webhook_secret, text = body): string =>
      `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`;
    const send = async (signature: string | null, text = body): Promise<number> =>
      (
        await fetch(webhook, {
          method: 'POST',
          body: text,
          headers: {
            'content-type': 'application/json',
            ...(signature === null ? {} : { 'stripe-signature': signature }),
          },
        })
      ).status;
    const forged = [
      await send(null),
      await send(''),
      await send('t=1,v1='),
      await send(sign(now, 'whsec_other123')),
      await send(sign(now - 3_600)),
      await send(sign(now, SECRETS.webhook_secret, body.replace('evt_1', 'evt_2'))),
      await send(sign(now).replace('v1=', 'v0=')),
      await send(sign(now).replace(`t=${now}`, `t=${now + 1}`)),
      await send(sign(now), `${body} `),
    ];
    expect(new Set(forged)).toEqual(new Set([401]));
    expect(await send(sign(now))).toBe(200);
  });
});
