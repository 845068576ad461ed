import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { checkBooks } from '../../src/ledger/check-books.ts';
import { CheckoutComKind } from '../../src/providers/checkout-com/checkout-com-kind.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { gatewayJourneys, JOURNEYS } from '../gateways/gateway-journeys.ts';
import { payoutsIn, settlementLines, sumByCurrency } from '../gateways/journey-books.ts';
import { startPaymentForTest } from '../harness.ts';
import type { PaymentUnderTest } from '../harness.ts';

const GATEWAY = '/public/v1/payment/gateway/checkout-com';
const SECRETS = {
  secret_key: 'sk_sbox_shopx12345678',
  prefix: 'abcd1234',
  processing_channel_id: 'pc_abcdefgh1234',
  webhook_secret: 'a-long-random-text-1',
};
const GOOD = { number: '4242424242424242' };
const REFUSED = { number: '4000000000000002' };

async function startStore(): Promise<{ fake: FakeGateway; payment: PaymentUnderTest }> {
  const fake = await startFakeGateway('checkout-com/checkout-com.mjs');
  const payment = await startPaymentForTest({
    gatewayKinds: [new CheckoutComKind({ apiUrl: fake.url })],
    providers: [],
  });
  const connected = await payment.call('PUT', GATEWAY, { credentials: SECRETS });
  expect([connected.status, connected.body.data?.connection?.enabled]).toEqual([200, true]);
  const url = payment.service.url + new URL(connected.body.data.connection.webhook_url as string).pathname;
  await fake.control('hook', { url, secret: SECRETS.webhook_secret });
  return { fake, payment };
}

describe('a store takes payments by Checkout.com', () => {
  let fake: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ fake, payment } = await startStore());
  });
  afterAll(async () => {
    await payment.stop();
    await fake.stop();
  });

  const details = async (intent: Json): Promise<Json> =>
    (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data as Json;
  /** The worker makes the captures that no caller waits for. */
  const statusIs = (intent: Json, status: string): Promise<unknown> =>
    eventually(async () => {
      await payment.work();
      return (await details(intent)).pi_status === status;
    });

  async function pay(body: Json = {}): Promise<Json> {
    const intent = await payment.checkout({ amount: 1000, ...body });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await fake.onPage(location as string, GOOD)).toBe(200);
    return intent;
  }

  async function reference(intent: Json): Promise<string> {
    const path = `/public/v1/payment/transaction?payment_intent_id=${intent._id}`;
    return (await payment.call('GET', path)).body.data.items[0].gateway_reference as string;
  }

  test('a payment is captured by rule; a refund is under way until Checkout.com decides; both agree', async () => {
    const intent = await pay();
    await statusIs(intent, 'succeeded');
    const refund = await payment.call('POST', '/public/v1/refund', {
      payment_intent_id: intent._id,
      refunded_amount: '250.50',
    });
    expect(refund.status).toBe(202);
    await eventually(async () => (await details(intent)).amount_refunded === 250.5);
    expect(await fake.control('payment', { payment: await reference(intent) })).toMatchObject({
      status: 'Partially Refunded',
      balances: { total_captured: 100_000, total_refunded: 25_050 },
    });
  });

  test('an authorisation is captured in part, and another is voided', async () => {
    const intent = await pay({ capture_method: 'manual' });
    await statusIs(intent, 'requires_capture');
    const captured = await payment.call('POST', `/public/v1/payment/intent/${intent._id}/capture`, { amount: 400 });
    expect(captured.status).toBe(202);
    await statusIs(intent, 'succeeded');
    expect((await details(intent)).amount_captured).toBe(400);
    const other = await pay({ capture_method: 'manual' });
    await statusIs(other, 'requires_capture');
    expect((await payment.call('POST', `/public/v1/payment/intent/${other._id}/void`, {})).status).toBe(202);
    await statusIs(other, 'canceled');
    expect(await fake.control('payment', { payment: await reference(other) })).toMatchObject({ status: 'Voided' });
  });

  test('an order that is sent in parcels is captured with each, and the last capture releases the rest', async () => {
    const intent = await pay({ capture_method: 'manual' });
    await statusIs(intent, 'requires_capture');
    const capture = async (amount: number, final: boolean, sum: number): Promise<void> => {
      const path = `/public/v1/payment/intent/${intent._id}/capture`;
      expect((await payment.call('POST', path, { amount, final_capture: final })).status).toBe(202);
      await eventually(async () => (await details(intent)).amount_captured === sum);
    };
    await capture(400, false, 400);
    expect(await details(intent)).toMatchObject({ pi_status: 'requires_capture', amount_capturable: 600 });
    await capture(250.5, false, 650.5);
    await capture(100, true, 750.5);
    await statusIs(intent, 'succeeded');
    expect(await fake.control('payment', { payment: await reference(intent) })).toMatchObject({
      ...{ status: 'Partially Captured', balances: { total_captured: 75_050 } },
    });
    expect(await checkBooks(payment.pool)).toEqual([]);
  });

  test('a payment on a page that was given up is released', async () => {
    const intent = await payment.checkout({ amount: 700 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    await payment.open(`${intent.checkout_page_url}/cancel`, {});
    expect((await details(intent)).pi_status).toBe('canceled');
    await fake.onPage(location as string, GOOD);
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      return (await fake.control('payment', { payment: await reference(intent) })).status === 'Voided';
    });
  });
});

describe('random journeys by Checkout.com', () => {
  let fake: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ fake, payment } = await startStore());
  });
  afterAll(async () => {
    await payment.stop();
    await fake.stop();
  });

  test(`${JOURNEYS} journeys: Checkout.com's books, ours and its settlements agree to the minor unit`, async () => {
    let lines: Json[] = [];
    await gatewayJourneys(
      payment,
      {
        type: 'checkout-com',
        method: 'card',
        fake,
        hasManual: true,
        capturesLater: true,
        currencies: [
          ['SAR', 2],
          ['KWD', 3],
          ['JPY', 0],
        ],
        forms: { pay: GOOD, decline: REFUSED },
        paths: {
          pay: { method: 'POST', path: '^/hosted-payments$' },
          capture: { method: 'POST', path: '/captures$' },
          void: { method: 'POST', path: '/voids$' },
          refund: { method: 'POST', path: '/refunds$' },
        },
        leavePages: () => fake.control('expireAll'),
        settle: async () => {
          lines = (await fake.control('settle')).lines as Json[];
          const { payments } = await fake.control('payments');
          return sumByCurrency(
            (payments as Json[]).map(({ currency, balances, disputed }) => ({
              currency,
              captured: balances.total_captured,
              refunded: balances.total_refunded,
              disputed,
            })),
            payoutsIn(lines),
          );
        },
        lines: () => settlementLines(lines),
        disputes: {
          open: async (reference, how) => (await fake.control('dispute', { payment: reference, ...how })).id as string,
          answers: {
            evidence: { method: 'POST', path: '^/disputes/[^/]+/evidence$' },
            accept: { method: 'POST', path: '/accept$' },
          },
          decide: (dispute, outcome, how) => fake.control('decide-dispute', { dispute, outcome, ...how }),
        },
      },
      JOURNEYS,
    );
  }, 3_000_000);
});
