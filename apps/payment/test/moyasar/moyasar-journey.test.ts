import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { eventually } from '@qafila/testing/wait';
import { MoyasarKind } from '../../src/providers/moyasar/moyasar-kind.ts';
import { startFakeGateway } from '../gateways/fake-gateway.ts';
import type { FakeGateway } from '../gateways/fake-gateway.ts';
import { gatewayJourneys, JOURNEYS } from '../gateways/gateway-journeys.ts';
import { sumByCurrency } from '../gateways/journey-books.ts';
import { startPaymentForTest } from '../harness.ts';
import type { PaymentUnderTest } from '../harness.ts';

const GATEWAY = '/public/v1/payment/gateway/moyasar';
const SECRETS = { secret_key: 'sk_test_shopx12345678', webhook_secret: 'a-long-random-text-1' };
const MADA = '4201320111111010';
const NO_FUNDS = '4123120001090000';

const REFUND = { method: 'POST', path: '/refund$' };

/** A service of its own, connected to a Moyasar of its own. */
async function startStore({
  hasWebhook,
}: {
  hasWebhook: boolean;
}): Promise<{ moyasar: FakeGateway; payment: PaymentUnderTest }> {
  const moyasar = await startFakeGateway('moyasar/moyasar.mjs');
  let clock = Date.now;
  const kind = new MoyasarKind({ apiUrl: moyasar.url, nowMs: () => clock() });
  const payment = await startPaymentForTest({ gatewayKinds: [kind], providers: [] });
  clock = payment.deps.clock;
  const connected = await payment.call('PUT', GATEWAY, { credentials: SECRETS });
  expect([connected.status, connected.body.data?.connection?.gateway_account]).toEqual([
    200,
    expect.stringMatching(/^moyasar_/),
  ]);
  const url = payment.service.url + new URL(connected.body.data.connection.webhook_url as string).pathname;
  if (hasWebhook) await moyasar.control('hook', { url, secret: SECRETS.webhook_secret });
  return { moyasar, payment };
}

