import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { GATEWAYS } from '../../src/limits.ts';
import type { ReceivedCall } from '../../src/providers/callback.ts';
import { UNRESTRICTED } from '../../src/providers/capabilities.ts';
import type { ChargeRequest, PaymentProvider, PayRequest, ProviderReport } from '../../src/providers/provider.ts';
import type { ProviderSettlementLine, SettlementBooks, SettlementPage } from '../../src/providers/settlement-line.ts';
import { StripeKind } from '../../src/providers/stripe/stripe-kind.ts';
import { keepsTheProviderContract, operationRequest, payRequest } from '../provider-contract.ts';
import type { UnderContract } from '../provider-contract.ts';
import { describeWithStripe, startStripe } from './servers.ts';
import type { StripeUnderTest } from './servers.ts';

const GOOD = '4242424242424242';
/** localstripe refuses the charge of this card. */
const REFUSED = '4000000000000341';
const THREE_D_SECURE = '4000002500003155';

const PATHS = {
  pay: { method: 'POST', path: '^/v1/checkout/sessions$' },
  capture: { method: 'POST', path: '/capture$' },
  void: { method: 'POST', path: '/cancel$' },
  refund: { method: 'POST', path: '^/v1/refunds$' },
};

describeWithStripe('Stripe by the official package, at stripe-mock and localstripe', () => {
  let stripe: StripeUnderTest;
  let kind: StripeKind;
  let provider: PaymentProvider;
  beforeAll(async () => {
    stripe = await startStripe();
    kind = new StripeKind({ apiUrl: stripe.url });
    provider = kind.connect({
      id: 'gwc_1',
      owner: { accountId: 'a', storeId: 's', mode: 'stage' },
      callbackUrl: 'http://127.0.0.1:9/callback',
      credentials: { secret_key: 'sk_test_shop12345', webhook_secret: 'whsec_now12345' },
      previous: { secret_key: 'sk_test_shop00000', webhook_secret: 'whsec_before12345' },
    });
  }, 15 * 60_000);
  afterAll(async () => {
    await kind.close();
    await stripe.stop();
  });

  const make = (): UnderContract => ({
    provider,
    pay: async (_, url) => {
      await stripe.payOnPage(url, GOOD);
    },
    // A refused card leaves Stripe's page open, until the customer gives up and the page expires.
    decline: async (_, url) => {
      await stripe.payOnPage(url, REFUSED);
      await stripe.control('expire', { session: url.split('/').at(-1) });
    },
    lose: (what, when) => stripe.control('fault', { kind: `lost-${when}`, ...PATHS[what] }),
    calls: async (sent, atMs) => {
      const body = eventOf(sent);
      const genuine = signed(body, atMs, 'whsec_now12345');
      return {
        genuine: [genuine, signed(body, atMs, 'whsec_before12345')],
        forged: [
          { ...genuine, headers: {} },
          { ...genuine, headers: { 'stripe-signature': '' } },
          { ...genuine, rawBody: Buffer.from(`${body.toString()} `) },
          { ...genuine, nowMs: atMs + 600_000 },
          signed(body, atMs, 'whsec_other12345'),
          signed(body, atMs, 'sk_test_shop12345'),
        ],
      };
    },
  });
  keepsTheProviderContract('Stripe', make, { capabilities: UNRESTRICTED, datesCalls: true });

  function eventOf({ id }: PayRequest): Buffer {
    const session = { id: 'cs_test_1', object: 'checkout.session', client_reference_id: id, payment_intent: 'pi_1' };
    const event = { id: 'evt_1', object: 'event', type: 'checkout.session.completed', data: { object: session } };
    return Buffer.from(JSON.stringify(event));
  }

  function signed(rawBody: Buffer, atMs: number, secret: string): ReceivedCall {
    const at = Math.floor(atMs / 1_000);
    const signature = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest('hex');
    const headers = { 'stripe-signature': `t=${at},v1=${signature}` };
    return { method: 'POST', query: {}, headers, rawBody, nowMs: atMs };
  }

  async function opened(more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; url: string }> {
    const sent = payRequest(more);
    const report = await provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(`pay answered ${report.kind}`);
    return { sent: { ...sent, reference: report.reference ?? null }, url: report.action.url };
  }

  async function paid(
    more: Partial<PayRequest> = {},
    number = GOOD,
  ): Promise<{ sent: PayRequest; report: ProviderReport }> {
    const { sent, url } = await opened(more);
    expect(await stripe.payOnPage(url, number)).toBe(200);
    return { sent, report: await provider.inquire({ ...sent, kind: 'pay' }) };
  }

  test('a paid page names the payment, its card, 3-D Secure and the actual fee', async () => {
    const { report } = await paid({ amount: 100_000n }, THREE_D_SECURE);
    expect(report).toMatchObject({
      kind: 'captured',
      amount: 100_000n,
      reference: expect.stringMatching(/^pi_/),
      fee: 2_900n,
      secure: '3DS2',
      authentication: { version: '2.2.0', result: 'authenticated', liabilityShift: true },
      instrument: { last4: '3155', brand: 'visa', funding: 'credit' },
    });
    const plain = await paid();
    expect(plain.report).toMatchObject({ kind: 'captured', secure: null });
    expect(plain.report).not.toHaveProperty('authentication');
  });

  test('a refused card or a failed authentication takes nothing, and the customer may go on on the page', async () => {
    const { sent, url } = await opened();
    expect(await stripe.payOnPage(url, REFUSED)).toBe(402);
    expect(await stripe.payOnPage(url, THREE_D_SECURE, 'fail')).toBe(402);
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'action' });
    expect(await stripe.payOnPage(url, GOOD)).toBe(200);
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'captured', amount: sent.amount });
  });

  test.each([
    ['JPY', 1_500n],
    ['SAR', 150_050n],
    ['KWD', 12_340n],
    ['ISK', 1_500n],
    ['UGX', 900n],
    ['MGA', 150_000n],
  ])('%s is taken, captured and refunded to the minor unit', async (currency, amount) => {
    const { sent, report } = await paid({ currency, amount });
    expect(report).toMatchObject({ kind: 'captured', amount });
    const about = { ...operationRequest(amount, currency), paymentId: sent.id, reference: referenceOf(report) };
    expect(await provider.refund(about)).toMatchObject({ kind: 'refunded' });
    const known = await stripe.control('payment', { payment: about.reference });
    expect([known.amount_received, known.refunded]).toEqual([known.amount, known.amount]);
  });

  const ADDRESS = {
    name: 'نورة تجريبي',
    line1: 'شارع الملك فهد ١',
    line2: 'حي العليا',
    city: 'الرياض',
    region: 'الرياض',
    postalCode: '11564',
    country: 'SA',
    phone: '+12025550188',
  };
  const atStripe = (report: ProviderReport): Promise<Json> =>
    stripe.control('payment', { payment: referenceOf(report) });

  test('the buyer, the address of delivery and the reference of the order stand in the payment', async () => {
    const { sent, report } = await paid({ shipping: ADDRESS });
    expect(await atStripe(report)).toMatchObject({
      metadata: {
        qafila_operation: sent.id,
        order_reference: 'طلب-1',
        buyer_name: 'عميل تجريبي',
        buyer_phone: '+12025550123',
      },
      shipping: {
        name: 'نورة تجريبي',
        phone: '+12025550188',
        address: {
          line1: 'شارع الملك فهد ١',
          line2: 'حي العليا',
          city: 'الرياض',
          state: 'الرياض',
          postal_code: '11564',
          country: 'SA',
        },
      },
    });
  });

  test.each([
    ['the name of its country', { ...ADDRESS, country: 'Saudi Arabia' }, { country: 'SA' }],
    ['a country that there is not', { ...ADDRESS, country: 'XX' }, { country: undefined }],
    ['no recipient', { ...ADDRESS, name: '', phone: '' }, { line1: ADDRESS.line1 }],
  ])('an address with %s', async (_, shipping, address) => {
    const { report } = await paid({ shipping });
    const { shipping: kept } = (await atStripe(report)) as { shipping: Json };
    expect(kept).toMatchObject({ name: shipping.name || 'عميل تجريبي', phone: shipping.phone || '+12025550123' });
    expect({ country: undefined, ...(kept.address as Json) }).toMatchObject(address);
  });

  test('an address without a street, and a buyer without a name, are left out', async () => {
    const buyer = { name: '', email: '', phone: '' };
    const { sent, report } = await paid({ buyer, shipping: { ...ADDRESS, line1: '' } });
    const { metadata, shipping } = await atStripe(report);
    expect([metadata, shipping]).toEqual([{ qafila_operation: sent.id, order_reference: 'طلب-1' }, null]);
  });

  test.each([
    ['are the lines of the page where they sum to the amount', 30_000n, ['Coffee', 'Delivery']],
    ['are one line where a discount makes the amount smaller', 29_000n, ['طلب-1']],
  ])('the lines of the order %s', async (_, amount, names) => {
    const items = [
      { reference: 'sku-1', name: 'Coffee', quantity: 2, unitAmount: 14_000n },
      { reference: 'sku-2', name: 'Delivery', quantity: 1, unitAmount: 2_000n },
    ];
    const { url } = await opened({ amount, items });
    const page = await stripe.control('page', { session: url.split('/').at(-1) });
    const lines = (page.line_items as { data: Json[] }).data;
    expect([page.amount_total, lines.map(({ description }) => description)]).toEqual([Number(amount), names]);
  });

  test('lines that Stripe cannot express are one line, where it can express the amount', async () => {
    const items = [
      { reference: 'sku-1', name: 'Coffee', quantity: 1, unitAmount: 1_005n },
      { reference: 'sku-2', name: 'Delivery', quantity: 1, unitAmount: 1_005n },
    ];
    const { report } = await paid({ amount: 2_010n, currency: 'KWD', items });
    expect(report).toMatchObject({ kind: 'captured', amount: 2_010n });
  });

  /** Inquires until the answer is clear, as the service does, and counts how often. */
  async function inquireOn(sent: PayRequest): Promise<{ report: ProviderReport; inquiries: number }> {
    let cursor: string | null = null;
    for (let inquiries = 1; inquiries <= 5; inquiries += 1) {
      const report = await provider.inquire({ ...sent, reference: null, kind: 'pay', cursor });
      if (report.kind !== 'unknown') return { report, inquiries };
      expect(report.cursor).toEqual(expect.any(String));
      cursor = report.cursor as string;
    }
    throw new Error('the search does not end');
  }

  test('a busy store: a page is found among others, and "not found" follows only a whole search', async () => {
    const seconds = -60;
    await stripe.control('others', { count: GATEWAYS.paymentsSearchedMax + 500, seconds });
    const { sent } = await opened();
    await stripe.control('others', { count: GATEWAYS.paymentsSearchedMax + 500, seconds: 60 });
    expect(await inquireOn(sent)).toMatchObject({ report: { kind: 'action' }, inquiries: 1 });
    // In its own seconds there are more than one inquiry reads.
    await stripe.control('others', { count: GATEWAYS.paymentsSearchedMax + 500, seconds: 5 });
    expect(await inquireOn(sent)).toMatchObject({ report: { kind: 'action' }, inquiries: 2 });
    const never = await inquireOn({ ...sent, id: 'op_never' });
    expect(never).toMatchObject({ report: { kind: 'not_found' }, inquiries: 5 });
  });

  test('an amount that Stripe cannot express is never rounded, and another gateway may take it', async () => {
    for (const [currency, amount] of [
      ['KWD', 12_345n],
      ['MGA', 150_050n],
    ] as const)
      expect(await provider.pay(payRequest({ currency, amount }))).toMatchObject({
        kind: 'declined',
        then: 'fallback',
        code: 'unsupported_amount',
      });
    const { sent, report } = await paid({ currency: 'KWD', amount: 12_340n });
    const about = { ...operationRequest(5n, 'KWD'), paymentId: sent.id, reference: referenceOf(report) };
    expect(await provider.refund(about)).toMatchObject({ kind: 'declined', code: 'unsupported_amount' });
  });

  test('a saved card is charged once without its customer, also when the reply is lost', async () => {
    const charge = (more: Partial<ChargeRequest> = {}): ChargeRequest => ({
      ...operationRequest(5_000n, 'SAR'),
      token: 'cus_1:pm_card_visa',
      orderReference: 'order-1',
      ...more,
    });
    const sent = charge();
    expect(await provider.charge?.(sent)).toMatchObject({ kind: 'captured', amount: 5_000n });
    const lost = charge();
    await stripe.control('fault', { kind: 'lost-after', method: 'POST', path: '^/v1/payment_intents$' });
    expect(await provider.charge?.(lost)).toMatchObject({ kind: 'unknown' });
    expect(await provider.inquire({ ...lost, kind: 'charge' })).toMatchObject({ kind: 'captured', amount: 5_000n });
    const before = charge();
    await stripe.control('fault', { kind: 'lost-before', method: 'POST', path: '^/v1/payment_intents$' });
    expect(await provider.charge?.(before)).toMatchObject({ kind: 'unknown' });
    expect(await provider.inquire({ ...before, kind: 'charge' })).toMatchObject({ kind: 'not_found' });
    expect(await provider.charge?.(charge({ token: 'cus_1:pm_card_chargeCustomerFail' }))).toMatchObject({
      kind: 'declined',
      code: 'generic_decline',
      reference: expect.stringMatching(/^pi_/),
    });
  });

  test.each([
    [401, 'not_sent'],
    [429, 'not_sent'],
    [400, 'declined'],
    [409, 'unknown'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('an answer %d to a payment is %s, and to an inquiry nothing', async (status, kindOfReport) => {
    await stripe.control('fault', { kind: 'status', status, method: 'POST', path: '^/v1/checkout/sessions$' });
    expect((await provider.pay(payRequest())).kind).toBe(kindOfReport);
    const { sent } = await opened();
    await stripe.control('fault', { kind: 'status', status, method: 'GET', path: '^/v1/checkout/sessions/' });
    expect((await provider.inquire({ ...sent, kind: 'pay' })).kind).toBe('unknown');
  });

  test('no connection is no payment', async () => {
    const nowhere = new StripeKind({ apiUrl: 'http://127.0.0.1:9' });
    const spec = { id: 'g', owner: payRequest().store, callbackUrl: '', previous: null };
    const away = nowhere.connect({ ...spec, credentials: { secret_key: 'sk_test_shop12345' } });
    expect((await away.pay(payRequest())).kind).toBe('not_sent');
    expect(await nowhere.test({ secret_key: 'sk_test_shop12345' }, 'stage')).toMatchObject({ kind: 'unavailable' });
    await nowhere.close();
  });

  test('credentials: of the mode, accepted with their account, or refused with the reason', async () => {
    const check = (key: string, mode = 'stage'): ReturnType<StripeKind['test']> => kind.test({ secret_key: key }, mode);
    expect(await check('sk_test_shop12345')).toEqual({
      kind: 'accepted',
      account: 'acct_shop',
      accountName: 'Shop shop',
    });
    expect(await check('sk_test_revoked1')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('Invalid API Key'),
    });
    expect(await check('sk_live_shop12345')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await check('sk_test_shop12345', 'live')).toMatchObject({ kind: 'refused', field: 'secret_key' });
  });

  test('the books of Stripe: captures, fees, refunds, a dispute and the payout that contains them', async () => {
    const fromMs = Date.now() - 60_000;
    const { sent, report } = await paid({ amount: 100_000n });
    const about = { ...operationRequest(30_000n, 'SAR'), paymentId: sent.id, reference: referenceOf(report) };
    await provider.refund(about);
    const partly = await paid({ amount: 80_000n, capture: false });
    const capture = {
      ...operationRequest(50_000n, 'SAR'),
      paymentId: partly.sent.id,
      reference: referenceOf(partly.report),
    };
    expect(await provider.capture(capture)).toMatchObject({ kind: 'captured', amount: 50_000n });
    const dispute = await stripe.control('dispute', { payment: about.reference });
    const payout = await stripe.control('payout', { currency: 'sar' });
    const period = { fromMs, toMs: Date.now() + 60_000 };
    const reported: ProviderSettlementLine[] = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page: SettlementPage = await (provider as SettlementBooks).settlementPage(period, cursor);
      reported.push(...page.lines);
      cursor = page.next;
    }
    // What a payout contains is reported again, with the payout.
    const lines = [...new Map(reported.map((line) => [line.key, line])).values()];
    expect(reported.length).toBeGreaterThan(lines.length);
    const of = (reference: string): unknown[] =>
      lines
        .filter(({ references }) => references.includes(reference))
        .map(({ kind: what, gross, fee, payoutId }) => [what, gross, fee, payoutId === payout.id]);
    expect(of(sent.id)).toEqual([['capture', 100_000n, 2_900n, true]]);
    expect(of(about.id)).toEqual([['refund', -30_000n, 0n, true]]);
    expect(of(partly.sent.id)).toEqual([['capture', 50_000n, 1_450n, true]]);
    expect(of(dispute.id as string)).toEqual([['dispute', -100_000n, 1_500n, true]]);
    const paidOut = lines.filter(({ payoutId }) => payoutId === payout.id);
    expect(paidOut.reduce((sum, { gross, fee }) => sum + gross - fee, 0n)).toBe(0n);
  });
});

function referenceOf(report: ProviderReport): string {
  if (!('reference' in report) || report.reference === undefined) throw new Error(`${report.kind} has no reference`);
  return report.reference;
}
