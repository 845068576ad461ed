import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GATEWAYS } from '../../src/limits.ts';
import type { ReceivedCall } from '../../src/providers/callback.ts';
import { MOYASAR_CAPABILITIES } from '../../src/providers/moyasar/moyasar-gateway.ts';
import { MoyasarKind } from '../../src/providers/moyasar/moyasar-kind.ts';
import type { OperationRequest, PaymentProvider, PayRequest, ProviderReport } from '../../src/providers/provider.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { readBooks } from '../gateways/read-books.ts';
import { keepsTheProviderContract, operationRequest, payRequest } from '../provider-contract.ts';

const MADA = '4201320111111010';
const NO_FUNDS = '4123120001090000';
const LOST_CARD = '4123450131000508';
const CHALLENGED = '4123120001090109';
const SECRET = 'a-long-random-text-1';
const BEFORE = 'a-long-random-text-0';

const PATHS = {
  pay: { method: 'POST', path: '^/v1/invoices$' },
  capture: { method: 'POST', path: '/capture$' },
  void: { method: 'POST', path: '/void$' },
  refund: { method: 'POST', path: '/refund$' },
};

describe('Moyasar, against a simulation of its documentation', () => {
  let moyasar: FakeGateway;
  let kind: MoyasarKind;
  let provider: PaymentProvider;
  let passedMs = 0;
  beforeAll(async () => {
    moyasar = await startFakeGateway('moyasar/moyasar.mjs');
    kind = new MoyasarKind({ apiUrl: moyasar.url, nowMs: () => Date.now() + passedMs });
    provider = connect({ secret_key: 'sk_test_shopx12345678', webhook_secret: SECRET });
  });
  afterAll(async () => {
    await kind.close();
    await moyasar.stop();
  });

  function connect(credentials: Record<string, string>, mode = 'stage'): PaymentProvider {
    return kind.connect({
      id: 'gwc_1',
      owner: { accountId: 'a', storeId: 's', mode },
      callbackUrl: 'http://127.0.0.1:9/callback',
      credentials,
      previous: { secret_key: 'sk_test_shopx00000000', webhook_secret: BEFORE },
    });
  }

  const cardOnPage = (url: string, number: string): Promise<number> => moyasar.onPage(url, { number });
  const tooLate = (): void => void (passedMs += GATEWAYS.unkeyedRepeatAfterMs);

  keepsTheProviderContract(
    'Moyasar',
    () => ({
      provider,
      pay: async (_, url) => void (await cardOnPage(url, MADA)),
      // A refused card leaves the page open, until the customer gives up and the page is cancelled.
      decline: async (sent, url) => {
        await cardOnPage(url, NO_FUNDS);
        await provider.abandon(sent);
      },
      lose: (what, when) => moyasar.control('fault', { kind: `lost-${when}`, ...PATHS[what] }),
      settle: tooLate,
      calls: async (sent) => ({ genuine: await genuineCalls(sent), forged: await forgedCalls(sent) }),
    }),
    { capabilities: MOYASAR_CAPABILITIES },
  );

  async function eventOf(sent: PayRequest, more: object = {}): Promise<Buffer> {
    const report = await provider.inquire({ ...sent, kind: 'pay' });
    const data = await moyasar.control('payment', { payment: referenceOf(report) });
    return Buffer.from(
      JSON.stringify({ id: 'evt_1', type: 'payment_paid', secret_token: SECRET, live: false, data, ...more }),
    );
  }

  const received = (rawBody: Buffer, query: Record<string, string> = {}): ReceivedCall => ({
    method: 'POST',
    headers: {},
    rawBody,
    query,
    nowMs: Date.now(),
  });

  /** The address that Moyasar calls when the invoice is paid. */
  async function invoiceQuery(sent: PayRequest): Promise<Record<string, string>> {
    const { url } = await moyasar.control('invoiceCallback', { operation: sent.id });
    return Object.fromEntries(new URL(url as string).searchParams);
  }

  async function genuineCalls(sent: PayRequest): Promise<ReceivedCall[]> {
    return [
      received(await eventOf(sent)),
      received(await eventOf(sent, { secret_token: BEFORE })),
      received(Buffer.from('{}'), await invoiceQuery(sent)),
    ];
  }

  async function forgedCalls(sent: PayRequest): Promise<ReceivedCall[]> {
    const query = await invoiceQuery(sent);
    return [
      ...(await Promise.all(
        [
          { secret_token: 'another' },
          { secret_token: '' },
          { secret_token: undefined },
          { secret_token: [SECRET] },
          { live: true },
        ].map(async (more) => received(await eventOf(sent, more))),
      )),
      received(Buffer.from('{}'), { operation: sent.id }),
      received(Buffer.from('{}'), { ...query, operation: 'op_another' }),
      received(await eventOf(sent), { ...query, code: '0'.repeat(64) }),
    ];
  }

  async function paid(more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; about: OperationRequest }> {
    const sent = payRequest(more);
    const report = await provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(`pay answered ${report.kind}`);
    await cardOnPage(report.action.url, MADA);
    const reference = referenceOf(await provider.inquire({ ...sent, kind: 'pay' }));
    return { sent, about: { ...operationRequest(sent.amount, sent.currency, reference), paymentId: sent.id } };
  }

  test('a paid invoice names the payment, its card and the fee', async () => {
    const { sent, about } = await paid({ amount: 100_000n });
    expect(await provider.inquire({ ...sent, reference: about.reference, kind: 'pay' })).toEqual({
      kind: 'captured',
      amount: 100_000n,
      reference: about.reference,
      fee: 1_850n,
      code: '000',
      message: 'Completed',
      instrument: {
        brand: 'mada',
        bin: '420132',
        last4: '1010',
        funding: 'debit',
        issuer: 'Test Bank',
        country: 'SA',
      },
    });
  });

  test('a refused card leaves the page open, and the reason is known when the page ends', async () => {
    const sent = payRequest();
    const report = await provider.pay(sent);
    const url = report.kind === 'action' && report.action.kind === 'redirect' ? report.action.url : '';
    expect(await cardOnPage(url, LOST_CARD)).toBe(402);
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'action' });
    await provider.abandon(sent);
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({
      kind: 'declined',
      code: '41',
      then: 'none',
    });
  });

  test.each([
    ['cancelled', (sent: PayRequest) => provider.abandon(sent)],
    ['over', () => moyasar.control('expire')],
  ])('while the bank authenticates the customer, a page that is %s decides nothing', async (_, end) => {
    for (const passes of [true, false]) {
      const sent = payRequest();
      const page = await provider.pay(sent);
      if (page.kind !== 'action' || page.action.kind !== 'redirect') throw new Error(`pay answered ${page.kind}`);
      expect(await cardOnPage(page.action.url, CHALLENGED)).toBe(200);
      await end(sent);
      const undecided = await provider.inquire({ ...sent, kind: 'pay' });
      expect(undecided).toEqual({ kind: 'pending', reference: expect.stringMatching(/^invoice\//) });
      const { payments } = await moyasar.control('payments');
      const { id } = (payments as { id: string }[]).at(-1) as { id: string };
      await moyasar.control('authenticate', { payment: id, passes });
      const decided = await provider.inquire({ ...sent, kind: 'pay' });
      expect(decided).toMatchObject(passes ? { kind: 'captured', reference: id } : { kind: 'declined' });
    }
  });

  test.each([
    ['cancelled', (sent: PayRequest) => provider.abandon(sent)],
    ['over', () => moyasar.control('expire')],
  ])('an authentication that the customer gave up ends some time after the page is %s', async (_, end) => {
    const sent = payRequest({ expiresAtMs: Date.now() + passedMs + 60_000 });
    const page = await provider.pay(sent);
    if (page.kind !== 'action' || page.action.kind !== 'redirect') throw new Error(`pay answered ${page.kind}`);
    await cardOnPage(page.action.url, CHALLENGED);
    await end(sent);
    passedMs += GATEWAYS.authenticationAfterPageMs;
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'declined' });
    // What comes after that is known all the same, as late money.
    const { payments } = await moyasar.control('payments');
    const { id } = (payments as { id: string }[]).at(-1) as { id: string };
    await moyasar.control('authenticate', { payment: id, passes: true });
    expect(await provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'captured', reference: id });
    passedMs -= GATEWAYS.authenticationAfterPageMs;
  });

  test('a refund that may still be under way is not requested again, and a later one happens once', async () => {
    const { about } = await paid();
    const refund = { ...about, amount: 4_000n };
    await moyasar.control('fault', { kind: 'lost-before', ...PATHS.refund });
    expect((await provider.refund(refund)).kind).toBe('unknown');
    expect((await provider.inquire({ ...refund, kind: 'refund' })).kind).toBe('unknown');
    expect((await provider.refund(refund)).kind).toBe('unknown');
    expect((await moyasar.control('payment', { payment: about.reference })).refunded).toBe(0);
    tooLate();
    expect((await provider.inquire({ ...refund, kind: 'refund' })).kind).toBe('not_found');
    for (let time = 0; time < 3; time++) expect((await provider.refund(refund)).kind).toBe('refunded');
    expect((await moyasar.control('payment', { payment: about.reference })).refunded).toBe(4_000);
  });

  test("a refund in Moyasar's dashboard is not taken for ours", async () => {
    const { about } = await paid();
    await moyasar.control('dashboardRefund', { payment: about.reference, amount: 5_000 });
    const refund = { ...about, amount: 5_000n };
    expect((await provider.inquire({ ...refund, kind: 'refund' })).kind).toBe('not_found');
    expect((await provider.refund(refund)).kind).toBe('refunded');
    expect((await moyasar.control('payment', { payment: about.reference })).refunded).toBe(10_000);
  });

  test('a refund whose note took too long is not requested: a repeat may have requested it meanwhile', async () => {
    let times = 0;
    const paused = new MoyasarKind({
      apiUrl: moyasar.url,
      // The process stops for a while when the note is written.
      nowMs: () => Date.now() + (times++ === 0 ? 0 : GATEWAYS.unkeyedRequestWithinMs + 1),
    });
    const { about } = await paid();
    const late = paused.connect({
      ...{ id: 'gwc_1', owner: { accountId: 'a', storeId: 's', mode: 'stage' }, callbackUrl: 'http://127.0.0.1:9/' },
      ...{ credentials: { secret_key: 'sk_test_shopx12345678' }, previous: null },
    });
    const refund = { ...about, amount: 4_000n };
    expect(await late.refund(refund)).toMatchObject({ kind: 'not_sent' });
    expect((await moyasar.control('payment', { payment: about.reference })).refunded).toBe(0);
    tooLate();
    expect(await provider.refund(refund)).toEqual({ kind: 'refunded' });
    await paused.close();
  });

  test('without its note a refund is not sent', async () => {
    const { about } = await paid();
    await moyasar.control('fault', { kind: 'lost-before', method: 'PUT', path: '^/v1/payments/' });
    expect((await provider.refund({ ...about, amount: 10n })).kind).toBe('not_sent');
    expect((await moyasar.control('payment', { payment: about.reference })).refunded).toBe(0);
  });

  test('a note that Moyasar does not keep stops the refund, and an answer without it is verified', async () => {
    const { about } = await paid();
    const refunded = async (): Promise<unknown> =>
      (await moyasar.control('payment', { payment: about.reference })).refunded;
    await moyasar.control('behave', { notes: 'dropped' });
    expect((await provider.refund({ ...about, amount: 10n })).kind).toBe('not_sent');
    expect(await refunded()).toBe(0);
    await moyasar.control('behave', { notes: 'kept without an answer' });
    expect((await provider.refund({ ...about, amount: 10n })).kind).toBe('refunded');
    await moyasar.control('behave', { notes: 'kept' });
    expect(await refunded()).toBe(10);
  });

  test('a page of another payment is never taken for ours, whatever the list contains', async () => {
    await paid();
    await moyasar.control('behave', { filters: false });
    const sent = payRequest();
    const before = await provider.inquire({ ...sent, kind: 'pay' });
    const report = await provider.pay(sent);
    await moyasar.control('behave', { filters: true });
    expect([before.kind, report.kind]).toEqual(['not_found', 'action']);
  });

  test('lines that are alike keep different keys on all pages, and a page that leads back is an error', async () => {
    const fromMs = Date.now() - 60_000;
    await moyasar.control('adjust', { times: 100, amount: 7 });
    const { id } = await moyasar.control('settle', { currency: 'SAR' });
    const read = async (): Promise<string[]> =>
      (await readBooks(provider, { fromMs, toMs: Date.now() + 60_000 }))
        .filter(({ payoutId, kind: what, gross }) => payoutId === id && what === 'adjustment' && gross === 7n)
        .map(({ key }) => key);
    const keys = await read();
    expect([keys.length, new Set(keys).size]).toEqual([100, 100]);
    expect(await read()).toEqual(keys);
    await moyasar.control('behave', { pagesBack: true });
    await expect(read()).rejects.toThrow('after page');
    await moyasar.control('behave', { pagesBack: false });
  });

  test.each([
    [401, 'not_sent'],
    [403, 'not_sent'],
    [429, 'not_sent'],
    [400, 'declined'],
    [500, 'unknown'],
    [503, 'unknown'],
  ])('an answer %d to a payment is %s, and to an inquiry nothing', async (status, kindOfReport) => {
    await moyasar.control('fault', { kind: 'status', status, ...PATHS.pay });
    expect((await provider.pay(payRequest())).kind).toBe(kindOfReport);
    const { sent } = await paid();
    await moyasar.control('fault', { kind: 'status', status, method: 'GET', path: '^/v1/invoices' });
    expect((await provider.inquire({ ...sent, kind: 'pay' })).kind).toBe('unknown');
  });

  test('no connection is no payment', async () => {
    const nowhere = new MoyasarKind({ apiUrl: 'http://127.0.0.1:9', nowMs: Date.now });
    const spec = { id: 'g', owner: payRequest().store, callbackUrl: '', previous: null };
    const away = nowhere.connect({ ...spec, credentials: { secret_key: 'sk_test_shopx12345678' } });
    expect((await away.pay(payRequest())).kind).toBe('not_sent');
    expect(await nowhere.test({ secret_key: 'sk_test_shopx12345678' }, 'stage')).toMatchObject({ kind: 'unavailable' });
    await nowhere.close();
  });

  test('credentials: of the mode, and of the account that took the payments', async () => {
    const first = await kind.test({ secret_key: 'sk_test_shopx12345678' }, 'stage');
    if (first.kind !== 'accepted') throw new Error(first.kind);
    expect(first.account).toMatch(/^moyasar_[0-9a-f]{16}$/);
    const { about } = await paid();
    const known = { account: first.account, reference: about.reference };
    const test_ = (key: string, mode = 'stage'): Promise<unknown> => kind.test({ secret_key: key }, mode, known);
    expect(await test_('sk_test_shopx87654321')).toMatchObject({ kind: 'accepted', account: first.account });
    const other = await test_('sk_test_otherx12345678');
    expect(other).toMatchObject({ kind: 'accepted' });
    expect(other).not.toMatchObject({ account: first.account });
    expect(await test_('sk_test_revokedx1234')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await test_('sk_live_shopx12345678')).toMatchObject({ kind: 'refused', field: 'secret_key' });
    expect(await test_('sk_test_shopx12345678', 'live')).toMatchObject({ kind: 'refused', field: 'secret_key' });
  });

  test('the books of Moyasar: captures, fees, refunds, and the transfer that contains them', async () => {
    const fromMs = Date.now() - 60_000;
    const { about } = await paid({ amount: 100_000n });
    await provider.refund({ ...about, amount: 30_000n });
    const settlement = await moyasar.control('settle', { currency: 'SAR' });
    const lines = await readBooks(provider, { fromMs, toMs: Date.now() + 60_000 });
    expect(
      lines
        .filter(({ references }) => references.includes(about.reference as string))
        .map(({ kind: what, gross, fee, payoutId }) => [what, gross, fee, payoutId]),
    ).toEqual([
      ['capture', 100_000n, 1_850n, settlement.id],
      ['refund', -30_000n, 0n, settlement.id],
    ]);
    const inPayout = lines.filter(({ payoutId }) => payoutId === settlement.id);
    expect(inPayout.reduce((sum, { gross, fee }) => sum + gross - fee, 0n)).toBe(0n);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });
});

function referenceOf(report: ProviderReport): string {
  if (!('reference' in report) || report.reference === undefined) throw new Error(`${report.kind} has no reference`);
  return report.reference;
}
