import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HttpAnswer, Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { TabbyKind } from '../../src/providers/tabby/tabby-kind.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { gatewayJourneys, JOURNEYS } from '../gateways/gateway-journeys.ts';
import { payoutsIn, settlementLines, sumByCurrency } from '../gateways/journey-books.ts';
import { startPaymentForTest } from '../harness.ts';
import type { PaymentUnderTest } from '../harness.ts';

const GATEWAY = '/public/v1/payment/gateway/tabby';
const SECRETS = {
  secret_key: 'sk_test_shopx12345678',
  merchant_code: 'shop',
  country: 'SA',
  webhook_secret: 'a-long-random-text-1',
};
const PATHS = {
  pay: { method: 'POST', path: '/checkout$' },
  capture: { method: 'POST', path: '/captures$' },
  void: { method: 'POST', path: '/close$' },
  refund: { method: 'POST', path: '/refunds$' },
};

async function startStore(
  secrets: object,
  mode: 'stage' | 'live' = 'stage',
): Promise<{ tabby: FakeGateway; payment: PaymentUnderTest }> {
  const tabby = await startFakeGateway('tabby/tabby.mjs');
  const kind = new TabbyKind({ apiUrl: tabby.url });
  const payment = await startPaymentForTest({ gatewayKinds: [kind], providers: [], more: { MODE: mode } });
  const connected = await payment.call('PUT', GATEWAY, { credentials: secrets });
  expect([connected.status, connected.body.data?.connection?.enabled]).toEqual([200, true]);
  const url = payment.service.url + new URL(connected.body.data.connection.webhook_url as string).pathname;
  await tabby.control('hook', { url, secret: SECRETS.webhook_secret });
  return { tabby, payment };
}

