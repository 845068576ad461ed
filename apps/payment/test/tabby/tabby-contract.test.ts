import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReceivedCall } from '../../src/providers/callback.ts';
import type { OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../../src/providers/provider.ts';
import { TABBY_CAPABILITIES } from '../../src/providers/tabby/tabby-gateway.ts';
import { TabbyKind } from '../../src/providers/tabby/tabby-kind.ts';
import { reportOfPayment } from '../../src/providers/tabby/tabby-reports.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { takesSeveralCaptures } from '../gateways/several-captures.ts';
import { keepsTheProviderContract, operationRequest, payRequest } from '../provider-contract.ts';

const SECRET = 'a-long-random-text-1';
const BEFORE = 'a-long-random-text-0';
const PATHS = {
  pay: { method: 'POST', path: '/checkout$' },
  capture: { method: 'POST', path: '/captures$' },
  void: { method: 'POST', path: '/close$' },
  refund: { method: 'POST', path: '/refunds$' },
};
const STORE = { secret_key: 'sk_test_shopx12345678', merchant_code: 'shop', country: 'SA' };

describe('Tabby, against a simulation of its documentation', () => {
  let tabby: FakeGateway;
  let kind: TabbyKind;
  let provider: PaymentProvider;
  let inKuwait: PaymentProvider;
  beforeAll(async () => {
    tabby = await startFakeGateway('tabby/tabby.mjs');
    kind = new TabbyKind({ apiUrl: tabby.url });
    provider = connect({ ...STORE, webhook_secret: SECRET });
    inKuwait = connect({ ...STORE, merchant_code: 'kwshop', country: 'KW' });
  });
  afterAll(async () => {
    await kind.close();
    await tabby.stop();
  });

  function connect(credentials: Record<string, string>): PaymentProvider {
    return kind.connect({
      id: 'gwc_1',
      owner: { accountId: 'a', storeId: 's', mode: 'stage' },
      callbackUrl: 'http://127.0.0.1:9/callback',
      credentials,
      previous: { ...STORE, webhook_secret: BEFORE },
    });
  }

  keepsTheProviderContract(
    'Tabby',
    () => ({
      provider,
      pay: async (_, url) => void (await tabby.onPage(url, { do: 'pay' })),
      decline: async (_, url) => void (await tabby.onPage(url, { do: 'decline' })),
      lose: (what, when) => tabby.control('fault', { kind: `lost-${when}`, ...PATHS[what] }),
      calls: async (sent) => {
        const body = await bodyOf(sent);
        const call = (headers: Record<string, string>, rawBody = body): ReceivedCall => ({
          ...{ method: 'POST', headers, rawBody, query: {}, nowMs: Date.now() },
        });
        return {
          genuine: [call({ 'x-qafila-secret': SECRET }), call({ 'x-qafila-secret': BEFORE })],
          forged: [
            call({}),
            call({ 'x-qafila-secret': '' }),
            call({ 'x-qafila-secret': 'another' }),
            call({ 'x-secret': SECRET }),
            call(
              { 'x-qafila-secret': SECRET },
              Buffer.from(body.toString().replace('"is_test":true', '"is_test":false')),
            ),
          ],
        };
      },
    }),
    {
      capabilities: { ...TABBY_CAPABILITIES, currencies: ['SAR'] },
      method: 'bnpl',
      findsUnusedPages: false,
      cancelsPages: false,
      capturesLater: true,
    },
  );

  async function bodyOf(sent: PayRequest): Promise<Buffer> {
    const payment = await tabby.control('payment', {
      payment: referenceOf(await provider.inquire({ ...sent, kind: 'pay' })),
    });
    return Buffer.from(JSON.stringify({ ...payment, status: 'authorized' }));
  }

  async function placed(
    more: Partial<PayRequest> = {},
    by = provider,
  ): Promise<{ sent: PayRequest; about: OperationRequest }> {
    const sent = payRequest({ method: 'bnpl', ...more });
    const report = await by.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(`pay answered ${report.kind}`);
    await tabby.onPage(report.action.url, { do: 'pay' });
    const reference = referenceOf(await by.inquire({ ...sent, reference: report.reference ?? null, kind: 'pay' }));
    return { sent, about: { ...operationRequest(sent.amount, sent.currency, reference), paymentId: sent.id } };
  }

  takesSeveralCaptures('Tabby', async () => ({
    ...{ provider, about: (await placed({ capture: false })).about },
    lose: (when) => tabby.control('fault', { kind: `lost-${when}`, ...PATHS.capture }),
  }));

  test('an order that was captured beside us is not reported as released', async () => {
    const { about } = await placed({ capture: false });
    await provider.capture({ ...about, id: 'op_of_the_dashboard', amount: 4_000n, finalCapture: false });
    expect(await provider.void(about)).toMatchObject({ kind: 'captured', amount: 4_000n });
    expect(await provider.inquire({ ...about, kind: 'void' })).toMatchObject({ kind: 'captured', amount: 4_000n });
  });

  test('an order is only authorised, in fils of Kuwait too, and its customer and lines reach Tabby', async () => {
    const { sent, about } = await placed({ currency: 'KWD', amount: 12_345n }, inKuwait);
    expect(await inKuwait.inquire({ ...sent, reference: about.reference, kind: 'pay' })).toMatchObject({
      kind: 'authorised',
      reference: about.reference,
    });
    expect(await inKuwait.capture(about)).toMatchObject({ kind: 'captured', amount: 12_345n });
    expect(await tabby.control('payment', { payment: about.reference })).toMatchObject({
      amount: '12.345',
      status: 'CLOSED',
      order: { reference_id: sent.id, items: [{ unit_price: '12.345', quantity: 1 }] },
      buyer: { email: 'customer@shop.example' },
    });
  });

  test('a partial capture closes the order, also when the reply between the two is lost', async () => {
    const { about } = await placed();
    await tabby.control('fault', { kind: 'lost-before', ...PATHS.void });
    const capture = { ...about, amount: 4_000n };
    expect((await provider.capture(capture)).kind).toBe('unknown');
    expect((await provider.inquire({ ...capture, kind: 'capture' })).kind).toBe('not_found');
    for (let time = 0; time < 2; time++)
      expect(await provider.capture(capture)).toMatchObject({ kind: 'captured', amount: 4_000n });
    expect(await tabby.control('payment', { payment: about.reference })).toMatchObject({
      status: 'CLOSED',
      captures: [{ amount: '40.00', reference_id: capture.id }],
    });
  });

  test.each([400, 403, 409, 429])(
    'a part that is captured is never refused: an answer %d to the closing is unknown, and a repeat closes',
    async (status) => {
      const { about } = await placed();
      const capture = { ...about, amount: 4_000n };
      await tabby.control('fault', { kind: 'status', status, ...PATHS.void });
      expect((await provider.capture(capture)).kind).toBe('unknown');
      expect(await provider.capture(capture)).toMatchObject({ kind: 'captured', amount: 4_000n });
      expect((await tabby.control('payment', { payment: about.reference })).captures).toHaveLength(1);
    },
  );

  test('a refusal whose check is lost is no refusal, and neither is a 409', async () => {
    const { about } = await placed();
    const check = { method: 'GET', path: '^/api/v2/payments/' };
    for (const [what, ask] of [
      ['capture', () => provider.capture(about)],
      ['void', () => provider.void(about)],
      ['refund', () => provider.refund(about)],
    ] as const) {
      await tabby.control('fault', { kind: 'status', status: 400, ...PATHS[what] });
      await tabby.control('fault', { kind: 'lost-before', ...check });
      expect([what, (await ask()).kind]).toEqual([what, 'unknown']);
      await tabby.control('fault', { kind: 'status', status: 409, ...PATHS[what] });
      expect([what, (await ask()).kind]).toEqual([what, 'unknown']);
      await tabby.control('fault', { kind: 'status', status: 400, ...PATHS[what] });
      expect([what, (await ask()).kind]).toEqual([what, 'declined']);
    }
  });

  test('a closed order is given up only when it has no capture, and an amount that cannot be read is unknown', () => {
    const closed = { id: 'p', status: 'CLOSED', currency: 'SAR' };
    const kinds = [[], undefined, [{}], [{ amount: '40.001' }], [{ amount: '40.00' }, { amount: 1 }]].map(
      (captures) => reportOfPayment({ ...closed, captures }).kind,
    );
    expect(kinds).toEqual(['voided', 'unknown', 'unknown', 'unknown', 'unknown']);
    expect(reportOfPayment({ ...closed, captures: [{ amount: '40.00' }, { amount: '1' }] })).toMatchObject({
      kind: 'captured',
      amount: 4_100n,
    });
  });

  test('an order whose reply was lost is found once it is placed', async () => {
    const { sent } = await placed();
    expect((await provider.inquire({ ...sent, reference: null, kind: 'pay' })).kind).toBe('authorised');
  });

  test('what Tabby declines before its page names the reason, and another gateway may take it', async () => {
    expect(await provider.pay(payRequest({ method: 'bnpl', amount: 100_000_001n }))).toMatchObject({
      kind: 'declined',
      then: 'fallback',
      code: 'order_amount_too_high',
    });
    const buyer = { name: 'عميل', email: '', phone: '' };
    expect(await provider.pay(payRequest({ method: 'bnpl', buyer }))).toMatchObject({
      kind: 'declined',
      code: 'buyer_incomplete',
      message: expect.stringContaining('email, phone'),
    });
  });

  test.each([
    [401, 'not_sent'],
    [403, 'not_sent'],
    [429, 'not_sent'],
    [400, 'declined'],
    [500, 'unknown'],
  ])('an answer %d to an order is %s, and to an inquiry nothing', async (status, kindOfReport) => {
    await tabby.control('fault', { kind: 'status', status, ...PATHS.pay });
    expect((await provider.pay(payRequest({ method: 'bnpl' }))).kind).toBe(kindOfReport);
    const { sent, about } = await placed();
    await tabby.control('fault', { kind: 'status', status, method: 'GET', path: '^/api/v2/payments/' });
    expect((await provider.inquire({ ...sent, reference: about.reference, kind: 'pay' })).kind).toBe('unknown');
  });

  test('credentials: of the mode, of a store that Tabby knows, and of the account that took the orders', async () => {
    const first = await kind.test(STORE, 'stage');
    if (first.kind !== 'accepted') throw new Error(first.kind);
    const { about } = await placed();
    const known = { account: first.account, reference: about.reference };
    const check = (more: Record<string, string>, mode = 'stage'): Promise<unknown> =>
      kind.test({ ...STORE, ...more }, mode, known);
    expect(await check({ secret_key: 'sk_test_shopx87654321' })).toMatchObject({
      kind: 'accepted',
      account: first.account,
    });
    expect(await check({ secret_key: 'sk_test_otherx12345678' })).not.toMatchObject({ account: first.account });
    expect(await check({ secret_key: 'sk_test_revokedx12345' })).toMatchObject({
      kind: 'refused',
      field: 'secret_key',
    });
    expect(await check({ secret_key: 'sk_shopx12345678' })).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await check({}, 'live')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await kind.test({ ...STORE, merchant_code: 'none' }, 'stage')).toMatchObject({ field: 'merchant_code' });
  });

  test('no connection is no order', async () => {
    const nowhere = new TabbyKind({ apiUrl: 'http://127.0.0.1:9' });
    const spec = { id: 'g', owner: payRequest().store, callbackUrl: '', previous: null };
    expect((await nowhere.connect({ ...spec, credentials: STORE }).pay(payRequest({ method: 'bnpl' }))).kind).toBe(
      'not_sent',
    );
    await nowhere.close();
  });
});

function referenceOf(report: ProviderReport): string {
  if (!('reference' in report) || report.reference === undefined) throw new Error(`${report.kind} has no reference`);
  return report.reference;
}
