import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Asked, PayRequest, PaymentProvider } from '../src/providers/provider.ts';

/** One implementation under the contract, and what its customer does at its page. */
export interface UnderContract { provider: PaymentProvider; pay(request: PayRequest, url: string): Promise<void>; decline(request: PayRequest, url: string): Promise<void> }

/** What payment relies on. An implementation of the port that passes may be added to providers/. */
export function keepsTheProviderContract(name: string, make: () => UnderContract): void {
  const request = (more: Partial<PayRequest> = {}): PayRequest => ({
    id: `op_${randomUUID()}`, amount: 12_300n, currency: 'SAR', reference: null, capture: true, orderReference: 'طلب-1', description: '', returnUrl: 'http://127.0.0.1:1/pay/x/return', language: 'ar', ...more,
  });
  const opened = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; url: string }> => {
    const sent = request(more);
    const outcome = await make().provider.pay(sent);
    if (outcome.kind !== 'redirect') throw new Error(`pay answered ${JSON.stringify(outcome, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`);
    return { sent, url: outcome.url };
  };
  const paid = async (more: Partial<PayRequest> = {}): Promise<{ sent: PayRequest; about: Asked }> => {
    const { sent, url } = await opened(more);
    await make().pay(sent, url);
    const outcome = await make().provider.inquire({ ...sent, kind: 'pay' });
    return { sent, about: { id: `op_${randomUUID()}`, amount: sent.amount, currency: sent.currency, reference: 'reference' in outcome ? outcome.reference ?? null : null } };
  };

  test(`${name}: what it never heard of is not found`, async () => {
    for (const kind of ['pay', 'capture', 'refund', 'void'] as const) expect(await make().provider.inquire({ ...request(), kind })).toMatchObject({ kind: 'not_found' });
  });

  test(`${name}: a payment asked for twice under one id is one payment`, async () => {
    const { sent } = await opened();
    expect((await make().provider.pay(sent)).kind).toMatch(/redirect|pending/);
    expect((await make().provider.inquire({ ...sent, kind: 'pay' })).kind).toMatch(/redirect|pending/);
  });

  test(`${name}: paid is captured in whole, declined says why`, async () => {
    const { sent } = await paid();
    expect(await make().provider.inquire({ ...sent, kind: 'pay' })).toMatchObject({ kind: 'captured', amount: sent.amount, code: '000', reference: expect.stringMatching(/./) });
    const other = await opened();
    await make().decline(other.sent, other.url);
    expect(await make().provider.inquire({ ...other.sent, kind: 'pay' })).toMatchObject({ kind: 'declined', code: expect.stringMatching(/./) });
  });

  test(`${name}: an authorisation is captured once however often it is asked, in part`, async () => {
    const { about } = await paid({ capture: false });
    const asked = { ...about, amount: 5_000n };
    for (let time = 0; time < 2; time++) expect(await make().provider.capture(asked)).toMatchObject({ kind: 'captured', amount: 5_000n });
    expect(await make().provider.inquire({ ...asked, kind: 'capture' })).toMatchObject({ kind: 'captured', amount: 5_000n });
  });

  test(`${name}: an authorisation is voided, and takes nothing after that`, async () => {
    const { about } = await paid({ capture: false });
    expect((await make().provider.void(about)).kind).toBe('voided');
    expect((await make().provider.capture({ ...about, id: `op_${randomUUID()}` })).kind).toBe('declined');
  });

  test(`${name}: a refund asked for twice is made once, and never more than was captured`, async () => {
    const { about } = await paid();
    for (let time = 0; time < 2; time++) expect((await make().provider.refund({ ...about, amount: 12_000n })).kind).toBe('refunded');
    expect((await make().provider.refund({ ...about, id: `op_${randomUUID()}`, amount: 301n })).kind).toBe('declined');
    expect((await make().provider.refund({ ...about, id: `op_${randomUUID()}`, amount: 300n })).kind).toBe('refunded');
  });

  test(`${name}: what is abandoned cannot be paid any more`, async () => {
    const { sent } = await opened();
    await make().provider.abandon(sent.id);
    expect((await make().provider.inquire({ ...sent, kind: 'pay' })).kind).toBe('declined');
  });
}