describe('a store takes payments by Moyasar', () => {
  let moyasar: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ moyasar, payment } = await startStore({ hasWebhook: true }));
  });
  afterAll(async () => {
    await payment.stop();
    await moyasar.stop();
  });

  const details = async (intent: Json): Promise<Json> =>
    (await payment.call('GET', `/public/v1/payment/intent/${intent._id}`)).body.data as Json;
  const statusIs = (intent: Json, status: string): Promise<unknown> =>
    eventually(async () => (await details(intent)).pi_status === status);

  async function pay(body: Json = {}, number = MADA): Promise<Json> {
    const intent = await payment.checkout({ amount: 1000, ...body });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    await moyasar.onPage(location as string, { number });
    return intent;
  }

  async function transaction(intent: Json): Promise<Json> {
    const path = `/public/v1/payment/transaction?payment_intent_id=${intent._id}`;
    return (await payment.call('GET', path)).body.data.items[0] as Json;
  }

  const refund = (intent: Json, amount: number): ReturnType<PaymentUnderTest['call']> =>
    payment.call('POST', '/public/v1/refund', { payment_intent_id: intent._id, refunded_amount: amount });

  test('a call of Moyasar reports the payment, and parts of it are refunded; both agree with Moyasar', async () => {
    const intent = await pay();
    await statusIs(intent, 'succeeded');
    const { gateway, gateway_reference: reference, instrument } = await transaction(intent);
    expect([gateway, instrument]).toEqual(['moyasar', expect.objectContaining({ brand: 'mada', last4: '1010' })]);
    for (const amount of [250, 300]) expect((await refund(intent, amount)).body.data.status).toBe('succeeded');
    expect((await refund(intent, 451)).status).toBe(422);
    expect(await moyasar.control('payment', { payment: reference })).toMatchObject({
      amount: 100_000,
      refunded: 55_000,
    });
  });

  test('while the outcome of a refund is unknown another one is refused, and afterwards it happens', async () => {
    const intent = await pay();
    await statusIs(intent, 'succeeded');
    await moyasar.control('fault', { kind: 'lost-before', ...REFUND });
    expect((await refund(intent, 100)).status).toBe(202);
    const second = await refund(intent, 50);
    expect([second.status, second.body.error.code]).toEqual([409, 'refund_under_way']);
    const { gateway_reference: reference } = await transaction(intent);
    await eventually(async () => {
      payment.pass(130_000);
      await payment.work();
      return (await moyasar.control('payment', { payment: reference })).refunded === 10_000;
    });
    await eventually(async () => (await details(intent)).amount_refunded === 100);
    expect((await refund(intent, 50)).body.data.status).toBe('succeeded');
  });

  test('Moyasar has no manual capture here, which the refusal says', async () => {
    const intent = await payment.checkout({ amount: 1000, capture_method: 'manual' });
    const { html } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(html).not.toContain(moyasar.url);
  });

  test('a customer who gives up can no longer pay on the page of Moyasar', async () => {
    const intent = await payment.checkout({ amount: 1000 });
    const { location } = await payment.open(intent.checkout_page_url, { method: 'card' });
    expect(await moyasar.onPage(location as string, { number: NO_FUNDS })).toBe(402);
    await payment.open(`${intent.checkout_page_url}/cancel`, {});
    await eventually(async () => {
      payment.pass(60_000);
      await payment.work();
      return (await moyasar.onPage(location as string, { number: MADA })) === 410;
    });
    expect((await details(intent)).pi_status).toBe('canceled');
  });

  test('transfers and refunds of the dashboard are kept and listed, without the secret of the webhook', async () => {
    const intent = await pay();
    await statusIs(intent, 'succeeded');
    await moyasar.control('settle', { currency: 'SAR', account: 'shop' });
    const { body, text } = await payment.call('GET', `${GATEWAY}/callbacks?kind=payout`);
    expect(body.data.items).toMatchObject([
      { type: 'balance_transferred', content: { status: 'paid', currency: 'SAR' } },
    ]);
    expect(text).not.toContain(SECRETS.webhook_secret);
  });

  test('a later key must open the account that took the payments', async () => {
    await statusIs(await pay(), 'succeeded');
    const change = (key: string): ReturnType<PaymentUnderTest['call']> =>
      payment.call('PUT', GATEWAY, { credentials: { secret_key: key } });
    const other = await change('sk_test_otherx12345678');
    expect([other.status, other.body.error.code]).toEqual([409, 'gateway_account_changed']);
    expect((await change('sk_test_shopx87654321')).status).toBe(200);
  });
});

describe('random journeys by Moyasar', () => {
  let moyasar: FakeGateway;
  let payment: PaymentUnderTest;
  beforeAll(async () => {
    ({ moyasar, payment } = await startStore({ hasWebhook: true }));
  });
  afterAll(async () => {
    await payment.stop();
    await moyasar.stop();
  });

  test(`${JOURNEYS} journeys: Moyasar's books, ours and its settlements agree to the minor unit`, async () => {
    await gatewayJourneys(
      payment,
      {
        type: 'moyasar',
        method: 'card',
        fake: moyasar,
        hasManual: false,
        estimatesFees: true,
        currencies: [
          ['SAR', 2],
          ['KWD', 3],
          ['JPY', 0],
        ],
        forms: { pay: { number: MADA }, decline: { number: NO_FUNDS } },
        paths: { pay: { method: 'POST', path: '^/v1/invoices$' }, refund: REFUND },
        settle: async () => {
          const settlements: Json[] = [];
          for (const currency of ['SAR', 'KWD', 'JPY']) settlements.push(await moyasar.control('settle', { currency }));
          const { payments } = await moyasar.control('payments');
          return sumByCurrency(
            (payments as Json[])
              .filter(({ status }) => status === 'paid' || status === 'refunded')
              .map(({ currency, amount: captured, refunded, disputed }) => ({
                ...{ currency, captured, refunded },
                disputed: disputed ?? 0,
              })),
            // A transfer costs a fee of its own.
            settlements.map(({ currency, amount, fee }) => ({
              currency,
              amount: (amount as number) - (fee as number),
            })),
          );
        },
        disputes: {
          open: async (reference, { amount }) =>
            (await moyasar.control('chargeback', { payment: reference, amount })).id as string,
        },
      },
      JOURNEYS,
    );
  }, 3_000_000);
});
