import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { verifyRedirect } from '@qafila/sdk';
import { eventually } from '@qafila/testing/wait';
import { startSink } from '../apps/webhooks/test/sink.ts';
import type { Sink } from '../apps/webhooks/test/sink.ts';
import { Customer } from './harness/customer.ts';
import { verifiedWebhooks } from './harness/merchant-webhooks.ts';
import { describeOnPlatforms, queryPlatform, root } from './harness/platform.ts';
import type { HttpAnswer } from '@qafila/testing/http-call';
import type { SharedPlatform } from './harness/platform.ts';

const run = promisify(execFile);
const MINUTES = 60_000;
const V1 = '/public/v1';
const SHOP = 'https://shop.example';
const CUSTOMER = { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' };
const SHIPPING = {
  address1: 'شارع الملك فهد ١',
  city: 'الرياض',
  country: 'SA',
  zip: '11564',
  shipping_method: 'standard',
  province: 'الرياض',
};
const REDIRECTS = { success_redirect_url: `${SHOP}/paid`, failure_redirect_url: `${SHOP}/failed` };

// Bodies have no type, as in a merchant's program.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

/**
 * A merchant and their customers, from checkout to the books, over the public endpoints; the same on one process and on
 * several.
 */
function journey(open: () => Promise<SharedPlatform>): void {
  let platform: SharedPlatform;
  let sink: Sink;
  let endpoint: { id: string; secret: string };
  beforeAll(async () => {
    [platform, sink] = await Promise.all([open(), startSink()]);
  }, 4 * MINUTES);
  afterAll(() => sink?.stop());

  const customer = (): Customer => new Customer([platform.merchant.gatewayUrl, platform.merchant.sandboxUrl]);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Body> => {
    const answer = await platform.call('POST', path, body, headers);
    expect([path, answer.status, answer.body.message]).toEqual([path, 200, expect.any(String)]);
    return answer.body.data;
  };
  const get = async (path: string): Promise<Body> => (await platform.call('GET', path)).body.data;
  const intent = (id: string): Promise<Body> => get(`${V1}/payment/intent/${id}`);
  const checkout = (order: string, amount: number | string, currency = 'SAR', more: object = {}): Promise<Body> =>
    post(`${V1}/payment/checkout`, {
      amount,
      currency,
      customer: CUSTOMER,
      shipping: SHIPPING,
      metadata: { order_reference: order },
      success_url: `${SHOP}/paid`,
      failure_url: `${SHOP}/failed`,
      ...more,
    });

  const webhooksOf = (id: string, count: number): Promise<Body[]> =>
    verifiedWebhooks({ sink, path: '/hooks', id, count }, [endpoint.secret, platform.merchant.webhookSecret]);

  test('a webhook endpoint is registered for every event of payments', async () => {
    const { status, body } = await platform.call('POST', `${V1}/webhook/endpoints`, {
      url: `${sink.url}/hooks`,
      event_types: [
        'PAYMENT_INTENT_NOTIFICATION',
        'WALLETPROVIDER_BNPL_NOTFICATION',
        'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION',
      ],
    });
    expect([status, body.data.status]).toEqual([201, 'enabled']);
    endpoint = body.data;
    expect((await platform.call('GET', `${V1}/webhook/event-types`)).text).toContain(
      'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION',
    );
  });

  test("a checkout is paid by card on the gateway's own page, and its webhook arrives", async () => {
    const made = await checkout('order-card', 1500.5);
    expect(made).toMatchObject({ pi_status: 'requires_payment_method', amount: 1500.5, currency: 'SAR' });
    const browser = await customer().open(`${made.checkout_page_url}?lang=ar`);
    expect(browser.html).toContain('dir="rtl"');
    expect(browser.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self' /,
    );
    expect(Object.fromEntries(browser.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect((await platform.send(made.checkout_page_url, { method: 'HEAD' })).status).toBe(200);
    const tooLarge = await platform.send(made.checkout_page_url, {
      body: new URLSearchParams({ method: 'card', note: 'x'.repeat(9 * 1_024) }),
      headers: { 'accept-language': 'ar' },
    });
    expect([tooLarge.status, tooLarge.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
    expect(tooLarge.text).toMatch(/<section lang="ar" dir="rtl"><h2>[^<]+<\/h2>/);
    await browser.send(new URL(made.checkout_page_url).pathname, { method: 'card' });
    await browser.send('', { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' });
    expect(browser.shownOrigins).toEqual([platform.merchant.gatewayUrl, platform.merchant.sandboxUrl]);
    const back = `${SHOP}/paid?payment_intent_id=${made._id}&status=succeeded&order_reference=order-card&timestamp=`;
    expect(browser.url).toContain(back);
    const { secret } = (await platform.call('GET', `${V1}/payment/store/redirect-secret`)).body.data;
    expect(await verifyRedirect(browser.url, { secrets: [secret] })).toMatchObject({
      paymentIntentId: made._id,
      status: 'succeeded',
      orderReference: 'order-card',
    });
    const [notification] = await webhooksOf(made._id, 1);
    expect(notification).toMatchObject({
      type: 'PAYMENT_INTENT_NOTIFICATION',
      payment_intent_id: made._id,
      refund_id: null,
      amount: 1500.5,
      currency: 'SAR',
      status: 'succeeded',
      customer: CUSTOMER,
      shipping: SHIPPING,
      payment_method_types: 'card',
      metadata: { order_reference: 'order-card' },
      account_id: platform.merchant.accountId,
      store_id: platform.merchant.storeId,
      mode: 'stage',
      transaction_details: { status: 'CAPTURED', gateway: 'cardgateway-a' },
    });
    // Published clients write paths in upper and lower case.
    expect((await get(`${V1}/Payment/Intent/details/${made._id}`)).pi_status).toBe('succeeded');
  });

  test('a declined card charges nothing, and the customer pays with another one', async () => {
    const made = await checkout('order-second-card', '75.250', 'KWD');
    const browser = await customer().open(made.checkout_page_url);
    await browser.send(new URL(made.checkout_page_url).pathname, { method: 'card' });
    await browser.send('', { number: '4000000000009995', expiry: '12/34', cvc: '123' });
    expect(browser.html).toContain('role="alert"');
    expect((await intent(made._id)).pi_status).toBe('requires_payment_method');
    await browser.send(new URL(made.checkout_page_url).pathname, { method: 'card' });
    await browser.send('', { number: '5555555555554444', expiry: '12/34', cvc: '123' });
    expect(browser.url).toContain(`${SHOP}/paid?`);
    expect((await webhooksOf(made._id, 1))[0]).toMatchObject({ amount: 75.25, currency: 'KWD', status: 'succeeded' });
  });

  test("the gateway's signed callback completes the payment of a customer who never returns", async () => {
    const made = await checkout('order-no-return', '31.10', 'USD');
    const browser = await customer().open(made.checkout_page_url);
    await browser.send(new URL(made.checkout_page_url).pathname, { method: 'card' });
    const away = await new Customer([platform.merchant.sandboxUrl]).open(browser.url);
    await away.send('', { number: '4242424242424242', expiry: '12/34', cvc: '123' });
    expect(away.url).toContain('/return');
    // Long before a worker would inquire.
    const startedMs = performance.now();
    expect((await webhooksOf(made._id, 1))[0]).toMatchObject({ amount: 31.1, currency: 'USD', status: 'succeeded' });
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    // The customer returns late and finds the payment succeeded.
    expect((await browser.open(away.url)).url).toContain(`${SHOP}/paid?payment_intent_id=${made._id}&status=succeeded`);
  });

  test('repeated requests under one idempotency key make one checkout', async () => {
    const body = {
      amount: 10,
      currency: 'JPY',
      customer: CUSTOMER,
      shipping: SHIPPING,
      metadata: { order_reference: 'order-once' },
      success_url: `${SHOP}/paid`,
      failure_url: `${SHOP}/failed`,
    };
    const answers: HttpAnswer[] = await Promise.all(
      [1, 2].map(() => platform.call('POST', `${V1}/payment/checkout`, body, { 'idempotency-key': 'once' })),
    );
    const repeat = await platform.call('POST', `${V1}/payment/checkout`, body, { 'idempotency-key': 'once' });
    expect(
      new Set([...answers.filter(({ status }) => status === 200), repeat].map(({ body: { data } }) => data._id)).size,
    ).toBe(1);
    expect(
      (await platform.call('POST', `${V1}/payment/checkout`, { ...body, amount: 11 }, { 'idempotency-key': 'once' }))
        .status,
    ).toBe(422);
  });

  /** Sends identity and code, and confirms in the app, which the sandbox's home page links to. */
  async function payByWallet(made: Body, order: string, phone: string): Promise<Customer> {
    const browser = await customer().open(made.redirect_url);
    await browser.send('/identity', { national_id: '4210112345671', phone });
    await browser.send('/code', { code: '123456' });
    expect(browser.html).toContain('http-equiv="refresh"');
    const app = await customer().open(platform.merchant.sandboxUrl);
    const row = app.html.split('<tr>').find((html) => html.includes(`<code>${order}</code>`)) ?? '';
    app.html = row;
    await app.open(app.link('/walletprovider/app/') as string);
    await app.send('/confirm');
    await eventually(async () => (await browser.open(made.redirect_url)).url.startsWith(SHOP), { timeoutMs: MINUTES });
    return browser;
  }
  const bnpl = (order: string, amount: number): Promise<Body> =>
    post(`${V1}/bnpl/wallet/setup`, {
      wallet_type: 'walletprovider',
      amount,
      order_reference: order,
      ...REDIRECTS,
      payment_method_types: 'wallet',
      description: 'طلب',
      customer: CUSTOMER,
    });

  test('a wallet journey that succeeds sends both webhooks', async () => {
    const made = await bnpl('bnpl-paid', 2000);
    const browser = await payByWallet(made, 'bnpl-paid', '0300 120001');
    expect(browser.url).toContain(`${SHOP}/paid?payment_intent_id=${made.payment_intent_id}&status=succeeded`);
    const webhooks = await webhooksOf(made.payment_intent_id, 2);
    expect(webhooks.find(({ event }) => event === 'WALLETPROVIDER_BNPL_NOTFICATION')).toMatchObject({
      wallet_id: made.wallet_id,
      state: 'succeeded',
      wallet_type: 'bnpl-walletprovider',
      amount: 2000,
      order_reference: 'bnpl-paid',
      payment_intent: made.payment_intent_id,
      customer: CUSTOMER,
      gateway_response: 'Completed',
    });
    expect(webhooks.find(({ type }) => type === 'PAYMENT_INTENT_NOTIFICATION')).toMatchObject({
      status: 'succeeded',
      payment_method_types: 'bnpl',
      transaction_details: {
        status: 'CAPTURED',
        gateway: 'walletprovider-wallet',
        status_code_from_bank: '000',
        status_message_from_bank: 'Completed',
      },
    });
  });

  test('a wallet journey that fails sends both webhooks too', async () => {
    const made = await bnpl('bnpl-poor', 900);
    const browser = await payByWallet(made, 'bnpl-poor', '0300120004');
    expect(browser.url).toContain(`${SHOP}/failed?payment_intent_id=${made.payment_intent_id}`);
    const webhooks = await webhooksOf(made.payment_intent_id, 2);
    expect(webhooks.map(({ state, status }) => state ?? status)).toEqual(['failed', 'failed']);
    expect(webhooks.find(({ type }) => type === 'PAYMENT_INTENT_NOTIFICATION')).toMatchObject({
      transaction_details: { status_code_from_bank: '004' },
    });
  });

  let charged: Body;
  test("a subscription's token arrives by webhook and is charged", async () => {
    const { redirect_url: page } = await post(`${V1}/subscription/wallet/setup`, {
      wallet_type: 'walletprovider',
      phone: '+12025550001',
      ...REDIRECTS,
      payment_method_types: 'wallet',
    });
    const browser = await customer().open(page);
    await browser.send('/pin', { pin: '1234' });
    await browser.send('/code', { code: '123456' });
    expect(browser.url).toContain(`${SHOP}/paid?token_id=tok_`);
    const id = new URL(browser.url).searchParams.get('token_id') as string;
    const [{ token, ...notification }] = (await webhooksOf(id, 1)) as [Body];
    expect(notification).toMatchObject({
      event: 'WALLETPROVIDER_SUBSCRIPTION_NOTIFICATION',
      _id: id,
      state: 'active',
      wallet_type: 'walletprovider',
      phone: expect.stringMatching(/^•+01$/),
    });
    const charge = { token, amount: 300, order_reference: 'renewal-1' };
    charged = await post(`${V1}/subscription/wallet/token/charge`, charge, { 'idempotency-key': 'renewal-1' });
    expect(charged).toMatchObject({ pi_status: 'succeeded', amount: 300, currency: 'PKR' });
    expect((await post(`${V1}/subscription/wallet/token/charge`, charge, { 'idempotency-key': 'renewal-1' }))._id).toBe(
      charged._id,
    );
    expect((await webhooksOf(charged._id, 1))[0]).toMatchObject({
      status: 'succeeded',
      payment_method_types: 'wallet',
    });
  });

  test('the webhook of a refund has its id, and a refund above the captured amount is refused', async () => {
    const refund = await post(`${V1}/refund`, {
      payment_intent_id: charged._id,
      refunded_amount: '100.00',
      reason: 'returned',
    });
    expect(refund).toMatchObject({ status: 'succeeded', refunded_amount: 100 });
    const bodies = await webhooksOf(charged._id, 2);
    expect(bodies.find(({ refund_id: id }) => id === refund._id)).toMatchObject({
      type: 'PAYMENT_INTENT_NOTIFICATION',
      transaction_details: { refunded_amount: 100 },
    });
    expect(
      (await platform.call('POST', `${V1}/refund`, { payment_intent_id: charged._id, refunded_amount: 200.01 })).body
        .error.code,
    ).toBe('refund_exceeds_captured');
  });

  test('transactions, settlement and books agree to the minor unit', async () => {
    const { items } = await get(`${V1}/payment/transaction?limit=100`);
    const remaining = (currency: string): number =>
      items
        .filter((item: Body) => item.currency === currency)
        .reduce((sum: number, item: Body) => sum + item.captured_amount - item.refunded_amount, 0);
    expect([remaining('SAR'), remaining('KWD'), remaining('USD'), remaining('PKR')]).toEqual([
      1500.5,
      75.25,
      31.1,
      2000 + 300 - 100,
    ]);
    const csv = await platform.call(
      'GET',
      `${V1}/payment/settlement.csv?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`,
    );
    const lines = csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    const receivable = (currency: string): number =>
      lines
        .filter((cells) => cells[6] === currency && cells[7] === 'gateway_receivable')
        .reduce((sum, cells) => sum + Number(cells[8]), 0);
    expect([receivable('SAR'), receivable('KWD'), receivable('USD'), receivable('PKR')]).toEqual([
      1500.5, 75.25, 31.1, 2200,
    ]);
    const { stdout } = await run(process.execPath, ['tools/check-ledger.mjs'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: platform.dataDir },
    });
    const [own] = await queryPlatform(
      platform,
      'payment',
      `SELECT count(*) FILTER (WHERE line = 0)::int AS postings,
        count(DISTINCT (store_id, mode, currency))::int AS books
      FROM ledger_line WHERE account_id = $1`,
      [platform.merchant.accountId],
    );
    // Five captures and a refund.
    expect(own).toEqual({ postings: 6, books: 4 });
    // The check reads the books of every merchant.
    const [, postings, books] =
      /^(\d+) postings in (\d+) books \(store, mode, currency\): balanced\n$/.exec(stdout) ?? [];
    expect(Number(postings)).toBeGreaterThanOrEqual(6);
    expect(Number(books)).toBeGreaterThanOrEqual(4);
  });

  test("a gateway's callback without a signature is refused", async () => {
    for (const path of [
      `${V1}/subscription/walletprovider/wallet/setup/webhook`,
      `${V1}/payment/cardgateway-a/webhook`,
    ]) {
      const { status, body } = await platform.send(path, { body: { id: 'evt_1', operation: {} } });
      expect([status, body.success]).toEqual([401, false]);
    }
  });
}

describeOnPlatforms('payments', journey);
