import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@qafila/testing/wait';
import type { OperationRequest, PaymentProvider, ProviderReport } from '../../src/providers/provider.ts';

type Call = 'capture' | 'void' | 'refund';

/** An authorised payment of 12,300 at a gateway whose `multiCapture` is true. */
export interface Authorised {
  provider: PaymentProvider;
  about: OperationRequest;
  /** Loses the reply to the next capture. */
  lose(when: 'before' | 'after'): Promise<unknown>;
}

/** What `multiCapture` promises: each capture has its own result, and only the last one or a void ends the payment. */
export function takesSeveralCaptures(name: string, authorise: () => Promise<Authorised>): void {
  const part = (about: OperationRequest, amount: bigint, finalCapture = false): OperationRequest => ({
    ...{ ...about, id: `op_${randomUUID()}`, amount, finalCapture },
  });
  const ended = async (provider: PaymentProvider, call: Call, request: OperationRequest): Promise<ProviderReport> => {
    const report = await provider[call](request);
    if (report.kind !== 'pending') return report;
    return eventually(async () => {
      const now = await provider.inquire({ ...request, kind: call });
      return now.kind === 'pending' || now.kind === 'not_found' ? null : now;
    });
  };

  test(`${name}: parts leave the rest open, each with its own amount, and the last one releases it`, async () => {
    const { provider, about } = await authorise();
    const parts = [part(about, 4_000n), part(about, 2_500n), part(about, 1_000n, true)];
    for (const each of parts)
      for (let time = 0; time < 2; time += 1)
        expect(await ended(provider, 'capture', each)).toMatchObject({ kind: 'captured', amount: each.amount });
    for (const each of parts)
      expect(await provider.inquire({ ...each, kind: 'capture' })).toMatchObject({ amount: each.amount });
    expect((await ended(provider, 'capture', part(about, 100n))).kind).toBe('declined');
    expect((await ended(provider, 'refund', part(about, 7_501n))).kind).toBe('declined');
    expect((await ended(provider, 'refund', part(about, 7_500n))).kind).toBe('refunded');
  });

  test(`${name}: parts that use the authorisation up leave nothing, and more than it is refused`, async () => {
    const { provider, about } = await authorise();
    expect((await ended(provider, 'capture', part(about, 12_000n))).kind).toBe('captured');
    expect((await ended(provider, 'capture', part(about, 301n))).kind).toBe('declined');
    expect(await ended(provider, 'capture', part(about, 300n))).toMatchObject({ kind: 'captured', amount: 300n });
    expect((await ended(provider, 'void', part(about, 1n))).kind).not.toBe('voided');
  });

  test(`${name}: a void releases what the parts have left`, async () => {
    const { provider, about } = await authorise();
    expect((await ended(provider, 'capture', part(about, 4_000n))).kind).toBe('captured');
    const rest = part(about, 8_300n);
    for (let time = 0; time < 2; time += 1) expect((await ended(provider, 'void', rest)).kind).toBe('voided');
    expect((await provider.inquire({ ...rest, kind: 'void' })).kind).toBe('voided');
    expect((await ended(provider, 'capture', part(about, 100n))).kind).toBe('declined');
    expect((await ended(provider, 'refund', part(about, 4_000n))).kind).toBe('refunded');
  });

  test.each(['before', 'after'] as const)(`${name}: a part whose reply is lost %s it happens once`, async (when) => {
    const { provider, about, lose } = await authorise();
    expect((await ended(provider, 'capture', part(about, 4_000n))).kind).toBe('captured');
    const lost = part(about, 5_000n);
    await lose(when);
    expect((await provider.capture(lost)).kind).toBe('unknown');
    await eventually(async () => {
      const found = await provider.inquire({ ...lost, kind: 'capture' });
      return found.kind === (when === 'before' ? 'not_found' : 'captured');
    });
    expect(await ended(provider, 'capture', lost)).toMatchObject({ kind: 'captured', amount: 5_000n });
    expect((await ended(provider, 'capture', part(about, 3_301n, true))).kind).toBe('declined');
    expect((await ended(provider, 'capture', part(about, 3_300n, true))).kind).toBe('captured');
  });
}
