import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { ReceivedCall } from '../../src/providers/callback.ts';
import { CHECKOUT_COM_CAPABILITIES } from '../../src/providers/checkout-com/checkout-com-gateway.ts';
import type { CheckoutComKind } from '../../src/providers/checkout-com/checkout-com-kind.ts';
import type { OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../../src/providers/provider.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { takesSeveralCaptures } from '../gateways/several-captures.ts';
import { keepsTheProviderContract, operationRequest, payRequest } from '../provider-contract.ts';
import { connectCheckoutCom, STORE } from './connect-checkout-com.ts';
import type { ConnectedCheckoutCom } from './connect-checkout-com.ts';

const GOOD = '4242424242424242';
const MADA = '4201320111111010';
/** The bank asks the customer, who has not answered. */
const CHALLENGED = '4000000000003220';
const SECRET = 'a-long-random-text-1';
const BEFORE = 'a-long-random-text-0';
const PATHS = {
  pay: { method: 'POST', path: '^/hosted-payments$' },
  capture: { method: 'POST', path: '/captures$' },
  void: { method: 'POST', path: '/voids$' },
  refund: { method: 'POST', path: '/refunds$' },
};

describe('Checkout.com, against a simulation of its documentation', () => {
  let connected: ConnectedCheckoutCom | undefined;
  let fake: FakeGateway;
  let kind: CheckoutComKind;
  let provider: PaymentProvider;
  beforeAll(async () => {
    connected = await connectCheckoutCom({ webhook_secret: SECRET, before: BEFORE });
    ({ fake, kind, provider } = connected);
  });
  afterAll(() => connected?.stop());

  keepsTheProviderContract(
    'Checkout.com',
    () => ({
      provider,
      pay: async (_, url) => void (await fake.onPage(url, { number: GOOD })),
      // A refused card leaves the page open until it expires.
      decline: async (_, url) => {
        await fake.onPage(url, { number: '4000000000000002' });
        await fake.control('expire', { page: url.split('/').at(-1) });
      },
      lose: (what, when) => fake.control('fault', { kind: `lost-${when}`, ...PATHS[what] }),
      calls: async (sent) => {
        const body = eventOf(sent);
        return {
          genuine: [signed(body, SECRET), signed(body, BEFORE)],
          forged: [
            call({}, body),
            call({ 'cko-signature': '' }, body),
            call({ 'cko-signature': 'zz' }, body),
            signed(body, 'another'),
            { ...signed(body, SECRET), rawBody: Buffer.from(`${body.toString()} `) },
            call({ 'cko-signature': SECRET }, body),
          ],
        };
      },
    }),
    { capabilities: CHECKOUT_COM_CAPABILITIES, findsUnusedPages: false, cancelsPages: false, capturesLater: true },
  );

  const call = (headers: Record<string, string>, rawBody: Buffer): ReceivedCall => ({
    ...{ method: 'POST', headers, rawBody, query: {}, nowMs: Date.now() },
  });
  const signed = (body: Buffer, secret: string): ReceivedCall =>
    call({ 'cko-signature': createHmac('sha256', secret).update(body).digest('hex') }, body);

  function eventOf(sent: PayRequest): Buffer {
    const data = { id: 'pay_1', reference: sent.id, metadata: { qafila_operation: sent.id } };
    return Buffer.from(JSON.stringify({ id: 'evt_1', type: 'payment_approved', data }));
  }

  async function paid(
    more: Partial<PayRequest> = {},
    number = GOOD,
  ): Promise<{ sent: PayRequest; about: OperationRequest }> {
    const sent = payRequest(more);
    const report = await provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(`pay answered ${report.kind}`);
    await fake.onPage(report.action.url, { number });
    const reference = referenceOf(
      await provider.inquire({ ...sent, reference: report.reference ?? null, kind: 'pay' }),
    );
    return { sent, about: { ...operationRequest(sent.amount, sent.currency, reference), paymentId: sent.id } };
  }

  takesSeveralCaptures('Checkout.com', async () => ({
    ...{ provider, about: (await paid({ capture: false })).about },
    lose: (when) => fake.control('fault', { kind: `lost-${when}`, ...PATHS.capture }),
  }));

  test('a card whose scheme takes one capture refuses a part, and is captured whole', async () => {
    const { about } = await paid({ capture: false }, MADA);
    expect(await provider.capture({ ...about, amount: 4_000n, finalCapture: false })).toMatchObject({
      ...{ kind: 'declined', code: 'capture_type_not_supported' },
    });
    expect((await provider.capture({ ...about, id: `${about.id}.2` })).kind).toBe('pending');
  });

  test('a paid page names the payment, its card and 3-D Secure; it is only authorised', async () => {
    const { sent, about } = await paid();
    expect(await provider.inquire({ ...sent, reference: about.reference, kind: 'pay' })).toMatchObject({
      kind: 'authorised',
      secure: '3DS2',
      authentication: { version: '2.2.0', result: 'Y', liabilityShift: true },
      instrument: {
        brand: 'visa',
        bin: '424242',
        last4: '4242',
        funding: 'credit',
        issuer: 'Test Bank',
        country: 'SA',
      },
    });
  });

  test('a refused card leaves the page open for another one', async () => {
    const sent = payRequest();
    const report = await provider.pay(sent);
    const url = report.kind === 'action' && report.action.kind === 'redirect' ? report.action.url : '';
    const reference = 'reference' in report ? (report.reference ?? null) : null;
    expect(await fake.onPage(url, { number: '4000000000000002' })).toBe(402);
    expect((await provider.inquire({ ...sent, reference, kind: 'pay' })).kind).toBe('action');
    expect(await fake.onPage(url, { number: GOOD })).toBe(200);
    expect((await provider.inquire({ ...sent, reference, kind: 'pay' })).kind).toBe('authorised');
    // By our id alone the payment that was approved counts.
    expect((await provider.inquire({ ...sent, reference: null, kind: 'pay' })).kind).toBe('authorised');
  });

  test('a payment under authentication leaves the page its reference, so that the next card is seen', async () => {
    const sent = payRequest();
    const report = await provider.pay(sent);
    const url = report.kind === 'action' && report.action.kind === 'redirect' ? report.action.url : '';
    const page = referenceOf(report);
    const inquire = (): Promise<ProviderReport> => provider.inquire({ ...sent, reference: page, kind: 'pay' });
    await fake.onPage(url, { number: CHALLENGED });
    expect(await inquire()).toEqual({ kind: 'pending', reference: page });
    await fake.control('failChallenge', { page });
    expect(await inquire()).toMatchObject({ kind: 'action', reference: page });
    await fake.onPage(url, { number: CHALLENGED });
    await fake.onPage(url, { number: GOOD });
    expect(await inquire()).toMatchObject({ kind: 'authorised', reference: expect.stringMatching(/^pay_/) });
  });

  test('a payment under authentication on a page that has expired is the last one', async () => {
    const sent = payRequest();
    const report = await provider.pay(sent);
    const url = report.kind === 'action' && report.action.kind === 'redirect' ? report.action.url : '';
    const page = referenceOf(report);
    await fake.onPage(url, { number: CHALLENGED });
    await fake.control('expire', { page });
    expect(await provider.inquire({ ...sent, reference: page, kind: 'pay' })).toMatchObject({
      kind: 'pending',
      reference: expect.stringMatching(/^pay_/),
    });
  });

  test('a payment that its page names and Checkout.com does not find is unknown', async () => {
    const { sent, about } = await paid();
    await fake.control('forget', { payment: about.reference });
    expect((await provider.inquire({ ...sent, reference: about.reference, kind: 'pay' })).kind).toBe('unknown');
  });

  test('a capture is accepted, and decided later', async () => {
    const { about } = await paid();
    expect((await provider.capture(about)).kind).toBe('pending');
    await eventually(async () => (await provider.inquire({ ...about, kind: 'capture' })).kind === 'captured');
  });

  test('an amount whose last digit Checkout.com cannot express is never rounded', async () => {
    for (const currency of ['KWD', 'BHD', 'OMR'])
      expect(await provider.pay(payRequest({ currency, amount: 12_345n }))).toMatchObject({
        kind: 'declined',
        then: 'fallback',
        code: 'unsupported_amount',
      });
    // Its CLP has two decimals and its CLF none; of UYI, UYW and unknown codes nothing is known.
    for (const currency of ['CLP', 'CLF', 'UYI', 'UYW', 'ABC'])
      expect(await provider.pay(payRequest({ currency, amount: 10_000n }))).toMatchObject({
        kind: 'declined',
        then: 'fallback',
        code: 'unsupported_amount',
        message: expect.stringContaining('decimals'),
      });
    expect((await provider.pay(payRequest({ currency: 'JPY', amount: 12_345n }))).kind).toBe('action');
    const { about } = await paid({ currency: 'KWD', amount: 12_340n });
    expect(await provider.refund({ ...about, amount: 5n })).toMatchObject({ code: 'unsupported_amount' });
  });

  test.each([
    ['dispute_received', 'opened'],
    ['dispute_won', 'won'],
    ['dispute_lost', 'lost'],
    ['dispute_expired', 'expired'],
    ['dispute_arbitration_won', 'won'],
    ['dispute_arbitration_lost', 'lost'],
  ])('%s is a dispute that is %s', async (type, status) => {
    const data = { id: 'dsp_1', payment_id: 'pay_1', amount: 1_000, currency: 'SAR', category: 'fraudulent' };
    const body = Buffer.from(JSON.stringify({ id: 'evt_2', type, created_on: '2026-11-20T10:00:00Z', data }));
    expect(await provider.readCallback(signed(body, SECRET))).toMatchObject({
      kind: 'dispute',
      dispute: {
        ...{ reference: 'dsp_1', paymentReference: 'pay_1', status, amount: 1_000n, currency: 'SAR' },
        at: '2026-11-20T10:00:00.000Z',
      },
    });
  });

  test('an event of a dispute that the adapter does not know changes no dispute', async () => {
    const data = { id: 'dsp_1', payment_id: 'pay_1', amount: 1_000, currency: 'SAR' };
    const body = Buffer.from(JSON.stringify({ id: 'evt_3', type: 'dispute_renamed', data }));
    expect(await provider.readCallback(signed(body, SECRET))).toEqual({
      ...{ kind: 'other', id: 'evt_3', type: 'dispute_renamed' },
    });
  });

  test.each([
    [401, 'not_sent'],
    [429, 'not_sent'],
    [422, 'declined'],
    [409, 'unknown'],
    [500, 'unknown'],
  ])('an answer %d to a payment is %s, and to an inquiry nothing', async (status, kindOfReport) => {
    await fake.control('fault', { kind: 'status', status, ...PATHS.pay });
    expect((await provider.pay(payRequest())).kind).toBe(kindOfReport);
    const { sent, about } = await paid();
    await fake.control('fault', { kind: 'status', status, method: 'GET', path: '^/payments/' });
    expect((await provider.inquire({ ...sent, reference: about.reference, kind: 'pay' })).kind).toBe('unknown');
  });

  test('credentials: of the mode, and of the account that took the payments', async () => {
    const first = await kind.test(STORE, 'stage');
    if (first.kind !== 'accepted') throw new Error(first.kind);
    const { about } = await paid();
    const known = { account: first.account, reference: about.reference };
    const check = (key: string, mode = 'stage'): Promise<unknown> =>
      kind.test({ ...STORE, secret_key: key }, mode, known);
    expect(await check('sk_sbox_shopx87654321')).toMatchObject({ kind: 'accepted', account: first.account });
    expect(await check('sk_sbox_otherx12345678')).not.toMatchObject({ account: first.account });
    expect(await check('sk_sbox_revokedx12345')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await check('sk_shopx12345678')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await check('sk_sbox_shopx12345678', 'live')).toMatchObject({ kind: 'refused', field: 'secret_key' });
  });
});

function referenceOf(report: ProviderReport): string {
  if (!('reference' in report) || report.reference === undefined) throw new Error(`${report.kind} has no reference`);
  return report.reference;
}
