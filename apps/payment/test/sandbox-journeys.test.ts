import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../src/ledger/check-books.ts';
import type { PaymentUnderTest } from './harness.ts';
import { describeWithSandbox } from './sandbox.ts';
import type { RunningSandbox } from './sandbox.ts';
import { startAtSandbox } from './sandbox-stage.ts';
import type { SandboxStage } from './sandbox-stage.ts';

const API = '/public/v1';

/** The check digit after Luhn. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, at) => total + (at % 2 === 0 ? Number(digit) : Number(digit) * 2 - (Number(digit) > 4 ? 9 : 0)),
      0,
    );
  return sum % 10 === 0;
}

describeWithSandbox('journeys with the sandbox, a process of its own', () => {
  let stage: SandboxStage | undefined;
  let payment: PaymentUnderTest;
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    stage = await startAtSandbox({ worker: true });
    ({ payment, sandbox } = stage);
  });
  afterAll(async () => {
    await eventually(async () => expect(await checkBooks(payment.pool)).toEqual([]));
    await expectNoSecret();
    await stage?.stop();
  });

  /**
   * No row and no event contains what a customer typed: no card number, identity number or wallet phone, and nothing
   * that looks like a card number.
   */
  async function expectNoSecret(): Promise<void> {
    const { rows: tables } = await payment.pool.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'payment'
        AND table_type = 'BASE TABLE'`,
    );
    const dump = [JSON.stringify(payment.published)];
    for (const { name } of tables)
      dump.push(
        ...(await payment.pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)).rows.map(
          ({ row }) => row,
        ),
      );
    const text = dump.join('\n');
    for (const secret of [
      '1234567890',
      '2025550001',
      '2025550006',
      '2025550008',
      '4242424242424242',
      '4000003800000446',
    ])
      expect(text.includes(secret)).toBe(false);
    expect(
      [...text.matchAll(/(?<![0-9a-f.])[3-6]\d{12,18}(?![0-9a-f.])/g)].map(([digits]) => digits).filter(isCardNumber),
    ).toEqual([]);
  }

  async function statusOf(id: string): Promise<string> {
    return (await payment.call('GET', `${API}/payment/intent/${id}`)).body.data.pi_status as string;
  }

  /** Completes the provider's page and returns the customer to ours. */
  async function payByCard(intent: Json, number: string, code?: string): Promise<string | null> {
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    return atGateway(intent, location as string, { number, code });
  }

  async function atGateway(
    intent: Json,
    url: string,
    { number, code }: { number: string; code?: string },
  ): Promise<string | null> {
    await payment.open(url, { number, expiry: '12/34', cvc: '123' });
    if (code !== undefined) await payment.open(`${url}/challenge`, { code });
    return (await payment.open(`${intent.checkout_page_url}/return`)).location;
  }

  async function walk(
    url: string,
    { phone, codes, nationalId = '1234567890' }: { phone: string; codes: string[]; nationalId?: string },
  ): Promise<void> {
    await payment.open(`${url}/identity`, { national_id: nationalId, phone });
    for (const code of codes) await payment.open(`${url}/code`, { code });
  }

  async function bnpl(amount: number): Promise<Json> {
    return (
      await payment.call('POST', `${API}/bnpl/wallet/setup`, {
        wallet_type: 'walletprovider',
        amount,
        order_reference: `bnpl-${amount}`,
        success_redirect_url: 'https://shop.example/paid',
        failure_redirect_url: 'https://shop.example/failed',
        payment_method_types: 'wallet',
        description: 'طلب',
      })
    ).body.data as Json;
  }

  /** The notifications of §6; what happened to the money is published beside them. */
  function published(subject: string, count: number): Promise<string[]> {
    return eventually(() => {
      const all = payment.published.filter((event) => event.subject === subject && !event.type.startsWith('payment.'));
      return all.length >= count ? all.map((event) => `${event.type} ${event.data.state ?? event.data.status}`) : null;
    });
  }

  test.each([
    ['4242424242424242', '000', '/paid?'],
    ['4000000000000002', 'card_declined', '/pay/'],
    ['4000000000009995', 'insufficient_funds', '/pay/'],
    ['4000000000009987', 'lost_card', '/pay/'],
    ['4100000000000019', 'suspected_fraud', '/pay/'],
  ])('card %s at gateway A: %s', async (number, code, where) => {
    const intent = await payment.checkout({ amount: 120 });
    expect(await payByCard(intent, number)).toContain(where);
    const {
      body: { data },
    } = await payment.call('GET', `${API}/payment/transaction?payment_intent_id=${intent._id}`);
    expect(data.items[0]).toMatchObject({ status_code_from_bank: code, instrument: { last4: number.slice(-4) } });
  });

  test.each(['cardgateway-a', 'cardgateway-b'])(
    '%s accepts an order whose truncated texts would end inside an emoji',
    async (gateway) => {
      const intent = await payment.checkout({
        gateway_instance_id: gateway,
        description: `${'x'.repeat(199)}😀`,
        metadata: { order_reference: `${'y'.repeat(99)}😀` },
      });
      await payByCard(intent, '4242424242424242');
      expect(await statusOf(intent._id)).toBe('succeeded');
    },
  );

  test('the wallet accepts an order whose truncated texts would end inside an emoji', async () => {
    const {
      body: { data },
    } = await payment.call('POST', `${API}/bnpl/wallet/setup`, {
      wallet_type: 'walletprovider',
      amount: 77,
      order_reference: `${'y'.repeat(99)}😀`,
      success_redirect_url: 'https://shop.example/paid',
      failure_redirect_url: 'https://shop.example/failed',
      payment_method_types: 'wallet',
      description: `${'x'.repeat(199)}😀`,
    });
    await payment.open(`${data.redirect_url}/identity`, { national_id: '1234567890', phone: '+12025550001' });
    expect(await statusOf(data.payment_intent_id)).toBe('requires_action');
  });

  test.each(['cardgateway-a', 'cardgateway-b'])(
    '%s charges its fee for a later capture too, whichever report comes first',
    async (gateway) => {
      const intent = await payment.checkout({ amount: 100, capture_method: 'manual', gateway_instance_id: gateway });
      await payByCard(intent, '4242424242424242');
      await payment.call('POST', `${API}/payment/intent/${intent._id}/capture`, { amount: 40 });
      await eventually(async () => expect(await statusOf(intent._id)).toBe('succeeded'));
      const { rows } = await payment.pool.query(
        'SELECT kind, amount_minor FROM ledger_line WHERE intent_id = $1 AND line = 0 ORDER BY kind',
        [intent._id],
      );
      expect(rows).toEqual([
        { kind: 'capture', amount_minor: '4000' },
        { kind: 'fee_estimate', amount_minor: '100' },
      ]);
    },
  );

  test('a card with 3-D Secure is challenged; its notification says 3DS2', async () => {
    const intent = await payment.checkout({ amount: 130 });
    expect(await payByCard(intent, '4000003800000446', '123456')).toContain('/paid?');
    await published(intent._id, 1);
    expect(payment.published.find((event) => event.subject === intent._id)?.data.transaction_details.secure).toBe(
      '3DS2',
    );
  });

  test('an amount ending in 91 falls back from gateway A to B; with 96 both fail and a retry is offered', async () => {
    const down = await payment.checkout({ amount: '10.91' });
    const { location } = await payment.open(down.checkout_page_url, { method: 'card' });
    expect(location).toContain('cardgateway-b');
    expect(await atGateway(down, location as string, { number: '4242424242424242' })).toContain('/paid?');
    const all = await payment.checkout({ amount: '10.96' });
    await payment.open(all.checkout_page_url, { method: 'card' });
    expect(await statusOf(all._id)).toBe('requires_payment_method');
  });

  test('a ghost success (68) is found by inquiry, paid and notified once', async () => {
    const intent = await payment.checkout({ amount: '20.68' });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment
      .open(location as string, { number: '4242424242424242', expiry: '12/34', cvc: '123' })
      .catch(() => null);
    await eventually(async () => {
      await payment.open(`${intent.checkout_page_url}/return`);
      return (await statusOf(intent._id)) === 'succeeded';
    });
    expect(await published(intent._id, 1)).toEqual(['PAYMENT_INTENT_NOTIFICATION succeeded']);
  });

  test('a lost reply with duplicate and reordered callbacks is one capture', async () => {
    await sandbox.control('POST', '/faults', { effect: 'ghost', provider: 'cardgateway-a', operation: 'create' });
    await sandbox.control('POST', '/faults', { effect: 'callback_duplicate', operation: 'authorise' });
    const intent = await payment.checkout({ amount: 140 });
    await payment.open(intent.checkout_page_url, { method: 'card' });
    expect((await payment.open(intent.checkout_page_url)).html).toContain('We are checking');
    payment.pass(20_000);
    const url = await eventually(
      async () =>
        /href="([^"]*cardgateway-a[^"]*)"/.exec((await payment.open(intent.checkout_page_url)).html)?.[1] ?? null,
    );
    // The customer pays and never returns; the callback reports the payment.
    await payment.open(url, { number: '4242424242424242', expiry: '12/34', cvc: '123' });
    expect(await published(intent._id, 1)).toEqual(['PAYMENT_INTENT_NOTIFICATION succeeded']);
    await sandbox.control('DELETE', '/faults');
  });

  test('authorise, capture a part, refund twice', async () => {
    const intent = await payment.checkout({ amount: 200, capture_method: 'manual' });
    await payByCard(intent, '4242424242424242');
    expect(
      (await payment.call('POST', `${API}/payment/intent/capture`, { payment_intent_id: intent._id, amount: 150 })).body
        .data.pi_status,
    ).toBe('succeeded');
    for (const amount of [50, 100])
      expect(
        (await payment.call('POST', `${API}/refund`, { payment_intent_id: intent._id, refunded_amount: amount })).body
          .data.status,
      ).toBe('succeeded');
    expect(
      (await payment.call('POST', `${API}/refund`, { payment_intent_id: intent._id, refunded_amount: 1 })).body.error
        .code,
    ).toBe('refund_exceeds_captured');
  });

  test("wallet 0001: the wallet's signed call leads to both webhooks of a success", async () => {
    const data = await bnpl(100);
    await walk(data.redirect_url, { phone: '+12025550001', codes: ['000000', '123456'] });
    const {
      rows: [operation],
    } = await payment.pool.query<{ id: string }>('SELECT id FROM operation WHERE intent_id = $1', [
      data.payment_intent_id,
    ]);
    await sandbox.control('POST', `/payments/${operation?.id}/confirm`);
    expect(await published(data.payment_intent_id, 2)).toEqual([
      'WALLETPROVIDER_BNPL_NOTFICATION succeeded',
      'PAYMENT_INTENT_NOTIFICATION succeeded',
    ]);
    expect((await payment.open(data.redirect_url)).location).toContain('/paid?');
  });

  test.each([
    ['0008', '112'],
    ['0004', '004'],
    ['0005', '001'],
  ])('wallet %s fails with %s, and both webhooks say so', async (end, code) => {
    const data = await bnpl(Number(`1${end}`));
    await walk(data.redirect_url, { phone: `+1202555${end}`, codes: ['123456'] });
    const {
      rows: [operation],
    } = await payment.pool.query<{ id: string }>('SELECT id FROM operation WHERE intent_id = $1', [
      data.payment_intent_id,
    ]);
    if (end !== '0008') await sandbox.control('POST', `/payments/${operation?.id}/confirm`);
    await eventually(async () =>
      ['failed', 'requires_payment_method'].includes(await statusOf(data.payment_intent_id)),
    );
    const {
      body: { data: list },
    } = await payment.call('GET', `${API}/payment/transaction?payment_intent_id=${data.payment_intent_id}`);
    expect(list.items[0].status_code_from_bank).toBe(code);
    expect(await published(data.payment_intent_id, 2)).toEqual([
      'WALLETPROVIDER_BNPL_NOTFICATION failed',
      'PAYMENT_INTENT_NOTIFICATION failed',
    ]);
  });

  test.each([
    ['0006', 'succeeded'],
    ['0007', 'failed'],
  ])('wallet %s: the reply to the code is lost; then %s', async (end, state) => {
    const data = await bnpl(Number(`2${end}`));
    await walk(data.redirect_url, { phone: `+1202555${end}`, codes: ['123456'] });
    await sandbox.control('POST', '/clock', { advance_ms: 4_000 });
    payment.pass(4_000);
    expect(await published(data.payment_intent_id, 2)).toEqual([
      `WALLETPROVIDER_BNPL_NOTFICATION ${state}`,
      `PAYMENT_INTENT_NOTIFICATION ${state}`,
    ]);
  });

  test('wallet 0009: without a confirmation the journey expires', async () => {
    const data = await bnpl(109);
    await walk(data.redirect_url, { phone: '+12025550009', codes: ['123456'] });
    const { html } = await payment.open(data.redirect_url);
    expect(html).toContain('http-equiv="refresh"');
    // Only stage mode has an app with an address.
    const app = /href="([^"]*\/walletprovider\/app\/[^"]*)"/.exec(html)?.[1] as string;
    expect((await fetch(app)).status).toBe(200);
    await sandbox.control('POST', '/clock', { advance_ms: 301_000 });
    payment.pass(61_000);
    expect((await published(data.payment_intent_id, 2))[0]).toBe('WALLETPROVIDER_BNPL_NOTFICATION failed');
  });

  test('subscription: PIN and code create a token, which is charged and refunded', async () => {
    const {
      body: { data },
    } = await payment.call('POST', `${API}/subscription/wallet/setup`, {
      wallet_type: 'walletprovider',
      phone: '+12025550001',
      success_redirect_url: 'https://shop.example/ok',
      failure_redirect_url: 'https://shop.example/no',
      payment_method_types: 'wallet',
    });
    await payment.open(`${data.redirect_url}/pin`, { pin: '0000' });
    await payment.open(`${data.redirect_url}/pin`, { pin: '1234' });
    const end = await payment.open(`${data.redirect_url}/code`, { code: '123456' });
    expect(end.location).toContain('https://shop.example/ok?token_id=tok_');
    const id = new URL(end.location as string).searchParams.get('token_id') as string;
    await published(id, 1);
    const token = payment.published.find((event) => event.subject === id)?.data.token as string;
    const paid = await payment.call(
      'POST',
      `${API}/subscription/wallet/token/charge`,
      { token, amount: 300, order_reference: 'renewal' },
      { headers: { 'idempotency-key': 'renewal-s' } },
    );
    expect(paid.body.data).toMatchObject({ pi_status: 'succeeded', currency: 'PKR' });
    const back = await payment.call('POST', `${API}/refund`, {
      payment_intent_id: paid.body.data._id,
      refunded_amount: '100.00',
    });
    expect(back.body.data).toMatchObject({ status: 'succeeded', refunded_amount: 100 });
  });

  test('every line of the settlement files of all gateways is matched, and no gateway owes anything', async () => {
    const intent = await payment.checkout({ amount: 100 });
    await payByCard(intent, '4242424242424242');
    const refund = { payment_intent_id: intent._id, refunded_amount: 25 };
    expect((await payment.call('POST', `${API}/refund`, refund)).status).toBe(200);
    await eventually(async () => {
      const { rows } = await payment.pool.query("SELECT 1 FROM operation WHERE state = 'pending' AND kind <> 'pay'");
      expect(rows).toEqual([]);
    });
    const period = 'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z';
    for (const gateway of ['cardgateway-a', 'cardgateway-b', 'walletprovider-wallet']) {
      const file = await fetch(`${sandbox.url}/control/settlement?gateway=${gateway}&${period}`);
      const body = { gateway, csv: await file.text() };
      const { data } = (await payment.call('POST', `${API}/payment/settlement/import`, body)).body;
      expect(data).toMatchObject({ status: 'done', added: data.matched, exceptions: 0 });
      expect(data.matched).toBeGreaterThan(2);
    }
    const { rows: left } = await payment.pool.query(
      `SELECT gateway, currency, sum(amount_minor) FROM ledger_line WHERE ledger_account = 'gateway_receivable'
      GROUP BY gateway, currency HAVING sum(amount_minor) <> 0`,
    );
    expect(left).toEqual([]);
  });
});