describe('a store takes instalments by Tabby', () => {
  let tabby: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ tabby, payment } = await startStore(SECRETS));
  });
  afterAll(async () => {
    await payment.stop();
    await tabby.stop();
  });

  const details = async (intent: Json): Promise<Json> =>
    (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data as Json;
  /** The worker makes the captures that no caller waits for. */
  const statusIs = (intent: Json, status: string): Promise<unknown> =>
    eventually(async () => {
      await payment.work();
      return (await details(intent)).pi_status === status;
    });

  async function place(body: Json = {}, how = 'pay'): Promise<Json> {
    const intent = await payment.checkout({ amount: 1000, ...body });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'bnpl' });
    expect(location).toContain(tabby.url);
    await tabby.onPage(location as string, { do: how });
    return intent;
  }

  async function atTabby(intent: Json): Promise<Json> {
    const path = `/public/v1/payment/transaction?payment_intent_id=${intent._id}`;
    const [{ gateway_reference: reference }] = (await payment.call('GET', path)).body.data.items;
    return tabby.control('payment', { payment: reference });
  }

  test('what Tabby needs of the customer, and the merchant did not send, the page asks for', async () => {
    const customer = { name: 'عميل تجريبي' };
    const { _id: id, checkout_page_url: url } = await payment.checkout({ amount: 1000, customer });
    const { location } = await payment.open(url as string, { method: 'bnpl', lang: 'ar' });
    expect(location).toMatch(/\/details\?method=bnpl&lang=ar$/);
    const form = await payment.open(`http://pay.example${location}`);
    expect(form.html).toContain('name="email"');
    expect(form.html).toContain('name="phone"');
    expect(form.html).not.toContain('name="name"');
    const wrong = await payment.open(url as string, { method: 'bnpl', email: 'customer@shop', phone: '12' });
    expect(wrong.location).toContain('notice=fieldWrong');
    expect((await payment.open(`http://pay.example${wrong.location}`)).html).toContain('Please check this field');
    expect(await payment.pool.query('SELECT 1 FROM attempt WHERE intent_id = $1', [id])).toMatchObject({ rows: [] });
    const typed = { name: 'Another', email: ' customer@shop.example ', phone: '+٩٦٦ ٥٠٠ ٠٠٠ ٠٠١' };
    const page = await payment.open(url as string, { method: 'bnpl', ...typed });
    expect(page.location).toContain(tabby.url);
    const intent = await details({ _id: id });
    // What the merchant sent stays.
    expect(intent.customer).toMatchObject({ ...customer, email: 'customer@shop.example', phone: '+966500000001' });
    await tabby.onPage(page.location as string, { do: 'pay' });
    await statusIs({ _id: id }, 'succeeded');
    const event = payment.published.find(({ subject }) => subject === id);
    expect(event?.data.customer).toMatchObject({ email: 'customer@shop.example' });
    expect((await payment.open(`${url as string}/details?method=bnpl`)).location).toContain('/pay/');
  });

  test('a payment link asks for them too, and a customer whose details are known is not asked', async () => {
    const link = await payment.call('POST', '/public/v1/payment/payment-link', { currency: 'SAR', amount: 1000 });
    const started = await payment.open(link.body.data.url as string, {});
    const page = `http://pay.example${started.location?.split('?', 1)[0]}`;
    const { location } = await payment.open(page, { method: 'bnpl' });
    const { html } = await payment.open(`http://pay.example${location}`);
    expect([...html.matchAll(/<input class="text" id="(\w+)"/g)].map(([, name]) => name)).toEqual([
      'name',
      'email',
      'phone',
    ]);
    const known = await payment.checkout({ amount: 1000 });
    expect((await payment.open(known.checkout_page_url, { method: 'bnpl' })).location).toContain(tabby.url);
  });

  test('the page leads to Tabby, the order is captured by rule and refunded in part; §6.2 reports it', async () => {
    const intent = await place();
    await statusIs(intent, 'succeeded');
    expect(await atTabby(intent)).toMatchObject({ status: 'CLOSED', captures: [{ amount: '1000.00' }], refunds: [] });
    const refund = await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: '250.50',
    });
    expect([refund.status, refund.body.data.status]).toEqual([200, 'succeeded']);
    expect((await atTabby(intent)).refunds).toMatchObject([{ amount: '250.50', reference_id: refund.body.data._id }]);
    const types = await eventually(() => {
      const found = payment.published.filter(({ subject }) => subject === intent._id).map(({ type }) => type);
      return found.includes('PAYMENT_INTENT_NOTIFICATION') ? found : null;
    });
    expect(types.filter((type) => type.includes('BNPL'))).toEqual([]);
  });

  test('a customer who returns before the call sees the end of the order', async () => {
    const intent = await payment.checkout({ amount: 500 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'bnpl' });
    expect((await payment.open(intent.checkout_page_url)).html).toContain(tabby.url);
    await tabby.onPage(location as string, { do: 'pay' });
    await payment.open(`${intent.checkout_page_url}/return`);
    await statusIs(intent, 'succeeded');
    expect((await payment.open(intent.checkout_page_url)).location).toContain('/paid?');
  });

  test('an order in parcels is captured with each, closed by the last one, and refunded then', async () => {
    const intent = await place({ capture_method: 'manual' });
    await statusIs(intent, 'requires_capture');
    const capture = (amount: number, final: boolean): Promise<HttpAnswer> =>
      payment.call('POST', `/public/v1/payment/intent/${intent._id}/capture`, { amount, final_capture: final });
    expect((await capture(400, false)).body.data).toMatchObject({ amount_captured: 400, amount_capturable: 600 });
    expect(await atTabby(intent)).toMatchObject({ status: 'AUTHORIZED', captures: [{ amount: '400.00' }] });
    const refund = { payment_intent_id: intent._id, refunded_amount: '100.00' };
    // Tabby refunds closed orders alone.
    expect((await payment.call('POST', '/public/v1/refund', refund)).status).toBe(409);
    expect((await capture(500, true)).body.data).toMatchObject({ pi_status: 'succeeded', amount_captured: 900 });
    expect(await atTabby(intent)).toMatchObject({
      ...{ status: 'CLOSED', captures: [{ amount: '400.00' }, { amount: '500.00' }] },
    });
    expect((await payment.call('POST', '/public/v1/refund', refund)).status).toBe(200);
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('a void releases what the parcels of an order at Tabby have left', async () => {
    const intent = await place({ capture_method: 'manual' });
    await statusIs(intent, 'requires_capture');
    const path = `/public/v1/payment/intent/${intent._id}`;
    await payment.call('POST', `${path}/capture`, { amount: 400, final_capture: false });
    expect((await payment.call('POST', `${path}/void`, {})).status).toBe(200);
    expect(await details(intent)).toMatchObject({ pi_status: 'succeeded', amount_captured: 400, amount_capturable: 0 });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('with manual capture the merchant captures a part, and the rest is released', async () => {
    const intent = await place({ capture_method: 'manual' });
    await statusIs(intent, 'requires_capture');
    const captured = await payment.call('POST', `/public/v1/payment/intent/${intent._id}/capture`, { amount: 400 });
    expect([captured.status, captured.body.data.amount_captured]).toEqual([200, 400]);
    expect(await atTabby(intent)).toMatchObject({ status: 'CLOSED', captures: [{ amount: '400.00' }] });
    const other = await place({ capture_method: 'manual' });
    await statusIs(other, 'requires_capture');
    expect((await payment.call('POST', `/public/v1/payment/intent/${other._id}/void`, {})).status).toBe(200);
    expect(await atTabby(other)).toMatchObject({ status: 'CLOSED', captures: [] });
  });

  test('a declined customer chooses again, and one who goes away leaves nothing open', async () => {
    const intent = await place({}, 'decline');
    await statusIs(intent, 'requires_payment_method');
    expect((await payment.open(intent.checkout_page_url)).html).toContain('value="bnpl"');
    const left = await payment.checkout({ amount: 700 });
    const { location } = await payment.open(left.checkout_page_url, { method: 'bnpl' });
    await payment.open(`${left.checkout_page_url}/cancel`, {});
    expect((await details(left)).pi_status).toBe('canceled');
    // The page of Tabby stays open. What comes there late is given back.
    await tabby.onPage(location as string, { do: 'pay' });
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      const { status, captures } = await atTabby(left);
      return status === 'CLOSED' && captures.length === 0;
    });
  });

  test('a merchant that confirms by server gets the page of Tabby', async () => {
    const intent = await payment.checkout({ amount: 900 });
    const { body } = await payment.call(
      'POST',
      `/public/v1/payment/intent/confirm?pi_client_secret=${intent.pi_client_secret}`,
      { payment_method: 'bnpl' },
    );
    expect(body.data.html_response.redirect_url).toContain(tabby.url);
  });

  test('a currency that the store at Tabby does not have is not sent there', async () => {
    const intent = await payment.checkout({ amount: 100, currency: 'AED' });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'bnpl' });
    expect(location ?? '').not.toContain(tabby.url);
  });
});

