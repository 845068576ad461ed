import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DisputeDesk, DisputeRequest } from '../../src/providers/callback.ts';
import type { PaymentProvider } from '../../src/providers/provider.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { payRequest } from '../provider-contract.ts';
import { connectCheckoutCom } from './connect-checkout-com.ts';
import type { ConnectedCheckoutCom } from './connect-checkout-com.ts';

const SUBMIT = { method: 'POST', path: '^/disputes/[^/]+/evidence$' };
const ATTACH = { ...SUBMIT, method: 'PUT' };
const ACCEPT = { method: 'POST', path: '/accept$' };

describe('disputes at Checkout.com are answered by its API', () => {
  let connected: ConnectedCheckoutCom | undefined;
  let fake: FakeGateway;
  let provider: PaymentProvider & DisputeDesk;
  beforeAll(async () => {
    connected = await connectCheckoutCom();
    ({ fake, provider } = connected);
  });
  afterAll(() => connected?.stop());

  async function disputed(): Promise<DisputeRequest & { payment: string }> {
    const sent = payRequest();
    const report = await provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(report.kind);
    await fake.onPage(report.action.url, { number: '4242424242424242' });
    const paid = await provider.inquire({ ...sent, reference: null, kind: 'pay' });
    const payment = 'reference' in paid ? (paid.reference ?? '') : '';
    const { id: reference } = await fake.control('dispute', { payment, amount: 5_000 });
    return { id: `dsp_${randomUUID()}.evidence.1`, reference: reference as string, payment };
  }

  test('an inquiry names the payment, the amount and the deadline', async () => {
    const { reference, payment } = await disputed();
    expect(await provider.inquireDispute(reference)).toEqual({
      kind: 'known',
      dispute: {
        ...{ reference, paymentReference: payment, status: 'opened', amount: 5_000n, currency: 'SAR' },
        ...{ reason: 'fraudulent', evidenceDueAt: expect.stringMatching(/^\d{4}-/) },
      },
    });
    await fake.control('decide-dispute', { dispute: reference, outcome: 'won' });
    expect(await provider.inquireDispute(reference)).toMatchObject({ dispute: { status: 'won' } });
    expect((await provider.inquireDispute('dsp_unknown')).kind).toBe('unknown');
  });

  test('evidence is attached and submitted, and a repeat finds it under review', async () => {
    const request = { ...(await disputed()), text: 'Delivered on 2026-11-20, signed by the customer.' };
    for (const id of [request.id, request.id, `${request.id}.2`])
      expect(await provider.submitEvidence({ ...request, id })).toMatchObject({
        ...{ kind: 'known', dispute: { status: 'under_review', amount: 5_000n } },
      });
    expect(await fake.control('evidence', { dispute: request.reference })).toEqual({
      additional_evidence_text: request.text,
    });
  });

  test('evidence that is too long is refused whole, because what is submitted cannot be completed', async () => {
    const request = await disputed();
    expect(await provider.submitEvidence({ ...request, text: 'x'.repeat(501) })).toMatchObject({
      ...{ kind: 'refused', code: 'evidence_too_long' },
    });
    expect(await fake.control('evidence', { dispute: request.reference })).toEqual({});
    expect((await provider.submitEvidence({ ...request, text: 'x'.repeat(500) })).kind).toBe('known');
  });

  test('accepting gives the money up, also after evidence; a decided dispute is not accepted', async () => {
    const request = await disputed();
    await provider.submitEvidence({ ...request, text: 'delivered' });
    for (let time = 0; time < 2; time += 1)
      expect(await provider.acceptDispute(request)).toMatchObject({ dispute: { status: 'accepted' } });
    const lost = await disputed();
    await fake.control('decide-dispute', { dispute: lost.reference, outcome: 'lost' });
    expect(await provider.acceptDispute(lost)).toMatchObject({ kind: 'known', dispute: { status: 'lost' } });
  });

  test.each(['lost-before', 'lost-after'])(
    'an answer whose reply is %s is unknown, and its repeat counts',
    async (how) => {
      for (const fault of [ATTACH, SUBMIT]) {
        const request = { ...(await disputed()), text: 'delivered' };
        await fake.control('fault', { kind: how, ...fault });
        expect((await provider.submitEvidence(request)).kind).toBe('unknown');
        expect(await provider.submitEvidence(request)).toMatchObject({ dispute: { status: 'under_review' } });
      }
      const request = await disputed();
      await fake.control('fault', { kind: how, ...ACCEPT });
      expect((await provider.acceptDispute(request)).kind).toBe('unknown');
      expect(await provider.acceptDispute(request)).toMatchObject({ dispute: { status: 'accepted' } });
    },
  );

  test.each([
    [401, 'not_sent'],
    [429, 'not_sent'],
    [409, 'unknown'],
    [500, 'unknown'],
    [422, 'refused'],
  ])('an answer %d to evidence is %s while the dispute is open', async (status, expected) => {
    const request = { ...(await disputed()), text: 'delivered' };
    await fake.control('fault', { kind: 'status', status, ...SUBMIT });
    expect((await provider.submitEvidence(request)).kind).toBe(expected);
  });
});
