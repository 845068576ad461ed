import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MoyasarKind } from '../../src/providers/moyasar/moyasar-kind.ts';
import type { PaymentProvider } from '../../src/providers/provider.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { operationRequest, payRequest } from '../provider-contract.ts';

const BUYER = { name: 'Sara', email: 'sara@shop.example', phone: '+966501234567' };
const HOME = {
  ...{ name: 'Sara', line1: 'King Fahd Road 1', line2: '', city: 'Riyadh', region: '', postalCode: '12211' },
  ...{ country: 'SA', phone: '' },
};

describe('what Moyasar gets of the customer and the order', () => {
  let fake: FakeGateway;
  let kind: MoyasarKind;
  let provider: PaymentProvider;
  beforeAll(async () => {
    fake = await startFakeGateway('moyasar/moyasar.mjs');
    kind = new MoyasarKind({ apiUrl: fake.url, nowMs: () => Date.now() });
    provider = kind.connect({
      id: 'gwc_1',
      owner: { accountId: 'a', storeId: 's', mode: 'stage' },
      callbackUrl: 'http://127.0.0.1:9/callback',
      credentials: { secret_key: 'sk_test_shopx12345678' },
      previous: null,
    });
  });
  afterAll(async () => {
    await kind.close();
    await fake.stop();
  });

  const metadataOf = async (operation: string): Promise<unknown> =>
    ((await fake.control('invoice', { operation })) as { metadata?: unknown }).metadata;

  test('the order, the buyer and the address are metadata of the invoice', async () => {
    const sent = payRequest({ buyer: BUYER, shipping: HOME, orderReference: 'A-17' });
    expect((await provider.pay(sent)).kind).toBe('action');
    expect(await metadataOf(sent.id)).toEqual({
      qafila_operation: sent.id,
      order_id: 'A-17',
      full_name: 'Sara',
      email: 'sara@shop.example',
      phone: '+966501234567',
      address: 'King Fahd Road 1, Riyadh, 12211, SA',
    });
  });

  test('what was not sent has no key, and a long text is cut to what Moyasar keeps', async () => {
    const sent = payRequest({
      buyer: { name: '', email: '', phone: '' },
      billing: { ...HOME, line1: 'x'.repeat(700) },
      orderReference: 'A-18',
    });
    expect((await provider.pay(sent)).kind).toBe('action');
    expect(await metadataOf(sent.id)).toEqual({
      ...{ qafila_operation: sent.id, order_id: 'A-18' },
      address: expect.stringMatching(/^x{400}.{1,100}$/),
    });
  });

  test('a payment that has the metadata of its invoice has room for 24 refunds', async () => {
    await fake.control('behave', { inherits: true });
    const sent = payRequest({ buyer: BUYER, shipping: HOME, orderReference: 'A-19' });
    const report = await provider.pay(sent);
    if (report.kind !== 'action' || report.action.kind !== 'redirect') throw new Error(report.kind);
    await fake.onPage(report.action.url, { number: '4201320111111010' });
    const paid = await provider.inquire({ ...sent, kind: 'pay' });
    const reference = 'reference' in paid ? (paid.reference ?? null) : null;
    const refund = (): ReturnType<PaymentProvider['refund']> =>
      provider.refund({ ...operationRequest(100n, 'SAR', reference), id: `op_${randomUUID()}` });
    for (let time = 0; time < 24; time++) expect((await refund()).kind).toBe('refunded');
    expect(await refund()).toMatchObject({ kind: 'declined', code: 'too_many_refunds' });
  });
});
