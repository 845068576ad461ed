import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import { UNRESTRICTED } from '../src/providers/capabilities.ts';
import { ORDER, startPaymentForTest } from './harness.ts';
import type { PaymentUnderTest } from './harness.ts';

let payment: PaymentUnderTest;
beforeAll(async () => {
  payment = await startPaymentForTest();
});
afterAll(() => payment.stop());

const CHECKOUT = '/public/v1/payment/checkout';

test('a checkout answers with the intent of §2.6 in the payment envelope, its fields in that order', async () => {
  const { status, body, text } = await payment.call('POST', CHECKOUT, ORDER);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['success', 'responseStatus', 'message', 'data']);
  expect(Object.keys(body.data)).toEqual([
    '_id',
    'pi_client_secret',
    'created_at',
    'amount',
    'currency',
    'refund',
    'object_name',
    'customer',
    'description',
    'pi_status',
    'pm_token',
    'shipping',
    'metadata',
    'token',
    'capture_method',
    'html_response',
    'bank_response',
    'last_payment_response',
    'encryptionKey',
    'billingAddress',
    'routing_rules_history',
    'subscription',
    'checkout_page_url',
    // Not in the contract: after its fields.
    'amount_captured',
    'amount_capturable',
    'amount_refunded',
  ]);
  expect(body.data).toMatchObject({
    amount: 1500.5,
    currency: 'SAR',
    refund: { refunded_amount: 0, refund_object_id: null },
    object_name: 'payment_intent',
    pi_status: 'requires_payment_method',
    token: null,
    capture_method: 'automatic',
    last_payment_response: { token: null },
    encryptionKey: null,
    metadata: { order_reference: 'order-1001' },
    routing_rules_history: [],
  });
  expect(Object.keys(body.data.customer)).toEqual(['name', 'email', 'phone', 'vip_customer', 'previous_customer']);
  expect(Object.keys(body.data.shipping)).toEqual([
    'address1',
    'address2',
    'city',
    'country',
    'firstName',
    'lastName',
    'phone',
    'province',
    'zip',
    'shipping_method',
  ]);
  expect(body.data.checkout_page_url).toMatch(/^http:\/\/pay\.example\/pay\/[\w-]{43}$/);
  expect(text).toContain('عميل');
});

test('a customer pays by card and returns; the notification is committed with the capture', async () => {
  const intent = await payment.checkout();
  const page = await payment.open(intent.checkout_page_url);
  expect(page.status).toBe(200);
  const sent = await payment.open(intent.checkout_page_url, { method: 'card', lang: 'ar' });
  expect(sent.location).toMatch(/^http:\/\/gateway\.example\//);
  payment.cardA.finish();
  const back = await payment.open(`${intent.checkout_page_url}/return?lang=ar`);
  expect(back.location).toContain(`https://shop.example/paid?payment_intent_id=${intent._id}`);
  const details = await payment.call('GET', `/public/v1/payment/intent/details/${intent._id}`);
  expect(details.body.data.pi_status).toBe('succeeded');
  const published = await eventually(() => payment.published.find((event) => event.subject === intent._id) ?? null);
  expect(published.data).toMatchObject({
    type: 'PAYMENT_INTENT_NOTIFICATION',
    status: 'succeeded',
    amount: 1500.5,
    transaction_details: { status: 'CAPTURED', gateway: 'card-a', status_code_from_bank: '000' },
  });
  const { rows } = await payment.pool.query(
    'SELECT ledger_account, amount_minor FROM ledger_line WHERE intent_id = $1 ORDER BY line',
    [intent._id],
  );
  expect(rows).toEqual([
    { ledger_account: 'gateway_receivable', amount_minor: '150050' },
    { ledger_account: 'merchant_payable', amount_minor: '-150050' },
  ]);
});

test('a method that no provider takes leads to no wallet page, and a confirm answers 503', async () => {
  payment.wallet.capabilities = { ...UNRESTRICTED, currencies: ['SAR'] };
  const intent = await payment.checkout({ currency: 'USD' });
  const path = new URL(intent.checkout_page_url).pathname;
  const { location } = await payment.open(intent.checkout_page_url, { method: 'bnpl' });
  expect(location).toBe(`${path}?lang=en`);
  const { rows } = await payment.pool.query('SELECT id FROM wallet_session WHERE intent_id = $1', [intent._id]);
  expect(rows).toEqual([]);
  const confirm = `/public/v1/payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`;
  const confirmed = await payment.call('POST', confirm, { payment_method: 'bnpl' });
  expect([confirmed.status, confirmed.body.error.code]).toEqual([503, 'gateway_unavailable']);
  const sar = await payment.checkout({ currency: 'SAR' });
  expect((await payment.open(sar.checkout_page_url, { method: 'bnpl' })).location).toContain('/wallet/');
  payment.wallet.capabilities = UNRESTRICTED;
});

test('the page offers the methods by which a gateway takes the payment, and says when there is none', async () => {
  const shown = async (more: object): Promise<string[]> => {
    const { html } = await payment.open((await payment.checkout(more)).checkout_page_url);
    return [...html.matchAll(/name="method"\s+value="(\w+)"/g)].map(([, method]) => method as string);
  };
  expect(await shown({ currency: 'USD' })).toEqual(['card', 'bnpl', 'wallet']);
  payment.wallet.capabilities = { ...UNRESTRICTED, currencies: ['SAR'], amounts: { SAR: { max: 150_000n } } };
  expect(await shown({ currency: 'USD' })).toEqual(['card']);
  expect(await shown({ currency: 'SAR' })).toEqual(['card']);
  expect(await shown({ currency: 'SAR', amount: 1500 })).toEqual(['card', 'bnpl', 'wallet']);
  payment.cardA.capabilities = { ...UNRESTRICTED, captureModes: ['automatic'] };
  expect(await shown({ currency: 'SAR', gateway_instance_id: 'card-a' })).toEqual(['card']);
  const { checkout_page_url: url } = await payment.checkout({
    gateway_instance_id: 'card-a',
    capture_method: 'manual',
  });
  const { html } = await payment.open(url);
  expect(html).not.toContain('name="method"');
  expect(html).toContain('This cannot be paid here');
  expect((await payment.open(`${url}/cancel`, {})).location).toContain('https://shop.example/failed');
  payment.wallet.capabilities = payment.cardA.capabilities = UNRESTRICTED;
});
