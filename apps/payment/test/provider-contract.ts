import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { OperationRequest, PaymentProvider, PayRequest } from '../src/providers/provider.ts';

/** An adapter under test, and its customer's actions on the provider's page. */
export interface UnderContract {
  provider: PaymentProvider;
  pay(request: PayRequest, url: string): Promise<void>;
  decline(request: PayRequest, url: string): Promise<void>;
}

/** The behaviour that payment relies on. An adapter that passes may be added to providers/. */
export function keepsTheProviderContract(name: string, make: () => UnderContract): void {
  const request = (more: Partial<PayRequest> = {}): PayRequest => ({
    ...operation(12_300n, 'SAR', null),
    method: 'card',
    capture: true,
    buyer: { name: 'عميل تجريبي', email: 'customer@shop.example', phone: '+12025550123' },
    items: [{ reference: 'طلب-1', name: 'طلب-1', quantity: 1, unitAmount: 12_300n }],
    expiresAtMs: Date.now() + 30 * 60_000,
    orderReference: 'طلب-1',
    description: '',
    returnUrl: 'http://127.0.0.1:1/pay/x/return',
    language: 'ar',
    ...more,
  });
  const opened = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; url: string }> => {
    const sent = request(more);
    const report = await make().provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect')
      throw new Error(`pay answered ${JSON.stringify(report, bigintAsText)}`);
    return { sent, url: report.action.url };
  };
  const paid = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; about: OperationRequest }> => {
    const { sent, url } = await opened(more);
    await make().pay(sent, url);
    const report = await make().provider.inquire({ ...sent, kind: 'pay' });
    return {
      sent,
      about: {
        ...operation(sent.amount, sent.currency, 'reference' in report ? (report.reference ?? null) : null),
        paymentId: sent.id,
      },
    };
  };

  test(`${name}: an unknown operation is not found`, async () => {
    for (const kind of ['pay', 'capture', 'refund', 'void'] as const)
      expect(await make().provider.inquire({ ...request(), kind })).toMatchObject({ kind: 'not_found' });
  });

  test(`${name}: a payment that is requested twice under one id is one payment`, async () => {
    const { sent } = await opened();
    expect((await make().provider.pay(sent)).kind).toMatch(/action|pending/);
    expect((await make().provider.inquire({ ...sent, kind: 'pay' })).kind).toMatch(/action|pending/);
  });

  test(`${name}: a paid payment is captured whole, and a declined one names the reason`, async () => {
    const { sent } = await paid();
    expect(await make().provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({
      kind: 'captured',
      amount: sent.amount,
      code: '000',
      reference: expect.stringMatching(/./),
    });
    const other = await opened();
    await make().decline(other.sent, other.url);
    expect(await make().provider.inquire({ ...other.sent, kind: 'pay' })).toMatchObject({
      kind: 'declined',
      code: expect.stringMatching(/./),
    });
  });

  test(`${name}: a repeated partial capture of an authorisation happens once`, async () => {
    const { about } = await paid({ capture: false });
    const request = { ...about, amount: 5_000n };
    for (let time = 0; time < 2; time++)
      expect(await make().provider.capture(request)).toMatchObject({ kind: 'captured', amount: 5_000n });
    expect(await make().provider.inquire({ ...request, kind: 'capture' })).toMatchObject({
      kind: 'captured',
      amount: 5_000n,
    });
  });

  test(`${name}: an authorisation is voided, and takes nothing after that`, async () => {
    const { about } = await paid({ capture: false });
    expect((await make().provider.void(about)).kind).toBe('voided');
    expect((await make().provider.capture({ ...about, id: `op_${randomUUID()}` })).kind).toBe('declined');
  });

  test(`${name}: a refund that is requested twice happens once and never exceeds the capture`, async () => {
    const { about } = await paid();
    for (let time = 0; time < 2; time++)
      expect((await make().provider.refund({ ...about, amount: 12_000n })).kind).toBe('refunded');
    expect((await make().provider.refund({ ...about, id: `op_${randomUUID()}`, amount: 301n })).kind).toBe('declined');
    expect((await make().provider.refund({ ...about, id: `op_${randomUUID()}`, amount: 300n })).kind).toBe('refunded');
  });

  test(`${name}: an abandoned payment cannot be paid`, async () => {
    const { sent } = await opened();
    await make().provider.abandon(sent);
    expect((await make().provider.inquire({ ...sent, kind: 'pay' })).kind).toBe('declined');
  });
}

/** A request about a payment; without more, of the payment itself. */
function operation(amount: bigint, currency: string, reference: string | null): OperationRequest {
  const id = `op_${randomUUID()}`;
  const store = { accountId: '5f1d7a3b9c2e4680', storeId: 'str_1', mode: 'stage' };
  return { id, store, amount, currency, reference, paymentId: id, startedAtMs: Date.now() };
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