test('in live §4.10 and §4.12 have no wallet, and say so; a checkout is paid by Tabby', async () => {
  const { tabby, payment } = await startStore({ ...SECRETS, secret_key: 'sk_shopx12345678' }, 'live');
  const redirects = {
    wallet_type: 'walletprovider',
    success_redirect_url: 'https://shop.example/ok',
    failure_redirect_url: 'https://shop.example/no',
    payment_method_types: 'wallet',
  };
  const bnpl = await payment.call('POST', '/public/v1/bnpl/wallet/setup', {
    ...redirects,
    amount: 100,
    order_reference: 'order-1',
    description: 'order',
  });
  expect([bnpl.status, bnpl.body.error.code, bnpl.body.error.message]).toEqual([
    400,
    'method_not_enabled',
    expect.stringContaining('No wallet is connected'),
  ]);
  const token = await payment.call('POST', '/public/v1/subscription/wallet/setup', {
    ...redirects,
    phone: '+12025550001',
  });
  expect([token.status, token.body.error.code]).toEqual([503, 'gateway_unavailable']);
  const intent = await payment.checkout({ amount: 1000 });
  expect((await payment.open(intent.checkout_page_url, { method: 'bnpl' })).location).toContain(tabby.url);
  await payment.stop();
  await tabby.stop();
}, 60_000);

describe('random journeys by Tabby', () => {
  let tabby: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ tabby, payment } = await startStore(SECRETS));
  });
  afterAll(async () => {
    await payment.stop();
    await tabby.stop();
  });

  test(`${JOURNEYS} journeys: Tabby's books, ours and its settlements agree to the minor unit`, async () => {
    let lines: Json[] = [];
    await gatewayJourneys(
      payment,
      {
        type: 'tabby',
        method: 'bnpl',
        fake: tabby,
        hasManual: true,
        capturesLater: true,
        currencies: [['SAR', 2]],
        forms: { pay: { do: 'pay' }, decline: { do: 'decline' } },
        paths: PATHS,
        settle: async () => {
          lines = (await tabby.control('settle')).lines as Json[];
          const { payments } = await tabby.control('payments');
          return sumByCurrency(
            (payments as Json[]).map(({ currency, taken: captured, given: refunded, disputed }) => ({
              currency,
              captured,
              refunded,
              disputed,
            })),
            payoutsIn(lines),
          );
        },
        lines: () => settlementLines(lines),
        disputes: {
          open: async (reference, { amount }) =>
            (await tabby.control('dispute', { payment: reference, amount })).id as string,
          decide: (dispute, outcome) => tabby.control('decide-dispute', { dispute, outcome }),
        },
      },
      JOURNEYS,
    );
  }, 3_000_000);
});
