import { afterAll, beforeAll, test } from '@jest/globals';
import type { Json } from '@qafila/testing/http-call';
import { gatewayJourneys, JOURNEYS } from '../gateways/gateway-journeys.ts';
import { sumByCurrency } from '../gateways/journey-books.ts';
import { describeWithStripe } from './servers.ts';
import { START_MS, startStoreAtStripe } from './store-at-stripe.ts';
import type { StoreAtStripe } from './store-at-stripe.ts';

describeWithStripe('random journeys by Stripe', () => {
  let store: StoreAtStripe | undefined;
  beforeAll(async () => {
    store = await startStoreAtStripe();
  }, START_MS);
  afterAll(() => store?.stop());

  test(`${JOURNEYS} journeys: Stripe's books, ours and its payouts agree to the minor unit`, async () => {
    const { stripe, payment } = store as StoreAtStripe;
    const currencies = [
      ['SAR', 2],
      ['KWD', 3],
      ['JPY', 0],
    ] as const;
    await gatewayJourneys(
      payment,
      {
        type: 'stripe',
        method: 'card',
        fake: { ...stripe, onPage: (url, { number = '' }) => stripe.payOnPage(url, number) },
        hasManual: true,
        estimatesFees: true,
        currencies,
        forms: { pay: { number: '4242424242424242' }, decline: { number: '4000000000000002' } },
        paths: {
          pay: { method: 'POST', path: '^/v1/checkout/sessions$' },
          capture: { method: 'POST', path: '/capture$' },
          void: { method: 'POST', path: '^/v1/payment_intents/\\w+/cancel$' },
          refund: { method: 'POST', path: '^/v1/refunds$' },
        },
        settle: async () => {
          const payouts: Json[] = [];
          for (const [currency] of currencies)
            payouts.push({ ...(await stripe.control('payout', { currency: currency.toLowerCase() })), currency });
          const { payments } = await stripe.control('payments');
          return sumByCurrency(
            (payments as Json[]).map(({ currency, ...amounts }) => ({
              ...(amounts as { captured: number; refunded: number; disputed: number }),
              currency: (currency as string).toUpperCase(),
            })),
            payouts.map(({ currency, amount }) => ({ currency, amount })),
          );
        },
        disputes: {
          open: async (reference, how) =>
            (await stripe.control('dispute', { payment: reference, ...how })).id as string,
          decide: (dispute, status, how) => stripe.control('decide-dispute', { dispute, status, ...how }),
          answers: {
            evidence: { method: 'POST', path: '^/v1/disputes/\\w+$' },
            accept: { method: 'POST', path: '/close$' },
          },
        },
      },
      JOURNEYS,
    );
  }, 6_000_000);
});
